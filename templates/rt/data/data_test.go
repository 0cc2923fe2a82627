package data_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/data"
)

const schema = `
CREATE TABLE authors (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE books (id INTEGER PRIMARY KEY AUTOINCREMENT, author_id INTEGER NOT NULL REFERENCES authors (id) DEFERRABLE INITIALLY DEFERRED, title TEXT NOT NULL, price_cents INTEGER NOT NULL CHECK (price_cents >= 0), on_date TEXT, status TEXT NOT NULL DEFAULT 'new') STRICT;
CREATE TABLE tags (book_id INTEGER NOT NULL REFERENCES books (id) DEFERRABLE INITIALLY DEFERRED, tag TEXT NOT NULL, PRIMARY KEY (book_id, tag)) STRICT;
CREATE TRIGGER flow BEFORE UPDATE OF status ON books WHEN OLD.status IS NOT NEW.status BEGIN SELECT RAISE(ABORT, 'flow books.status'); END;
`

const plan = `{"tables":[
 {"entity":"authors","line":3,"columns":["id","name","email"],"rows":[[1,"Mara Lindt","mara@example.org"]],
  "blocks":[{"line":5,"count":{"min":25,"max":25},"fields":[
   {"field":"name","gen":{"kind":"fake","name":"name"}},
   {"field":"email","gen":{"kind":"fake","name":"email"}}]}]},
 {"entity":"books","blocks":[{"line":9,"count":{"min":40,"max":60},"fields":[
   {"field":"author_id","gen":{"kind":"pick","query":{"sql":"SELECT id FROM authors"}}},
   {"field":"title","gen":{"kind":"text","template":"No. {n:03}"}},
   {"field":"price_cents","gen":{"kind":"between","type":"integer","low":500,"high":6000,"step":50}},
   {"field":"on_date","gen":{"kind":"between","type":"date","low":"1950-01-01","high":"2025-12-31","chance":0.5}}]}]},
 {"entity":"tags","blocks":[{"line":20,"each":{"var":"b","query":{"sql":"SELECT id, title FROM books"}},"count":{"min":0,"max":5},"fields":[
   {"field":"book_id","gen":{"kind":"sql","query":{"sql":"SELECT ?1","args":["b.id"]}}},
   {"field":"tag","gen":{"kind":"pick","values":["a","b","c"],"weights":[5,3,2],"distinct":true}}]}]}
 ],"then":[{"sql":"UPDATE books SET status = 'old' WHERE on_date < ?1","args":["today"]}]}`

func open(t testing.TB) *sql.Conn {
	t.Helper()
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	c, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if _, err := c.ExecContext(context.Background(), schema); err != nil {
		t.Fatal(err)
	}
	return c
}

func env(plan string) *core.Env {
	return &core.Env{Name: "t", Now: "2026-03-02 09:00:00", Schema: schema, Data: []byte(plan), Entities: []core.Entity{
		{Name: "authors", Key: []string{"id"}, AutoID: true, Fields: []core.Field{{Name: "id"}, {Name: "name"}, {Name: "email", Unique: true}}},
		{Name: "books", Key: []string{"id"}, AutoID: true},
		{Name: "tags", Key: []string{"book_id", "tag"}},
	}}
}

func dump(t testing.TB, c *sql.Conn) string {
	t.Helper()
	q := data.NewQueries(context.Background(), c)
	defer q.Close()
	var b strings.Builder
	for _, table := range []string{"authors", "books", "tags"} {
		rows, err := q.All("SELECT * FROM " + table)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&b, table, rows.Rows)
	}
	return b.String()
}

// The same seed must give the same world everywhere, another seed another.
func TestFillIsAFunctionOfTheSeed(t *testing.T) {
	fill := func(seed int64) string {
		c := open(t)
		if err := data.Fill(context.Background(), c, env(plan), seed); err != nil {
			t.Fatal(err)
		}
		return dump(t, c)
	}
	a, b, other := fill(7), fill(7), fill(8)
	if a != b {
		t.Error("two fills with one seed differ")
	}
	if a == other {
		t.Error("two seeds give the same data")
	}
	for _, want := range []string{"Mara Lindt", "No. 001", " old]"} {
		if !strings.Contains(a, want) {
			t.Errorf("the data lacks %q", want)
		}
	}
}

// A half-filled world would make every reward wrong: a failure must name
// its row and leave nothing behind.
func TestFailuresNameTheRowAndKeepNothing(t *testing.T) {
	for name, tc := range map[string]struct{ from, to, want string }{
		"check":     {`"low":500`, `"low":-600`, "price_cents"},
		"reference": {`SELECT id FROM authors`, `SELECT 999`, "refers to a row of authors"},
		"unique":    {`{"kind":"fake","name":"email"}`, `{"kind":"const","value":"x@example.org"}`, "must be unique"},
		"sql":       {`SELECT ?1","args":["b.id"]`, `SELECT ?1","args":["b.nope"]`, "no column nope"},
	} {
		t.Run(name, func(t *testing.T) {
			c := open(t)
			broken := strings.Replace(plan, tc.from, tc.to, 1)
			if broken == plan {
				t.Fatal("the case changes nothing")
			}
			err := data.Fill(context.Background(), c, env(broken), 1)
			var e *data.Error
			if !errors.As(err, &e) || !strings.Contains(err.Error(), tc.want) {
				t.Fatalf("got %v, want it to speak of %q", err, tc.want)
			}
			if got := dump(t, c); strings.Contains(got, "Mara") {
				t.Error("rows were kept")
			}
		})
	}
}

// References are looked at in the end only, but a closing statement that deletes
// takes along what refers to the row, and who comes after it finds them on.
func TestClosingDeletesCascade(t *testing.T) {
	for _, then := range []string{"DELETE FROM books WHERE id = 1", "UPDATE books SET title = 'x' WHERE id = 1"} {
		c := open(t)
		_, err := c.ExecContext(t.Context(), "DROP TABLE tags; CREATE TABLE tags (book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED, tag TEXT NOT NULL, PRIMARY KEY (book_id, tag)) STRICT")
		if err != nil {
			t.Fatal(err)
		}
		closing := strings.NewReplacer(`"min":0,"max":5`, `"min":1,"max":3`, `"then":[`, `"then":[{"sql":"`+then+`"},`).Replace(plan)
		if err := data.Fill(t.Context(), c, env(closing), 1); err != nil {
			t.Fatal(err)
		}
		var books, tags int
		if err := c.QueryRowContext(t.Context(), "SELECT (SELECT count(*) FROM books WHERE id = 1), (SELECT count(*) FROM tags WHERE book_id = 1)").Scan(&books, &tags); err != nil {
			t.Fatal(err)
		}
		if (books > 0) != (tags > 0) || strings.HasPrefix(then, "DELETE") == (books > 0) {
			t.Errorf("%s leaves %d books and %d tags", then, books, tags)
		}
		if _, err := c.ExecContext(t.Context(), "INSERT INTO tags VALUES (999, 'a')"); err == nil {
			t.Error("a reference to nothing was taken after filling")
		}
	}
}

func TestEveryFakeKindMakesValues(t *testing.T) {
	for _, k := range data.FakeKinds() {
		seen := map[any]bool{}
		r := data.Rand(1, k.Name)
		for range 50 {
			v, err := data.Fake(r, k.Name, nil)
			if err != nil || v == "" {
				t.Fatalf("%s: %v, %v", k.Name, v, err)
			}
			seen[v] = true
		}
		if len(seen) < 8 {
			t.Errorf("%s: only %d different values in 50", k.Name, len(seen))
		}
	}
}

// A query that reads the table being filled, by its name or through views,
// must see the rows made before, though its arguments repeat.
func TestQueriesSeeTheRowsMadeBefore(t *testing.T) {
	c := open(t)
	ctx := context.Background()
	for _, view := range []string{"CREATE VIEW shelf AS SELECT * FROM Books", "CREATE VIEW shelf2 AS SELECT * FROM shelf"} {
		if _, err := c.ExecContext(ctx, view); err != nil {
			t.Fatal(err)
		}
	}
	const counting = `{"tables":[
	 {"entity":"authors","columns":["id","name","email"],"rows":[[1,"Mara Lindt","mara@example.org"]]},
	 {"entity":"books","blocks":[{"count":{"min":30,"max":30},"fields":[
	   {"field":"author_id","gen":{"kind":"const","value":1}},
	   {"field":"title","gen":{"kind":"sql","query":{"sql":"SELECT 'No. ' || count(*) FROM FROM_ WHERE id >= ?1","args":["author_id"]}}},
	   {"field":"price_cents","gen":{"kind":"sql","query":{"sql":"SELECT count(*) + ?1 * 100 FROM authors","args":["author_id"]}}}]}]}]}`
	for _, from := range []string{"books", "BOOKS", "shelf", "shelf2", `\"books\"`} {
		if _, err := c.ExecContext(ctx, "DELETE FROM books; DELETE FROM authors; DELETE FROM sqlite_sequence"); err != nil {
			t.Fatal(err)
		}
		if err := data.Fill(ctx, c, env(strings.ReplaceAll(counting, "FROM_", from)), 1); err != nil {
			t.Fatalf("%s: %v", from, err)
		}
		q := data.NewQueries(ctx, c)
		got, err := q.All("SELECT count(DISTINCT title), min(price_cents), max(price_cents) FROM books")
		q.Close()
		if err != nil {
			t.Fatal(err)
		}
		if want := "[30 101 101]"; fmt.Sprint(got.Rows[0]) != want {
			t.Errorf("from %s: titles and prices are %v, want %s", from, got.Rows[0], want)
		}
	}
}

// Of rows that are written several at a time, the one that the table refuses
// must be named, and none may be missing for a query that reads some of them.
func TestRowsWrittenTogether(t *testing.T) {
	block := func(price string) string {
		return `{"tables":[{"entity":"authors","columns":["id","name","email"],"rows":[[1,"Mara Lindt","mara@example.org"]]},
	 {"entity":"books","blocks":[{"line":7,"count":{"min":99,"max":99},"fields":[
	   {"field":"author_id","gen":{"kind":"const","value":1}},
	   {"field":"title","gen":{"kind":"text","template":"No. {n:03}"}},
	   {"field":"status","gen":{"kind":"const","value":"new"}},
	   {"field":"price_cents","gen":{"kind":"sql","query":{"sql":"` + price + `","args":["n"]}}}]}]}]}`
	}
	ctx := context.Background()
	c := open(t)
	// Every fifth row counts those before it, the others say their number.
	if err := data.Fill(ctx, c, env(strings.Replace(block(`SELECT ?1 - 1`), `{"field":"status","gen":{"kind":"const","value":"new"}}`,
		`{"field":"on_date","gen":{"kind":"sql","chance":0.2,"query":{"sql":"SELECT CASE WHEN count(*) = ?1 - 1 THEN '2026-01-01' ELSE '1999-01-01' END FROM books","args":["n"]}}}`, 1)), 1); err != nil {
		t.Fatal(err)
	}
	q := data.NewQueries(ctx, c)
	defer q.Close()
	got, err := q.All("SELECT count(*), sum(on_date = '2026-01-01') > 5, sum(on_date = '1999-01-01'), min(id = price_cents + 1 AND title = format('No. %03d', id)) FROM books")
	if err != nil {
		t.Fatal(err)
	}
	if want := "[99 1 0 1]"; fmt.Sprint(got.Rows[0]) != want {
		t.Errorf("%v, want %s", got.Rows[0], want)
	}

	for _, n := range []string{"1", "16", "17", "21", "24", "98"} {
		err := data.Fill(ctx, open(t), env(block(`SELECT CASE ?1 WHEN `+n+` THEN -1 ELSE 5 END`)), 1)
		var e *data.Error
		if !errors.As(err, &e) || e.Line != 7 || !strings.Contains(e.Row, fmt.Sprintf("No. %03s", n)) {
			t.Errorf("row %s: %v", n, err)
		}
	}
}

func FuzzExpand(f *testing.F) {
	f.Add("HF-{id:05} {{x}} {name}")
	f.Add("{")
	f.Fuzz(func(t *testing.T, template string) {
		data.Expand(template, func(path string) (any, error) {
			if path == "id" {
				return int64(7), nil
			}
			return "v", nil
		})
	})
}

func BenchmarkFill(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		c := open(b)
		b.StartTimer()
		if err := data.Fill(context.Background(), c, env(plan), 1); err != nil {
			b.Fatal(err)
		}
	}
}
