package sqltext

import (
	"strings"
	"testing"
)

func TestLex(t *testing.T) {
	tests := []struct{ src, want string }{
		{"SELECT a.b FROM t", "W SELECT|W a|O .|W b|W FROM|W t"},
		{"x'0aFF' 'it''s' \"a\"\"b\" [c d] `e`", "B x'0aFF'|S 'it''s'|Q \"a\"\"b\"|Q [c d]|Q `e`"},
		{":a.b.c :x, :1", "P :a.b.c|P :x|O ,|! :|I 1"},
		{":order_id.status=1", "P :order_id.status|O =|I 1"},
		{":a. b", "P :a|O .|W b"},
		{"?1 @x $y", "? ?1|? @x|? $y"},
		{"1 1.5 .5 2e3 0x1F 1_000 12ab", "I 1|R 1.5|R .5|R 2e3|I 0x1F|I 1_000|! 12ab"},
		{"a->>'$.b' || c<>d", "W a|O ->>|S '$.b'|O |||W c|O <>|W d"},
		{"a -- x; 'y\nb /* c; */ d", "W a|C -- x; 'y|W b|C /* c; */|W d"},
		{"'open", "! 'open"},
		{"x'0g'", "! x'0g'"},
		{"'a;b'", "S 'a;b'"},
	}
	letters := map[Kind]string{Word: "W", Quoted: "Q", String: "S", Blob: "B", Integer: "I", Real: "R", Param: "P", BadParam: "?", Op: "O", Comment: "C", Illegal: "!"}
	for _, tt := range tests {
		var got []string
		for _, tok := range Lex(tt.src) {
			got = append(got, letters[tok.Kind]+" "+tok.Text(tt.src))
		}
		if s := strings.Join(got, "|"); s != tt.want {
			t.Errorf("Lex(%q)\n got %s\nwant %s", tt.src, s, tt.want)
		}
	}
}

func TestCheckStatement(t *testing.T) {
	tests := []struct {
		src  string
		want FaultKind
		text string
	}{
		{"SELECT 1", 0, ""},
		{"SELECT 1;", 0, ""},
		{"with a as (select 1) select * from a ; -- bye", 0, ""},
		{"SELECT ';' -- ; DROP TABLE t", 0, ""},
		{"SELECT 1; DROP TABLE t", SecondStatement, "DROP"},
		{"SELECT 1;;", SecondStatement, ";"},
		{"DROP TABLE t", WrongStart, "DROP"},
		{"PRAGMA foreign_keys = off", WrongStart, "PRAGMA"},
		{" -- nothing", NoText, " -- nothing"},
		{"SELECT 'open", Unterminated, "'open"},
		{"SELECT 1 /* open", Unterminated, "/* open"},
		{"SELECT ?1", ForeignParam, "?1"},
		{"SELECT {x}", BadCharacter, "{"},
	}
	for _, tt := range tests {
		f, _ := CheckStatement(tt.src, Lex(tt.src))
		if f.Kind != tt.want || f.Text != tt.text {
			t.Errorf("CheckStatement(%q) = %v %q, want %v %q", tt.src, f.Kind, f.Text, tt.want, tt.text)
		}
	}
}

// statements of every shape the corpus uses, and the less common ones.
var statements = []string{
	"SELECT 1",
	"SELECT *, t.*, a b, c AS 'd' FROM t, u AS v LEFT JOIN w ON w.x = t.y JOIN z USING (a, b) WHERE NOT a = 1 AND b IS NOT NULL",
	"SELECT DISTINCT a FROM (SELECT b AS a FROM c) x NATURAL JOIN y GROUP BY a, b HAVING count(*) > 1 ORDER BY a DESC NULLS LAST, 2 LIMIT 5 OFFSET 6",
	"SELECT 1 UNION ALL SELECT 2 UNION SELECT 3 EXCEPT SELECT 4 INTERSECT SELECT 5 ORDER BY 1",
	"WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 5), d AS NOT MATERIALIZED (SELECT 1) SELECT n FROM c",
	"SELECT CASE x WHEN 1 THEN 'a' ELSE 'b' END, CASE WHEN a THEN b END, CAST(a AS date), x NOT LIKE 'y' ESCAPE 'z' FROM t",
	"SELECT a IN (1, 2), b NOT IN (SELECT c FROM d), e IN f, g IN (), h BETWEEN 1 AND 2 AND i NOT BETWEEN 3 AND 4",
	"SELECT x ISNULL, y NOTNULL, z NOT NULL, a IS b, a IS NOT b, a IS DISTINCT FROM b, a IS NOT DISTINCT FROM NULL",
	"SELECT count(*), count(DISTINCT a), group_concat(a, ',' ORDER BY b), sum(x) FILTER (WHERE y > 1), row_number() OVER (PARTITION BY a ORDER BY b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW), lag(a) OVER w FROM t WINDOW w AS (ORDER BY b)",
	"SELECT EXISTS (SELECT 1), NOT EXISTS (SELECT 2), (SELECT 3), (1, 2) = (3, 4), -a, +b, ~c, a || b || c, j -> 'x' ->> 'y', n COLLATE NOCASE",
	"SELECT value FROM json_each(:items) AS i, json_tree(t.x, '$.a')",
	"VALUES (1, 2), (3, 4)",
	"INSERT INTO t (a, b) VALUES (:a.b, :now), (1, 2) ON CONFLICT (a) DO UPDATE SET b = excluded.b, (c, d) = (1, 2) WHERE b > 1 RETURNING id, a AS z",
	"INSERT OR IGNORE INTO t SELECT * FROM u WHERE true ON CONFLICT DO NOTHING",
	"INSERT INTO t DEFAULT VALUES RETURNING *",
	"REPLACE INTO t VALUES (1)",
	"UPDATE OR REPLACE t AS x SET a = a + 1, b = (SELECT 1) FROM u WHERE u.id = x.id RETURNING a",
	"UPDATE t SET a = 1",
	"DELETE FROM t WHERE a = 1 RETURNING id",
	"WITH a AS (SELECT 1) DELETE FROM t WHERE b IN a",
	"SELECT \"order\", [group], first, last, key, row FROM [a b] AS \"x\" CROSS JOIN (t JOIN u ON 1) FULL OUTER JOIN v ON 2 RIGHT JOIN w ON 3",
	"SELECT TRUE, FALSE, NULL, x'ff', 1e5, CURRENT_TIMESTAMP",
}

func TestParseAccepts(t *testing.T) {
	for _, src := range statements {
		stmt, err := Parse(src)
		if err != nil {
			t.Errorf("Parse(%q): %v", src, err)
			continue
		}
		if stmt.Start != 0 || stmt.End != len(src) {
			t.Errorf("Parse(%q) covers %v", src, stmt.Range)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	tests := []struct{ src, at string }{
		{"SELECT FROM t", "FROM"},
		{"SELECT a FROM t WHERE", ""},
		{"SELECT a b c FROM t", "c"},
		{"SELECT (1", ""},
		{"UPDATE t SET a", ""},
		{"SELECT ?1", "?1"},
		{strings.Repeat("(", 5000), "("},
		{"SELECT " + strings.Repeat("NOT ", 5000) + "1", "NOT"},
		{"SELECT " + strings.Repeat("- ", 5000) + "1", "-"},
	}
	for _, tt := range tests {
		_, err := Parse(tt.src)
		e, ok := err.(*Error)
		if !ok {
			t.Errorf("Parse(%.40q) = %v, want an *Error", tt.src, err)
			continue
		}
		if got := tt.src[e.Start:e.End]; got != tt.at {
			t.Errorf("Parse(%.40q) fails at %q, want %q", tt.src, got, tt.at)
		}
	}
}

func TestPrecedence(t *testing.T) {
	tests := []struct{ src, want string }{
		{"a OR b AND c", "(a OR (b AND c))"},
		{"NOT a = b", "(NOT (a = b))"},
		{"a = b < c", "(a = (b < c))"},
		{"a + b * c - d", "((a + (b * c)) - d)"},
		{"-a || b", "((-a) || b)"},
		{"a BETWEEN b AND c AND d", "((a BETWEEN b AND c) AND d)"},
		{"a == b != c", "((a = b) <> c)"},
		{"a IS NOT NULL AND b ISNULL", "((a NOTNULL) AND (b ISNULL))"},
	}
	for _, tt := range tests {
		e, err := ParseExpr(tt.src, Lex(tt.src))
		if err != nil {
			t.Fatal(err)
		}
		if got := show(e); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.src, got, tt.want)
		}
	}
}

func show(e Expr) string {
	switch e := e.(type) {
	case *ColumnExpr:
		return e.Name.Text
	case *UnaryExpr:
		if e.Op == "NOT" {
			return "(NOT " + show(e.X) + ")"
		}
		return "(" + e.Op + show(e.X) + ")"
	case *BinaryExpr:
		return "(" + show(e.L) + " " + e.Op + " " + show(e.R) + ")"
	case *BetweenExpr:
		return "(" + show(e.X) + " BETWEEN " + show(e.Low) + " AND " + show(e.High) + ")"
	case *NullTest:
		if e.Not {
			return "(" + show(e.X) + " NOTNULL)"
		}
		return "(" + show(e.X) + " ISNULL)"
	}
	return "?"
}

func TestAnnotationEdits(t *testing.T) {
	tests := []struct{ src, want string }{
		{"SELECT CAST(a AS date) AS d", "SELECT  a  AS d"},
		{"SELECT CAST(a + 1 AS boolean), CAST(b AS TEXT)", "SELECT (a + 1), CAST(b AS TEXT)"},
		{"SELECT CAST(CAST(a AS integer) AS datetime)", "SELECT  CAST(a AS integer) "},
		{"SELECT CAST(CAST(a || 'x' AS date) AS datetime)", "SELECT  (a || 'x') "},
		{"SELECT (SELECT CAST(json_group_array(x) AS json) FROM t)", "SELECT (SELECT  json_group_array(x)  FROM t)"},
	}
	for _, tt := range tests {
		stmt, err := Parse(tt.src)
		if err != nil {
			t.Fatal(err)
		}
		if got := Apply(tt.src, Range{0, len(tt.src)}, AnnotationEdits(stmt)); got != tt.want {
			t.Errorf("%s\n got %q\nwant %q", tt.src, got, tt.want)
		}
	}
}

func TestName(t *testing.T) {
	for in, want := range map[string]string{"books": "books", "order": `"order"`, "a b": `"a b"`, `q"x`: `"q""x"`, "": `""`, "First": `"First"`, "1a": `"1a"`} {
		if got := Name(in); got != want {
			t.Errorf("Name(%q) = %s, want %s", in, got, want)
		}
	}
}

func TestBuilderOrigin(t *testing.T) {
	src := "a = :x AND b = 1"
	var b Builder[string]
	b.Put("SELECT (")
	b.Copy("s", src, Range{0, 4})
	b.Arg(1, "s", Range{4, 6})
	b.Copy("s", src, Range{6, len(src)})
	b.Put(")")
	text := b.Text(Numbered)
	if text != "SELECT (a = ?1 AND b = 1)" {
		t.Fatal(text)
	}
	for _, word := range []string{"a =", "?1", "b ="} {
		_, r, ok := b.Origin(strings.Index(text, word), Numbered)
		want := strings.Index(src, strings.Replace(word, "?1", ":x", 1))
		if !ok || r.Start != want {
			t.Errorf("%q comes from %v (%v), want %d", word, r, ok, want)
		}
	}
	if _, _, ok := b.Origin(0, Numbered); ok {
		t.Error("SELECT has no origin")
	}
}

// FuzzLex makes sure that every byte belongs to one token or is white space,
// and that nothing here panics.
func FuzzLex(f *testing.F) {
	for _, s := range statements {
		f.Add(s)
	}
	f.Add("'")
	f.Add("/*")
	f.Add("x'0")
	f.Add(":a.:b")
	f.Fuzz(func(t *testing.T, src string) {
		at := 0
		toks := Lex(src)
		for _, tok := range toks {
			if strings.Trim(src[at:tok.Start], " \t\n\r\f") != "" || tok.End <= tok.Start {
				t.Fatalf("lost %q before %v in %q", src[at:tok.Start], tok, src)
			}
			at = tok.End
		}
		CheckStatement(src, toks)
		Trim(toks, src)
		if stmt, err := Parse(src); err == nil {
			Apply(src, Range{0, len(src)}, AnnotationEdits(stmt))
		}
		ParseExpr(src, toks)
	})
}

// FuzzRewrite makes sure that writing parameters as numbers changes no other
// token: a parameter inside a string or a comment must stay as it is.
func FuzzRewrite(f *testing.F) {
	for _, s := range statements {
		f.Add(s)
	}
	f.Add("SELECT ':a', \":b\", :c -- :d")
	f.Fuzz(func(t *testing.T, src string) {
		toks := Lex(src)
		var b Builder[int]
		at, n := 0, 0
		for _, tok := range toks {
			if tok.Kind == Param {
				n++
				b.Copy(0, src, Range{at, tok.Start})
				b.Arg(n, 0, Range{tok.Start, tok.End})
				at = tok.End
			}
		}
		b.Copy(0, src, Range{at, len(src)})
		out := b.Text(Numbered)
		got := Lex(out)
		if len(got) != len(toks) {
			t.Fatalf("%q became %q", src, out)
		}
		for i, tok := range got {
			was := toks[i]
			if was.Kind == Param && tok.Kind == BadParam {
				continue
			}
			if tok.Kind != was.Kind || tok.Text(out) != was.Text(src) {
				t.Fatalf("%q became %q: %q turned into %q", src, out, was.Text(src), tok.Text(out))
			}
		}
	})
}
