package analyse

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// generator lowers what fills a field; nil if it has a mistake. Its form is
// checked already.
func (a *analyser) generator(f *tableFill, field *ir.Field, e parse.Entry, s *blockScope) ir.Generator {
	v := e.Value
	kind := ""
	if v.Kind == parse.MapValue {
		for _, k := range []string{"fake", "between", "pick", "text", "words", "sql"} {
			if v.Get(k) != nil {
				kind = k
			}
		}
	}
	x := v.Get(kind)
	var gen ir.Generator
	switch kind {
	case "":
		lit, ok := check.Literal(v, field.Type, field.Constraints)
		if !ok {
			return nil
		}
		return &ir.ConstGen{Value: lit}
	case "fake":
		gen = &ir.FakeGen{Kind: x.Scalar.Value}
	case "between":
		t, _ := scalarOf(field.Type)
		gen = between(x, v.Get("step"), t)
	case "pick":
		gen = a.pickGenerator(f, field, v, x, s)
	case "text":
		gen = a.textGenerator(x, s)
	case "words":
		gen = wordsGenerator(x)
	case "sql":
		if c := a.fieldQuery(f, field, x.Scalar, s); c != nil {
			gen = &ir.SQLGen{Query: c.stmt}
		}
	}
	if m := v.Get("maybe"); m != nil && gen != nil {
		chance, _ := strconv.ParseFloat(m.Scalar.Value, 64)
		gen = &ir.MaybeGen{Chance: chance, Gen: gen}
	}
	return gen
}

// between lowers a range; nil for one that package check has refused.
func between(v, step *parse.Value, t ir.Scalar) ir.Generator {
	if v.Kind != parse.ListValue || len(v.Items) != 2 {
		return nil
	}
	low, lok := check.Literal(v.Items[0], t, ir.Constraints{})
	high, hok := check.Literal(v.Items[1], t, ir.Constraints{})
	if !lok || !hok {
		return nil
	}
	g := &ir.BetweenGen{Type: t, Low: low, High: high}
	if step != nil {
		unit := ir.Integer
		if t == ir.Real {
			unit = ir.Real
		}
		g.Step, _ = check.Literal(step, unit, ir.Constraints{})
	}
	return g
}

func wordsGenerator(v *parse.Value) ir.Generator {
	items := []*parse.Value{v}
	if v.Kind == parse.ListValue {
		items = v.Items
	}
	var n []int64
	for _, x := range items {
		k, err := strconv.ParseInt(x.Scalar.Value, 10, 64)
		if err != nil {
			return nil
		}
		n = append(n, k)
	}
	if len(n) == 0 {
		return nil
	}
	return &ir.WordsGen{Min: n[0], Max: n[len(n)-1]}
}

func (a *analyser) pickGenerator(f *tableFill, field *ir.Field, v, x *parse.Value, s *blockScope) ir.Generator {
	g := &ir.PickGen{Weights: weights(v.Get("weights"))}
	if d := v.Get("distinct"); d != nil {
		g.Distinct = d.Scalar.Value == "true"
	}
	switch {
	case x.Kind == parse.ListValue:
		for _, item := range x.Items {
			lit, ok := check.Literal(item, field.Type, field.Constraints)
			if !ok {
				return nil
			}
			g.Values = append(g.Values, lit)
		}
		return g
	case a.entity(x.Scalar.Value) != nil:
		e := a.entity(x.Scalar.Value)
		key := sqltext.Name(e.Key[0].Name)
		c := a.selectText(synthetic("SELECT "+key+" FROM "+sqltext.Name(e.Name)+" ORDER BY "+key, x.Span), nothing{a, "pick"}, compileOptions{})
		if c == nil {
			return nil
		}
		f.reads(c)
		g.Query = c.stmt
		return g
	}
	c := a.fieldQuery(f, field, x.Scalar, s)
	if c == nil {
		return nil
	}
	g.Query = c.stmt
	return g
}

func weights(v *parse.Value) []float64 {
	if v == nil {
		return nil
	}
	var out []float64
	for _, w := range v.Items {
		x, _ := strconv.ParseFloat(w.Scalar.Value, 64)
		out = append(out, x)
	}
	return out
}

// fieldQuery compiles a query whose value a field gets.
func (a *analyser) fieldQuery(f *tableFill, field *ir.Field, text parse.Text, s *blockScope) *compiled {
	c := a.selectText(text, s.resolver(), compileOptions{})
	if c == nil || !a.oneColumn(c) {
		return nil
	}
	f.reads(c)
	t := a.typer(c.s)
	t.assign(field, c.rel.cols[0].value, nil, c.s.body)
	a.problems(c.s, t.problems)
	if len(t.problems) > 0 {
		return nil
	}
	return c
}

// textGenerator checks the names in a template, and the columns behind them.
func (a *analyser) textGenerator(x *parse.Value, s *blockScope) ir.Generator {
	ok := true
	for _, p := range templatePaths(x.Scalar.Value) {
		n := s.names[p.path[0]]
		if n == nil {
			ok = ok && builtinName(p.path[0]) // package check knows the rest
			continue
		}
		at := x.Scalar.SpanOf(p.start, p.end)
		switch {
		case len(p.path) == 1:
		case n.cols == nil, len(p.path) > 2:
			a.err(diag.TemplatePath, at, fmt.Sprintf("{%s} can't be followed in a template", strings.Join(p.path, ".")),
				"read the value into a field of its own with `sql`, or select it in `each`")
			ok = false
		default:
			if _, found := a.rowPath(n, p.path, at); !found {
				ok = false
			}
		}
	}
	if !ok {
		return nil
	}
	return &ir.TextGen{Template: x.Scalar.Value}
}

func builtinName(name string) bool { return name == "now" || name == "today" || name == "actor" }

// templatePath is one {path} of a template.
type templatePath struct {
	path       []string
	start, end int    // of the braces
	format     string // behind a colon, "" for none
}

// templatePaths finds the {paths} of a text; {{ and }} are braces.
func templatePaths(s string) []templatePath {
	var out []templatePath
	for i := 0; i < len(s); i++ {
		if (s[i] == '{' || s[i] == '}') && i+1 < len(s) && s[i+1] == s[i] {
			i++
			continue
		}
		end := strings.IndexByte(s[i:], '}')
		if s[i] != '{' || end < 0 {
			continue
		}
		path, format, _ := strings.Cut(s[i+1:i+end], ":")
		out = append(out, templatePath{strings.Split(strings.TrimSpace(path), "."), i, i + end + 1, format})
		i += end
	}
	return out
}
