package emit

import (
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/describe"
)

// eachOperand calls use for every operand that steps evaluate, those in
// messages included. It does not enter rules.
func eachOperand(steps []ir.Step, use func(ir.Operand)) {
	statement := func(s *ir.Statement) {
		if s != nil {
			for _, o := range s.Args {
				use(o)
			}
		}
	}
	refusal := func(r *ir.Refusal) {
		if r == nil {
			return
		}
		for _, p := range r.Message {
			if p.Operand != nil {
				use(*p.Operand)
			}
		}
	}
	var expr func(e ir.Expr)
	expr = func(e ir.Expr) {
		switch e := e.(type) {
		case *ir.Query:
			statement(e.Statement)
		case *ir.Value:
			use(e.Operand)
		case *ir.Compare:
			expr(e.Left)
			expr(e.Right)
		case *ir.OneOf:
			expr(e.Value)
		case *ir.IsNull:
			use(e.Value.Operand)
		case *ir.Not:
			expr(e.Cond)
		case *ir.Logic:
			for _, t := range e.Terms {
				expr(t)
			}
		}
	}
	for s := range describe.Steps(steps) {
		switch s := s.(type) {
		case *ir.FetchStep:
			statement(s.Query)
			refusal(s.Missing)
			if s.Missing != nil && operandNull(s.Key) {
				use(s.Key)
			}
		case *ir.LetStep:
			statement(s.Query)
			expr(s.Expr)
			refusal(s.Missing)
		case *ir.RequireStep:
			expr(s.Cond)
			refusal(s.Refuse)
		case *ir.RunStep:
			statement(s.Query)
			if s.Changes != nil {
				refusal(s.Refuse)
			}
		case *ir.EachStep:
			use(s.In)
		case *ir.WhenStep:
			expr(s.Cond)
		case *ir.UseStep:
			for _, a := range s.Args {
				expr(a.Value)
			}
		case *ir.GoStep:
			for _, in := range s.In {
				expr(in.Value)
			}
		case *ir.ReturnStep:
			for p := range describe.Parts(s.Parts) {
				statement(p.Query)
				statement(p.Count)
				expr(p.Expr)
				refusal(p.Missing)
				if p.Var != nil {
					use(ir.Operand{Var: p.Var, Column: p.Column})
				}
			}
		}
	}
}

// operandNull reports whether an operand may be null by its declaration.
func operandNull(o ir.Operand) bool {
	if o.Column != nil {
		return o.Column.Nullable || o.Var.Nullable
	}
	if p := o.Var.Param; p != nil && o.Var.Kind == ir.ParamVar {
		return p.Optional && p.Default == nil
	}
	return o.Var.Nullable
}
