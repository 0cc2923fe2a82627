package analyse

import (
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/sqltext"
)

// totalOrder reports whether the ORDER BY of a SELECT leaves no ties that
// could come in either order.
func (t *typer) totalOrder(s *sqltext.Select, rel *relation, f *frame) bool {
	if slices.ContainsFunc(rel.rowKeys(), func(key []int) bool { return len(key) == 0 }) {
		return true
	}
	var named []int // results that are ordered by
	var refs []colRef
	var x *facts
	if f != nil {
		x = t.factsOf(s.Cores[0], f)
	}
	for _, o := range s.OrderBy {
		if i := resultIndex(s, rel, o.Expr); i >= 0 {
			named = append(named, i)
		}
		if x == nil {
			continue
		}
		if ref, ok := x.direct(o.Expr); ok {
			refs = append(refs, ref)
		} else if r := resultOf(s.Cores[0], o.Expr); r != nil {
			if ref, ok := x.direct(r); ok {
				refs = append(refs, ref)
			}
		}
	}
	for i := range rel.cols {
		if !slices.Contains(named, i) {
			break
		}
		if i == len(rel.cols)-1 {
			return true // whatever ties is equal
		}
	}
	if slices.ContainsFunc(rel.rowKeys(), func(key []int) bool {
		return !slices.ContainsFunc(key, func(k int) bool { return !slices.Contains(named, k) })
	}) {
		return true
	}
	return x != nil && x.covers(refs)
}

// resultIndex is the result that a term of ORDER BY names; -1 for any other
// expression.
func resultIndex(s *sqltext.Select, rel *relation, e sqltext.Expr) int {
	switch e := unparen(e).(type) {
	case *sqltext.Lit:
		for i := range rel.cols {
			if e.Kind == sqltext.IntegerLit && sqltext.Numbered(i + 1)[1:] == e.Text {
				return i
			}
		}
	case *sqltext.ColumnExpr:
		if e.Table == nil {
			return rel.index(e.Name.Text)
		}
		for i, r := range s.Cores[0].Results {
			c, ok := r.Expr.(*sqltext.ColumnExpr)
			if ok && len(s.Cores[0].Results) == len(rel.cols) && c.Table != nil &&
				strings.EqualFold(c.Table.Text, e.Table.Text) && strings.EqualFold(c.Name.Text, e.Name.Text) {
				return i
			}
		}
	}
	return -1
}
