package store

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/awmc/awmc/templates/rt/core"
)

var ctx = context.Background()

// stock reads a book's stock through a tool.
func stock(t testing.TB, w core.World, id string) string {
	t.Helper()
	var b book
	if err := json.Unmarshal(must(t, w, "get_book", `{"book_id":`+id+`}`).Output, &b); err != nil {
		t.Fatal(err)
	}
	raw, _ := json.Marshal(b.Stock)
	return string(raw)
}

func diffOf(t testing.TB, w core.World) *core.Diff {
	t.Helper()
	d, err := w.Diff(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestCallsChangeOnlyTheirInstance(t *testing.T) {
	s := newStore(t)
	a, b := s.New(0, nil), s.New(0, nil)
	r := must(t, a, "place_order", `{"items":[{"book_id":5,"qty":2}]}`)
	if got, want := string(r.Output), `{"id":201,"status":"pending","seen_at":"2026-03-02 09:00:00"}`; got != want {
		t.Errorf("place_order gives %s, want %s", got, want)
	}
	if !r.Changed || a.Now() != "2026-03-02 09:01:00" || b.Now() != "2026-03-02 09:00:00" {
		t.Errorf("changed %v, clocks %s and %s", r.Changed, a.Now(), b.Now())
	}
	if stock(t, a, "5") != "3" || stock(t, b, "5") != "5" {
		t.Errorf("stock is %s and %s, want 3 and 5", stock(t, a, "5"), stock(t, b, "5"))
	}
	want := &core.Diff{Tables: []core.TableDiff{
		{Table: "books", Columns: []string{"id", "title", "price_cents", "weight", "stock", "genre"}, Changes: []core.Change{{
			Key: []any{int64(5)},
			Old: []any{int64(5), "The science of Everything, Volume 5", int64(535), 2.5, int64(5), "science"},
			New: []any{int64(5), "The science of Everything, Volume 5", int64(535), 2.5, int64(3), "science"}}}},
		{Table: "orders", Columns: []string{"id", "customer_id", "status", "placed_at"}, Changes: []core.Change{{
			Key: []any{int64(201)}, New: []any{int64(201), int64(1), "pending", "2026-03-02 09:00:00"}}}},
		{Table: "order_items", Columns: []string{"order_id", "book_id", "qty", "unit_cents"}, Changes: []core.Change{{
			Key: []any{int64(201), int64(5)}, New: []any{int64(201), int64(5), int64(2), int64(535)}}}},
	}}
	if diff := cmp.Diff(want, diffOf(t, a)); diff != "" {
		t.Error(diff)
	}
	if !diffOf(t, b).Empty() {
		t.Error("the other instance has changed")
	}
}

func TestSelectSeesBefore(t *testing.T) {
	s := newStore(t)
	a, b := s.New(0, nil), s.New(0, nil)
	must(t, a, "place_order", `{"items":[{"book_id":5,"qty":2}]}`)
	must(t, b, "place_order", `{"items":[{"book_id":8,"qty":1}]}`)
	for range 3 { // in turns, on the same connection
		for _, tt := range []struct {
			w    *Instance
			want [][]any
		}{{a, [][]any{{int64(5), int64(3), int64(5), 2.5}}}, {b, [][]any{{int64(8), int64(7), int64(8), 4.0}}}} {
			tab, err := tt.w.Select(ctx, "SELECT b.id, b.stock, o.stock, b.weight FROM books b JOIN before.books o ON o.id = b.id WHERE o.stock <> b.stock")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, tab.Rows); diff != "" {
				t.Error(diff)
			}
		}
	}
	if _, err := a.Select(ctx, "DELETE FROM books"); err == nil {
		t.Error("Select wrote")
	}
	if _, err := a.Select(ctx, "DELETE FROM before.books"); err == nil {
		t.Error("Select wrote to the starting state")
	}
}

// A failed call must leave nothing, or an agent profits from errors.
func TestFailedCallLeavesNothing(t *testing.T) {
	s := newStore(t)
	in := s.New(0, nil)
	for _, args := range []string{
		`{"sql":["DELETE FROM order_items", "UPDATE books SET stock = -1 WHERE id = 5"]}`,
		`{"sql":["DELETE FROM order_items", "nonsense"]}`,
		`{"sql":["DELETE FROM order_items", "panic"]}`,
		`{"sql":["DELETE FROM customers WHERE id = 1"]}`,
	} {
		r := in.Call(ctx, "run", json.RawMessage(args))
		if r.Err == nil || r.Changed || r.Output != nil {
			t.Fatalf("%s gives %+v", args, r)
		}
	}
	if !diffOf(t, in).Empty() || len(in.Changes()) > 0 || in.Now() != "2026-03-02 09:00:00" || in.Calls() != 4 {
		t.Errorf("after failures: %+v, clock %s, %d calls", diffOf(t, in), in.Now(), in.Calls())
	}
	tab, err := in.Select(ctx, "SELECT (SELECT count(*) FROM order_items) - (SELECT count(*) FROM before.order_items)")
	if err != nil || tab.Rows[0][0] != int64(0) {
		t.Errorf("rows are missing: %v, %v", tab, err)
	}
	if stock(t, in, "5") != "5" {
		t.Error("stock changed")
	}
}

func TestReset(t *testing.T) {
	s := newStore(t)
	in := s.New(0, nil)
	for range 3 {
		must(t, in, "place_order", `{"items":[{"book_id":5,"qty":2}]}`)
		if err := in.Reset(ctx, 0, nil); err != nil {
			t.Fatal(err)
		}
		if stock(t, in, "5") != "5" || in.Now() != "2026-03-02 09:00:00" || !diffOf(t, in).Empty() || in.Calls() != 1 {
			t.Fatal("reset left something")
		}
		if r := must(t, in, "place_order", `{"items":[{"book_id":6,"qty":1}]}`); !strings.Contains(string(r.Output), `"id":201,`) {
			t.Fatalf("ids go on after a reset: %s", r.Output)
		}
	}
	if err := in.Reset(ctx, 7, &core.Actor{Entity: "customers", Key: int64(2)}); err != nil {
		t.Fatal(err)
	}
	if in.Seed() != 7 || in.Actor().Key != int64(2) {
		t.Error("seed or actor not taken")
	}
}

// Two states with the same counters in the file header must not be taken for
// one another, or an instance sees rows of another one.
func TestStatesWithEqualCounters(t *testing.T) {
	s := New(shopEnv(t), Options{Connections: 1})
	defer s.Close()
	a, b := s.New(0, nil), s.New(0, nil)
	must(t, a, "run", `{"sql":["UPDATE books SET stock = 1 WHERE id = 5"]}`)
	must(t, b, "run", `{"sql":["UPDATE books SET stock = 2 WHERE id = 5"]}`)
	for range 5 {
		if stock(t, a, "5") != "1" || stock(t, b, "5") != "2" {
			t.Fatal("instances are mixed up")
		}
	}
	f, err := a.Fork(ctx)
	if err != nil {
		t.Fatal(err)
	}
	must(t, a, "run", `{"sql":["UPDATE books SET stock = 3 WHERE id = 5"]}`)
	must(t, f, "run", `{"sql":["UPDATE books SET stock = 4 WHERE id = 5"]}`)
	if stock(t, a, "5") != "3" || stock(t, f, "5") != "4" || stock(t, b, "5") != "2" {
		t.Fatal("a fork shares what it writes")
	}
	if err := a.Reset(ctx, 0, nil); err != nil {
		t.Fatal(err)
	}
	if stock(t, a, "5") != "5" || stock(t, f, "5") != "4" {
		t.Fatal("a reset reaches the fork")
	}
}

func TestActorAndClockInViews(t *testing.T) {
	s := newStore(t)
	in := s.New(0, &core.Actor{Entity: "customers", Key: int64(2)})
	tab, err := in.Select(ctx, "SELECT count(*), min(seen_at) FROM my_orders WHERE id IN (SELECT id FROM orders WHERE customer_id = 2)")
	if err != nil || tab.Rows[0][0] != int64(5) {
		t.Fatalf("the judge sees another user: %v, %v", tab, err)
	}
	must(t, in, "place_order", `{"items":[{"book_id":5,"qty":1}]}`)
	if out := string(must(t, in, "my_orders", `{}`).Output); !strings.Contains(out, `{"id":201,"status":"pending","seen_at":"2026-03-02 09:01:00"}`) || strings.Count(out, `"id"`) != 6 {
		t.Errorf("my_orders gives %s", out)
	}
	for _, c := range in.Changes() {
		if c.Table == "awmc_session" {
			t.Error("the session table is in the log")
		}
	}
}

func TestSaveAndRestore(t *testing.T) {
	s := newStore(t)
	in := s.New(3, &core.Actor{Entity: "customers", Key: int64(2)})
	must(t, in, "place_order", `{"items":[{"book_id":5,"qty":2}]}`)
	saved, err := in.Save(ctx)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(saved)
	if err != nil {
		t.Fatal(err)
	}
	other := newStore(t)
	var back Saved
	if err := json.Unmarshal(raw, &back); err != nil {
		t.Fatal(err)
	}
	re, err := other.Restore(ctx, &back)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(diffOf(t, in), diffOf(t, re)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(in.Changes(), re.Changes()); diff != "" {
		t.Error(diff)
	}
	if re.Now() != in.Now() || re.Calls() != in.Calls() || re.Seed() != 3 || *re.Actor() != *in.Actor() {
		t.Error("clock, calls, seed or actor differ")
	}
	for _, w := range []*Instance{in, re} {
		must(t, w, "place_order", `{"items":[{"book_id":5,"qty":1}]}`)
	}
	a, _ := in.Serialize(ctx)
	b, _ := re.Serialize(ctx)
	if !bytes.Equal(a, b) {
		t.Error("the restored instance goes on differently")
	}
	back.Start = "other"
	if _, err := other.Restore(ctx, &back); err == nil {
		t.Error("an instance of another version was restored")
	}
}

func TestSerializeIsASQLiteFile(t *testing.T) {
	s := newStore(t)
	in := s.New(0, nil)
	must(t, in, "place_order", `{"items":[{"book_id":5,"qty":2}]}`)
	file, err := in.Serialize(ctx)
	if err != nil {
		t.Fatal(err)
	}
	c := ourSQLite(t)
	if err := c.Raw(func(dc any) error { return dc.(*conn).Deserialize(file) }); err != nil {
		t.Fatal(err)
	}
	var check string
	var stock int
	if err := c.QueryRowContext(ctx, "PRAGMA integrity_check").Scan(&check); err != nil || check != "ok" {
		t.Errorf("integrity_check: %s, %v", check, err)
	}
	if err := c.QueryRowContext(ctx, "SELECT stock FROM books WHERE id = 5").Scan(&stock); err != nil || stock != 3 {
		t.Errorf("stock is %d, %v", stock, err)
	}
}

func TestClosed(t *testing.T) {
	s := newStore(t)
	in := s.New(0, nil)
	must(t, in, "get_book", `{"book_id":5}`)
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if err := in.Close(); err != nil {
		t.Errorf("closing twice: %v", err)
	}
	if r := in.Call(ctx, "get_book", readArgs); r.Err == nil {
		t.Error("a closed instance answers")
	}
	if _, err := in.Fork(ctx); err == nil {
		t.Error("a closed instance forks")
	}
}

func TestUnknownTool(t *testing.T) {
	r := newStore(t).New(0, nil).Call(ctx, "get_bok", nil)
	if r.Err == nil || r.Err.Code != core.CodeInvalidArgument || !r.Err.Schema || r.Err.Message != `There is no tool "get_bok"; did you mean get_book?` {
		t.Errorf("%+v", r.Err)
	}
}

// TestDiffIsTheTruth compares the difference that the log gives with one
// that compares whole tables, after random writes.
func TestDiffIsTheTruth(t *testing.T) {
	s := newStore(t)
	rnd := rand.New(rand.NewPCG(3, 4))
	writes := []string{
		"UPDATE books SET stock = stock + 1 WHERE id % 7 = 3",
		"UPDATE books SET stock = max(0, stock - 1) WHERE id % 7 = 3",
		"UPDATE books SET weight = weight + 0.5 WHERE id < 10",
		"UPDATE books SET weight = NULL WHERE id = 4",
		"UPDATE books SET stock = stock WHERE id = 9",
		"DELETE FROM order_items WHERE order_id % 11 = 5",
		"DELETE FROM orders WHERE id % 13 = 6", // cascades
		"INSERT INTO orders (customer_id, placed_at) VALUES (3, '2026-03-02 10:00:00')",
		"INSERT INTO orders (id, customer_id, placed_at) VALUES (6, 3, '2026-03-02 10:00:00') ON CONFLICT DO NOTHING",
		"INSERT OR REPLACE INTO order_items VALUES (1, 1, 9, 9)",
		"UPDATE order_items SET book_id = book_id + 100 WHERE order_id = 17", // changes keys
		"UPDATE order_items SET book_id = book_id - 100 WHERE order_id = 17",
		"UPDATE customers SET email = email || 'x' WHERE id = 5",
		"UPDATE customers SET email = 'c1@example.org' WHERE id = 5", // fails
		"UPDATE orders SET status = 'pending' WHERE id = 1",          // fails
		"DELETE FROM order_items",
		"INSERT INTO order_items SELECT order_id, book_id, qty, unit_cents FROM order_items WHERE 0",
	}
	in := core.World(s.New(0, nil))
	for i := range 300 {
		switch rnd.IntN(40) {
		case 0:
			f, err := in.Fork(ctx)
			if err != nil {
				t.Fatal(err)
			}
			must(t, in, "run", `{"sql":["DELETE FROM order_items WHERE order_id = 20"]}`)
			in.Close()
			in = f
		case 1:
			if err := in.Reset(ctx, 0, nil); err != nil {
				t.Fatal(err)
			}
		}
		n := rnd.IntN(3) + 1
		stmts := make([]string, n)
		for j := range stmts {
			stmts[j] = writes[rnd.IntN(len(writes))]
		}
		args, _ := json.Marshal(runInput{SQL: stmts})
		in.Call(ctx, "run", args)
		if i%5 != 0 {
			continue
		}
		if diff := cmp.Diff(wholeDiff(t, in), diffOf(t, in)); diff != "" {
			t.Fatalf("after %q (-tables +log):\n%s", stmts, diff)
		}
	}
}

// wholeDiff compares tables row by row.
func wholeDiff(t *testing.T, w core.World) *core.Diff {
	d := &core.Diff{Tables: []core.TableDiff{}}
	for _, e := range w.Env().Entities {
		all := func(schema string) map[string][]any {
			tab, err := w.Select(ctx, "SELECT * FROM "+schema+"."+e.Name)
			if err != nil {
				t.Fatal(err)
			}
			rows := map[string][]any{}
			for _, r := range tab.Rows {
				rows[keyText(r[:len(e.Key)])] = r
			}
			return rows
		}
		old, now := all("before"), all("main")
		td := core.TableDiff{Table: e.Name}
		for _, f := range e.Fields {
			td.Columns = append(td.Columns, f.Name)
		}
		for k, r := range old {
			if n := now[k]; n == nil || !sameRow(r, n) {
				td.Changes = append(td.Changes, core.Change{Key: r[:len(e.Key)], Old: r, New: n})
			}
		}
		for k, n := range now {
			if old[k] == nil {
				td.Changes = append(td.Changes, core.Change{Key: n[:len(e.Key)], New: n})
			}
		}
		if len(td.Changes) > 0 {
			sortChanges(td.Changes)
			d.Tables = append(d.Tables, td)
		}
	}
	return d
}
