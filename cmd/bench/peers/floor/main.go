// Command floor runs the SQL of two tools of corner_books with nothing around
// it, on C SQLite (github.com/mattn/go-sqlite3, which needs cgo; hence a module
// of its own) and on modernc.org/sqlite, the driver that generated servers use.
//
//	floor DATABASE BOOK
//
// DATABASE is the file of an instance; BOOK is a book in the customer's basket.
// Statements are prepared once, the database is in memory. Prints JSON.
package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"log"
	"math"
	"os"
	"strconv"
	"time"

	"github.com/mattn/go-sqlite3"
	modernc "modernc.org/sqlite"
)

// The statements of get_book and set_basket_qty, as awmc emits them.
const (
	bookExists = "SELECT id FROM books WHERE id = ?1"
	book       = `SELECT f.id, f.isbn, f.title, f.author_id, f.author, f.publisher, f.genre, f.format, f.pages, f.weight_g, f.price_cents,
       f.stock, f.published_on, f.in_print, f.orderable, f.tags, f.reviews, f.stars
FROM book_facts f WHERE f.id = ?1`

	bookTitle = "SELECT title FROM books WHERE id = ?1"
	line      = "SELECT qty FROM basket_items WHERE customer_id = ?1 AND book_id = ?2"
	sellable  = "SELECT in_print, title, published_on, stock FROM books WHERE id = ?1"
	update    = "UPDATE basket_items SET qty = ?1 WHERE customer_id = ?2 AND book_id = ?3"
	lines     = "SELECT book_id, title, qty, line_cents FROM basket_lines WHERE customer_id = ?1 ORDER BY book_id"
)

const customer = 1

// figures are in nanoseconds.
type figures struct {
	Driver string  `json:"driver"`
	SQLite string  `json:"sqlite"`
	Read   float64 `json:"read_ns"`
	Write  float64 `json:"write_ns"`
}

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: floor DATABASE BOOK")
	}
	file, err := os.ReadFile(os.Args[1])
	check(err)
	id, err := strconv.ParseInt(os.Args[2], 10, 64)
	check(err)
	var out []figures
	for _, driver := range []string{"sqlite3", "sqlite"} {
		f, err := measure(driver, file, id)
		check(err)
		out = append(out, f)
	}
	check(json.NewEncoder(os.Stdout).Encode(out))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// load puts the file's contents into an empty connection.
func load(conn *sql.Conn, file []byte) error {
	return conn.Raw(func(c any) error {
		switch c := c.(type) {
		case *sqlite3.SQLiteConn:
			return c.Deserialize(file, "main")
		case interface{ Deserialize([]byte) error }:
			return c.Deserialize(file)
		}
		return errors.New("this driver can't load a database")
	})
}

var _ = modernc.Driver{} // registers itself

func measure(driver string, file []byte, id int64) (figures, error) {
	f := figures{Driver: map[string]string{"sqlite3": "github.com/mattn/go-sqlite3", "sqlite": "modernc.org/sqlite"}[driver]}
	ctx := context.Background()
	db, err := sql.Open(driver, ":memory:")
	if err != nil {
		return f, err
	}
	defer db.Close()
	conn, err := db.Conn(ctx)
	if err != nil {
		return f, err
	}
	defer conn.Close()
	if err := load(conn, file); err != nil {
		return f, err
	}
	if err := conn.QueryRowContext(ctx, "SELECT sqlite_version()").Scan(&f.SQLite); err != nil {
		return f, err
	}
	if _, err := conn.ExecContext(ctx, "PRAGMA foreign_keys = ON"); err != nil {
		return f, err
	}
	s, err := prepare(ctx, conn)
	if err != nil {
		return f, err
	}
	if f.Read, err = perCall(func() error { return s.read(id) }); err != nil {
		return f, err
	}
	n := int64(0)
	f.Write, err = perCall(func() error { n++; return s.write(id, 1+n%2) })
	return f, err
}

// perCall is the least of five measurements: what another process took is no
// part of the floor.
func perCall(call func() error) (float64, error) {
	least := math.Inf(1)
	for range 5 {
		n, start := 0, time.Now()
		for time.Since(start) < 200*time.Millisecond {
			for range 20 {
				if err := call(); err != nil {
					return 0, err
				}
			}
			n += 20
		}
		least = min(least, float64(time.Since(start))/float64(n))
	}
	return least, nil
}

type statements struct {
	bookExists, book, bookTitle, line, sellable, update, lines, begin, commit *sql.Stmt
}

func prepare(ctx context.Context, conn *sql.Conn) (*statements, error) {
	s := &statements{}
	for text, stmt := range map[string]**sql.Stmt{
		bookExists: &s.bookExists, book: &s.book, bookTitle: &s.bookTitle, line: &s.line, sellable: &s.sellable,
		update: &s.update, lines: &s.lines, "BEGIN": &s.begin, "COMMIT": &s.commit,
	} {
		var err error
		if *stmt, err = conn.PrepareContext(ctx, text); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// read is get_book.
func (s *statements) read(id int64) error {
	var r struct {
		id, author, weight, price, stock, reviews                          int64
		isbn, title, authorName, publisher, genre, format, published, tags string
		pages                                                              *int64
		inPrint, orderable                                                 bool
		stars                                                              *float64
	}
	if err := s.bookExists.QueryRow(id).Scan(&r.id); err != nil {
		return err
	}
	return s.book.QueryRow(id).Scan(&r.id, &r.isbn, &r.title, &r.author, &r.authorName, &r.publisher, &r.genre, &r.format, &r.pages,
		&r.weight, &r.price, &r.stock, &r.published, &r.inPrint, &r.orderable, &r.tags, &r.reviews, &r.stars)
}

// write is set_basket_qty.
func (s *statements) write(id, qty int64) error {
	var title, published string
	var before, stock int64
	var inPrint bool
	if _, err := s.begin.Exec(); err != nil {
		return err
	}
	if err := s.bookTitle.QueryRow(id).Scan(&title); err != nil {
		return err
	}
	if err := s.line.QueryRow(customer, id).Scan(&before); err != nil {
		return err
	}
	if err := s.sellable.QueryRow(id).Scan(&inPrint, &title, &published, &stock); err != nil {
		return err
	}
	if _, err := s.update.Exec(qty, customer, id); err != nil {
		return err
	}
	rows, err := s.lines.Query(customer)
	if err != nil {
		return err
	}
	for rows.Next() {
		var book, n, cents int64
		if err := rows.Scan(&book, &title, &n, &cents); err != nil {
			return errors.Join(err, rows.Close())
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	_, err = s.commit.Exec()
	return err
}
