package analyse

import (
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// invariants lowers the conditions that hold in every reachable state.
func (a *analyser) invariants() {
	res := builtins{a: a, actor: a.env.Actor}
	for _, n := range a.r.Spec.Invariants {
		if c := a.check(n, res, false); c != nil {
			a.env.Invariants = append(a.env.Invariants, c)
		}
	}
}

// check lowers a named condition: a SELECT of one value, or an expression.
func (a *analyser) check(n parse.Named, res resolver, before bool) *ir.Check {
	c := a.condition(n.Text, res, before)
	if c == nil {
		return nil
	}
	return &ir.Check{Span: n.Name.Span, Name: n.Name.Value, SQL: c.stmt}
}

// condition compiles SQL that says true or false.
func (a *analyser) condition(text parse.Text, res resolver, before bool) *compiled {
	s := a.readExpr(text)
	if s == nil {
		return nil
	}
	c := a.compile(s, res, compileOptions{beforeState: before})
	if c == nil {
		return nil
	}
	v := c.rel.cols[0].value
	if sc, ok := scalarOf(v.typ); ok && sc != ir.Boolean && sc != ir.Integer || isJSON(v.typ) {
		a.err(diag.NotACondition, c.stmt.Span, "this is "+article(typeName(v.typ))+", not a condition", "compare it with something, or write `NOT EXISTS (SELECT …)`")
		return nil
	}
	c.stmt.Columns[0].Type = ir.Boolean
	return c
}
