package emit

import (
	"github.com/awmc/awmc/ir"
	"github.com/dave/jennifer/jen"
)

// convert makes a value fit a type.
func (b *body) convert(v value, t ir.Type, null bool) *jen.Statement {
	code := v.code
	if _, ok := t.(ir.JSON); ok {
		if _, same := v.typ.(ir.JSON); same {
			return code
		}
		if v.row != nil {
			v.row.tagged = true
		}
		return jen.Qual(b.e.core, "RawJSON").Call(code)
	}
	if v.typ != nil && t != nil {
		from, ok1 := v.typ.(ir.Scalar)
		to, ok2 := t.(ir.Scalar)
		if ok1 && ok2 && from != to {
			cast := func(c *jen.Statement) *jen.Statement { return b.e.goType(to, false).Call(c) }
			if !v.null {
				code = cast(code)
			} else {
				code = jen.Qual(b.e.core, "Apply").Call(code, jen.Func().Params(jen.Id("v").Add(b.e.goType(from, false))).
					Add(b.e.goType(to, false)).Block(jen.Return(cast(jen.Id("v")))))
			}
		}
	}
	if from, to := objectIn(v.typ), objectIn(t); from != nil && to != nil && b.e.object(from) != b.e.object(to) {
		return b.convertObjects(v, from, to, t, null)
	}
	if !pointer(t) || v.null == null {
		return code
	}
	if null {
		return jen.New(code)
	}
	return jen.Op("*").Add(code)
}
