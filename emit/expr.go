package emit

import (
	"github.com/awmc/awmc/ir"
	"github.com/dave/jennifer/jen"
)

// eval is the Go expression of an expression; what only SQL can say is
// queried first, in g, into a variable called name.
func (b *body) eval(g *jen.Group, e ir.Expr, name string) value {
	switch e := e.(type) {
	case *ir.Value:
		return b.operand(e.Operand)
	case *ir.Constant:
		if e.Value.Value == nil {
			return value{code: b.nilOf(e.Type), typ: e.Type, null: true}
		}
		return value{code: b.e.typedLit(e.Type, e.Value.Value), typ: e.Type}
	case *ir.Query:
		call, _ := b.call(e.Statement, scalar, nil, false)
		name = b.partLocal(name)
		g.List(jen.Id(name), jen.Err()).Op(":=").Add(call)
		g.Add(b.ifErr())
		c := e.Columns[0]
		return value{code: jen.Id(name), typ: c.Type, null: c.Nullable}
	}
	return value{code: b.cond(g, e, false).code, typ: ir.Boolean}
}

// nilOf is a typed nil.
func (b *body) nilOf(t ir.Type) *jen.Statement {
	return jen.Parens(b.e.goType(t, true)).Call(jen.Nil())
}

// ifErr is "if err != nil { return err }".
func (b *body) ifErr() *jen.Statement {
	return jen.If(jen.Err().Op("!=").Nil()).Block(b.fail(jen.Err()))
}

// logic is a condition in Go with how tightly it binds.
type logic struct {
	code *jen.Statement
	prec int // of the outermost operator
}

const (
	precOr = iota
	precAnd
	precUnary
)

func (l logic) within(prec int) *jen.Statement {
	if l.prec < prec {
		return jen.Parens(l.code)
	}
	return l.code
}

// cond is the Go form of a condition, or of its opposite if not is set. A
// null operand makes a condition false, and so its opposite true: that is
// what require and when do with NULL.
func (b *body) cond(g *jen.Group, e ir.Expr, not bool) logic {
	switch e := e.(type) {
	case *ir.Not:
		return b.cond(g, e.Cond, !not)
	case *ir.Logic:
		return b.logic(g, e, not)
	case *ir.Compare:
		return b.compare(g, e, not)
	case *ir.OneOf:
		return b.oneOf(g, e, not)
	case *ir.IsNull:
		return b.isNull(e, not)
	case *ir.Constant:
		truth := e.Value.Value == true || isNonZero(e.Value.Value)
		return logic{jen.Lit(truth != not), precUnary}
	case *ir.Query:
		call, m := b.call(e.Statement, condition, nil, false)
		name := b.local(trimOwner(m.name, b.owner))
		g.List(jen.Id(name), jen.Err()).Op(":=").Add(call)
		g.Add(b.ifErr())
		return b.truth(value{code: jen.Id(name), typ: ir.Boolean}, not)
	case *ir.Value:
		return b.truth(b.operand(e.Operand), not)
	}
	faultf("%s: condition %T", b.owner, e)
	return logic{}
}

func isNonZero(v any) bool {
	n, ok := v.(int64)
	return ok && n != 0
}

func (b *body) logic(g *jen.Group, e *ir.Logic, not bool) logic {
	or := e.Or != not // the opposite of a conjunction is a disjunction
	op, prec := "&&", precAnd
	if or {
		op, prec = "||", precOr
	}
	code := &jen.Statement{}
	for i, t := range e.Terms {
		if i > 0 {
			code.Op(op)
		}
		code.Add(b.cond(g, t, not).within(prec))
	}
	if len(e.Terms) == 1 {
		return b.cond(g, e.Terms[0], not)
	}
	return logic{code, prec}
}

// goOp is a comparison in Go's spelling, or its opposite.
func goOp(op string, opposite bool) string {
	pairs := map[string][2]string{
		"=": {"==", "!="}, "<>": {"!=", "=="}, "<": {"<", ">="}, "<=": {"<=", ">"}, ">": {">", "<="}, ">=": {">=", "<"},
	}
	if opposite {
		return pairs[op][1]
	}
	return pairs[op][0]
}

func (b *body) compare(g *jen.Group, e *ir.Compare, not bool) logic {
	left, right := b.term(g, e.Left), b.term(g, e.Right)
	op := goOp(e.Op, not)
	if left.typ == ir.Boolean {
		return b.compareBool(e, left, right, op)
	}
	// A null operand makes the comparison false.
	var guards []*jen.Statement
	for _, v := range []*value{&left, &right} {
		if v.null {
			guards = append(guards, v.code)
			v.code = jen.Op("*").Add(v.code.Clone())
		}
	}
	code := jen.Add(left.code).Op(op).Add(right.code)
	if len(guards) == 0 {
		return logic{code, precUnary}
	}
	test, join, prec := "!=", "&&", precAnd
	if not {
		test, join, prec = "==", "||", precOr
	}
	all := &jen.Statement{}
	for _, gd := range guards {
		all.Add(gd.Clone()).Op(test).Nil().Op(join)
	}
	return logic{all.Add(code), prec}
}

// term is one side of a comparison: constants stay untyped, as a person
// would write them.
func (b *body) term(g *jen.Group, e ir.Expr) value {
	if c, ok := e.(*ir.Constant); ok && c.Value.Value != nil {
		return value{code: b.e.lit(c.Type, c.Value.Value), typ: c.Type}
	}
	return b.eval(g, e, "operand")
}

// compareBool compares truth values; a comparison with a constant is the
// value itself or its opposite.
func (b *body) compareBool(e *ir.Compare, left, right value, op string) logic {
	if c, ok := e.Right.(*ir.Constant); ok && (op == "==" || op == "!=") {
		truth := c.Value.Value == true || isNonZero(c.Value.Value)
		return b.truth(left, truth == (op == "!="))
	}
	switch op {
	case "<":
		return logic{jen.Op("!").Add(left.code).Op("&&").Add(right.code), precAnd}
	case ">":
		return logic{jen.Add(left.code).Op("&&").Op("!").Add(right.code), precAnd}
	case "<=":
		return logic{jen.Op("!").Add(left.code).Op("||").Add(right.code), precOr}
	case ">=":
		return logic{jen.Add(left.code).Op("||").Op("!").Add(right.code), precOr}
	}
	return logic{jen.Add(left.code).Op(op).Add(right.code), precUnary}
}

// truth is a value as a condition.
func (b *body) truth(v value, not bool) logic {
	switch {
	case v.typ == ir.Integer && v.null, v.typ == ir.Real && v.null:
		if not {
			return logic{jen.Add(v.code.Clone()).Op("==").Nil().Op("||").Op("*").Add(v.code).Op("==").Lit(0), precOr}
		}
		return logic{jen.Add(v.code.Clone()).Op("!=").Nil().Op("&&").Op("*").Add(v.code).Op("!=").Lit(0), precAnd}
	case v.typ == ir.Integer, v.typ == ir.Real:
		op := "!="
		if not {
			op = "=="
		}
		return logic{jen.Add(v.code).Op(op).Lit(0), precUnary}
	case v.null && not:
		return logic{jen.Add(v.code.Clone()).Op("==").Nil().Op("||").Op("!*").Add(v.code), precOr}
	case v.null:
		return logic{jen.Add(v.code.Clone()).Op("!=").Nil().Op("&&").Op("*").Add(v.code), precAnd}
	case not:
		return logic{jen.Op("!").Add(negatable(v.code)), precUnary}
	}
	return logic{v.code, precUnary}
}

// negatable puts a comparison between parentheses, so that ! applies to all
// of it.
func negatable(code *jen.Statement) *jen.Statement {
	if width(code) > 1<<19 {
		return jen.Parens(code)
	}
	for _, r := range code.GoString() {
		if r == ' ' {
			return jen.Parens(code)
		}
	}
	return code
}

func (b *body) oneOf(g *jen.Group, e *ir.OneOf, not bool) logic {
	v := b.term(g, e.Value)
	negated := e.Negated != not
	var guard *jen.Statement
	if v.null {
		guard = v.code.Clone()
		v.code = jen.Op("*").Add(v.code)
	}
	var code logic
	if len(e.Among) <= 3 {
		op, join, prec := "==", "||", precOr
		if negated {
			op, join, prec = "!=", "&&", precAnd
		}
		s := &jen.Statement{}
		for i, l := range e.Among {
			if i > 0 {
				s.Op(join)
			}
			s.Add(v.code.Clone()).Op(op).Add(b.e.lit(v.typ, l.Value))
		}
		if len(e.Among) == 1 {
			prec = precUnary
		}
		if len(e.Among) == 0 {
			s = jen.Lit(negated)
			prec = precUnary
		}
		code = logic{s, prec}
	} else {
		var among []jen.Code
		for _, l := range e.Among {
			among = append(among, b.e.lit(v.typ, l.Value))
		}
		s := longCall(jen.Qual("slices", "Contains"), jen.Index().Add(b.e.goType(v.typ, false)).Values(among...), v.code)
		if negated {
			s = jen.Op("!").Add(s)
		}
		code = logic{s, precUnary}
	}
	switch {
	case guard == nil:
		return code
	case not:
		return logic{guard.Op("==").Nil().Op("||").Add(code.within(precOr)), precOr}
	}
	return logic{guard.Op("!=").Nil().Op("&&").Add(code.within(precAnd)), precAnd}
}

func (b *body) isNull(e *ir.IsNull, not bool) logic {
	v := b.operand(e.Value.Operand)
	op := "=="
	if e.Negated != not {
		op = "!="
	}
	if v.row == nil && !v.null {
		return logic{jen.Lit(op == "!="), precUnary}
	}
	return logic{jen.Add(v.code).Op(op).Nil(), precUnary}
}
