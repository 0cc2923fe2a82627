package analyse

import (
	"strconv"

	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
)

// lowering turns expressions into plain Go where their meaning is the same:
// comparisons of values and constants. Everything else stays SQL.
type lowering struct {
	s *sqlText
}

// operand is the operand that an expression is.
func (l lowering) operand(e sqltext.Expr) (ir.Operand, value, bool) {
	p, ok := unparen(e).(*sqltext.ParamExpr)
	if !ok {
		return ir.Operand{}, value{}, false
	}
	r := l.s.resolved[p]
	op, ok := r.single()
	return op, r.value, ok
}

// value lowers an expression that is a value or a constant as it is.
func (l lowering) value(e sqltext.Expr) (ir.Expr, bool) {
	if op, _, ok := l.operand(e); ok {
		return &ir.Value{Operand: op}, true
	}
	v, ok := constant(e)
	if !ok || v.typ == nil {
		return nil, false
	}
	s, _ := scalarOf(v.typ)
	return l.constant(e, v, s)
}

// constant is the value of a literal, with its sign.
func constant(e sqltext.Expr) (value, bool) {
	switch e := unparen(e).(type) {
	case *sqltext.Lit:
		if e.Kind == sqltext.BlobLit {
			return value{}, false
		}
		return literalValue(e), true
	case *sqltext.UnaryExpr:
		lit, ok := unparen(e.X).(*sqltext.Lit)
		if ok && e.Op == "-" && (lit.Kind == sqltext.IntegerLit || lit.Kind == sqltext.RealLit) {
			v := literalValue(lit)
			v.text = "-" + v.text
			return v, true
		}
	}
	return value{}, false
}

// constant makes a constant of a type of a literal that fits it.
func (l lowering) constant(e sqltext.Expr, v value, t ir.Scalar) (ir.Expr, bool) {
	lit, ok := literalAs(v, t)
	if !ok {
		return nil, false
	}
	lit.Span = l.s.span(e.Span())
	return &ir.Constant{Type: t, Value: lit}, true
}

// literalAs reads a literal of SQL as a value of a type.
func literalAs(v value, t ir.Scalar) (ir.Literal, bool) {
	if v.typ == nil || !v.fits(t) {
		return ir.Literal{}, false
	}
	switch t {
	case ir.Integer:
		switch v.text {
		case "TRUE":
			return ir.Literal{Value: int64(1)}, true
		case "FALSE":
			return ir.Literal{Value: int64(0)}, true
		}
		n, err := strconv.ParseInt(v.text, 0, 64)
		if len(v.text) > 1 && v.text[0] == '0' && v.text[1] != 'x' && v.text[1] != 'X' {
			n, err = strconv.ParseInt(v.text, 10, 64)
		}
		return ir.Literal{Value: n}, err == nil
	case ir.Real:
		x, err := strconv.ParseFloat(v.text, 64)
		return ir.Literal{Value: x}, err == nil
	case ir.Boolean:
		return ir.Literal{Value: v.text == "1" || v.text == "TRUE"}, true
	case ir.Date, ir.DateTime, ir.Time:
		return ir.Literal{Value: v.text}, temporalForm(v.text, t)
	}
	return ir.Literal{Value: v.text}, true
}

// cond lowers a condition. Where it stands under a NOT (negative), its
// operands must not be null: elsewhere null makes it false, as it does where
// a tool decides by it.
func (l lowering) cond(e sqltext.Expr, negative bool) (ir.Expr, bool) {
	switch e := e.(type) {
	case *sqltext.ParenExpr:
		if len(e.List) == 1 {
			return l.cond(e.List[0], negative)
		}
	case *sqltext.ParamExpr:
		op, v, ok := l.operand(e)
		s, scalar := scalarOf(v.typ)
		if !ok || !scalar || s != ir.Boolean && s != ir.Integer || v.null && negative {
			return nil, false
		}
		return &ir.Value{Operand: op}, true
	case *sqltext.Lit:
		if e.Kind == sqltext.BooleanLit {
			return l.constant(e, literalValue(e), ir.Boolean)
		}
	case *sqltext.UnaryExpr:
		if e.Op == "NOT" {
			x, ok := l.cond(e.X, true)
			if ok {
				return &ir.Not{Cond: x}, true
			}
		}
	case *sqltext.BinaryExpr:
		return l.binary(e, negative)
	case *sqltext.BetweenExpr:
		low, lok := l.compare(">=", e.X, e.Low, negative || e.Not)
		high, hok := l.compare("<=", e.X, e.High, negative || e.Not)
		if !lok || !hok {
			return nil, false
		}
		both := &ir.Logic{Terms: []ir.Expr{low, high}}
		if e.Not {
			return &ir.Not{Cond: both}, true
		}
		return both, true
	case *sqltext.InExpr:
		return l.oneOf(e, negative)
	case *sqltext.NullTest:
		op, _, ok := l.operand(e.X)
		if ok {
			return &ir.IsNull{Value: &ir.Value{Operand: op}, Negated: e.Not}, true
		}
	}
	return nil, false
}

func (l lowering) binary(e *sqltext.BinaryExpr, negative bool) (ir.Expr, bool) {
	switch e.Op {
	case "AND", "OR":
		out := &ir.Logic{Or: e.Op == "OR"}
		return out, l.terms(e, e.Op, negative, &out.Terms)
	case "=", "<>", "<", "<=", ">", ">=":
		return l.compare(e.Op, e.L, e.R, negative)
	case "IS", "IS NOT":
		// The same as = and <> where neither side can be null.
		op := map[string]string{"IS": "=", "IS NOT": "<>"}[e.Op]
		return l.compare(op, e.L, e.R, true)
	}
	return nil, false
}

// terms flattens a chain of the same operator.
func (l lowering) terms(e sqltext.Expr, op string, negative bool, out *[]ir.Expr) bool {
	if b, ok := e.(*sqltext.BinaryExpr); ok && b.Op == op {
		return l.terms(b.L, op, negative, out) && l.terms(b.R, op, negative, out)
	}
	x, ok := l.cond(e, negative)
	*out = append(*out, x)
	return ok
}

func (l lowering) compare(op string, left, right sqltext.Expr, negative bool) (ir.Expr, bool) {
	lo, lv, lok := l.operand(left)
	ro, rv, rok := l.operand(right)
	ls, lscalar := scalarOf(lv.typ)
	rs, rscalar := scalarOf(rv.typ)
	switch {
	case lok && rok:
		if !lscalar || !rscalar || ls != rs || negative && (lv.null || rv.null) {
			return nil, false
		}
		return &ir.Compare{Op: op, Left: &ir.Value{Operand: lo}, Right: &ir.Value{Operand: ro}}, true
	case lok:
		v, ok := constant(right)
		if !ok || !lscalar || negative && lv.null {
			return nil, false
		}
		c, ok := l.constant(right, v, ls)
		return &ir.Compare{Op: op, Left: &ir.Value{Operand: lo}, Right: c}, ok
	case rok:
		v, ok := constant(left)
		if !ok || !rscalar || negative && rv.null {
			return nil, false
		}
		c, ok := l.constant(left, v, rs)
		mirrored := map[string]string{"=": "=", "<>": "<>", "<": ">", "<=": ">=", ">": "<", ">=": "<="}[op]
		return &ir.Compare{Op: mirrored, Left: &ir.Value{Operand: ro}, Right: c}, ok
	}
	return nil, false
}

func (l lowering) oneOf(e *sqltext.InExpr, negative bool) (ir.Expr, bool) {
	op, v, ok := l.operand(e.X)
	s, scalar := scalarOf(v.typ)
	if !ok || !scalar || e.List == nil || v.null && negative {
		return nil, false
	}
	out := &ir.OneOf{Value: &ir.Value{Operand: op}, Negated: e.Not}
	for _, item := range e.List {
		c, ok := constant(item)
		if !ok {
			return nil, false
		}
		lit, ok := literalAs(c, s)
		if !ok {
			return nil, false
		}
		lit.Span = l.s.span(item.Span())
		out.Among = append(out.Among, lit)
	}
	return out, true
}
