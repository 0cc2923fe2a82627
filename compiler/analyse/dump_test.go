package analyse

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/ir"
)

// dump writes what tools and rules were lowered to, for goldens.
func dump(env *ir.Environment) string {
	d := &dumper{}
	for _, v := range env.Views {
		d.line("view %s(%s)", v.Name, columnsText(v.Columns))
	}
	for _, e := range env.Entities {
		for _, f := range e.Fields {
			if f.Stamped {
				d.line("stamped %s.%s", e.Name, f.Name)
			}
		}
	}
	for _, r := range env.Rules {
		d.line("rule %s", r.Name)
		d.in(func() { d.steps(r.Steps) })
	}
	for _, t := range env.Tools {
		d.line("tool %s%s%s%s", t.Name, mark(t.ReadOnly, " read-only"), mark(t.Destructive, " destructive"), mark(t.Idempotent, " idempotent"))
		d.in(func() { d.steps(t.Steps) })
	}
	for _, f := range env.Data {
		d.line("fill %s: %d rows, %d blocks", f.Entity.Name, len(f.Rows), len(f.Blocks))
	}
	for _, t := range env.Tasks {
		d.line("task %s", t.Name)
		d.in(func() { d.task(t) })
	}
	return d.b.String()
}

func mark(on bool, s string) string {
	if on {
		return s
	}
	return ""
}

type dumper struct {
	b      strings.Builder
	indent string
}

func (d *dumper) line(format string, args ...any) {
	fmt.Fprintf(&d.b, "%s%s\n", d.indent, strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", "\n"+d.indent+"  "))
}

func (d *dumper) in(fn func()) {
	d.indent += "  "
	fn()
	d.indent = d.indent[2:]
}

func columnsText(cols []*ir.Column) string {
	out := make([]string, len(cols))
	for i, c := range cols {
		out[i] = c.Name + " " + typeName(c.Type) + mark(c.Nullable, "?")
	}
	return strings.Join(out, ", ")
}

func operandText(o ir.Operand) string {
	if o.Column != nil {
		return ":" + o.Var.Name + "." + o.Column.Name
	}
	return ":" + o.Var.Name
}

func (d *dumper) query(what string, s *ir.Statement) {
	if s == nil {
		return
	}
	args := make([]string, len(s.Args))
	for i, o := range s.Args {
		args[i] = operandText(o)
	}
	var tables []string
	for _, e := range s.Reads {
		tables = append(tables, "r:"+e.Name)
	}
	for _, e := range s.Writes {
		tables = append(tables, "w:"+e.Name)
	}
	d.line("%s %s [%s] (%s) %s", what, s.Name, strings.Join(args, ", "), columnsText(s.Columns), strings.Join(tables, " "))
	d.in(func() { d.line("%s", s.Text) })
}

func (d *dumper) refusal(r *ir.Refusal) string {
	if r == nil {
		return ""
	}
	var b strings.Builder
	for _, p := range r.Message {
		if p.Operand != nil {
			b.WriteString("{" + operandText(*p.Operand) + "}")
		} else {
			b.WriteString(p.Text)
		}
	}
	return fmt.Sprintf(" else %s %s %q%s", r.Site, r.Code, b.String(), mark(r.Param != "", " about "+r.Param))
}

func (d *dumper) expr(what string, e ir.Expr) {
	if q, ok := e.(*ir.Query); ok {
		d.query(what, q.Statement)
		return
	}
	d.line("%s %s", what, exprText(e))
}

func exprText(e ir.Expr) string {
	switch e := e.(type) {
	case *ir.Value:
		return operandText(e.Operand)
	case *ir.Constant:
		return fmt.Sprintf("%v", e.Value.Value)
	case *ir.Compare:
		return "(" + exprText(e.Left) + " " + e.Op + " " + exprText(e.Right) + ")"
	case *ir.OneOf:
		var in []string
		for _, l := range e.Among {
			in = append(in, fmt.Sprint(l.Value))
		}
		return "(" + exprText(e.Value) + mark(e.Negated, " not") + " one of " + strings.Join(in, ", ") + ")"
	case *ir.IsNull:
		return "(" + exprText(e.Value) + mark(e.Negated, " not") + " null)"
	case *ir.Not:
		return "not " + exprText(e.Cond)
	case *ir.Logic:
		op := " and "
		if e.Or {
			op = " or "
		}
		var terms []string
		for _, t := range e.Terms {
			terms = append(terms, exprText(t))
		}
		return "(" + strings.Join(terms, op) + ")"
	case *ir.Query:
		return "query " + e.Name
	}
	return "nothing"
}

func (d *dumper) steps(steps []ir.Step) {
	for _, s := range steps {
		switch s := s.(type) {
		case *ir.FetchStep:
			d.query("fetch :"+s.Row.Name+d.refusal(s.Missing), s.Query)
		case *ir.LetStep:
			kind := [...]string{"row", "optional row", "rows", "value"}[s.Kind]
			if s.Query != nil {
				d.query("let :"+s.Var.Name+" "+kind+d.refusal(s.Missing), s.Query)
			} else {
				d.expr("let :"+s.Var.Name+" "+kind, s.Expr)
			}
		case *ir.RequireStep:
			d.expr("require"+d.refusal(s.Refuse), s.Cond)
		case *ir.RunStep:
			what := "run"
			if s.Changes != nil {
				what += fmt.Sprintf(" changes %d%s", *s.Changes, d.refusal(s.Refuse))
			}
			d.query(what, s.Query)
		case *ir.EachStep:
			d.line("each :%s in %s", s.Item.Name, operandText(s.In))
			d.in(func() { d.steps(s.Do) })
		case *ir.WhenStep:
			d.expr("when", s.Cond)
			d.in(func() { d.steps(s.Do) })
			if len(s.Otherwise) > 0 {
				d.line("otherwise")
				d.in(func() { d.steps(s.Otherwise) })
			}
		case *ir.UseStep:
			d.line("use %s%s", s.Rule.Name, mark(s.Bind != nil, " as "+bindName(s)))
			d.in(func() {
				for _, a := range s.Args {
					d.expr(a.Param.Name+" =", a.Value)
				}
			})
		case *ir.GoStep:
			d.line("go %s imports %v", s.Name, s.Imports)
			d.in(func() {
				for _, in := range s.In {
					d.expr(fmt.Sprintf("in %s %s%s =", in.GoName, typeName(in.Type), mark(in.Nullable, "?")), in.Value)
				}
				d.line("out (%s)", columnsText(s.Out.Row))
			})
		case *ir.ReturnStep:
			for _, p := range s.Parts {
				d.part(p)
			}
		}
	}
}

func bindName(s *ir.UseStep) string {
	if s.Bind == nil {
		return ""
	}
	return s.Bind.Name
}

func (d *dumper) part(p *ir.ReturnPart) {
	kind := [...]string{"row", "rows", "scalar", "true"}[p.Part.Kind]
	what := fmt.Sprintf("return %s %s%s %s%s", p.Part.Name, kind, mark(p.Part.Null, "?"), p.Part.RowType, d.refusal(p.Missing))
	switch {
	case p.Query != nil:
		d.query(what, p.Query)
	case p.Var != nil:
		d.line("%s = %s", what, operandText(ir.Operand{Var: p.Var, Column: p.Column}))
	case p.Expr != nil:
		d.expr(what, p.Expr)
	default:
		d.line("%s", what)
	}
	d.query("count", p.Count)
	d.in(func() {
		for _, n := range p.Nested {
			d.part(n)
		}
	})
}

func (d *dumper) task(t *ir.Task) {
	d.line("ask %s", t.Ask)
	for _, g := range t.Given {
		d.line("given %s %T %s", g.Var.Name, g.Gen, mark(g.Var.Type != nil, typeName(g.Var.Type)))
		d.in(func() { d.query("where", g.Where) })
	}
	d.solve(t.Solve)
	for _, c := range t.Expect {
		d.query("expect "+c.Name, c.SQL)
	}
	for _, f := range t.MayChange {
		d.line("may change %s%s", f.Entity.Name, mark(f.New, " new"))
		d.in(func() { d.query("where", f.Where) })
	}
	for _, f := range t.Free {
		d.line("free %s", f.Entity.Name)
		d.in(func() { d.query("where", f.Where) })
	}
	for _, a := range t.Answer {
		d.line("answer %s %s %T", a.Name, a.Value, a.Match)
		d.in(func() { d.query("sql", a.Query) })
	}
}

func (d *dumper) solve(steps []ir.SolveStep) {
	for _, s := range steps {
		if s.Each != nil {
			d.line("each %s in %s", s.Each.Var, s.Each.In)
			d.in(func() { d.solve(s.Each.Do) })
			continue
		}
		var args []string
		for _, a := range s.Args {
			args = append(args, a.Name+": "+a.JSON)
		}
		d.line("call %s {%s}%s", s.Tool.Name, strings.Join(args, ", "), mark(s.As != "", " as "+s.As))
	}
}
