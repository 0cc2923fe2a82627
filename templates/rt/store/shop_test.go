package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/awmc/awmc/templates/rt/core"
)

// The environment of the tests: a bookshop with what generated code has,
// written by hand.

const shopSchema = `
CREATE TABLE customers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  joined_on TEXT NOT NULL CONSTRAINT "customers.joined_on" CHECK (joined_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  CONSTRAINT "customers.email" UNIQUE (email)
) STRICT;
CREATE TABLE books (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL CONSTRAINT "books.title" CHECK (title REGEXP '.*[A-Za-z].*'),
  price_cents INTEGER NOT NULL CONSTRAINT "books.price_cents" CHECK (price_cents >= 0),
  weight REAL,
  stock INTEGER NOT NULL CONSTRAINT "books.stock" CHECK (stock >= 0),
  genre TEXT NOT NULL CONSTRAINT "books.genre" CHECK (genre IN ('fiction', 'history', 'science'))
) STRICT;
CREATE INDEX books_genre ON books (genre, price_cents);
CREATE TABLE orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  customer_id INTEGER NOT NULL REFERENCES customers (id) DEFERRABLE INITIALLY DEFERRED,
  status TEXT NOT NULL DEFAULT 'pending' CONSTRAINT "orders.status" CHECK (status IN ('pending', 'paid', 'shipped', 'cancelled')),
  placed_at TEXT NOT NULL
) STRICT;
CREATE TABLE order_items (
  order_id INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  book_id INTEGER NOT NULL REFERENCES books (id) DEFERRABLE INITIALLY DEFERRED,
  qty INTEGER NOT NULL CONSTRAINT "order_items.qty" CHECK (qty >= 1),
  unit_cents INTEGER NOT NULL,
  PRIMARY KEY (order_id, book_id),
  CONSTRAINT "order_items: qty * unit_cents <= 10000000" CHECK (qty * unit_cents <= 10000000)
) STRICT;
CREATE TRIGGER orders_status BEFORE UPDATE OF status ON orders
WHEN OLD.status IS NOT NEW.status AND NOT (OLD.status = 'pending' AND NEW.status IN ('paid', 'cancelled') OR OLD.status = 'paid' AND NEW.status IN ('shipped', 'cancelled'))
BEGIN SELECT RAISE(ABORT, 'flow orders.status ' || OLD.status || ' ' || NEW.status); END;
CREATE TABLE awmc_session (id INTEGER PRIMARY KEY CHECK (id = 1), now TEXT NOT NULL, today TEXT NOT NULL, actor INTEGER) STRICT;
CREATE VIEW my_orders AS SELECT o.id, o.status, (SELECT now FROM awmc_session) AS seen_at FROM orders o WHERE o.customer_id = (SELECT actor FROM awmc_session);
`

func shopEnv(t testing.TB) *core.Env {
	env := &core.Env{
		Name: "shop", Now: "2026-03-02 09:00:00", Actor: &core.Actor{Entity: "customers", Key: int64(1)},
		Schema: shopSchema, ViewsUseSession: true, Data: shopData(t),
		Entities: []core.Entity{
			{Name: "customers", Key: []string{"id"}, AutoID: true, Fields: []core.Field{
				{Name: "id", Type: core.Integer}, {Name: "name", Type: core.Text}, {Name: "email", Type: core.Text, Unique: true}, {Name: "joined_on", Type: core.DateKind}}},
			{Name: "books", Key: []string{"id"}, AutoID: true, Fields: []core.Field{
				{Name: "id", Type: core.Integer}, {Name: "title", Type: core.Text}, {Name: "price_cents", Type: core.Integer, Min: int64(0)}, {Name: "weight", Type: core.Real, Optional: true},
				{Name: "stock", Type: core.Integer, Min: int64(0)}, {Name: "genre", Type: core.Text, Enum: []string{"fiction", "history", "science"}}}},
			{Name: "orders", Key: []string{"id"}, AutoID: true, Fields: []core.Field{
				{Name: "id", Type: core.Integer}, {Name: "customer_id", Type: core.Integer, Ref: "customers", RefField: "id"},
				{Name: "status", Type: core.Text, Enum: []string{"pending", "paid", "shipped", "cancelled"}}, {Name: "placed_at", Type: core.DateTimeKind}}},
			{Name: "order_items", Key: []string{"order_id", "book_id"}, Fields: []core.Field{
				{Name: "order_id", Type: core.Integer, Ref: "orders"}, {Name: "book_id", Type: core.Integer, Ref: "books"}, {Name: "qty", Type: core.Integer, Min: int64(1)}, {Name: "unit_cents", Type: core.Integer}}},
		},
		Views: []core.View{{Name: "my_orders", Columns: []string{"id", "status", "seen_at"}}},
	}
	env.Tools = shopTools()
	return env
}

func shopData(t testing.TB) []byte {
	var customers, books, orders, items [][]any
	for i := 1; i <= 40; i++ {
		customers = append(customers, []any{i, fmt.Sprintf("Customer %d", i), fmt.Sprintf("c%d@example.org", i), "2024-05-01"})
	}
	genres := []string{"fiction", "history", "science"}
	for i := 1; i <= 500; i++ {
		books = append(books, []any{i, fmt.Sprintf("The %s of Everything, Volume %d", genres[i%3], i), 500 + i*7%5000, float64(i) / 2, i % 21, genres[i%3]})
	}
	for i := 1; i <= 200; i++ {
		orders = append(orders, []any{i, i%40 + 1, []string{"paid", "shipped", "cancelled"}[i%3], "2026-02-01 10:00:00"})
		items = append(items, []any{i, i, 1, 500}, []any{i, i + 1, 2, 600})
	}
	raw, err := json.Marshal(core.Plan{Tables: []core.TablePlan{
		{Entity: "customers", Columns: []string{"id", "name", "email", "joined_on"}, Rows: customers},
		{Entity: "books", Columns: []string{"id", "title", "price_cents", "weight", "stock", "genre"}, Rows: books},
		{Entity: "orders", Columns: []string{"id", "customer_id", "status", "placed_at"}, Rows: orders},
		{Entity: "order_items", Columns: []string{"order_id", "book_id", "qty", "unit_cents"}, Rows: items},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

type shop struct{ s *core.Session }

func newShop(s *core.Session) *shop { return &shop{s} }

type book struct {
	ID         int64    `json:"id"`
	Title      string   `json:"title"`
	PriceCents int64    `json:"price_cents"`
	Weight     *float64 `json:"weight"`
	Stock      int64    `json:"stock"`
}

const selectBook = "SELECT id, title, price_cents, weight, stock FROM books WHERE id = ?1"

func (t *shop) book(ctx context.Context, id int64) (b book, err error) {
	err = t.s.QueryRow(ctx, selectBook, id).Scan(&b.ID, &b.Title, &b.PriceCents, &b.Weight, &b.Stock)
	if errors.Is(err, sql.ErrNoRows) {
		err = core.Refuse("", core.CodeNotFound, "book_id", fmt.Sprintf("There is no book %d.", id))
	}
	return b, err
}

type getBookInput struct {
	BookID int64 `json:"book_id"`
}

func (t *shop) GetBook(ctx context.Context, in getBookInput) (out book, err error) {
	err = t.s.Read(ctx, func(ctx context.Context) error {
		out, err = t.book(ctx, in.BookID)
		return err
	})
	return out, err
}

type searchInput struct {
	Words *string `json:"words"`
	Genre *string `json:"genre"`
}

type searchOutput struct {
	Items []book `json:"items"`
}

func (t *shop) SearchBooks(ctx context.Context, in searchInput) (out searchOutput, err error) {
	err = t.s.Read(ctx, func(ctx context.Context) error {
		rows, err := t.s.Query(ctx, "SELECT id, title, price_cents, weight, stock FROM books WHERE (?1 IS NULL OR contains(title, ?1)) AND (?2 IS NULL OR genre = ?2) ORDER BY price_cents, id LIMIT 20", in.Words, in.Genre)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var b book
			if err := rows.Scan(&b.ID, &b.Title, &b.PriceCents, &b.Weight, &b.Stock); err != nil {
				return err
			}
			out.Items = append(out.Items, b)
		}
		return rows.Err()
	})
	return out, err
}

type item struct {
	BookID int64 `json:"book_id"`
	Qty    int64 `json:"qty"`
}

type placeOrderInput struct {
	Items []item `json:"items"`
}

type order struct {
	ID     int64  `json:"id"`
	Status string `json:"status"`
	Seen   string `json:"seen_at"`
}

func (t *shop) PlaceOrder(ctx context.Context, in placeOrderInput) (out order, err error) {
	err = t.s.Write(ctx, func(ctx context.Context) error {
		var id int64
		err := t.s.QueryRow(ctx, "INSERT INTO orders (customer_id, placed_at) VALUES (?1, ?2) RETURNING id", t.s.ActorID(), t.s.Now()).Scan(&id)
		if err != nil {
			return err
		}
		for _, it := range in.Items {
			b, err := t.book(ctx, it.BookID)
			if err != nil {
				return err
			}
			if b.Stock < it.Qty {
				return core.Refuse("place_order/1", core.CodeConflict, "", fmt.Sprintf("Only %d copies are left.", b.Stock))
			}
			if _, err := t.s.Exec(ctx, "INSERT INTO order_items (order_id, book_id, qty, unit_cents) VALUES (?1, ?2, ?3, ?4)", id, it.BookID, it.Qty, b.PriceCents); err != nil {
				return err
			}
			if _, err := t.s.Exec(ctx, "UPDATE books SET stock = stock - ?1 WHERE id = ?2", it.Qty, it.BookID); err != nil {
				return err
			}
		}
		return t.s.QueryRow(ctx, "SELECT id, status, seen_at FROM my_orders WHERE id = ?1", id).Scan(&out.ID, &out.Status, &out.Seen)
	})
	return out, err
}

type setStatusInput struct {
	OrderID int64  `json:"order_id"`
	Status  string `json:"status"`
}

type changed struct {
	Rows int64 `json:"rows"`
}

func (t *shop) SetStatus(ctx context.Context, in setStatusInput) (out changed, err error) {
	err = t.s.Write(ctx, func(ctx context.Context) error {
		out.Rows, err = t.s.Exec(ctx, "UPDATE orders SET status = ?1 WHERE id = ?2", in.Status, in.OrderID)
		return err
	})
	return out, err
}

// runInput lets tests write any statement, as an author might.
type runInput struct {
	SQL []string `json:"sql"`
}

func (t *shop) Run(ctx context.Context, in runInput) (out changed, err error) {
	err = t.s.Write(ctx, func(ctx context.Context) error {
		for _, q := range in.SQL {
			if q == "panic" {
				panic("a bug in generated code")
			}
			n, err := t.s.Exec(ctx, q)
			if err != nil {
				return err
			}
			out.Rows += n
		}
		return nil
	})
	return out, err
}

func (t *shop) MyOrders(ctx context.Context, _ struct{}) (out struct {
	Items []order `json:"items"`
}, err error) {
	err = t.s.Read(ctx, func(ctx context.Context) error {
		rows, err := t.s.Query(ctx, "SELECT id, status, seen_at FROM my_orders ORDER BY id")
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var o order
			if err := rows.Scan(&o.ID, &o.Status, &o.Seen); err != nil {
				return err
			}
			out.Items = append(out.Items, o)
		}
		return rows.Err()
	})
	return out, err
}

func shopTools() []core.Tool {
	one := int64(1)
	integer := core.Type{Kind: core.Integer}
	getBook := []core.Param{{Name: "book_id", Type: integer, Ref: "books"}}
	search := []core.Param{{Name: "words", Type: core.Type{Kind: core.Text}, Optional: true}, {Name: "genre", Type: core.Type{Kind: core.Text, Enum: []string{"fiction", "history", "science"}}, Optional: true}}
	place := []core.Param{{Name: "items", Type: core.Type{Kind: core.ListKind, Min: one, Elem: &core.Type{Kind: core.ObjectKind, Fields: []core.Param{
		{Name: "book_id", Type: integer, Ref: "books"}, {Name: "qty", Type: core.Type{Kind: core.Integer, Min: one, Max: int64(10)}}}}}}}
	status := []core.Param{{Name: "order_id", Type: integer}, {Name: "status", Type: core.Type{Kind: core.Text}}}
	run := []core.Param{{Name: "sql", Type: core.Type{Kind: core.ListKind, Elem: &core.Type{Kind: core.Text}}}}
	return []core.Tool{
		{Name: "get_book", ReadOnly: true, Params: getBook, Call: core.Bind(newShop, getBook, (*shop).GetBook)},
		{Name: "search_books", ReadOnly: true, Params: search, Call: core.Bind(newShop, search, (*shop).SearchBooks)},
		{Name: "my_orders", ReadOnly: true, Call: core.Bind(newShop, nil, (*shop).MyOrders)},
		{Name: "place_order", Params: place, Call: core.Bind(newShop, place, (*shop).PlaceOrder)},
		{Name: "set_status", Params: status, Call: core.Bind(newShop, status, (*shop).SetStatus)},
		{Name: "run", Params: run, Call: core.Bind(newShop, run, (*shop).Run)},
	}
}

func newStore(t testing.TB) *Store {
	s := New(shopEnv(t), Options{})
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// must calls a tool that must succeed.
func must(t testing.TB, w core.World, tool, args string) core.Result {
	t.Helper()
	r := w.Call(context.Background(), tool, json.RawMessage(args))
	if r.Err != nil {
		t.Fatalf("%s %s: %v", tool, args, r.Err)
	}
	return r
}
