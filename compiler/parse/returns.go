package parse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/ir/diag"
)

// returns reads named parts of a result.
func (r *reader) returns(v *Value, what string) []*Return {
	const hint = "write named parts: `order: :order` for a `let`, `items: {rows: \"SELECT …\"}`, `total: {value: \"…\"}`"
	var out []*Return
	for _, e := range r.mapping(v, what, hint) {
		if p := r.part(e); p != nil {
			out = append(out, p)
		}
	}
	if v != nil && v.Kind == MapValue && !v.bad && len(v.Entries) == 0 {
		r.ds.Error(diag.EmptyValue, v.Span, what+" has no parts", hint)
	}
	return out
}

// part reads one named part; nil if it can't be said what it is.
func (r *reader) part(e Entry) *Return {
	what := fmt.Sprintf("the part `%s`", e.Key.Value)
	p := &Return{Name: e.Key, Span: e.Value.Span}
	if e.Value.Kind != MapValue {
		return r.letPart(p, e.Value, what)
	}
	forms := []string{"row", "optional row", "rows", "value", "get", "let"}
	o := r.object(e.Value, what, slices.Concat(forms, []string{"key", "with"}, errorCodes())...)
	o.span = e.Key.Span
	form, ok := o.one(forms...)
	if !ok {
		if !o.bad {
			r.ds.Error(diag.MissingKey, first(o.span), what+" does not say what it is",
				"add row, optional row or rows with a SELECT, value with an expression, or get with an entity and `key`; a `let` is named as a text: `"+e.Key.Value+": :name`")
		}
		return nil
	}
	switch form.Key.Value {
	case "row":
		p.Kind, p.SQL = ReturnRow, o.text("row", sql)
		o.only("row", errorCodes()...)
		p.Refusal = r.refusal(&o)
	case "optional row":
		p.Kind, p.SQL, p.Optional = ReturnRow, o.text("optional row", sql), true
		o.only("optional row")
	case "rows":
		p.Kind, p.SQL = ReturnRows, o.text("rows", sql)
		o.only("rows", "with")
		if with := o.get("with"); with != nil {
			p.With = r.returns(with, o.of("with"))
		}
	case "value":
		p.Kind, p.Expr = ReturnValue, o.text("value", expr)
		o.only("value")
	case "get":
		p.Kind, p.Get = ReturnGet, o.text("get", word)
		if key := o.get("key"); key != nil && key.Kind == ListValue {
			p.Keys = r.texts(key, o.of("key"), expr)
		} else {
			p.Expr = o.text("key", expr)
		}
		o.only("get", append(errorCodes(), "key")...)
		o.need("key", "add `key: \":order_id\"`")
		p.Refusal = r.refusal(&o)
	case "let":
		o.only("let")
		return r.letPart(p, form.Value, what)
	}
	return p
}

// letPart reads a part that names a let, or a column of one.
func (r *reader) letPart(p *Return, v *Value, what string) *Return {
	t := r.text(v, what, word)
	if !t.Set {
		return nil
	}
	name := strings.TrimPrefix(t.Value, ":")
	if !isPath(name) {
		r.comment(t)
		r.wrongShape(v, what, "the name of a `let`",
			"write {value: \"…\"} for an expression, {row: \"SELECT …\"} or {rows: \"SELECT …\"} for a query")
		return nil
	}
	p.Kind, p.Let = ReturnLet, t.Slice(len(t.Value)-len(name), len(t.Value))
	return p
}
