package compiler_test

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/awmc/awmc/compiler"
	"github.com/awmc/awmc/ir/diag"
)

// An environment is written by a model, and called by another: no word of
// either may become code. testdata/hostile.yaml has the words of Go and SQL
// for names and what ends texts in SQL, Go, JSON, Markdown and shells for
// texts; its server must be built, proved, and answer to the letter.
func TestHostileEnvironment(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a server")
	}
	results, err := compiler.Build(t.Context(), []string{"testdata/hostile.yaml"}, compiler.Options{
		Out: filepath.Join(t.TempDir(), "out"), Seeds: 5, Cache: userCache(t),
	}, quiet{})
	built(t, results, err)
	for _, tt := range []struct{ tool, args, want string }{
		{"select", `{"id":1}`, `{"id":1,"func":"Robert'); DROP TABLE types;--","range":9223372036854775807,"map":"😀","key":"k'1","row":null,"end":null,"string":"x","error":false,"nil":["a'b","😀"],"len":null}`},
		// beyond what a double holds, defaults included
		{"import", `{"func":"a","key":"'); DELETE FROM types; --","map":"שלום","range":-9223372036854775808,"nil":["\"q\"",";"]}`,
			`{"id":4,"func":"a","range":-9223372036854775808,"map":"שלום","key":"'); DELETE FROM types; --","row":null,"end":null,"string":"'; DROP TABLE types; --","error":false,"nil":["\"q\"",";"],"len":null}`},
		{"import", `{"func":"a","key":"x"}`,
			`{"id":4,"func":"a","range":9007199254740993,"map":"it's","key":"x","row":null,"end":null,"string":"'; DROP TABLE types; --","error":false,"nil":["a'b","😀"],"len":null}`},
		{"interface", `{"func":"x'; DROP TABLE types; --","in":9007199254740993,"select":"😀","int64":[1,2],"t":{"type":"a","q":[],"select":3},"ctx":"\"","err":-1}`,
			`{"func":"x'; DROP TABLE types; -- -- 😀;","string":"a'b\"c` + "`" + `d\\e%f{g}","in":9007199254740994,"len":3,"return":"X'; DROP TABLE TYPES; --` + "`" + `\"%d😀😀","rows":[` +
				`{"id":1,"func":"Robert'); DROP TABLE types;--","semi":"; -- ' {x} \"","said":"say \"hi\" 😀 × x'; DROP TABLE types; --"},` +
				`{"id":2,"func":"שלום \"עולם\"","semi":"; -- ' {x} \"","said":"say \"hi\" 😀 × x'; DROP TABLE types; --"},` +
				`{"id":3,"func":"%s %d {func}","semi":"; -- ' {x} \"","said":"say \"hi\" 😀 × x'; DROP TABLE types; --"}],"int64":2,"t":3,"err":-1,"ctx":"\""}`},
		{"interface", `{"func":"no","in":1}`, `{"error":{"code":"invalid_argument","message":"func can't be ` + "`no`" + `: {not} no, 100% sure \"\\\" 😀"}}`},
		{"interface", `{"func":"fail","in":1}`, `{"error":{"code":"conflict","message":"100% fail ` + "`x`" + ` 😀"}}`},
		{"func", `{"type":1}`, `{"const":9223372036854775807,"no":"semi;colon -- no comment /* nor this */","end":null,"first":"Robert'); DROP TABLE types;--"}`},
		{"go", `{"search":"drop table","map":"😀","range_min":9223372036854775807}`,
			`{"items":[{"id":1,"func":"Robert'); DROP TABLE types;--","range":9223372036854775807,"map":"😀","key":"k'1","row":null,"end":null,"string":"x","error":false,"nil":["a'b","😀"],"len":null}],"total":1}`},
		{"go", `{"sort":"end; DROP TABLE types"}`, `{"error":{"code":"invalid_argument","message":"sort must be one of \"key\", \"end\", \"range\", got \"end; DROP TABLE types\".","parameter":"sort"}}`},
		{"range", `{"desc":"%s {x} '\u202e","context":"a\nb"}`, `{"row":{"desc":"%s {x} '` + "\u202e" + `","writer":1,"context":"a\nb"}}`},
		{"text", `{"number":"Q'%001\"` + "`" + `"}`, `{"items":[{"id":1,"number":"Q'%001\"` + "`" + `"}]}`},
		{"switch", `{"id":2,"map":"it's","clear":["end"]}`,
			`{"id":2,"func":"שלום \"עולם\"","range":-9223372036854775808,"map":"it's","key":"k` + "`" + `2","row":null,"end":null,"string":"'; DROP TABLE types; --","error":false,"nil":["a'b","😀"],"len":null}`},
		{"switch", `{"id":2,"map":"שלום"}`, `{"error":{"code":"failed_precondition","message":"types.map cannot go from a;b--c to שלום."}}`},
		{"switch", `{"id":2,"end":13}`, `{"error":{"code":"invalid_argument","message":"A row of types must satisfy \"end\" IS NULL OR \"end\" <> 13."}}`},
	} {
		out, _ := exec.CommandContext(t.Context(), results[0].Binary, "call", tt.tool, tt.args).Output() // a refusal has an exit code
		if got := strings.TrimSpace(string(out)); got != tt.want {
			t.Errorf("%s %s\n got %s\nwant %s", tt.tool, tt.args, got, tt.want)
		}
	}
}

// What can't be kept apart in Go or SQL is refused, with the place.
func TestHostileNamesAreRefused(t *testing.T) {
	base := `awmc: 1
name: hostile
title: T
summary: S.
category: tests
now: 2026-03-02 09:00:00
entities:
  things:
    fields: {name: text}
`
	tool := "tools:\n  get_thing: {get: things}\n"
	list := []struct {
		name, text string
		code       diag.Code
	}{
		{"a keyword of Go as the environment", strings.Replace(base, "hostile", "func", 1) + tool, diag.EnvName},
		{"a path as the environment", strings.Replace(base, "hostile", "../../etc", 1) + tool, diag.EnvName},
		{"a reserved word as a table", base + "  select: {fields: {a: text}}\n" + tool, diag.NameReserved},
		{"SQL as a table", base + "  \"x; DROP TABLE things\": {fields: {a: text}}\n" + tool, diag.NameForm},
		{"a quote in a column", base + "  others: {fields: {\"a\\\"b\": text}}\n" + tool, diag.NameForm},
		{"letters beyond ASCII", base + "  größen: {fields: {a: text}}\n" + tool, diag.NameForm},
		{"columns that collide in Go", base + "  others: {fields: {line_1: text, line1: text}}\n" + tool, diag.NameCollides},
		{"an id that collides in Go", base + "  others: {fields: {i_d: text, i_D: text}}\n" + tool, diag.NameForm},
		{"SQLite's own table", base + "  sqlite_schema: {fields: {a: text}}\n" + tool, diag.NameReserved},
		{"awmc's own table", base + "  awmc_session: {fields: {a: text}}\n" + tool, diag.NameReserved},
		{"tools that collide in Go", base + tool + "  get_thing_: {get: things}\n", diag.NameForm},
		{"a tool of a protocol", base + tool + "  reset: {list: things}\n", diag.NameReserved},
		{"two statements", base + tool + "  t: {doc: D., do: [{run: \"DELETE FROM things; DROP TABLE things\"}]}\n", diag.SQLSeveral},
		{"another kind of statement", base + tool + "  t: {doc: D., do: [{run: \"DROP TABLE things\"}]}\n", diag.SQLStart},
		{"a pragma", base + tool + "  t: {doc: D., do: [{run: \"PRAGMA writable_schema = 1\"}]}\n", diag.SQLStart},
		{"the schema", base + tool + "  t: {doc: D., rows: \"SELECT name FROM sqlite_schema ORDER BY name\"}\n", diag.UnknownTable},
		{"a function that loads code", base + tool + "  t: {doc: D., rows: \"SELECT load_extension(name) AS x FROM things ORDER BY id\"}\n", diag.FunctionRefused},
		{"an operating system in Go", base + tool + "  t: {doc: D., do: [{go: g, body: \"os.Exit(1)\"}]}\n", diag.GoPackage},
		{"Go that leaves its function", base + tool + "  t: {doc: D., do: [{go: g, body: \"}\\nfunc init() { panic(1)\"}]}\n", diag.GoSyntax},
		{"a pattern that ends early", base + "  others: {fields: {a: {type: text, pattern: \")|(?:.*\"}}}\n" + tool, diag.BadPattern},
		{"an integer beyond 64 bits", base + "  others: {fields: {a: {type: integer, max: 9223372036854775808}}}\n" + tool, diag.ValueMisfit},
	}
	texts := make([]string, len(list))
	for i, tt := range list {
		texts[i] = tt.text
	}
	for i, r := range checked(t, texts) {
		if !slices.ContainsFunc(r.Diagnostics, func(d diag.Diagnostic) bool { return d.Code == list[i].code && d.Span.Start.Line > 0 }) {
			t.Errorf("%s: no %s but %v", list[i].name, list[i].code, r.Diagnostics)
		}
	}
}
