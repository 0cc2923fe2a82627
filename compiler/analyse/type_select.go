package analyse

import (
	"strings"

	"github.com/awmc/awmc/compiler/sqltext"
)

// selectStmt types a whole SELECT.
func (t *typer) selectStmt(s *sqltext.Select, parent *frame) *relation {
	rel, _ := t.selectFrame(s, parent)
	return rel
}

// selectFrame types a whole SELECT and returns the scope of its only core
// too; nil for a compound.
func (t *typer) selectFrame(s *sqltext.Select, parent *frame) (*relation, *frame) {
	if s.With != nil {
		parent = t.with(s.With, parent)
	}
	var rel *relation
	var f *frame
	for i, c := range s.Cores {
		r, cf := t.core(c, parent)
		if i == 0 {
			rel, f = r, cf
			continue
		}
		f = nil
		rel = combine(rel, r)
		if s.Ops[i-1] != "UNION ALL" {
			rel.setKeys(allColumns(rel))
		}
	}
	of := f
	if of == nil {
		of = &frame{parent: parent}
	}
	of.aliases = rel.cols
	for _, o := range s.OrderBy {
		if lit, ok := o.Expr.(*sqltext.Lit); ok && lit.Kind == sqltext.IntegerLit {
			continue
		}
		t.expr(o.Expr, of)
	}
	for _, e := range []sqltext.Expr{s.Limit, s.Offset} {
		if e != nil {
			t.expr(e, parent)
		}
	}
	if lit, ok := s.Limit.(*sqltext.Lit); ok && lit.Text == "1" {
		rel.setKeys([]int{})
	}
	return rel, f
}

func allColumns(r *relation) []int {
	out := make([]int, len(r.cols))
	for i := range out {
		out[i] = i
	}
	return out
}

// combine merges the columns of two parts of a compound.
func combine(a, b *relation) *relation {
	out := &relation{}
	for i, c := range a.cols {
		if i < len(b.cols) {
			c.value = merge(c.value, b.cols[i].value)
		}
		out.cols = append(out.cols, c)
	}
	return out
}

// with types the tables of a WITH clause into a new scope.
func (t *typer) with(w *sqltext.With, parent *frame) *frame {
	f := &frame{parent: parent, ctes: map[string]*relation{}}
	for _, c := range w.Tables {
		name := strings.ToLower(c.Name.Text)
		if w.Recursive && len(c.Select.Cores) > 1 {
			// The first part gives the columns that the others refer to.
			first, _ := t.core(c.Select.Cores[0], f)
			f.ctes[name] = renamed(c, first)
		}
		f.ctes[name] = renamed(c, t.selectStmt(c.Select, f))
	}
	return f
}

// renamed is the relation of a WITH table under its own column names.
func renamed(c *sqltext.CTE, r *relation) *relation {
	out := &relation{name: c.Name.Text, late: r.rowKeys, cols: make([]relColumn, len(r.cols))}
	copy(out.cols, r.cols)
	out.settled()
	for i, n := range c.Columns {
		if i < len(out.cols) {
			out.cols[i].name = n.Text
		}
	}
	return out
}

// core types one SELECT and returns its scope, in which ORDER BY and
// :filter are read.
func (t *typer) core(c *sqltext.Core, parent *frame) (*relation, *frame) {
	f := &frame{parent: parent}
	if c.Values != nil {
		return t.values(c, parent), f
	}
	for _, r := range c.From {
		t.tableRef(r, f)
	}
	if c.Where != nil {
		t.condition(c.Where, f)
	}
	f.single = len(c.GroupBy) == 0 && (hasAggregate(c.Having) || resultsAggregate(c.Results))
	rel := &relation{}
	var shown []narrowed // what WHERE lets through is not NULL
	if c.Where != nil {
		shown = t.shownBy(c.Where, f, false)
	}
	t.narrow(shown, func() {
		for _, r := range c.Results {
			rel.cols = append(rel.cols, t.result(r, f)...)
		}
	})
	f.aliases = rel.cols
	for _, e := range c.GroupBy {
		if lit, ok := e.(*sqltext.Lit); ok && lit.Kind == sqltext.IntegerLit {
			continue
		}
		t.expr(e, f)
	}
	if c.Having != nil {
		t.condition(c.Having, f)
	}
	for _, e := range c.Window {
		t.expr(e, f)
	}
	t.joined(c)
	rel.late = func() [][]int { return t.coreKeys(c, f, rel) }
	return rel, f
}

func (t *typer) values(c *sqltext.Core, parent *frame) *relation {
	rel := &relation{}
	for i, row := range c.Values {
		for k, e := range row {
			v := t.expr(e, parent)
			switch {
			case i == 0:
				rel.cols = append(rel.cols, relColumn{name: "column" + sqltext.Numbered(k + 1)[1:], value: v})
			case k < len(rel.cols):
				rel.cols[k].value = merge(rel.cols[k].value, v)
			}
		}
	}
	if len(c.Values) == 1 {
		rel.setKeys([]int{})
	}
	return rel
}

// result types one result: an expression, or the columns of "*".
func (t *typer) result(r sqltext.Result, f *frame) []relColumn {
	if !r.Star {
		v := t.expr(r.Expr, f)
		return []relColumn{{name: resultName(r), value: v}}
	}
	var out []relColumn
	seen := map[string]bool{}
	for i, tab := range f.tables {
		if r.Table != nil && !strings.EqualFold(tab.alias, r.Table.Text) {
			continue
		}
		for k, c := range tab.rel.cols {
			name := strings.ToLower(c.name)
			if c.hidden || r.Table == nil && seen[name] && f.isUsing(name) {
				continue
			}
			seen[name] = true
			c.null = c.null || tab.null || f.single
			if !f.single && t.isNarrowed(found{frame: f, table: i, col: k}) {
				c.null = false
			}
			out = append(out, relColumn{name: c.name, value: c.value})
		}
	}
	return out
}

func (f *frame) isUsing(name string) bool {
	for _, u := range f.using {
		if strings.EqualFold(u, name) {
			return true
		}
	}
	return false
}

// resultName is the name a result has without a look at SQLite: its alias, or
// that of the column it is. "" is any other expression.
func resultName(r sqltext.Result) string {
	if r.Alias != nil {
		return r.Alias.Text
	}
	e := r.Expr
	for {
		c, ok := e.(*sqltext.CastExpr)
		if !ok || !c.IsAnnotation() {
			break
		}
		e = c.X
	}
	if c, ok := e.(*sqltext.ColumnExpr); ok {
		return c.Name.Text
	}
	return ""
}

// aggregates make one value of many rows.
var aggregates = map[string]bool{"count": true, "sum": true, "total": true, "avg": true, "group_concat": true,
	"string_agg": true, "json_group_array": true, "json_group_object": true, "min": true, "max": true}

func isAggregate(f *sqltext.FuncExpr) bool {
	name := strings.ToLower(f.Name.Text)
	if f.Over || !aggregates[name] {
		return false
	}
	return name != "min" && name != "max" || len(f.Args) == 1
}

// hasAggregate reports whether an expression aggregates, subqueries aside.
func hasAggregate(e sqltext.Expr) (has bool) {
	ownFuncs(e, func(f *sqltext.FuncExpr) { has = has || isAggregate(f) })
	return has
}

func resultsAggregate(results []sqltext.Result) bool {
	for _, r := range results {
		if hasAggregate(r.Expr) {
			return true
		}
	}
	return false
}

// scalarSelect is the value of a SELECT used as an expression. It is NULL
// where there is no row, which an aggregate over all rows always has.
func (t *typer) scalarSelect(s *sqltext.Select, f *frame) value {
	rel := t.selectStmt(s, f)
	if len(rel.cols) == 0 {
		return unknown()
	}
	v := rel.cols[0].value
	v.literal = false
	if !alwaysRow(s) {
		v.null = true
	}
	return v
}

// alwaysRow reports whether a SELECT certainly has a row.
func alwaysRow(s *sqltext.Select) bool {
	if len(s.Cores) != 1 || s.Limit != nil || s.Offset != nil {
		return false
	}
	c := s.Cores[0]
	if c.Values != nil {
		return true
	}
	if len(c.GroupBy) > 0 || c.Having != nil {
		return false
	}
	return resultsAggregate(c.Results) || len(c.From) == 0 && c.Where == nil
}

// condition types an expression that is used as true or false.
func (t *typer) condition(e sqltext.Expr, f *frame) value {
	v := t.expr(e, f)
	return v
}
