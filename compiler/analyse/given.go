package analyse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates/rt/data"
)

// given lowers one value that is drawn for each seed. A failure leaves the
// name known as broken.
func (s *taskScope) given(out *ir.Task, e parse.Entry) {
	a := s.a
	if e.Key.Value == "where" && e.Value.Kind == parse.ScalarValue {
		s.whereAll(out, e.Value.Scalar)
		return
	}
	g := &ir.Given{Span: e.Key.Span}
	name := &blockName{v: &ir.Var{Span: e.Key.Span, Name: e.Key.Value, GoName: lowerFirst(check.GoName(e.Key.Value)), Kind: ir.ScalarVar}}
	g.Gen = s.givenGenerator(e, name)
	if g.Gen == nil {
		s.broken[e.Key.Value] = true
		return
	}
	g.Var = name.v
	s.names[e.Key.Value] = name
	s.order = append(s.order, e.Key.Value)
	s.shapes[e.Key.Value] = shapeOf(name)
	out.Given = append(out.Given, g)
	if w := e.Value.Get("where"); w != nil && e.Value.Kind == parse.MapValue {
		if c := a.condition(w.Scalar, s.resolver(), false); c != nil {
			g.Where = c.stmt
		}
	}
}

// whereAll is a condition over everything that is drawn: the last draw is
// where all of it is known.
func (s *taskScope) whereAll(out *ir.Task, text parse.Text) {
	c := s.a.condition(text, s.resolver(), false)
	if c == nil {
		return
	}
	if len(out.Given) == 0 {
		s.a.err(diag.GivenWhere, text.Span, "this `where` has nothing before it to be about", "write it below the values that it tests")
		return
	}
	last := out.Given[len(out.Given)-1]
	if last.Where != nil {
		s.a.err(diag.GivenWhere, text.Span, fmt.Sprintf("the value `%s` has a `where` already", last.Var.Name), "join the conditions with AND")
		return
	}
	last.Where = c.stmt
}

// givenGenerator lowers how a value is drawn, and what it is.
func (s *taskScope) givenGenerator(e parse.Entry, name *blockName) ir.Generator {
	v := e.Value
	scalar := func(t ir.Scalar) { name.v.Type, name.val = t, value{typ: t} }
	if v.Kind != parse.MapValue {
		t := guess(v)
		lit, ok := check.Literal(v, t, ir.Constraints{})
		if !ok {
			return nil
		}
		scalar(t)
		return &ir.ConstGen{Value: lit}
	}
	get := v.Get
	switch {
	case get("fake") != nil:
		scalar(ir.Text)
		return &ir.FakeGen{Kind: get("fake").Scalar.Value}
	case get("text") != nil:
		scalar(ir.Text)
		return &ir.TextGen{Template: s.text(get("text").Scalar)}
	case get("between") != nil:
		t := check.BetweenType(get("between"))
		scalar(t)
		return between(get("between"), get("step"), t)
	case get("pick") != nil && get("pick").Kind == parse.ListValue:
		return s.pickValues(get("pick"), get("weights"), name)
	case get("pick") != nil:
		c := s.query(get("pick").Scalar, name, ir.RowVar)
		if c == nil {
			return nil
		}
		return &ir.PickGen{Query: c.stmt}
	case get("sql") != nil:
		c := s.query(get("sql").Scalar, name, ir.RowVar)
		if c == nil {
			return nil
		}
		return &ir.RowGen{Query: c.stmt}
	case get("rows") != nil:
		c := s.query(get("rows").Scalar, name, ir.RowsVar)
		if c == nil {
			return nil
		}
		return &ir.RowsGen{Query: c.stmt}
	case get("first") != nil:
		return s.first(v, name)
	}
	return nil
}

func (s *taskScope) pickValues(x, w *parse.Value, name *blockName) ir.Generator {
	g := &ir.PickGen{Weights: weights(w)}
	t := guess(x.Items...)
	for _, item := range x.Items {
		lit, ok := check.Literal(item, t, ir.Constraints{})
		if !ok {
			return nil
		}
		g.Values = append(g.Values, lit)
	}
	name.v.Type, name.val = t, value{typ: t}
	return g
}

// guess is the type of plain values that no field gives one: the first that
// all of them can be read as.
func guess(items ...*parse.Value) ir.Scalar {
	for _, t := range []ir.Scalar{ir.Integer, ir.Real, ir.Boolean, ir.Date, ir.DateTime, ir.Time} {
		all := len(items) > 0
		for _, v := range items {
			_, ok := check.Literal(v, t, ir.Constraints{})
			all = all && ok && v.Kind == parse.ScalarValue && !(v.Scalar.Quoted && t != ir.Date && t != ir.DateTime && t != ir.Time)
		}
		if all {
			return t
		}
	}
	return ir.Text
}

// query compiles a query of given rows. A row of one column is its value.
func (s *taskScope) query(text parse.Text, name *blockName, kind ir.VarKind) *compiled {
	a := s.a
	c := a.selectText(text, s.resolver(), compileOptions{})
	if c == nil {
		return nil
	}
	if rs := c.s.results(); len(c.stmt.Columns) == 1 && len(rs) == 1 && !rs[0].Star && resultName(rs[0]) == "" {
		c.stmt.Columns[0].Name = "value" // nobody needs to name the only one
	} else if !a.resultColumns(c) {
		return nil
	}
	name.v.Kind = kind
	name.v.Row = c.stmt.Columns
	name.cols = c.stmt.Columns
	if len(c.stmt.Columns) == 1 {
		col := c.stmt.Columns[0]
		name.column = col.Name
		if kind == ir.RowVar {
			name.v.Kind, name.v.Type, name.v.Row = ir.ScalarVar, col.Type, nil
			name.v.Nullable = col.Nullable
			name.val, name.cols = a.valueOf(col), nil
			name.val.typ = c.rel.cols[0].typ
		}
	}
	if kind == ir.RowsVar {
		name.val = value{typ: ir.JSON{}}
	}
	return c
}

func (s *taskScope) first(v *parse.Value, name *blockName) ir.Generator {
	a := s.a
	c := s.query(v.Get("first").Scalar, name, ir.RowVar)
	if c == nil {
		return nil
	}
	g := &ir.FirstGen{Query: c.stmt}
	by := v.Get("by")
	if by == nil {
		return nil
	}
	items := by.Items
	if by.Kind == parse.ScalarValue {
		items = []*parse.Value{by}
	}
	ok := true
	for _, item := range items {
		col, desc, fine := check.OrderColumn(item)
		if !fine {
			ok = false
			continue
		}
		var column *ir.Column
		names := []string{}
		for _, k := range c.stmt.Columns {
			names = append(names, k.Name)
			if k.Name == col {
				column = k
			}
		}
		if column == nil {
			a.err(diag.OrderColumn, item.Span, fmt.Sprintf("the query has no column `%s`", col), listHint(col, names, "its columns are"))
			ok = false
			continue
		}
		g.By = append(g.By, ir.OrderBy{Column: column, Desc: desc})
	}
	if !ok {
		return nil
	}
	return g
}

// spoken refuses to say as a date what can't be one.
func (s *taskScope) spoken(t parse.Text, p templatePath, sh *shape) {
	if !slices.Contains(data.SpokenForms(), p.format) || sh == nil || sh.typ == nil {
		return
	}
	// Queries give computed dates as texts.
	if typ, ok := scalarOf(sh.typ); !ok || typ != ir.Text && !isTemporal(typ) {
		s.a.err(diag.TemplatePath, t.SpanOf(p.start, p.end), fmt.Sprintf("{%s} is %s, and `:%s` needs a date, a datetime or a time", strings.Join(p.path, "."), sh.words(), p.format),
			"remove `:"+p.format+"`")
	}
}

// text rewrites the paths of a template to how they are reached, and checks
// them.
func (s *taskScope) text(t parse.Text) string {
	var b strings.Builder
	at := 0
	for _, p := range templatePaths(t.Value) {
		path, sh, ok := s.path(p.path, t.SpanOf(p.start, p.end))
		if !ok {
			continue
		}
		b.WriteString(t.Value[at:p.start] + "{" + strings.Join(path, "."))
		if p.format != "" {
			s.spoken(t, p, sh)
			b.WriteString(":" + p.format)
		}
		b.WriteString("}")
		at = p.end
	}
	b.WriteString(t.Value[at:])
	return b.String()
}
