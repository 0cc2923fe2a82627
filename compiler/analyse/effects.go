package analyse

import (
	"strings"

	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/describe"
)

// stamp gathers how the statements of tools and rules write a field.
type stamp struct{ clock, other bool }

// wrote notes what a statement of a tool or rule does: what it sets, and
// whether doing it again would change more.
func (f *routine) wrote(c *compiled) {
	a := f.a
	for _, w := range c.t.writes {
		s := a.stamps[w.field]
		switch w.from {
		case fromClock:
			s.clock = true
		case fromOther:
			s.other = true
		}
		a.stamps[w.field] = s
	}
	for name := range c.access.deletes {
		f.deletes[name] = true
	}
	if c.stmt.IsWrite {
		a.effects[c.stmt] = effectOf(c.s.stmt)
	}
}

// stamped marks the fields that only the clock is ever written to.
func (a *analyser) stamped() {
	for _, e := range a.env.Entities {
		for _, fd := range e.Fields {
			t, ok := scalarOf(fd.Type)
			s := a.stamps[fd]
			fd.Stamped = ok && (t == ir.DateTime || t == ir.Date) && s.clock && !s.other
		}
	}
}

// effect is what a write does to what is there.
type effect struct {
	destroys bool // it deletes or overwrites
	repeats  bool // doing it twice is the same as doing it once
}

func effectOf(s *sqltext.Statement) effect {
	switch {
	case s.Delete != nil:
		return effect{destroys: true, repeats: true}
	case s.Update != nil:
		return effect{destroys: true, repeats: fixedSet(s.Update.Set)}
	case s.Insert != nil:
		e := effect{}
		for _, u := range s.Insert.Upserts {
			if !u.Nothing {
				e.destroys = true
				e.repeats = fixedSet(u.Set)
			}
		}
		e.destroys = e.destroys || s.Insert.Or == "REPLACE"
		return e
	}
	return effect{}
}

// fixedSet reports whether assignments give the same again: they use neither
// columns nor the clock.
func fixedSet(list []sqltext.Assignment) bool {
	fixed := true
	for _, a := range list {
		if len(a.Columns) != 1 {
			return false
		}
		sqltext.Walk(a.Value, func(e sqltext.Expr) bool {
			switch e := e.(type) {
			case *sqltext.ColumnExpr:
				// COALESCE(:x, x) leaves the column as it is.
				fixed = fixed && strings.EqualFold(e.Name.Text, a.Columns[0].Text) && isFallback(a.Value, e)
			case *sqltext.ParamExpr:
				fixed = fixed && e.Path[0] != "now"
			case *sqltext.SubqueryExpr, *sqltext.ExistsExpr:
				fixed = false
			}
			return fixed
		})
	}
	return fixed
}

// isFallback reports whether a column stands as the last argument of a
// COALESCE within an expression.
func isFallback(e sqltext.Expr, col *sqltext.ColumnExpr) bool {
	is := false
	sqltext.Walk(e, func(x sqltext.Expr) bool {
		if f, ok := x.(*sqltext.FuncExpr); ok && strings.EqualFold(f.Name.Text, "coalesce") && len(f.Args) > 0 && f.Args[len(f.Args)-1] == sqltext.Expr(col) {
			is = true
		}
		return true
	})
	return is
}

// writes reports whether steps write, those of the rules they use included.
func writes(steps []ir.Step) bool {
	for s := range describe.Statements(steps) {
		if s.IsWrite {
			return true
		}
	}
	for s := range describe.Steps(steps) {
		if u, ok := s.(*ir.UseStep); ok && u.Rule.Writes {
			return true
		}
	}
	return false
}

// hints works out what MCP's annotations say of a tool.
func (a *analyser) hints(t *ir.Tool) {
	t.ReadOnly = !writes(t.Steps)
	t.Idempotent = true
	var visit func(steps []ir.Step)
	visit = func(steps []ir.Step) {
		for s := range describe.Statements(steps) {
			if e, ok := a.effects[s]; ok {
				t.Destructive = t.Destructive || e.destroys
				t.Idempotent = t.Idempotent && e.repeats
			}
		}
		for s := range describe.Steps(steps) {
			if u, ok := s.(*ir.UseStep); ok {
				visit(u.Rule.Steps)
			}
		}
	}
	visit(t.Steps)
}
