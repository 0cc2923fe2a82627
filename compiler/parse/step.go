package parse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/ir/diag"
)

// stepForms are the keys that say what a step does.
func stepForms() []string {
	return []string{"let", "require", "run", "each", "when", "use", "go", "return"}
}

// steps reads a list of steps.
func (r *reader) steps(v *Value, what string) []*Step {
	var out []*Step
	for _, item := range r.items(v, what, "begin each step with `- `") {
		if s := r.step(item); s != nil {
			out = append(out, s)
		}
	}
	if v != nil && v.Kind == ListValue && !v.bad && len(v.Items) == 0 {
		r.ds.Error(diag.EmptyValue, v.Span, what+" has no steps", "write at least one, or delete the key")
	}
	return out
}

// step reads one step; nil if it can't be said what it is.
func (r *reader) step(v *Value) *Step {
	const hint = "a step begins with one of: let, require, run, each, when, use, go, return"
	if v.Kind == ScalarValue && !v.bad {
		r.wrongShape(v, "a step", "a map", "write `- run: "+firstWords(v.Scalar.Value)+"`; "+hint)
		return nil
	}
	known := append(stepForms(), errorCodes()...)
	known = append(known, "row", "optional row", "rows", "value", "changes", "do", "otherwise", "with", "as", "in", "out", "body")
	o := r.object(v, "a step", known...)
	form, ok := o.one(stepForms()...)
	if !ok {
		if !o.bad {
			r.noForm(o, hint)
		}
		return nil
	}
	o.what = fmt.Sprintf("`%s`", form.Key.Value)
	s := &Step{Span: v.Span}
	switch form.Key.Value {
	case "let":
		r.let(s, o)
	case "require":
		s.Kind, s.Expr = Require, r.text(form.Value, "`require`", sql)
		o.only("require", errorCodes()...)
		s.Refusal = r.needRefusal(&o)
	case "run":
		s.Kind, s.SQL = Run, r.text(form.Value, "`run`", sql)
		o.only("run", append([]string{"changes"}, errorCodes()...)...)
		s.Changes = o.text("changes", word)
		s.Refusal = r.refusal(&o)
		if s.Refusal != nil {
			o.need("changes", "add `changes: 1`: without it a `run` has nothing to refuse")
		}
	case "each":
		r.each(s, o, form.Value)
	case "when":
		s.Kind, s.Expr = When, r.text(form.Value, "`when`", sql)
		o.only("when", "do", "otherwise")
		o.need("do", "add `do:` with the steps to take")
		s.Do = r.steps(o.get("do"), "`do` of `when`")
		s.Otherwise = r.steps(o.get("otherwise"), "`otherwise` of `when`")
	case "use":
		s.Kind, s.Use = Use, r.texts(form.Value, "`use`", word)
		o.only("use", "with", "as")
		s.With = r.expressions(o.get("with"), "`with` of `use`")
		s.Name = o.text("as", word)
	case "go":
		s.Kind, s.Name = Go, r.text(form.Value, "`go`", word)
		o.only("go", "in", "out", "body")
		o.need("body", "add `body: |` with the inside of a Go function")
		s.GoIn = r.expressions(o.get("in"), "`in` of `go`")
		s.GoOut = r.members(o.get("out"), "`out` of `go`")
		s.Body = r.goBody(o.get("body"))
	case "return":
		s.Kind = ReturnStep
		o.only("return")
		s.Return = r.returns(form.Value, "`return`")
	}
	return s
}

// noForm reports a step without a key that says what it does.
func (r *reader) noForm(o object, hint string) {
	message := "this step has no key that says what it does"
	if len(o.entries) > 0 {
		if _, ok := o.one("row", "optional row", "rows", "value"); ok {
			hint = "add `let: name` for a result that later steps use, or put it under `return`"
		} else if slices.Contains(errorCodes(), o.entries[0].Key.Value) {
			hint = "add `require: condition`: the step refuses unless it is true"
		}
	}
	r.ds.Error(diag.MissingKey, first(o.span), message, hint)
}

// let reads a step that names a result.
func (r *reader) let(s *Step, o object) {
	s.Name = o.text("let", word)
	from, ok := o.one("row", "optional row", "rows", "value")
	if !ok {
		if !o.bad {
			r.ds.Error(diag.MissingKey, first(o.span), "`let` has nothing to name",
				"add `row:`, `optional row:` or `rows:` with a SELECT, or `value:` with an expression")
		}
		o.only("let", errorCodes()...)
		return
	}
	what := fmt.Sprintf("`%s` of `let`", from.Key.Value)
	switch from.Key.Value {
	case "row":
		s.Kind, s.SQL = LetRow, r.text(from.Value, what, sql)
		o.only("let", errorCodes()...)
		s.Refusal = r.refusal(&o)
		return
	case "optional row":
		s.Kind, s.SQL = LetOptionalRow, r.text(from.Value, what, sql)
	case "rows":
		s.Kind, s.SQL = LetRows, r.text(from.Value, what, sql)
	case "value":
		s.Kind, s.Expr = LetValue, r.text(from.Value, what, expr)
	}
	o.only("let")
}

// each reads a loop.
func (r *reader) each(s *Step, o object, v *Value) {
	s.Kind = EachStep
	o.only("each", "do")
	o.need("do", "add `do:` with the steps of each turn")
	s.Do = r.steps(o.get("do"), "`do` of `each`")
	t := r.text(v, "`each`", word)
	if !t.Set {
		return
	}
	item, list, ok := loop(t)
	name := strings.TrimPrefix(list.Value, ":")
	if !ok || !isPath(name) {
		r.badLoop(t, "write `each: item in :items`, with a list parameter or a `let` of rows after `in`")
		return
	}
	if name == list.Value {
		r.badLoop(t, fmt.Sprintf("write `each: %s in :%s`, with a colon before the list", item.Value, name))
	}
	s.Name, s.In = item, list.Slice(len(list.Value)-len(name), len(list.Value))
}

// needRefusal reads the error code beside a require.
func (r *reader) needRefusal(o *object) *Refusal {
	refusal := r.refusal(o)
	if refusal == nil && !o.bad {
		r.ds.Error(diag.MissingKey, first(o.span), "`require` does not say what is refused",
			"add an error code with a message for the agent, for example `failed_precondition: …`; the codes are "+
				strings.Join(errorCodes(), ", "))
	}
	return refusal
}

// goBody reads Go code, which needs a block scalar: its line breaks count.
func (r *reader) goBody(v *Value) Text {
	t := r.text(v, "`body` of `go`", prose)
	if t.Set && !t.Quoted && t.Span.End.Line > t.Span.Start.Line {
		r.ds.Error(diag.WrongShape, first(t.Span), "`body` of `go` is plain text, in which YAML joins the lines",
			"write `body: |` and the code below it, indented")
	}
	return t
}

// firstWords shortens a text for a hint.
func firstWords(s string) string {
	fields := strings.Fields(s)
	if len(fields) > 4 {
		return strings.Join(fields[:4], " ") + " …"
	}
	return strings.Join(fields, " ")
}
