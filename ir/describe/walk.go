package describe

import (
	"iter"

	"github.com/awmc/awmc/ir"
)

// Steps yields steps and those inside loops and branches, outermost first,
// in source order. It does not enter rules.
func Steps(steps []ir.Step) iter.Seq[ir.Step] {
	return func(yield func(ir.Step) bool) {
		walkSteps(steps, yield)
	}
}

func walkSteps(steps []ir.Step, yield func(ir.Step) bool) bool {
	for _, s := range steps {
		if !yield(s) {
			return false
		}
		switch s := s.(type) {
		case *ir.EachStep:
			if !walkSteps(s.Do, yield) {
				return false
			}
		case *ir.WhenStep:
			if !walkSteps(s.Do, yield) || !walkSteps(s.Otherwise, yield) {
				return false
			}
		}
	}
	return true
}

// Parts yields the parts of a result and those nested in them, outermost
// first.
func Parts(parts []*ir.ReturnPart) iter.Seq[*ir.ReturnPart] {
	return func(yield func(*ir.ReturnPart) bool) {
		walkParts(parts, yield)
	}
}

func walkParts(parts []*ir.ReturnPart, yield func(*ir.ReturnPart) bool) bool {
	for _, p := range parts {
		if !yield(p) || !walkParts(p.Nested, yield) {
			return false
		}
	}
	return true
}

// Statements yields the queries that steps run, each once, in source order.
// It does not enter rules.
func Statements(steps []ir.Step) iter.Seq[*ir.Statement] {
	return func(yield func(*ir.Statement) bool) {
		seen := map[*ir.Statement]bool{}
		one := func(s *ir.Statement) bool {
			if s == nil || seen[s] {
				return true
			}
			seen[s] = true
			return yield(s)
		}
		for s := range Steps(steps) {
			if !stepStatements(s, one) {
				return
			}
		}
	}
}

func stepStatements(s ir.Step, yield func(*ir.Statement) bool) bool {
	switch s := s.(type) {
	case *ir.FetchStep:
		return yield(s.Query)
	case *ir.LetStep:
		return yield(s.Query) && exprStatements(s.Expr, yield)
	case *ir.RequireStep:
		return exprStatements(s.Cond, yield)
	case *ir.RunStep:
		return yield(s.Query)
	case *ir.WhenStep:
		return exprStatements(s.Cond, yield)
	case *ir.UseStep:
		for _, a := range s.Args {
			if !exprStatements(a.Value, yield) {
				return false
			}
		}
	case *ir.GoStep:
		for _, in := range s.In {
			if !exprStatements(in.Value, yield) {
				return false
			}
		}
	case *ir.ReturnStep:
		for p := range Parts(s.Parts) {
			if !yield(p.Query) || !yield(p.Count) || !exprStatements(p.Expr, yield) {
				return false
			}
		}
	}
	return true
}

func exprStatements(e ir.Expr, yield func(*ir.Statement) bool) bool {
	switch e := e.(type) {
	case *ir.Query:
		return yield(e.Statement)
	case *ir.Compare:
		return exprStatements(e.Left, yield) && exprStatements(e.Right, yield)
	case *ir.OneOf:
		return exprStatements(e.Value, yield)
	case *ir.Not:
		return exprStatements(e.Cond, yield)
	case *ir.Logic:
		for _, t := range e.Terms {
			if !exprStatements(t, yield) {
				return false
			}
		}
	}
	return true
}
