package store

import (
	"database/sql"
	"errors"
	"strings"
	"testing"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/awmc/awmc/templates/rt/core"
)

// chancePlan has a number of customers that hangs on the seed; those with more
// than 30 break a constraint at the very end. The order's last step is one
// that its flow forbids.
const chancePlan = `{"tables":[
 {"entity":"customers","blocks":[{"line":1,"count":{"min":5,"max":60},"fields":[
  {"field":"name","gen":{"kind":"fake","name":"name"}},
  {"field":"email","gen":{"kind":"text","template":"c{n}@example.org"}},
  {"field":"joined_on","gen":{"kind":"const","value":"2024-05-01"}}]}]},
 {"entity":"orders","columns":["id","customer_id","status","placed_at"],"rows":[[1,1,"cancelled","2026-02-01 10:00:00"]]}],
 "then":[{"sql":"UPDATE orders SET status = 'paid' WHERE id = 1"},
  {"sql":"UPDATE customers SET email = 'one for all' WHERE (SELECT count(*) FROM customers) > 30"}]}`

func chanceStore(t *testing.T) *Store {
	t.Helper()
	s := newStore(t)
	s.env.Data = []byte(chancePlan)
	return s
}

// A starting state that hung on what its connection made before, or failed to
// make, would make episodes of one seed differ between servers.
func TestSameStartAfterOthers(t *testing.T) {
	used := chanceStore(t)
	made, failed := map[string]int64{}, 0
	for seed := range int64(12) {
		fresh := chanceStore(t)
		want, err := fresh.build(t.Context(), seed)
		got, again := used.build(t.Context(), seed)
		if err != nil || again != nil {
			if err == nil || again == nil || err.Error() != again.Error() {
				t.Fatalf("seed %d: %v alone, %v after others", seed, err, again)
			}
			failed++
			continue
		}
		if got.digest != want.digest {
			t.Errorf("seed %d makes another state after others", seed)
		}
		if other, ok := made[got.digest]; ok {
			t.Errorf("seeds %d and %d make the same state", other, seed)
		}
		made[got.digest] = seed
	}
	if failed == 0 || len(made) < 2 {
		t.Errorf("%d seeds failed and %d did not, want both", failed, len(made))
	}
	if n := len(used.fillers.idle); n != 1 {
		t.Errorf("%d connections made the states, want 1", n)
	}
}

// Closing statements may set any state; whoever comes after them may not, on
// the connection that ran them either.
func TestTriggersFireAfterFilling(t *testing.T) {
	s := chanceStore(t)
	filled := false
	for seed := int64(0); !filled && seed < 20; seed++ {
		db, err := OpenDB(":memory:")
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		db.SetMaxOpenConns(1)
		if filled = Prepare(t.Context(), db, s.env, seed) == nil; !filled {
			continue
		}
		_, err = db.ExecContext(t.Context(), "UPDATE orders SET status = 'pending' WHERE id = 1")
		if err == nil || !strings.Contains(err.Error(), "flow orders.status paid pending") {
			t.Errorf("the flow lets a paid order be pending: %v", err)
		}
	}
	if !filled {
		t.Error("no seed could be filled")
	}
}

// A statement that expires is parsed and planned again, which takes longer than
// most of them run: filling and asking must not make it happen.
func TestStatementsDoNotExpire(t *testing.T) {
	s := chanceStore(t)
	for seed := range int64(6) {
		_, _ = s.build(t.Context(), seed) // some fail, which is fine
	}
	w, err := s.fillers.lend(t.Context(), newPages(s.empty.Load().image), nil)
	if err != nil {
		t.Fatal(err)
	}
	if n, again := prepared(w.inner); n < 3 || again > 0 {
		t.Errorf("filling prepared %d statements, and again %d times", n, again)
	}
	if err := s.fillers.back(w, nil); err != nil {
		t.Error(err)
	}

	if w, err = s.judges.lend(t.Context(), newPages(s.empty.Load().image), nil); err != nil {
		t.Fatal(err)
	}
	for _, n := range []int64{1, 7, 0, 1, 5} { // a plan may hang on 0 and 1
		if _, err := w.query(t.Context(), s.empty.Load().image, "SELECT b.title FROM books b JOIN order_items i ON i.book_id = b.id WHERE i.qty = ?1 ORDER BY b.title", []any{n}); err != nil {
			t.Fatal(err)
		}
	}
	if n, again := prepared(w.inner); n != 1 || again > 0 {
		t.Errorf("queries prepared %d statements, and again %d times", n, again)
	}
	if err := s.judges.back(w, nil); err != nil {
		t.Error(err)
	}
}

// prepared counts a connection's statements, and how often they were prepared
// again.
func prepared(c *conn) (n int, again int32) {
	for p := sqlite3.Xsqlite3_next_stmt(c.tls, c.db, 0); p != 0; p = sqlite3.Xsqlite3_next_stmt(c.tls, c.db, p) {
		n++
		again += sqlite3.Xsqlite3_stmt_status(c.tls, p, sqlite3.SQLITE_STMTSTATUS_REPREPARE, 0)
	}
	return n, again
}

// Whoever closes a connection under a session gets an error from it, not a
// fault in memory that SQLite has given back.
func TestStatementsOfAClosedConnection(t *testing.T) {
	db, err := OpenDB(":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	c, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p, err := core.Prepare(t.Context(), c, "SELECT ?1 AS it")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := p.Table(t.Context(), int64(5)); err != nil || got.Columns[0] != "it" || got.Rows[0][0] != int64(5) {
		t.Fatalf("%v %v", got, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Table(t.Context(), int64(5)); !errors.Is(err, sql.ErrConnDone) {
		t.Errorf("a query on a closed connection: %v", err)
	}
	if _, err := p.Exec(t.Context(), int64(5)); !errors.Is(err, sql.ErrConnDone) {
		t.Errorf("a write on a closed connection: %v", err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}
