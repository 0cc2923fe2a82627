package analyse

import (
	"strings"

	"github.com/awmc/awmc/compiler/sqltext"
)

// narrowed is something that a condition shows not to be NULL: a column of a
// table in scope, or a parameter by its path ("x." for all of x's columns).
type narrowed struct {
	frame      *frame
	table, col int
	param      string
}

// know adds what is known not to be NULL.
func (t *typer) know(keys []narrowed) {
	if t.nonnull == nil {
		t.nonnull = map[narrowed]int{}
	}
	for _, k := range keys {
		t.nonnull[k]++
	}
}

// narrow types something while some things are known not to be NULL.
func (t *typer) narrow(keys []narrowed, fn func()) {
	t.know(keys)
	fn()
	for _, k := range keys {
		t.nonnull[k]--
	}
}

// isNarrowed reports whether a column is known not to be NULL.
func (t *typer) isNarrowed(g found) bool {
	return g.table >= 0 && t.nonnull[narrowed{frame: g.frame.root(), table: g.table, col: g.col}] > 0
}

func (t *typer) isNarrowedParam(path []string) bool {
	return t.nonnull[narrowed{param: strings.Join(path, ".")}] > 0 || len(path) > 1 && t.nonnull[narrowed{param: path[0] + "."}] > 0
}

// root is the frame itself, for copies of it too.
func (f *frame) root() *frame {
	if f.copyOf != nil {
		return f.copyOf
	}
	return f
}

// key is what an expression is narrowed by; false for computed ones.
func (t *typer) key(e sqltext.Expr, f *frame) (narrowed, bool) {
	switch e := unparen(e).(type) {
	case *sqltext.ParamExpr:
		return narrowed{param: strings.Join(e.Path, ".")}, true
	case *sqltext.ColumnExpr:
		for s := f; s != nil; s = s.parent {
			if got, n := s.lookup(e); n == 1 && got.table >= 0 {
				return narrowed{frame: s.root(), table: got.table, col: got.col}, true
			} else if n > 0 {
				break
			}
		}
	}
	return narrowed{}, false
}

// shownBy is what is not NULL where a condition is true. With tests, only
// conditions that are never NULL themselves count.
func (t *typer) shownBy(e sqltext.Expr, f *frame, tests bool) []narrowed {
	var out []narrowed
	add := func(list ...sqltext.Expr) {
		for _, x := range list {
			if k, ok := t.key(x, f); ok {
				out = append(out, k)
			}
		}
	}
	switch e := unparen(e).(type) {
	case *sqltext.BinaryExpr:
		switch e.Op {
		case "AND":
			return append(t.shownBy(e.L, f, tests), t.shownBy(e.R, f, tests)...)
		case "=", "<>", "<", "<=", ">", ">=", "LIKE", "GLOB", "REGEXP":
			if !tests {
				add(e.L, e.R)
			}
		case "IS":
			// x IS y with y never NULL is a test like IS NOT NULL.
			if lit, ok := unparen(e.R).(*sqltext.Lit); ok && lit.Kind != sqltext.NullLit {
				add(e.L)
			}
		}
	case *sqltext.NullTest:
		if e.Not {
			add(e.X)
		}
	case *sqltext.InExpr:
		if !tests {
			add(e.X)
		}
	case *sqltext.BetweenExpr:
		if !tests {
			add(e.X, e.Low, e.High)
		}
	case *sqltext.ParamExpr:
		if len(e.Path) == 2 && e.Path[1] == "found" {
			out = append(out, narrowed{param: e.Path[0] + "."})
		}
	case *sqltext.UnaryExpr:
		if e.Op == "NOT" {
			return t.deniedBy(e.X, f)
		}
	}
	return out
}

// deniedBy is what is not NULL where a test is not true.
func (t *typer) deniedBy(e sqltext.Expr, f *frame) []narrowed {
	switch e := unparen(e).(type) {
	case *sqltext.BinaryExpr:
		if e.Op == "OR" {
			return append(t.deniedBy(e.L, f), t.deniedBy(e.R, f)...)
		}
	case *sqltext.NullTest:
		if k, ok := t.key(e.X, f); ok && !e.Not {
			return []narrowed{k}
		}
	case *sqltext.UnaryExpr:
		if e.Op == "NOT" {
			return t.shownBy(e.X, f, true)
		}
	}
	return nil
}

// logic types AND and OR. Either side is looked at where the other one
// leaves the result open: x > 1 AND x IS NOT NULL is never NULL.
func (t *typer) logic(e *sqltext.BinaryExpr, f *frame) (l, r value) {
	left, right := t.deniedBy(e.L, f), t.deniedBy(e.R, f)
	if e.Op == "AND" {
		left, right = t.shownBy(e.L, f, true), t.shownBy(e.R, f, true)
	}
	t.narrow(right, func() { l = t.expr(e.L, f) })
	t.narrow(left, func() { r = t.expr(e.R, f) })
	return l, r
}
