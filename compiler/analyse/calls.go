package analyse

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// episode is a scope for one way through the task: results come and go.
func (s *taskScope) episode() *taskScope {
	c := *s
	c.shapes = maps.Clone(s.shapes)
	return &c
}

// calls lowers the calls of a solution.
func (s *taskScope) calls(calls []*parse.Call) []ir.SolveStep {
	a := s.a
	var out []ir.SolveStep
	for _, k := range calls {
		if k.Each.Set {
			if step, ok := s.callLoop(k); ok {
				out = append(out, step)
			}
			continue
		}
		t := a.r.Tool(k.Tool.Value)
		if t == nil {
			continue // package check has said so
		}
		step := ir.SolveStep{Span: k.Span, Tool: t.IR, As: k.As.Value}
		for _, arg := range k.Args {
			step.Args = append(step.Args, s.argument(t, arg))
		}
		if k.As.Value != "" {
			s.shapes[k.As.Value] = outputShape(t.IR.Output)
			if t.Broken || a.brokenTools[t] || t.IR.Output == nil {
				s.shapes[k.As.Value] = &shape{}
			}
			s.used[k.As.Value] = true
		}
		out = append(out, step)
	}
	return out
}

func (s *taskScope) callLoop(k *parse.Call) (ir.SolveStep, bool) {
	item, list, ok := k.Each.SplitLoop()
	if !ok {
		return ir.SolveStep{}, false
	}
	inner := s.episode()
	path, sh, found := s.path(strings.Split(list.Value, "."), list.Span)
	if found && sh.elem == nil && (sh.typ != nil || sh.row != nil) {
		s.a.err(diag.NotAList, list.Span, fmt.Sprintf("`%s` is %s, not a list", list.Value, sh.words()), "draw it with `rows`, or name a list of an earlier result")
		found = false
	}
	inner.shapes[item.Value] = &shape{}
	if found && sh.elem != nil {
		inner.shapes[item.Value] = sh.elem
	}
	step := ir.SolveStep{Span: k.Span, Each: &ir.SolveEach{Var: item.Value, In: strings.Join(path, "."), Do: inner.calls(k.Do)}}
	return step, found
}

// argument lowers one argument of a call.
func (s *taskScope) argument(t *check.Tool, arg parse.Entry) ir.NamedTemplate {
	out := ir.NamedTemplate{Span: arg.Key.Span, Name: arg.Key.Value}
	for _, p := range t.IR.Params {
		if p.Name == arg.Key.Value {
			out.JSON = s.json(arg.Value, p.Type)
			return out
		}
	}
	out.JSON = s.json(arg.Value, nil)
	return out
}

// json writes a value as JSON of a type, with its templates checked; a nil
// type is what the value looks like.
func (s *taskScope) json(v *parse.Value, t ir.Type) string {
	switch v.Kind {
	case parse.NullValue:
		return "null"
	case parse.ListValue:
		parts := make([]string, len(v.Items))
		for i, x := range v.Items {
			var elem ir.Type
			if l, ok := t.(*ir.List); ok {
				elem = l.Elem
			}
			parts[i] = s.json(x, elem)
		}
		return "[" + strings.Join(parts, ",") + "]"
	case parse.MapValue:
		parts := make([]string, len(v.Entries))
		for i, e := range v.Entries {
			var member ir.Type
			if o, ok := t.(*ir.Object); ok {
				for _, f := range o.Fields {
					if f.Name == e.Key.Value {
						member = f.Type
					}
				}
			}
			parts[i] = quoteJSON(e.Key.Value) + ":" + s.json(e.Value, member)
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	if paths := templatePaths(v.Scalar.Value); len(paths) > 0 {
		s.fits(v.Scalar, paths, t)
		return quoteJSON(s.text(v.Scalar))
	}
	return scalarJSON(v, t)
}

// fits reports a template that is one value of another type than is needed.
func (s *taskScope) fits(text parse.Text, paths []templatePath, t ir.Type) {
	if len(paths) != 1 || paths[0].start != 0 || paths[0].end != len(text.Value) || paths[0].format != "" || t == nil {
		return
	}
	_, sh, ok := s.path(paths[0].path, text.SpanOf(paths[0].start, paths[0].end)) // reported once: text meets it again
	if !ok {
		return
	}
	want, scalar := scalarOf(t)
	bad := false
	switch {
	case sh.elem != nil:
		_, isList := t.(*ir.List)
		bad = !isList && !isJSON(t)
	case sh.row != nil:
		bad = scalar
	case sh.typ != nil && scalar:
		have, _ := scalarOf(sh.typ)
		bad = have != want && !looseFit(have, want)
	case sh.typ != nil:
		_, isList := t.(*ir.List)
		_, isObject := t.(*ir.Object)
		bad = isList || isObject
	}
	if bad {
		s.a.err(diag.ArgumentType, text.Span, fmt.Sprintf("{%s} is %s, and the parameter takes %s", strings.Join(paths[0].path, "."), sh.words(), article(typeName(t))),
			"name the value that is meant, such as a column of it")
	}
}

// looseFit reports whether a value of one type can stand for another in a
// call: numbers as texts and the like, which servers convert.
func looseFit(have, want ir.Scalar) bool {
	switch {
	case want == ir.Text, have == ir.Text:
		return want == ir.Text || isTemporal(want) || want == ir.Integer
	case have == ir.Integer:
		return want == ir.Real || want == ir.Boolean
	case have == ir.Real:
		return want == ir.Integer
	}
	return false
}

// scalarJSON is a plain value as JSON: of the type if it can be read so, else
// by its looks.
func scalarJSON(v *parse.Value, t ir.Type) string {
	if s, ok := scalarOf(t); ok {
		bare := *v
		bare.Scalar.Quoted = false
		if s == ir.Text || isTemporal(s) {
			return quoteJSON(v.Scalar.Value)
		}
		if lit, ok := check.Literal(&bare, s, ir.Constraints{}); ok {
			return jsonOf(lit.Value)
		}
		return quoteJSON(v.Scalar.Value)
	}
	if !v.Scalar.Quoted {
		for _, s := range []ir.Scalar{ir.Integer, ir.Real, ir.Boolean} {
			if lit, ok := check.Literal(v, s, ir.Constraints{}); ok {
				return jsonOf(lit.Value)
			}
		}
	}
	return quoteJSON(v.Scalar.Value)
}

func jsonOf(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return "null" // not reached: literals are scalars
	}
	return string(b)
}

func quoteJSON(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return `""` // not reached: strings always encode
	}
	return strings.TrimSuffix(b.String(), "\n")
}
