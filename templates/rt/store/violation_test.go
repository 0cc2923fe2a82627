package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/awmc/awmc/templates/rt/core"
)

// Every violation must name what is wrong, with the code an agent can act
// on; none may be internal, or an agent could void its episode.
func TestViolations(t *testing.T) {
	s := newStore(t)
	for _, tt := range []struct {
		sql  string // statements separated by ;
		code core.Code
		want string
	}{
		{"UPDATE books SET stock = -1 WHERE id = 5", core.CodeInvalidArgument, "books.stock must be an integer of at least 0."},
		{"UPDATE books SET genre = 'poetry' WHERE id = 5", core.CodeInvalidArgument, `books.genre must be one of "fiction", "history", "science".`},
		{"UPDATE books SET title = '123' WHERE id = 5", core.CodeInvalidArgument, "books.title must be a text of the declared length and pattern."},
		{"UPDATE customers SET joined_on = 'yesterday' WHERE id = 5", core.CodeInvalidArgument, "customers.joined_on must be a date such as 2026-03-02."},
		{"UPDATE books SET title = NULL WHERE id = 5", core.CodeInvalidArgument, "books.title is required."},
		{"UPDATE books SET stock = 1.5 WHERE id = 5", core.CodeInvalidArgument, "books.stock must be an integer, got a value of type REAL."},
		{"UPDATE books SET stock = 'many' WHERE id = 5", core.CodeInvalidArgument, "books.stock must be an integer, got a value of type TEXT."},
		{"UPDATE order_items SET qty = 1000000, unit_cents = 1000 WHERE order_id = 1", core.CodeInvalidArgument, "A row of order_items must satisfy qty * unit_cents <= 10000000."},
		{"UPDATE customers SET email = 'c1@example.org' WHERE id = 5", core.CodeConflict, "Another row of customers has the same email (customers.email must be unique)."},
		{"INSERT INTO order_items VALUES (1, 1, 1, 1)", core.CodeConflict, "Another row of order_items has the same order_id and book_id (order_items.order_id, order_items.book_id must be unique)."},
		{"INSERT INTO books (id, title, price_cents, stock, genre) VALUES (5, 'a', 1, 1, 'fiction')", core.CodeConflict, "Another row of books has the same id (books.id must be unique)."},
		{"INSERT INTO orders (customer_id, placed_at) VALUES (999, '2026-03-02 09:00:00')", core.CodeNotFound, "There is no customer 999 (orders.customer_id)."},
		{"INSERT INTO order_items VALUES (1, 999, 1, 1)", core.CodeNotFound, "There is no book 999 (order_items.book_id)."},
		{"DELETE FROM customers WHERE id = 2", core.CodeConflict, "The customer 2 is still referred to by orders.customer_id."},
		{"UPDATE books SET id = 9999 WHERE id = 5", core.CodeConflict, "The book 5 is still referred to by order_items.book_id."},
		{"UPDATE orders SET status = 'pending' WHERE id = 3", core.CodeFailedPrecondition, "orders.status cannot go from paid to pending."},
		{"UPDATE books SET stock = (SELECT sum(9223372036854775807) FROM books)", core.CodeInvalidArgument, "A number is too large."},
		{"UPDATE customers SET joined_on = date('n' || 'ow')", core.CodeInvalidArgument, `date(): "now" asks for the real clock, which an environment can't see; use its own (:now, :today).`},
		{"UPDATE customers SET joined_on = date('2026-13-01')", core.CodeInvalidArgument, `date(): "2026-13-01" is not a date or time.`},
		{"UPDATE customers SET joined_on = date(joined_on, '1 fortnight')", core.CodeInvalidArgument, `date(): "1 fortnight" is not a modifier that can be applied here.`},
		{"UPDATE customers SET joined_on = CURRENT_DATE", core.CodeInvalidArgument, `current_date(): "CURRENT_DATE" asks for the real clock, which an environment can't see; use its own (:now, :today).`},
		{"UPDATE customers SET name = json_extract('{', '$.a')", core.CodeInvalidArgument, "A text is not JSON."},
		{"UPDATE customers SET name = printf('%.*c', 20000000, 'x')", core.CodeInvalidArgument, "A text is too long."},
		{"INSERT INTO customers (name, email, joined_on) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) SELECT printf('%.*c', 1000000, 'x'), i, '2026-01-01' FROM n", core.CodeFailedPrecondition, "The database is full; nothing of the call was kept."},
	} {
		t.Run(tt.sql[:min(60, len(tt.sql))], func(t *testing.T) {
			in := s.New(0, nil)
			defer in.Close()
			args, _ := json.Marshal(runInput{SQL: strings.Split(tt.sql, "; ")})
			r := in.Call(ctx, "run", args)
			if r.Err == nil {
				t.Fatal("it was allowed")
			}
			if r.Err.Code != tt.code || r.Err.Message != tt.want {
				t.Errorf("got  %s: %s (%v)\nwant %s: %s", r.Err.Code, r.Err.Message, r.Err.Cause, tt.code, tt.want)
			}
			if file, err := in.Serialize(ctx); err != nil || !diffOf(t, in).Empty() || !bytes.Equal(file, in.pages.base.data) {
				t.Errorf("it left something (%v)", err)
			}
			must(t, in, "set_status", `{"order_id":3,"status":"shipped"}`) // the connection goes on
		})
	}
}

// References are checked at the end of a call, so that a tool may insert
// rows in any order.
func TestReferencesMayComeFirst(t *testing.T) {
	in := newStore(t).New(0, nil)
	must(t, in, "run", `{"sql":["INSERT INTO order_items VALUES (500, 1, 1, 1)", "INSERT INTO orders (id, customer_id, placed_at) VALUES (500, 1, '2026-03-02 09:00:00')"]}`)
	must(t, in, "run", `{"sql":["DELETE FROM customers WHERE id = 2", "UPDATE orders SET customer_id = 3 WHERE customer_id = 2"]}`)
}

func TestFaultsAreInternal(t *testing.T) {
	in := newStore(t).New(0, nil)
	for _, q := range []string{"nonsense", "UPDATE nowhere SET a = 1", "panic", "ATTACH 'x' AS y"} {
		args, _ := json.Marshal(runInput{SQL: []string{q}})
		if r := in.Call(ctx, "run", args); r.Err == nil || r.Err.Code != core.CodeInternal || r.Err.Cause == nil {
			t.Errorf("%s: %+v", q, r.Err)
		}
	}
}

// A tool that left its transaction open must not take the connection, or the
// instances after it, with it.
func TestOpenTransactionIsClosed(t *testing.T) {
	env := shopEnv(t)
	env.Tools = append(env.Tools, core.Tool{Name: "leak", Call: func(ctx context.Context, s *core.Session, _ json.RawMessage) (json.RawMessage, error) {
		if _, err := s.Conn().ExecContext(ctx, "BEGIN"); err != nil {
			return nil, err
		}
		_, err := s.Conn().ExecContext(ctx, "UPDATE books SET stock = 0")
		return json.RawMessage("{}"), err
	}})
	s := New(env, Options{Connections: 1})
	defer s.Close()
	in := s.New(0, nil)
	in.Call(ctx, "leak", nil)
	must(t, in, "place_order", `{"items":[{"book_id":5,"qty":2}]}`)
	must(t, s.New(0, nil), "place_order", `{"items":[{"book_id":5,"qty":2}]}`)
}

func TestStatementBudget(t *testing.T) {
	s := New(shopEnv(t), Options{Limits: core.Limits{Statements: 20}})
	defer s.Close()
	in := s.New(0, nil)
	args, _ := json.Marshal(runInput{SQL: strings.Split(strings.Repeat("UPDATE books SET stock = 1;", 20), ";")[:20]})
	must(t, in, "run", string(args))
	args, _ = json.Marshal(runInput{SQL: strings.Split(strings.Repeat("UPDATE books SET stock = 2;", 21), ";")[:21]})
	r := in.Call(ctx, "run", args)
	if r.Err == nil || r.Err.Code != core.CodeFailedPrecondition || !strings.Contains(r.Err.Message, "more than 20 statements") {
		t.Errorf("%+v", r.Err)
	}
	if stock(t, in, "5") != "1" {
		t.Error("a call over its budget left something")
	}
}

const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

// A statement that never ends must not hold an instance (or a connection)
// for ever, whoever the time limit comes from.
func TestTimeLimit(t *testing.T) {
	args, _ := json.Marshal(runInput{SQL: []string{"UPDATE books SET stock = 0", "UPDATE books SET stock = (" + endless + ")"}})
	limited := New(shopEnv(t), Options{Limits: core.Limits{Time: 50 * time.Millisecond}, Connections: 1})
	defer limited.Close()
	unlimited := newStore(t)
	for _, tt := range []struct {
		name string
		s    *Store
		ctx  func() (context.Context, context.CancelFunc)
		want string
	}{
		{"limit", limited, func() (context.Context, context.CancelFunc) { return ctx, func() {} }, "longer than it may (50ms)"},
		{"deadline", unlimited, func() (context.Context, context.CancelFunc) { return context.WithTimeout(ctx, 50*time.Millisecond) }, "longer than it may"},
		{"cancelled", unlimited, func() (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(ctx)
			time.AfterFunc(50*time.Millisecond, cancel)
			return ctx, cancel
		}, "cancelled"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := tt.s.New(0, nil)
			must(t, in, "get_book", `{"book_id":5}`)
			ctx, cancel := tt.ctx()
			defer cancel()
			began := time.Now()
			r := in.Call(ctx, "run", args)
			if took := time.Since(began); took > 3*time.Second {
				t.Errorf("it took %v", took)
			}
			if r.Err == nil || r.Err.Code != core.CodeFailedPrecondition || !strings.Contains(r.Err.Message, tt.want) {
				t.Fatalf("%+v", r.Err)
			}
			if !diffOf(t, in).Empty() {
				t.Error("it left something")
			}
			must(t, in, "place_order", `{"items":[{"book_id":5,"qty":2}]}`)
		})
	}
}

// Without the connection's own interrupt (another driver, a changed one)
// sessions fall back on contexts.
func TestSessionWithoutEngine(t *testing.T) {
	d, err := language()
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(bareConnector{d, filepath.Join(t.TempDir(), "shop.db")})
	defer db.Close()
	env := shopEnv(t)
	if err := Prepare(ctx, db, env, 0); err != nil {
		t.Fatal(err)
	}
	s, err := core.OpenSession(ctx, db, env, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.SetLimits(core.Limits{Time: 50 * time.Millisecond})
	_, err = newShop(s).Run(ctx, runInput{SQL: []string{"UPDATE books SET stock = (" + endless + ")"}})
	var e *core.Error
	if !errors.As(err, &e) || e.Code != core.CodeFailedPrecondition {
		t.Fatalf("%v", err)
	}
	if _, err := newShop(s).PlaceOrder(ctx, placeOrderInput{Items: []item{{5, 1}}}); err != nil {
		t.Fatal(err)
	}
	if s.Now() != "2026-03-02 09:01:00" || !s.Changed() {
		t.Errorf("clock at %s", s.Now())
	}
	_, err = newShop(s).SetStatus(ctx, setStatusInput{OrderID: 9999, Status: "paid"})
	if err != nil || s.Changed() || s.Now() != "2026-03-02 09:01:00" {
		t.Errorf("a call that changed nothing moved the clock to %s: %v", s.Now(), err)
	}
}
