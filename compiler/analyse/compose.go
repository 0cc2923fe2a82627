package analyse

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// resolver says what the names behind a colon stand for where some SQL is.
type resolver interface {
	// resolve reports a name that is not there, and returns false then.
	resolve(path []string, at diag.Span) (resolved, bool)
}

// resolved is what a parameter stands for: pieces of SQL and arguments, one
// after the other.
type resolved struct {
	pieces []argPiece
	value  value
	ok     bool
}

// argPiece is text, or an argument if op is set.
type argPiece struct {
	text string
	op   *ir.Operand
}

// operand makes the usual case: one argument.
func operand(op ir.Operand, v value) resolved {
	return resolved{pieces: []argPiece{{op: &op}}, value: v, ok: true}
}

// single returns the argument of a parameter that is nothing else.
func (r resolved) single() (ir.Operand, bool) {
	if r.ok && len(r.pieces) == 1 && r.pieces[0].op != nil {
		return *r.pieces[0].op, true
	}
	return ir.Operand{}, false
}

// resolveAll resolves the parameters of a text; :filter is left out where it
// may stand. It reports false if one is unknown.
func (a *analyser) resolveAll(s *sqlText, res resolver, filter bool) bool {
	ok := true
	if sc, steps := res.(*scope); steps {
		s.known = sc.shown()
	}
	for _, p := range s.params {
		if filter && isFilter(p) {
			continue
		}
		if r, done := s.resolved[p]; done {
			ok = ok && r.ok
			continue
		}
		r, found := res.resolve(p.Path, s.span(p.Range))
		r.ok = found
		if !found {
			r.value = unknown()
			ok = false
		}
		s.resolved[p] = r
	}
	return ok
}

func isFilter(p *sqltext.ParamExpr) bool { return len(p.Path) == 1 && p.Path[0] == "filter" }

// composer puts together the text that SQLite gets, with numbered arguments.
type composer struct {
	b    sqltext.Builder[*sqlText]
	args []ir.Operand
	// filter writes what :filter stands for.
	filter func(c *composer)
}

func (c *composer) put(text string) { c.b.Put(text) }

// arg appends an argument; the same operand has the same number everywhere.
func (c *composer) arg(op ir.Operand, s *sqlText, r sqltext.Range) {
	i := slices.IndexFunc(c.args, func(o ir.Operand) bool { return o.Var == op.Var && o.Column == op.Column })
	if i < 0 {
		c.args = append(c.args, op)
		i = len(c.args) - 1
	}
	c.b.Arg(i+1, s, r)
}

// copy appends a part of a text with its parameters and edits.
func (c *composer) copy(s *sqlText, r sqltext.Range) {
	type change struct {
		sqltext.Edit
		param *sqltext.ParamExpr
	}
	var changes []change
	for _, e := range s.edits {
		if e.Start >= r.Start && e.End <= r.End {
			changes = append(changes, change{Edit: e})
		}
	}
	for _, p := range s.params {
		if p.Start >= r.Start && p.End <= r.End {
			changes = append(changes, change{Edit: sqltext.Edit{Range: p.Range}, param: p})
		}
	}
	slices.SortStableFunc(changes, func(a, b change) int { return cmp.Compare(a.Start, b.Start) })
	at := r.Start
	for _, e := range changes {
		if e.Start < at {
			continue // inside of another
		}
		c.b.Copy(s, s.src, sqltext.Range{Start: at, End: e.Start})
		switch {
		case e.param == nil:
			c.b.Replace(e.New, s, e.Range)
		case c.filter != nil && isFilter(e.param):
			c.filter(c)
		default:
			for _, p := range s.resolved[e.param].pieces {
				if p.op != nil {
					c.arg(*p.op, s, e.Range)
				} else {
					c.b.Replace(p.text, s, e.Range)
				}
			}
		}
		at = e.End
	}
	c.b.Copy(s, s.src, sqltext.Range{Start: at, End: r.End})
}

// text is the executable text.
func (c *composer) text() string { return c.b.Text(sqltext.Numbered) }

// sqlc is the text for queries.sql, in which arguments have names and types.
func (c *composer) sqlc() string {
	names := map[string]int{}
	written := make([]string, len(c.args))
	for i, op := range c.args {
		name := op.Var.Name
		if op.Column != nil {
			name += "_" + op.Column.Name
		}
		name = identifier(name)
		names[name]++
		if n := names[name]; n > 1 {
			name = fmt.Sprintf("%s_%d", name, n)
		}
		v := operandValue(op)
		fn := "arg"
		if v.null {
			fn = "narg"
		}
		written[i] = fmt.Sprintf("CAST(sqlc.%s('%s') AS %s)", fn, name, storage(v.typ))
	}
	return sqltext.ASCII(c.b.Text(func(n int) string { return written[n-1] }))
}

// identifier makes a name of one with dots.
func identifier(name string) string {
	out := []byte(name)
	for i, c := range out {
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_') {
			out[i] = '_'
		}
	}
	return string(out)
}

// operandValue is the value of an operand.
func operandValue(op ir.Operand) value {
	if op.Column != nil {
		return value{typ: op.Column.Type, null: op.Column.Nullable, field: op.Column.Field}
	}
	return value{typ: op.Var.Type, null: op.Var.Nullable}
}
