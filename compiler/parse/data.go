package parse

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/ir/diag"
)

// data reads one entry of data.
func (r *reader) data(e Entry) *Data {
	what := fmt.Sprintf("the data of `%s`", e.Key.Value)
	o := r.object(e.Value, what, "columns", "rows", "generate", "then")
	o.span = e.Key.Span
	if !o.bad && len(o.entries) == 0 {
		r.ds.Error(diag.EmptyValue, e.Key.Span, what+" is empty", "add `rows` or `generate`, or delete it")
	}
	return &Data{
		Entity:   e.Key,
		Columns:  r.texts(o.get("columns"), o.of("columns"), word),
		Rows:     r.rows(o),
		Generate: r.generates(o.get("generate"), o.of("generate")),
		Then:     o.text("then", sql),
	}
}

// rows reads rows as maps, or as lists under columns.
func (r *reader) rows(o object) []*Value {
	var out []*Value
	for _, item := range r.items(o.get("rows"), o.of("rows"), "begin each row with `- `") {
		switch {
		case item.bad:
		case item.Kind == ListValue && !o.has("columns"):
			o.need("columns", "add `columns: [id, name, …]`, or write the rows as maps")
			return out
		case item.Kind == ListValue || item.Kind == MapValue:
			out = append(out, r.value(item))
		case item.Kind == NullValue:
			r.empty(item, "a row of "+o.what)
		default:
			r.wrongShape(item, "a row of "+o.what, "a map or a list",
				"write {name: value, …}, or [value, …] in the order of `columns`")
		}
	}
	return out
}

// generates reads one block of generated rows, or a list of them.
func (r *reader) generates(v *Value, what string) []*Generate {
	if v == nil {
		return nil
	}
	if v.Kind != ListValue {
		return []*Generate{r.generate(v, what)}
	}
	var out []*Generate
	for _, item := range v.Items {
		out = append(out, r.generate(item, "an item of "+what))
	}
	return out
}

func (r *reader) generate(v *Value, what string) *Generate {
	g := &Generate{Span: v.Span}
	for _, e := range r.mapping(v, what, "write `count: 40` and a generator for each field") {
		switch e.Key.Value {
		case "count":
			g.Count = r.count(e.Value, "`count` of "+what)
		case "each":
			g.Each = r.text(e.Value, "`each` of "+what, word)
			if strings.Contains(strings.ToUpper(g.Each.Value), "SELECT ") {
				r.comment(g.Each)
			}
			if _, _, ok := loop(g.Each); !ok && g.Each.Set {
				r.badLoop(g.Each, "write `each: order in orders`, with an entity, a view or a SELECT after `in`")
			}
		default:
			g.Fields = append(g.Fields, Entry{Key: e.Key, Value: r.value(e.Value)})
		}
	}
	if v.Kind == MapValue && !v.bad && g.Count == nil && !g.Each.Set {
		r.ds.Error(diag.MissingKey, first(v.Span), what+" has no `count`",
			"add `count: 40`, or `each: order in orders` for rows of each parent")
	}
	return g
}

// count reads a number, a range or {sql: …}.
func (r *reader) count(v *Value, what string) *Value {
	hint := "write a number, a range such as [1, 3], or {sql: \"SELECT …\"}"
	switch {
	case v.bad:
	case v.Kind == NullValue:
		r.empty(v, what)
	case v.Kind == MapValue:
		o := r.object(v, what, "sql")
		o.need("sql", hint)
		o.text("sql", sql)
	case v.Kind == ListValue && len(v.Items) != 2:
		r.wrongShape(v, what, "a range of two numbers", hint)
	default:
		return r.value(v)
	}
	return v
}

// loop splits "x in list".
func loop(t Text) (item, list Text, ok bool) {
	name, rest, found := strings.Cut(strings.TrimSpace(t.Value), " ")
	in, _, _ := strings.Cut(strings.TrimLeft(rest, " \n"), " ")
	if !found || in != "in" || !isName(name) {
		return Text{}, Text{}, false
	}
	start := strings.Index(t.Value, name)
	after := start + len(name) + strings.Index(t.Value[start+len(name):], "in") + len("in")
	list = t.Slice(after, len(t.Value)).TrimSpace()
	return t.Slice(start, start+len(name)), list, list.Value != ""
}

func (r *reader) badLoop(t Text, hint string) {
	r.ds.Error(diag.BadLoop, t.Span, fmt.Sprintf("`%s` is not a loop", short(t.Value)), hint)
}

// isName says whether a word can be the name of something.
func isName(s string) bool {
	for i, c := range s {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// isPath says whether a word is a name, or names with dots between them.
func isPath(s string) bool {
	for _, part := range strings.Split(s, ".") {
		if !isName(part) {
			return false
		}
	}
	return true
}
