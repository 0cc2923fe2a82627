package parse

import (
	"fmt"

	"github.com/awmc/awmc/ir/diag"
)

// errorCodes are the keys that refuse, with a message behind them.
func errorCodes() []string {
	return []string{"invalid_argument", "not_found", "conflict", "forbidden", "failed_precondition"}
}

// tool reads one entry of tools.
func (r *reader) tool(e Entry) *Tool {
	known := append([]string{"doc", "params", "get", "list", "create", "update", "delete", "row", "rows", "do",
		"own", "only", "set", "filter", "search", "range", "sort", "page", "cases"}, errorCodes()...)
	o := r.object(e.Value, fmt.Sprintf("tool `%s`", e.Key.Value), known...)
	o.span = e.Key.Span
	tool := &Tool{
		Name:   e.Key,
		Span:   diag.Span{File: e.Key.Span.File, Start: e.Key.Span.Start, End: e.Value.Span.End},
		Doc:    o.text("doc", prose),
		Params: r.members(o.get("params"), o.of("params")),
		Own:    o.text("own", word),
		Only:   r.texts(o.get("only"), o.of("only"), word),
		Set:    r.expressions(o.get("set"), o.of("set")),
		Search: r.texts(o.get("search"), o.of("search"), word),
		Range:  r.texts(o.get("range"), o.of("range"), word),
		Sort:   r.texts(o.get("sort"), o.of("sort"), word),
		Page:   r.page(o.get("page"), o.of("page")),
	}
	form, ok := o.one("get", "list", "create", "update", "delete", "row", "rows", "do")
	switch {
	case !ok && !o.bad:
		r.ds.Error(diag.MissingKey, e.Key.Span, o.what+" does nothing",
			"add `do:` with steps, `row:` or `rows:` with a SELECT, or one of get, list, create, update, delete with an entity")
	case ok:
		tool.Form = form.Key
		r.form(tool, form)
	}
	r.filter(tool, o)
	tool.Missing = r.refusal(&o)
	if tool.Missing != nil && ok && tool.Form.Value != "row" {
		r.ds.Error(diag.MisplacedKey, tool.Missing.Code.Span,
			fmt.Sprintf("`%s` does not belong beside `%s`", tool.Missing.Code.Value, tool.Form.Value),
			"it goes with `row`, or beside a step under `do`")
	}
	for _, item := range r.items(o.get("cases"), o.of("cases"), "begin each with `- call: {…}`") {
		tool.Cases = append(tool.Cases, r.toolCase(item))
	}
	return tool
}

// form reads the value of the key that says what a tool does.
func (r *reader) form(tool *Tool, form Entry) {
	what := fmt.Sprintf("`%s` of tool `%s`", form.Key.Value, tool.Name.Value)
	switch form.Key.Value {
	case "row", "rows":
		tool.SQL = r.text(form.Value, what, sql)
	case "do":
		tool.Do = r.steps(form.Value, what)
	default:
		tool.Of = r.text(form.Value, what, word)
	}
}

// filter reads the fields of a list, or the conditions of rows.
func (r *reader) filter(tool *Tool, o object) {
	v := o.get("filter")
	if v == nil {
		return
	}
	switch {
	case tool.Form.Value == "list" && v.Kind == MapValue && !v.bad:
		r.wrongShape(v, o.of("filter"), "a list of fields",
			"write [field, …]; conditions of your own go with `rows: SELECT …`")
	case tool.Form.Value == "list":
		tool.FilterBy = r.texts(v, o.of("filter"), word)
	case v.Kind == ListValue:
		r.wrongShape(v, o.of("filter"), "a map", "write {parameter: \"condition with :parameter\"}; a list of fields goes with `list: entity`")
	default:
		tool.Filter = r.named(v, o.of("filter"), sql)
	}
}

// page reads a page's size, or {default, max}.
func (r *reader) page(v *Value, what string) *Value {
	if v == nil || v.bad {
		return v
	}
	if v.Kind != MapValue {
		r.text(v, what, word)
		return v
	}
	o := r.object(v, what, "default", "max")
	o.text("default", word)
	o.text("max", word)
	return v
}

// expressions reads a map of names and SQL expressions.
func (r *reader) expressions(v *Value, what string) []Entry {
	entries := r.mapping(v, what, "write {name: \"expression\"}")
	for _, e := range entries {
		r.text(e.Value, fmt.Sprintf("`%s` in %s", e.Key.Value, what), expr)
	}
	return entries
}

// refusal reads the error code, with its message, that stands in a map.
func (r *reader) refusal(o *object) *Refusal {
	e, ok := o.one(errorCodes()...)
	if !ok {
		return nil
	}
	return &Refusal{Code: e.Key, Message: r.text(e.Value, "the message of `"+e.Key.Value+"`", prose)}
}

// toolCase reads one entry of cases.
func (r *reader) toolCase(v *Value) *Case {
	o := r.object(v, "a case", "call", "fails", "before")
	o.need("call", "add `call: {parameter: value}`, or `call: {}`")
	c := &Case{Span: v.Span, Fails: o.text("fails", word)}
	if call := o.get("call"); call != nil {
		c.Call = r.entries(call, "`call` of a case", "write {parameter: value}, or {}")
	}
	if before := o.get("before"); before != nil {
		for _, k := range r.calls(before, o.of("before")) {
			if k.Each.Set || k.As.Set {
				r.ds.Error(diag.UnknownKey, first(k.Span), "the calls before a case are plain ones",
					"write `- tool: {parameter: value}`; a value that depends on them is `{sql: SELECT …}`")
				continue
			}
			c.Before = append(c.Before, k)
		}
	}
	return c
}
