package analyse

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
	"github.com/rogpeppe/go-internal/txtar"
)

// shopText is the environment of a golden, for tests that look at single
// statements in it.
func shopText(tb testing.TB) []byte {
	tb.Helper()
	raw, err := os.ReadFile("testdata/lowered.txtar")
	if err != nil {
		tb.Fatal(err)
	}
	return section(txtar.Parse(raw), "env.yaml")
}

// shop is an analyser with the schema of the shop in its engine.
func shop(tb testing.TB) *analyser {
	tb.Helper()
	ds := &diag.List{}
	spec := parse.Parse("env.yaml", shopText(tb), ds)
	r := check.Check(spec, ds)
	if ds.HasErrors() {
		tb.Fatal(render(ds.Sorted()))
	}
	a := newAnalyser(context.Background(), r, Options{}, ds)
	eng, err := newEngine(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = eng.close() })
	a.eng = eng
	a.schema()
	a.views()
	if ds.HasErrors() {
		tb.Fatal(render(ds.Sorted()))
	}
	return a
}

func TestTypes(t *testing.T) {
	a := shop(t)
	tests := []struct{ sql, want string }{
		// straight from tables
		{"SELECT id, title, published_on, tags FROM books", "id integer, title text, published_on date?, tags list of text"},
		{"SELECT * FROM orders", "id integer, number text, customer_id integer, status text, placed_at datetime, due_on date?, coupon_id integer?"},
		{"SELECT o.id, c.code FROM orders o LEFT JOIN coupons c ON c.id = o.coupon_id", "id integer, code text?"},
		{"SELECT o.id, c.code FROM coupons c RIGHT JOIN orders o ON c.id = o.coupon_id", "id integer, code text?"},
		{"SELECT o.id, c.code FROM orders o FULL JOIN coupons c ON c.id = o.coupon_id", "id integer?, code text?"},
		{"SELECT o.id, c.* FROM orders o JOIN coupons c ON c.id = o.coupon_id", "id integer, id integer, code text, percent integer"},
		{"SELECT id FROM books UNION SELECT coupon_id FROM orders", "id integer?"},
		{"SELECT title AS x FROM books UNION ALL SELECT 'none'", "x text"},
		{"SELECT x.id FROM (SELECT id FROM books) x", "id integer"},
		{"WITH x AS (SELECT id AS n FROM books) SELECT n FROM x", "n integer"},
		{"WITH RECURSIVE x AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM x WHERE n < 5) SELECT n FROM x", "n integer"},
		// aggregates
		{"SELECT count(*) AS n, sum(qty) AS s, max(qty) AS m, avg(qty) AS a, total(qty) AS t FROM order_items", "n integer, s integer?, m integer?, a real?, t real"},
		{"SELECT order_id, sum(qty) AS s, max(qty) AS m FROM order_items GROUP BY order_id", "order_id integer, s integer, m integer"},
		{"SELECT order_id, sum(qty) FILTER (WHERE qty > 1) AS s FROM order_items GROUP BY order_id", "order_id integer, s integer?"},
		{"SELECT order_id, count(*) AS n FROM order_items", "order_id integer?, n integer"},
		{"SELECT COALESCE(sum(qty), 0) AS s, group_concat(book_id) AS g, json_group_array(book_id) AS j FROM order_items", "s integer, g text?, j json"},
		{"SELECT max(due_on) AS last FROM orders", "last date?"},
		// subqueries
		{"SELECT (SELECT title FROM books WHERE id = 1) AS t, (SELECT count(*) FROM books) AS n, (SELECT COALESCE(sum(stock), 0) FROM books) AS s", "t text?, n integer, s integer"},
		{"SELECT EXISTS (SELECT 1 FROM books) AS e, 1 IN (SELECT id FROM books) AS i, 1 IN (SELECT coupon_id FROM orders) AS k", "e boolean, i boolean, k boolean?"},
		// operators
		{"SELECT price_cents * stock AS p, price_cents / 100 AS q, price_cents / 100.0 AS r, price_cents % stock AS m, -stock AS n FROM books", "p integer, q integer, r real, m integer?, n integer"},
		{"SELECT title || '!' AS t, stock > 1 AS g, due_on = '2026-01-01' AS d, NOT stock AS n FROM books, orders", "t text, g boolean, d boolean?, n boolean"},
		{"SELECT due_on IS NULL AS a, due_on IS NOT NULL AS b, due_on IS '2026-01-01' AS c, due_on BETWEEN '2026-01-01' AND '2026-02-01' AS d FROM orders", "a boolean, b boolean, c boolean, d boolean?"},
		// choices
		{"SELECT CASE WHEN stock > 1 THEN 'a' ELSE 'b' END AS x, CASE WHEN stock > 1 THEN 1 END AS y FROM books", "x text, y integer?"},
		{"SELECT CASE WHEN published_on IS NULL THEN '2000-01-01' ELSE published_on END AS d FROM books", "d date"},
		{"SELECT COALESCE(published_on, '2000-01-01') AS d, COALESCE(nickname, name) AS n, ifnull(nickname, '') AS i, nullif(name, 'x') AS f FROM books, customers", "d date, n text, i text, f text?"},
		{"SELECT iif(stock > 1, 1, 2.5) AS x, iif(stock > 1, title, NULL) AS y FROM books", "x real, y text?"},
		{"SELECT min(stock, 3) AS a, max(price_cents, NULL) AS b FROM books", "a integer, b integer?"},
		// functions
		{"SELECT upper(title) AS u, length(nickname) AS l, substr(title, 1, 2) AS s, instr(title, 'x') AS i, abs(stock) AS a, round(price_cents / 7.0, 2) AS r FROM books, customers", "u text, l integer?, s text, i integer, a integer, r real"},
		{"SELECT date(placed_at) AS d, datetime(placed_at, '+1 day') AS dt, time(placed_at) AS t, strftime('%Y', placed_at) AS y, julianday(due_on) AS j FROM orders", "d date, dt datetime, t time, y text, j real?"},
		{"SELECT plus_days(due_on, 3) AS a, plus_days(placed_at, 3) AS b, plus_minutes(placed_at, 5) AS c, minutes_between(placed_at, placed_at) AS m, overlaps(placed_at, placed_at, placed_at, placed_at) AS o FROM orders", "a date?, b datetime, c datetime, m integer, o boolean"},
		{"SELECT row_number() OVER (ORDER BY id) AS n, lag(title) OVER (ORDER BY id) AS p, sum(stock) OVER (ORDER BY id) AS s FROM books", "n integer, p text?, s integer?"},
		{"SELECT t.value AS tag, t.key AS k FROM books b, json_each(b.tags) t", "tag text, k integer"},
		// casts
		{"SELECT CAST(title AS date) AS d, CAST(stock AS boolean) AS b, CAST(data AS json) AS j, CAST(stock AS text) AS t, CAST(json_extract(data, '$.x') AS integer) AS x FROM books", "d date, b boolean, j json?, t text, x integer?"},
		// WHERE lets no NULL through
		{"SELECT due_on FROM orders WHERE due_on IS NOT NULL", "due_on date"},
		{"SELECT o.due_on FROM orders o WHERE o.due_on <= '2026-01-01' AND o.id > 0", "due_on date"},
		{"SELECT due_on FROM orders WHERE due_on IS NOT NULL OR id = 1", "due_on date?"},
		{"SELECT max(due_on) AS d, due_on FROM orders WHERE due_on IS NOT NULL", "d date?, due_on date?"},
		{"SELECT (SELECT due_on FROM orders o2 WHERE o2.id = o.id) AS x FROM orders o WHERE o.due_on IS NOT NULL", "x date?"},
		// writes
		{"INSERT INTO orders (customer_id, placed_at) VALUES (1, :now) RETURNING id, number, due_on", "id integer, number text, due_on date?"},
		{"UPDATE books SET stock = stock - 1 RETURNING stock, stock * price_cents AS worth", "stock integer, worth integer"},
		{"DELETE FROM books RETURNING *", "id integer, title text, price_cents integer, stock integer, published_on date?, tags list of text, data json?"},
		// unknown
		{"SELECT json_extract(data, '$.x') AS x, data ->> '$.y' AS y, NULL AS z FROM books", "x unknown?, y unknown?, z unknown?"},
	}
	for _, tt := range tests {
		before := a.ds.Len()
		c := a.compile(a.readStatement(synthetic(tt.sql, diag.Span{})), builtins{a: a, actor: a.env.Actor}, compileOptions{})
		if c == nil {
			t.Errorf("%s\n%s", tt.sql, render(a.ds.Sorted()[before:]))
			continue
		}
		var cols []string
		for _, col := range c.rel.cols {
			cols = append(cols, col.name+" "+typeName(col.typ)+mark(col.null, "?"))
		}
		if got := strings.Join(cols, ", "); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.sql, got, tt.want)
		}
	}
}

func TestConditionsThatCanBeNull(t *testing.T) {
	a := shop(t)
	tests := []struct {
		expr string
		null bool
	}{
		{"due_on > '2026-01-01'", true},
		{"due_on IS NULL OR due_on > '2026-01-01'", false},
		{"due_on > '2026-01-01' OR due_on IS NULL", false},
		{"due_on IS NOT NULL AND due_on > '2026-01-01'", false},
		{"NOT (due_on IS NULL) AND due_on > '2026-01-01'", false},
		{"due_on IS NULL AND due_on > '2026-01-01'", true},
		{"id > 1 AND (due_on IS NULL OR due_on > '2026-01-01')", false},
		{"COALESCE(due_on, '2026-01-01') > '2026-01-01'", false},
		{"due_on IS '2026-01-01' AND due_on < '2027-01-01'", false},
		{"CASE WHEN due_on IS NULL THEN 1 ELSE due_on > '2026-01-01' END", false},
		{"coupon_id IN (1, 2)", true},
		{"coupon_id IS NOT NULL AND coupon_id IN (1, 2)", false},
		{"EXISTS (SELECT 1 FROM books WHERE published_on > '2026-01-01')", false},
	}
	f := &frame{tables: []frameTable{{alias: "orders", rel: a.table("", "orders")}}}
	for _, tt := range tests {
		s := a.readExpr(synthetic(tt.expr, diag.Span{}))
		if got := a.typer(s).expr(s.expr, f).null; got != tt.null {
			t.Errorf("%s: can be NULL: %v, want %v", tt.expr, got, tt.null)
		}
	}
}

func TestTotalOrder(t *testing.T) {
	a := shop(t)
	tests := []struct {
		sql   string
		total bool
	}{
		{"SELECT id, title FROM books ORDER BY title", false},
		{"SELECT id, title FROM books ORDER BY title, id", true},
		{"SELECT title FROM books ORDER BY title, id", true},
		{"SELECT id AS n, title FROM books ORDER BY n", true},
		{"SELECT id, title FROM books ORDER BY 1", true},
		{"SELECT code FROM coupons ORDER BY code", true},
		{"SELECT o.id, c.name FROM orders o JOIN customers c ON c.id = o.customer_id ORDER BY o.id", true},
		{"SELECT o.id, c.name FROM orders o JOIN customers c ON c.id = o.customer_id ORDER BY c.id", false},
		{"SELECT o.id, c.code FROM orders o LEFT JOIN coupons c ON c.id = o.coupon_id ORDER BY o.id", true},
		{"SELECT o.id, c.code FROM orders o LEFT JOIN coupons c ON c.id = o.coupon_id ORDER BY c.id", false},
		{"SELECT o.id, i.book_id FROM orders o JOIN order_items i ON i.order_id = o.id ORDER BY o.id", false},
		{"SELECT o.id, i.book_id FROM orders o JOIN order_items i ON i.order_id = o.id ORDER BY o.id, i.book_id", true},
		{"SELECT i.qty FROM order_items i WHERE i.order_id = :actor ORDER BY i.book_id", true},
		{"SELECT status, count(*) AS n FROM orders GROUP BY status ORDER BY n", false},
		{"SELECT status, count(*) AS n FROM orders GROUP BY status ORDER BY n, status", true},
		{"SELECT date(placed_at) AS day, count(*) AS n FROM orders GROUP BY day ORDER BY day", true},
		{"SELECT DISTINCT status, due_on FROM orders ORDER BY status", false},
		{"SELECT DISTINCT status, due_on FROM orders ORDER BY status, due_on", true},
		{"SELECT title FROM books UNION SELECT name FROM customers ORDER BY title", true},
		{"SELECT title FROM books UNION ALL SELECT name FROM customers ORDER BY title", true},
		{"SELECT title, id FROM books UNION ALL SELECT name, id FROM customers ORDER BY title", false},
		{"SELECT count(*) AS n FROM books", true},
		{"SELECT title FROM books ORDER BY price_cents LIMIT 1", true},
		{"SELECT x.id FROM (SELECT id, title FROM books) x ORDER BY x.id", true},
		{"SELECT b.id, t.value FROM books b, json_each(b.tags) t ORDER BY b.id, t.id", true},
		{"SELECT b.id, t.value FROM books b, json_each(b.tags) t ORDER BY t.id", false},
		{"SELECT b.id FROM books b, coupons c ORDER BY b.id", true}, // whatever ties is equal
		{"SELECT b.id, c.percent FROM books b, coupons c ORDER BY b.id", false},
	}
	for _, tt := range tests {
		c := a.compile(a.readStatement(synthetic(tt.sql, diag.Span{})), builtins{a: a, actor: a.env.Actor}, compileOptions{})
		if c == nil {
			t.Errorf("%s\n%s", tt.sql, render(a.ds.Sorted()))
			continue
		}
		if got := c.t.totalOrder(c.s.stmt.Select, c.rel, c.frame); got != tt.total {
			t.Errorf("%s: total order %v, want %v", tt.sql, got, tt.total)
		}
	}
}

// FuzzStatement makes sure that no text makes the analysis panic, and that
// what is accepted keeps its promises: as many columns as SQLite counts, each
// with a type or reported.
func FuzzStatement(f *testing.F) {
	for _, s := range []string{
		"SELECT * FROM books", "SELECT id, (SELECT name FROM customers WHERE id = :actor) AS n FROM orders o ORDER BY 1",
		"INSERT INTO coupons (code, percent) VALUES ('a', :now) ON CONFLICT (code) DO UPDATE SET percent = excluded.percent RETURNING *",
		"WITH RECURSIVE x(n) AS (SELECT 1 UNION SELECT n FROM x) SELECT n, sum(n) OVER (PARTITION BY n) AS s FROM x LEFT JOIN books USING (id)",
		"UPDATE books SET (title, stock) = (SELECT 'x', 1), price_cents = CASE WHEN stock THEN 1 END WHERE id IN orders",
		"DELETE FROM orders WHERE id = :order.x AND due_on IS NOT DISTINCT FROM :actor.name.x", "SELECT CAST(CAST(1 AS date) AS json) AS j, max(1, 2), 'it''s' || x'ff'",
	} {
		f.Add(s)
	}
	a := shop(f)
	f.Fuzz(func(t *testing.T, sql string) {
		a.ds = &diag.List{}
		a.errors = 0
		text := synthetic(sql, diag.Span{File: "env.yaml"})
		res := builtins{a: a, actor: a.env.Actor}
		if c := a.compile(a.readExpr(text), res, compileOptions{sqlc: true}); c != nil && len(c.stmt.Columns) != 1 {
			t.Errorf("an expression of %d columns: %q", len(c.stmt.Columns), sql)
		}
		c := a.compile(a.readStatement(text), res, compileOptions{sqlc: true})
		if a.stop {
			t.Fatalf("%q: %s", sql, render(a.ds.Sorted()))
		}
		if c == nil {
			if !a.ds.HasErrors() {
				t.Errorf("%q is refused without a word", sql)
			}
			return
		}
		if len(c.rel.cols) != len(c.stmt.Columns) {
			t.Errorf("%q has %d columns, and types for %d", sql, len(c.stmt.Columns), len(c.rel.cols))
		}
		if s := c.s.stmt.Select; s != nil {
			c.t.totalOrder(s, c.rel, c.frame)
			a.resultColumns(c)
		}
	})
}

// TestSchemaQuotes makes sure that names which are keywords survive.
func TestSchemaQuotes(t *testing.T) {
	e := &ir.Entity{Name: "plan", AutoID: true}
	id := &ir.Field{Entity: e, Name: "id", Type: ir.Integer}
	key := &ir.Field{Entity: e, Name: "key", Type: ir.Text, Constraints: ir.Constraints{Enum: []string{"it's", "b"}, Pattern: "a|b"}}
	e.Fields, e.Key = []*ir.Field{id, key}, []*ir.Field{id}
	e.Index = [][]*ir.Field{{key}}
	e.Checks = []*ir.TableCheck{{SQL: "\"key\" <> 'x' -- why\n  OR id > 1"}}
	schema := tableSchema([]*ir.Entity{e}, nil)
	want := `CREATE TABLE "plan" (
  id    INTEGER PRIMARY KEY AUTOINCREMENT,
  "key" TEXT NOT NULL CONSTRAINT "plan.key" CHECK ("key" REGEXP '^(?:a|b)$') CONSTRAINT "plan.key" CHECK ("key" IN ('it''s', 'b')),
  CONSTRAINT "plan: ""key"" <> 'x' OR id > 1" CHECK ("key" <> 'x' OR id > 1)
) STRICT;
CREATE INDEX plan_key ON "plan" ("key");
`
	if schema != want {
		t.Errorf("got\n%s\nwant\n%s", schema, want)
	}
	eng, err := newEngine(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = eng.close() }()
	if err := eng.exec(schema); err != nil {
		t.Error(err)
	}
}

// TestDeterministic makes sure that two runs give the same.
func TestDeterministic(t *testing.T) {
	run := func() string {
		ds := &diag.List{}
		env := compileSource("env.yaml", shopText(t), Options{}, ds)
		if env == nil {
			t.Fatal(render(ds.Sorted()))
		}
		return env.Schema + dump(env)
	}
	if a, b := run(), run(); a != b {
		t.Error("two runs differ")
	}
}
