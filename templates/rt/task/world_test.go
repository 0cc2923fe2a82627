package task

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/store"
)

// The environment of the tests: a bookshop as awmc would describe it, with
// tools written by hand. Tool "run" does what its SQL says, so that a test can
// bring about any state; ":now" in it is the clock.

const shopSchema = `
CREATE TABLE customers (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, points REAL NOT NULL DEFAULT 0) STRICT;
CREATE TABLE books (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, genre TEXT NOT NULL,
  price_cents INTEGER NOT NULL, stock INTEGER NOT NULL CHECK (stock >= 0), tags TEXT NOT NULL DEFAULT '[]', restocked_at TEXT, featured INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE orders (id INTEGER PRIMARY KEY AUTOINCREMENT, customer_id INTEGER NOT NULL REFERENCES customers (id) DEFERRABLE INITIALLY DEFERRED, status TEXT NOT NULL DEFAULT 'pending',
  placed_at TEXT NOT NULL, note TEXT, number TEXT NOT NULL GENERATED ALWAYS AS (printf('HF-%05d', id)) VIRTUAL UNIQUE) STRICT;
CREATE TABLE order_items (order_id INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED, book_id INTEGER NOT NULL REFERENCES books (id) DEFERRABLE INITIALLY DEFERRED,
  qty INTEGER NOT NULL, PRIMARY KEY (order_id, book_id)) STRICT;
CREATE TABLE payments (id INTEGER PRIMARY KEY AUTOINCREMENT, order_number TEXT NOT NULL REFERENCES orders (number) DEFERRABLE INITIALLY DEFERRED, amount REAL NOT NULL) STRICT;
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, parent_id INTEGER REFERENCES messages (id) DEFERRABLE INITIALLY DEFERRED, subject_id INTEGER, body TEXT NOT NULL, data TEXT) STRICT;
CREATE TABLE reviews (id INTEGER PRIMARY KEY AUTOINCREMENT, book_id INTEGER NOT NULL REFERENCES books (id) DEFERRABLE INITIALLY DEFERRED, stars INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
CREATE TABLE awmc_session (id INTEGER PRIMARY KEY CHECK (id = 1), now TEXT NOT NULL, today TEXT NOT NULL, actor INTEGER) STRICT;
`

func field(name string, kind core.Kind) core.Field { return core.Field{Name: name, Type: kind} }

func ref(name, to, column string) core.Field {
	return core.Field{Name: name, Type: core.Integer, Ref: to, RefField: column}
}

func shopEntities() []core.Entity {
	id := field("id", core.Integer)
	stamp := func(name string) core.Field {
		return core.Field{Name: name, Type: core.DateTimeKind, Stamped: true}
	}
	key := []string{"id"}
	return []core.Entity{
		{Name: "customers", Key: key, AutoID: true, Fields: []core.Field{id, field("name", core.Text), field("points", core.Real)}},
		{Name: "books", Key: key, AutoID: true, Fields: []core.Field{id, field("title", core.Text), field("genre", core.Text), field("price_cents", core.Integer),
			field("stock", core.Integer), {Name: "tags", Type: core.JSONKind, Set: true}, stamp("restocked_at"), field("featured", core.Boolean)}},
		{Name: "orders", Key: key, AutoID: true, Fields: []core.Field{id, {Name: "number", Type: core.Text, FromID: "HF-{id:05}"}, ref("customer_id", "customers", "id"),
			field("status", core.Text), stamp("placed_at"), field("note", core.Text)}},
		{Name: "order_items", Key: []string{"order_id", "book_id"}, Fields: []core.Field{ref("order_id", "orders", "id"), ref("book_id", "books", "id"), field("qty", core.Integer)}},
		{Name: "payments", Key: key, AutoID: true, Fields: []core.Field{id, {Name: "order_number", Type: core.Text, Ref: "orders", RefField: "number"}, field("amount", core.Real)}},
		{Name: "messages", Key: key, AutoID: true, Fields: []core.Field{id, ref("parent_id", "messages", "id"), field("subject_id", core.Integer), field("body", core.Text), field("data", core.JSONKind)}},
		{Name: "reviews", Key: key, AutoID: true, Fields: []core.Field{id, ref("book_id", "books", "id"), field("stars", core.Integer), field("body", core.Text)}},
	}
}

func shopData(t testing.TB) []byte {
	raw, err := json.Marshal(core.Plan{Tables: []core.TablePlan{
		{Entity: "customers", Columns: []string{"id", "name"}, Rows: [][]any{{1, "Mara Lindt"}, {2, "Jo Park"}}},
		{Entity: "books", Columns: []string{"title", "genre", "price_cents", "stock", "tags"}, Rows: [][]any{
			{"The Silent Harbour", "fiction", 900, 5, `["sea","new"]`}, {"Paper Moon", "fiction", 1200, 5, "[]"}, {"A History of Salt", "history", 1500, 3, "[]"}, {"Cells", "science", 2500, 1, "[]"}},
			Blocks: []core.Block{{Count: core.Count{Min: 6, Max: 6}, Fields: []core.FieldGen{
				{Field: "title", Gen: core.Gen{Kind: "text", Template: "Volume {n}"}},
				{Field: "genre", Gen: core.Gen{Kind: "pick", Values: []any{"fiction", "history", "science"}}},
				{Field: "price_cents", Gen: core.Gen{Kind: "between", Type: core.Integer, Low: 1000, High: 3000, Step: 500}},
				{Field: "stock", Gen: core.Gen{Kind: "between", Type: core.Integer, Low: 0, High: 9}},
			}}}},
		{Entity: "orders", Columns: []string{"customer_id", "status", "placed_at"}, Rows: [][]any{{1, "paid", "2026-02-01 10:00:00"}, {1, "shipped", "2026-02-02 10:00:00"}, {2, "paid", "2026-02-03 10:00:00"}}},
		{Entity: "order_items", Columns: []string{"order_id", "book_id", "qty"}, Rows: [][]any{{1, 1, 1}, {2, 2, 2}, {3, 3, 1}}},
		{Entity: "reviews", Columns: []string{"book_id", "stars", "body"}, Rows: [][]any{{1, 4, "Good."}, {2, 2, "Thin."}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// tool makes a tool from a function over decoded arguments.
func tool(name string, readOnly bool, do func(ctx context.Context, s *core.Session, in map[string]any) (map[string]any, error)) core.Tool {
	return core.Tool{Name: name, ReadOnly: readOnly, Call: func(ctx context.Context, s *core.Session, args json.RawMessage) (json.RawMessage, error) {
		var in, out map[string]any
		if err := json.Unmarshal(args, &in); err != nil {
			return nil, core.InvalidArgument("", "not an object: %v", err)
		}
		run := s.Write
		if readOnly {
			run = s.Read
		}
		err := run(ctx, func(ctx context.Context) (err error) {
			out, err = do(ctx, s, in)
			return err
		})
		if err != nil {
			return nil, err
		}
		return json.Marshal(out)
	}}
}

func shopTools() []core.Tool {
	place := tool("place_order", false, func(ctx context.Context, s *core.Session, in map[string]any) (map[string]any, error) {
		var id int64
		if err := s.QueryRow(ctx, "INSERT INTO orders (customer_id, placed_at, note) VALUES (?1, ?2, ?3) RETURNING id", s.ActorID(), string(s.Now()), in["note"]).Scan(&id); err != nil {
			return nil, err
		}
		items, _ := in["items"].([]any)
		for _, it := range items {
			it, _ := it.(map[string]any)
			var stock float64
			if err := s.QueryRow(ctx, "SELECT stock FROM books WHERE id = ?1", it["book_id"]).Scan(&stock); err != nil {
				return nil, core.Refuse("place_order/1", core.CodeNotFound, "items", fmt.Sprintf("There is no book %v.", it["book_id"]))
			}
			if qty, _ := it["qty"].(float64); stock < qty {
				return nil, core.Refuse("place_order/2", core.CodeConflict, "items", fmt.Sprintf("Only %v copies are left.", stock))
			}
			if _, err := s.Exec(ctx, "INSERT INTO order_items (order_id, book_id, qty) VALUES (?1, ?2, ?3)", id, it["book_id"], it["qty"]); err != nil {
				return nil, err
			}
			if _, err := s.Exec(ctx, "UPDATE books SET stock = stock - ?1 WHERE id = ?2", it["qty"], it["book_id"]); err != nil {
				return nil, err
			}
		}
		return map[string]any{"order": map[string]any{"id": id, "number": fmt.Sprintf("HF-%05d", id)}, "items": items}, nil
	})
	run := tool("run", false, func(ctx context.Context, s *core.Session, in map[string]any) (map[string]any, error) {
		list, _ := in["sql"].([]any)
		for _, q := range list {
			text := strings.ReplaceAll(q.(string), ":now", "'"+string(s.Now())+"'")
			if _, err := s.Exec(ctx, text); err != nil {
				return nil, err
			}
		}
		return map[string]any{"ok": true}, nil
	})
	search := tool("search_books", true, func(ctx context.Context, s *core.Session, in map[string]any) (map[string]any, error) {
		rows, err := s.Query(ctx, "SELECT id, title FROM books WHERE genre = ?1 ORDER BY price_cents, id", in["genre"])
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		items := []any{}
		for rows.Next() {
			var id int64
			var title string
			if err := rows.Scan(&id, &title); err != nil {
				return nil, err
			}
			items = append(items, map[string]any{"id": id, "title": title})
		}
		return map[string]any{"items": items}, rows.Err()
	})
	return []core.Tool{place, run, search}
}

// shop opens the environment with some tasks.
func shop(t testing.TB, tasks ...core.Task) (*store.Store, *core.Env) {
	t.Helper()
	env := &core.Env{Name: "shop", Now: "2026-03-02 09:00:00", Actor: &core.Actor{Entity: "customers", Key: int64(1)},
		Schema: shopSchema, Entities: shopEntities(), Data: shopData(t), Tools: shopTools(), Tasks: tasks}
	s := store.New(env, store.Options{})
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s, env
}

func open(t testing.TB, s core.Worlds, seed int64) core.World {
	t.Helper()
	w, err := s.Open(context.Background(), seed, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

// call calls a tool that must succeed.
func call(t testing.TB, w core.World, tool, args string) {
	t.Helper()
	if r := w.Call(context.Background(), tool, json.RawMessage(args)); r.Err != nil {
		t.Fatalf("%s %s: %v", tool, args, r.Err)
	}
}

// sql runs statements with the tool run, in one call.
func sql(t testing.TB, w core.World, statements ...string) {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"sql": statements})
	if err != nil {
		t.Fatal(err)
	}
	call(t, w, "run", string(raw))
}

// runStep is a step of a solution that does the same; braces in it are braces.
func runStep(statements ...string) core.Step {
	list := make([]string, len(statements))
	for i, s := range statements {
		list[i] = strings.NewReplacer("{", "{{", "}", "}}").Replace(s)
	}
	raw, err := json.Marshal(map[string]any{"sql": list})
	if err != nil {
		panic(err)
	}
	return core.Step{Tool: "run", Args: string(raw), Line: 1}
}
