package analyse

import (
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/sqltext"
)

// colRef is a column of one table of a SELECT.
type colRef struct{ table, col int }

// facts are what a SELECT says about its rows: which columns follow from
// which. They decide whether an ORDER BY leaves ties.
type facts struct {
	t     *typer
	f     *frame
	equal [][2]colRef // the second follows from the first
	known []colRef    // the same in every row
	// group is what makes a row where there is a GROUP BY: columns and the
	// texts of other expressions.
	group   []colRef
	grouped bool
}

// factsOf collects what the joins and the WHERE of a SELECT say.
func (t *typer) factsOf(c *sqltext.Core, f *frame) *facts {
	x := &facts{t: t, f: f}
	n := 0
	for _, r := range c.From {
		x.table(r, &n)
	}
	x.conjuncts(c.Where, -1)
	for _, e := range c.GroupBy {
		x.grouped = true
		if ref, ok := x.groupColumn(c, e); ok {
			x.group = append(x.group, ref)
		} else {
			x.group = append(x.group, colRef{-1, -1}) // never determined
		}
	}
	return x
}

// groupColumn finds the column that a term of GROUP BY is, by name, number
// or alias.
func (x *facts) groupColumn(c *sqltext.Core, e sqltext.Expr) (colRef, bool) {
	if ref, ok := x.direct(e); ok {
		return ref, true
	}
	if r := resultOf(c, e); r != nil {
		return x.direct(r)
	}
	return colRef{}, false
}

// resultOf is the result that an expression names by alias or number.
func resultOf(c *sqltext.Core, e sqltext.Expr) sqltext.Expr {
	switch e := unparen(e).(type) {
	case *sqltext.Lit:
		for i, r := range c.Results {
			if e.Kind == sqltext.IntegerLit && sqltext.Numbered(i + 1)[1:] == e.Text {
				return r.Expr
			}
		}
	case *sqltext.ColumnExpr:
		for _, r := range c.Results {
			if r.Alias != nil && e.Table == nil && strings.EqualFold(r.Alias.Text, e.Name.Text) {
				return r.Expr
			}
		}
	}
	return nil
}

func (x *facts) table(r *sqltext.TableRef, n *int) {
	at := *n
	if r.Group != nil {
		for _, g := range r.Group {
			x.table(g, n)
		}
	} else {
		*n++
	}
	outer := -1
	switch r.Join {
	case sqltext.LeftJoin:
		outer = at
	case sqltext.RightJoin, sqltext.FullJoin:
		return
	}
	x.conjuncts(r.On, outer)
	for _, u := range r.Using {
		x.using(u.Text, at)
	}
}

// using equates the column of a table with the first one of that name.
func (x *facts) using(name string, table int) {
	for i := range table {
		a, b := x.f.tables[i].rel.index(name), -1
		if table < len(x.f.tables) {
			b = x.f.tables[table].rel.index(name)
		}
		if a >= 0 && b >= 0 {
			x.equate(colRef{i, a}, colRef{table, b}, -1)
			return
		}
	}
}

// conjuncts reads the equations of a condition. outer is the table that a
// LEFT JOIN adds, -1 elsewhere: there a column of it follows from others, but
// not the other way round.
func (x *facts) conjuncts(e sqltext.Expr, outer int) {
	switch e := e.(type) {
	case *sqltext.ParenExpr:
		if len(e.List) == 1 {
			x.conjuncts(e.List[0], outer)
		}
	case *sqltext.BinaryExpr:
		switch e.Op {
		case "AND":
			x.conjuncts(e.L, outer)
			x.conjuncts(e.R, outer)
		case "=", "IS":
			l, lok := x.direct(e.L)
			r, rok := x.direct(e.R)
			switch {
			case lok && rok:
				x.equate(l, r, outer)
			case lok && x.constant(e.R):
				x.fix(l, outer)
			case rok && x.constant(e.L):
				x.fix(r, outer)
			}
		}
	}
}

func (x *facts) equate(a, b colRef, outer int) {
	if outer < 0 || b.table == outer {
		x.equal = append(x.equal, [2]colRef{a, b})
	}
	if outer < 0 || a.table == outer {
		x.equal = append(x.equal, [2]colRef{b, a})
	}
}

func (x *facts) fix(a colRef, outer int) {
	if outer < 0 || a.table == outer {
		x.known = append(x.known, a)
	}
}

// constant reports whether an expression is the same for all rows of this
// SELECT: it names none of its columns.
func (x *facts) constant(e sqltext.Expr) bool {
	same := true
	sqltext.Walk(e, func(e sqltext.Expr) bool {
		switch e := e.(type) {
		case *sqltext.ColumnExpr:
			if _, n := x.f.lookup(e); n > 0 {
				same = false
			}
		case *sqltext.SubqueryExpr, *sqltext.ExistsExpr, *sqltext.InExpr:
			same = false
		}
		return same
	})
	return same
}

// direct is the column of this SELECT's tables that an expression is.
func (x *facts) direct(e sqltext.Expr) (colRef, bool) {
	e = unparen(e)
	if c, ok := e.(*sqltext.CastExpr); ok && c.IsAnnotation() {
		return x.direct(c.X)
	}
	c, ok := e.(*sqltext.ColumnExpr)
	if !ok {
		return colRef{}, false
	}
	got, n := x.f.lookup(c)
	if n != 1 || got.table < 0 {
		return colRef{}, false
	}
	return colRef{got.table, got.col}, true
}

// covers reports whether rows that agree in these columns are the same row.
func (x *facts) covers(refs []colRef) bool {
	if x.f.single {
		return true
	}
	have := x.closure(refs)
	if x.grouped {
		return !slices.ContainsFunc(x.group, func(g colRef) bool { return !have[g] })
	}
	for i, tab := range x.f.tables {
		if !hasKey(tab.rel, i, have) {
			return false
		}
	}
	return true
}

func hasKey(r *relation, table int, have map[colRef]bool) bool {
	return slices.ContainsFunc(r.rowKeys(), func(key []int) bool {
		return !slices.ContainsFunc(key, func(c int) bool { return !have[colRef{table, c}] })
	})
}

// closure is everything that follows from some columns.
func (x *facts) closure(refs []colRef) map[colRef]bool {
	have := map[colRef]bool{}
	for _, r := range append(slices.Clone(refs), x.known...) {
		have[r] = true
	}
	for grew := true; grew; {
		grew = false
		for _, eq := range x.equal {
			if have[eq[0]] && !have[eq[1]] {
				have[eq[1]], grew = true, true
			}
		}
		for i, tab := range x.f.tables {
			if !hasKey(tab.rel, i, have) {
				continue
			}
			for c := range tab.rel.cols {
				if r := (colRef{i, c}); !have[r] {
					have[r], grew = true, true
				}
			}
		}
	}
	return have
}

// outputs are the columns that the results of a SELECT are, in order; -1 for
// computed ones.
func (x *facts) outputs(c *sqltext.Core) []colRef {
	var out []colRef
	for _, r := range c.Results {
		if !r.Star {
			ref, ok := x.direct(r.Expr)
			if !ok {
				ref = colRef{-1, -1}
			}
			out = append(out, ref)
			continue
		}
		seen := map[string]bool{}
		for i, tab := range x.f.tables {
			if r.Table != nil && !strings.EqualFold(tab.alias, r.Table.Text) {
				continue
			}
			for k, col := range tab.rel.cols {
				name := strings.ToLower(col.name)
				if col.hidden || r.Table == nil && seen[name] && x.f.isUsing(name) {
					continue
				}
				seen[name] = true
				out = append(out, colRef{i, k})
			}
		}
	}
	return out
}
