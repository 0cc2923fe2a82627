// Package shop is the environment of the host's tests: a small bookshop as
// awmc would describe it, with tools written by hand. Beside honest tools it
// has some that a host must survive. It lies under testdata so that it is
// copied into no build.
package shop

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/awmc/awmc/templates/rt/core"
)

const schema = `
CREATE TABLE customers (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL) STRICT;
CREATE TABLE books (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, genre TEXT NOT NULL,
  price_cents INTEGER NOT NULL, stock INTEGER NOT NULL CONSTRAINT "books.stock" CHECK (stock >= 0)) STRICT;
CREATE TABLE orders (id INTEGER PRIMARY KEY AUTOINCREMENT, customer_id INTEGER NOT NULL REFERENCES customers (id) DEFERRABLE INITIALLY DEFERRED,
  book_id INTEGER NOT NULL REFERENCES books (id) DEFERRABLE INITIALLY DEFERRED, qty INTEGER NOT NULL, placed_at TEXT NOT NULL) STRICT;
`

// Env describes the environment.
func Env() *core.Env {
	key := []string{"id"}
	id := core.Field{Name: "id", Type: core.Integer}
	return &core.Env{
		Name: "shop", Title: "Corner Books", Summary: "An online bookshop.", Category: "retail", Source: "shop.yaml",
		Policy: "Orders can't be cancelled.", Now: "2026-03-02 09:00:00", Actor: &core.Actor{Entity: "customers", Key: int64(1)},
		Schema: schema, Data: plan(),
		Entities: []core.Entity{
			{Name: "customers", Key: key, AutoID: true, Fields: []core.Field{id, {Name: "name", Type: core.Text}}},
			{Name: "books", Key: key, AutoID: true, Fields: []core.Field{id, {Name: "title", Type: core.Text}, {Name: "genre", Type: core.Text},
				{Name: "price_cents", Type: core.Integer}, {Name: "stock", Type: core.Integer}}},
			{Name: "orders", Key: key, AutoID: true, Fields: []core.Field{id, {Name: "customer_id", Type: core.Integer, Ref: "customers"},
				{Name: "book_id", Type: core.Integer, Ref: "books"}, {Name: "qty", Type: core.Integer}, {Name: "placed_at", Type: core.DateTimeKind, Stamped: true}}},
		},
		Tools: tools(),
		Tasks: []core.Task{buy(), count()},
	}
}

// Honest is the environment without the tools that only misbehave, for
// proofs.
func Honest() *core.Env {
	env := Env()
	env.Tools = env.Tools[:4]
	return env
}

func plan() []byte {
	genres := []any{"fiction", "history", "science"}
	p := core.Plan{Tables: []core.TablePlan{
		{Entity: "customers", Columns: []string{"name"}, Rows: [][]any{{"Mara Lindt"}, {"Jo Park"}}},
		{Entity: "books", Columns: []string{"title", "genre", "price_cents", "stock"}, Rows: [][]any{
			{"The Silent Harbour", "fiction", 900, 5}, {"A History of Salt", "history", 950, 5}, {"Cells & <Tissues>", "science", 970, 5}},
			Blocks: []core.Block{{Count: core.Count{Min: 40, Max: 40}, Fields: []core.FieldGen{
				{Field: "title", Gen: core.Gen{Kind: "text", Template: "Volume {n}"}},
				{Field: "genre", Gen: core.Gen{Kind: "pick", Values: genres}},
				{Field: "price_cents", Gen: core.Gen{Kind: "between", Type: core.Integer, Low: 500, High: 5000}},
				{Field: "stock", Gen: core.Gen{Kind: "between", Type: core.Integer, Low: 0, High: 20}},
			}}}},
	}}
	b, err := json.Marshal(p)
	if err != nil {
		panic(err)
	}
	return b
}

func buy() core.Task {
	book := core.SQL{Text: "SELECT id, title, price_cents FROM books WHERE genre = ?1 AND stock >= ?2", Args: []string{"genre", "qty"}}
	return core.Task{
		Name: "buy_the_cheapest", Line: 1,
		Ask: "Order {qty} copies of the cheapest {genre} book of which there are enough. What is its title?",
		Given: []core.Given{
			{Name: "genre", Kind: core.Text, Gen: core.Gen{Kind: "pick", Values: []any{"fiction", "history", "science"}}},
			{Name: "qty", Kind: core.Integer, Gen: core.Gen{Kind: "between", Type: core.Integer, Low: 2, High: 4}},
			{Name: "book", Gen: core.Gen{Kind: "first", SQL: &book, By: []core.By{{Column: "price_cents"}}}},
		},
		Solve: []core.Step{
			{Tool: "search_books", Args: `{"genre":"{genre}"}`, Line: 2},
			{Tool: "place_order", Args: `{"book_id":"{book.id}","qty":"{qty}"}`, Line: 3},
		},
		Answer: []core.Answer{{Value: `"{book.title}"`, Match: "text", Line: 4}},
	}
}

func count() core.Task {
	return core.Task{
		Name: "count_the_books", Line: 5, HeldOut: true, Ask: "How many different books are there?",
		Actor:  &core.Actor{Entity: "customers", Key: int64(2)},
		Solve:  []core.Step{{Tool: "search_books", Args: `{}`, Line: 6}},
		Answer: []core.Answer{{SQL: &core.SQL{Text: "SELECT count(*) FROM books"}, Match: "number", Line: 7}},
	}
}

// Tools are the methods behind the tools.
type Tools struct{ s *core.Session }

// New makes them for a session.
func New(s *core.Session) *Tools { return &Tools{s} }

// Book is a row of books.
type Book struct {
	ID    int64  `json:"id"`
	Title string `json:"title"`
	Genre string `json:"genre"`
	Price int64  `json:"price_cents"`
	Stock int64  `json:"stock"`
}

// BookInput names a book.
type BookInput struct {
	BookID int64 `json:"book_id"`
}

// GetBook reads one book.
func (t *Tools) GetBook(ctx context.Context, in BookInput) (b Book, err error) {
	err = t.s.Read(ctx, func(ctx context.Context) error {
		err := t.s.QueryRow(ctx, "SELECT id, title, genre, price_cents, stock FROM books WHERE id = ?1", in.BookID).Scan(&b.ID, &b.Title, &b.Genre, &b.Price, &b.Stock)
		if errors.Is(err, sql.ErrNoRows) {
			return core.Refuse("get_book/1", core.CodeNotFound, "book_id", fmt.Sprintf("There is no book %d.", in.BookID))
		}
		return err
	})
	return b, err
}

// SearchInput narrows a search.
type SearchInput struct {
	Genre *string `json:"genre"`
}

// Books is a list of books.
type Books struct {
	Items []Book `json:"items"`
}

// SearchBooks lists books by price.
func (t *Tools) SearchBooks(ctx context.Context, in SearchInput) (out Books, err error) {
	out.Items = []Book{}
	err = t.s.Read(ctx, func(ctx context.Context) error {
		rows, err := t.s.Query(ctx, "SELECT id, title, genre, price_cents, stock FROM books WHERE ?1 IS NULL OR genre = ?1 ORDER BY price_cents, id", in.Genre)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var b Book
			if err := rows.Scan(&b.ID, &b.Title, &b.Genre, &b.Price, &b.Stock); err != nil {
				return err
			}
			out.Items = append(out.Items, b)
		}
		return rows.Err()
	})
	return out, err
}

// OrderInput is an order for one book.
type OrderInput struct {
	BookID int64 `json:"book_id"`
	Qty    int64 `json:"qty"`
}

// Order is a row of orders.
type Order struct {
	ID     int64         `json:"id"`
	Placed core.DateTime `json:"placed_at"`
}

// PlaceOrder orders copies of a book.
func (t *Tools) PlaceOrder(ctx context.Context, in OrderInput) (out Order, err error) {
	err = t.s.Write(ctx, func(ctx context.Context) error {
		if _, err := t.s.Exec(ctx, "UPDATE books SET stock = stock - ?1 WHERE id = ?2", in.Qty, in.BookID); err != nil {
			return err
		}
		return t.s.QueryRow(ctx, "INSERT INTO orders (customer_id, book_id, qty, placed_at) VALUES (?1, ?2, ?3, ?4) RETURNING id, placed_at",
			t.s.ActorID(), in.BookID, in.Qty, string(t.s.Now())).Scan(&out.ID, &out.Placed)
	})
	return out, err
}

// NumberInput is any integer.
type NumberInput struct {
	Number int64 `json:"number"`
}

// Echo gives a number back: it must keep its 64 bits.
func (t *Tools) Echo(_ context.Context, in NumberInput) (NumberInput, error) { return in, nil }

// Nothing is no arguments, and no result.
type Nothing struct{}

// Crash fails as only a broken environment does.
func (t *Tools) Crash(ctx context.Context, _ Nothing) (out Nothing, err error) {
	return out, t.s.Write(ctx, func(context.Context) error {
		panic("boom at /secret/path/of/the/host.go:1")
	})
}

// Dawdle runs until its time is up.
func (t *Tools) Dawdle(ctx context.Context, _ Nothing) (out Nothing, err error) {
	return out, t.s.Write(ctx, func(ctx context.Context) error {
		if _, err := t.s.Exec(ctx, "UPDATE books SET stock = 0"); err != nil {
			return err
		}
		var n int64
		return t.s.QueryRow(ctx, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n").Scan(&n)
	})
}

func tools() []core.Tool {
	one := int64(1)
	integer := core.Type{Kind: core.Integer}
	text := core.Type{Kind: core.Text}
	book := core.Type{Kind: core.ObjectKind, Fields: []core.Param{{Name: "id", Type: integer}, {Name: "title", Type: text}, {Name: "genre", Type: text}, {Name: "price_cents", Type: integer}, {Name: "stock", Type: integer}}}
	get := []core.Param{{Name: "book_id", Type: integer, Ref: "books", Doc: "Which book."}}
	search := []core.Param{{Name: "genre", Type: core.Type{Kind: core.Text, Enum: []string{"fiction", "history", "science"}}, Optional: true}}
	place := []core.Param{{Name: "book_id", Type: integer, Ref: "books"}, {Name: "qty", Type: core.Type{Kind: core.Integer, Min: one, Max: int64(10)}}}
	number := []core.Param{{Name: "number", Type: integer}}
	nothing := core.Type{Kind: core.ObjectKind}
	return []core.Tool{
		{Name: "search_books", Title: "Search books", Doc: "Find books, ordered by price.", Form: "rows", ReadOnly: true, Idempotent: true, Params: search, Reads: []string{"books"},
			Output: core.Type{Kind: core.ObjectKind, Fields: []core.Param{{Name: "items", Type: core.Type{Kind: core.ListKind, Elem: &book}}}}, Call: core.Bind(New, search, (*Tools).SearchBooks)},
		{Name: "get_book", Doc: "Read one book.", Form: "row", ReadOnly: true, Idempotent: true, Params: get, Reads: []string{"books"}, Output: book, Call: core.Bind(New, get, (*Tools).GetBook)},
		{Name: "place_order", Doc: "Order copies of a book.", Form: "do", Destructive: true, Params: place, Reads: []string{"books"}, Writes: []string{"books", "orders"},
			Output: core.Type{Kind: core.ObjectKind, Fields: []core.Param{{Name: "id", Type: integer}, {Name: "placed_at", Type: core.Type{Kind: core.DateTimeKind}}}}, Call: core.Bind(New, place, (*Tools).PlaceOrder)},
		{Name: "echo", Doc: "Give a number back.", Form: "do", ReadOnly: true, Params: number, Output: core.Type{Kind: core.ObjectKind, Fields: number}, Call: core.Bind(New, number, (*Tools).Echo)},
		{Name: "crash", Doc: "Fail.", Form: "do", Output: nothing, Call: core.Bind(New, nil, (*Tools).Crash)},
		{Name: "dawdle", Doc: "Take for ever.", Form: "do", Writes: []string{"books"}, Output: nothing, Call: core.Bind(New, nil, (*Tools).Dawdle)},
	}
}
