package emit_test

import (
	"strings"
	"testing"

	"github.com/awmc/awmc/emit"
	"github.com/awmc/awmc/ir"
)

// hostileTexts break out of string literals, comments, formats and tables if
// one of them is written without care.
var hostileTexts = []string{
	"100% of %s %d %[1]v",
	"back`quote and \"double\" and 'single'",
	"{} {{braces}} ${dollar}",
	"emoji 👩‍🚀 and right-to-left \u202eabc and مرحبا",
	"*/ // +build ignore\n+build ignore\n//go:embed x",
	"tab\tcr\r\nnul-ish \x01 bom \ufeff sep \u2028",
	"| pipes | <b>tags</b> | [links](x) |",
	"\\ back \\n slash",
}

// hostileNames are keywords, predeclared names, packages and the emitter's
// own locals; all are fine in env.yaml.
var hostileNames = []string{
	"type", "range", "func", "len", "string", "error", "nil", "new", "any", "ctx", "err", "t", "q", "s", "in", "out",
	"ok", "row", "rows", "list", "core", "fmt", "slices", "context", "json", "fail", "budget", "found", "i", "init",
	"main", "tools", "queries", "data_json", "env", "changed",
}

func hostileEnvironment() *ir.Environment {
	b := newBuilder("hostile")
	env := b.env
	all := strings.Join(hostileTexts, "\n")
	env.Title, env.Summary, env.Policy, env.Schema = all, all, all, "-- "+hostileTexts[1]+"\n"
	var fields []*ir.Field
	for i, n := range hostileNames {
		f := field(n, []ir.Type{ir.Text, ir.Integer, ir.Real, ir.Boolean, ir.Date, ir.DateTime, ir.Time}[i%7])
		f.Optional = i%3 == 0
		f.Doc = hostileTexts[i%len(hostileTexts)]
		if f.Type == ir.Text {
			f.Constraints.Enum = hostileTexts
		}
		fields = append(fields, f)
	}
	things := b.entity("things", "Thing", true, fields...)
	things.Doc = all
	// Entities whose files would be taken for tests or other systems' files.
	b.entity("linux", "Linux", true, field("name", ir.Text))
	test := b.entity("test", "Test", true, field("name", ir.Text))
	windows := b.entity("windows", "Windows", true, field("name", ir.Text))

	var params []*ir.Param
	var message []any
	var args []ir.Operand
	for i, n := range hostileNames {
		p := param(n, fields[i].Type)
		p.Doc = hostileTexts[i%len(hostileTexts)]
		p.Optional = i%2 == 0
		if p.Type == ir.Text {
			p.Constraints.Enum = hostileTexts
			p.Constraints.Pattern = "`\\d+\"%s"
		}
		params = append(params, p)
		args = append(args, whole(paramVar(p)))
		message = append(message, hostileTexts[i%len(hostileTexts)], whole(paramVar(p)))
	}
	row := rowVar("func", b.cols("things.*"))
	rows := rowsVar("range", b.cols("things.*"))
	item := rowVar("type", rows.Row)
	part := &ir.Part{Name: "err", GoName: "Err", Kind: ir.PartRow, RowType: "GoErr", Columns: b.cols("things.type", "things.range")}
	for _, n := range hostileNames {
		message = append(message, of(row, n), of(item, n))
	}
	tool := &ir.Tool{
		Span: b.span(), Name: "go", GoName: "Go", Doc: all, Form: "do", Params: params,
		Steps: []ir.Step{
			&ir.LetStep{Kind: ir.LetRow, Var: row, Query: b.query("goRow", "SELECT `x`, '%s', \"y\" FROM things -- ?1", row.Row, args...),
				Missing: b.refuse("go", ir.NotFound, "type", message[:len(hostileNames)]...)},
			&ir.LetStep{Kind: ir.LetRows, Var: rows, Query: b.query("goRows", "SELECT *\nFROM things\nWHERE x = `y`", rows.Row)},
			&ir.EachStep{Item: item, In: whole(rows), Do: []ir.Step{
				&ir.RequireStep{Cond: &ir.OneOf{Value: val(of(row, "type")), Among: literals("a`b", `c"d`, "100%")},
					Refuse: b.refuse("go", ir.Conflict, "type", message...)}}},
			&ir.ReturnStep{Parts: []*ir.ReturnPart{{Part: part, Query: b.query("goErr", "SELECT type, range FROM things", part.Columns)}}},
		},
		Output: &ir.Output{GoName: "GoOutput", Parts: []*ir.Part{part}},
	}
	get := func(name string, e *ir.Entity) *ir.Tool {
		cols := b.cols(e.Name + ".*")
		p := &ir.Part{Name: "row", GoName: "Row", Kind: ir.PartRow, RowType: pascal(name) + "Output", Columns: cols}
		return &ir.Tool{Span: b.span(), Name: name, GoName: pascal(name), Form: "row", ReadOnly: true,
			Steps:  []ir.Step{&ir.ReturnStep{Parts: []*ir.ReturnPart{{Part: p, Query: b.query(strings.ToLower(pascal(name)), "SELECT * FROM "+e.Name, cols)}}}},
			Output: &ir.Output{GoName: pascal(name) + "Output", Flat: true, Parts: []*ir.Part{p}}}
	}
	env.Tools = []*ir.Tool{tool, get("new_env", test), get("get_windows", windows)}
	return env
}

// Whatever an author writes must end up as correct Go: a text is data.
func TestHostile(t *testing.T) {
	files, err := emit.Emit(hostileEnvironment(), emit.Options{Module: "example.com/out"})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if strings.ContainsAny(string(f.Content), "\u202e\ufeff") && strings.HasSuffix(f.Path, ".go") {
			t.Errorf("%s holds invisible characters as they are", f.Path)
		}
	}
	dump(t, files)
	checkFormat(t, files)
	vet(t, files)
}
