package analyse

import (
	"fmt"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// expr lowers an expression; name is that of its query, if it needs one.
func (f *routine) expr(text parse.Text, s *scope, name string) (ir.Expr, value, bool) {
	a := f.a
	src := a.readExpr(text)
	if src == nil {
		f.consequence = true
		return nil, value{}, false
	}
	if a.resolveAll(src, s, false) {
		t := a.typer(src)
		v := t.expr(src.expr, nil)
		if e, ok := (lowering{src}).value(src.expr); ok {
			a.problems(src, t.problems)
			return e, v, true
		}
	}
	e, v, ok := f.query(src, s, name)
	if ok && v.typ == nil && !v.literal {
		a.err(diag.OpenType, src.span(src.body), "the type of this value can't be worked out", "say it: `CAST(… AS type)`, with text, integer, real, boolean, date, datetime, time or json")
		return nil, value{}, false
	}
	return e, v, ok
}

// query makes an expression a query of one value.
func (f *routine) query(src *sqlText, s *scope, name string) (ir.Expr, value, bool) {
	a := f.a
	c := a.compile(src, s, compileOptions{name: name, sqlc: true})
	if c == nil {
		f.consequence = true
		return nil, value{}, false
	}
	return &ir.Query{Statement: c.stmt}, c.rel.cols[0].value, true
}

// cond lowers a condition.
func (f *routine) cond(text parse.Text, s *scope, name string) (ir.Expr, value, *sqlText) {
	a := f.a
	src := a.readExpr(text)
	if src == nil {
		f.consequence = true
		return nil, value{}, nil
	}
	if a.resolveAll(src, s, false) {
		t := a.typer(src)
		v := t.expr(src.expr, nil)
		if e, ok := (lowering{src}).cond(src.expr, false); ok {
			a.problems(src, t.problems)
			return e, v, src
		}
	}
	e, v, ok := f.query(src, s, name)
	if !ok {
		return nil, v, nil
	}
	q, _ := e.(*ir.Query)
	if sc, ok := scalarOf(v.typ); ok && q != nil {
		if sc == ir.Integer || sc == ir.Boolean {
			q.Columns[0].Type = ir.Boolean
		} else {
			a.err(diag.NotACondition, src.span(src.body), fmt.Sprintf("this is %s, not a condition", article(sc.String())), "compare it with something")
			return nil, v, nil
		}
	}
	return e, v, src
}

func (f *routine) require(st *parse.Step, s *scope, b *block) {
	e, v, src := f.cond(st.Expr, s, f.prefix+"Check")
	r := f.refusal(st.Refusal, s)
	if src == nil || r == nil {
		return
	}
	if v.null {
		f.a.warn(diag.NullRefuses, src.span(src.body), "this can be NULL, which refuses", "add the case where something is missing, such as `… IS NOT NULL AND …` or `… IS NULL OR …`")
	}
	b.add(&ir.RequireStep{Span: st.Span, Cond: e, Refuse: r})
	s.known = append(s.known, f.a.typer(src).shownBy(src.expr, nil, false)...)
}

func (f *routine) when(st *parse.Step, s *scope, b *block) {
	e, _, src := f.cond(st.Expr, s, f.prefix+"When")
	step := &ir.WhenStep{Span: st.Span, Cond: e}
	do, otherwise := &block{}, &block{}
	yes, no := s.inner(), s.inner()
	if src != nil {
		t := f.a.typer(src)
		yes.known, no.known = t.shownBy(src.expr, nil, false), t.deniedBy(src.expr, nil)
	}
	f.steps(st.Do, yes, do)
	f.steps(st.Otherwise, no, otherwise)
	f.later(func() { step.Do, step.Otherwise = do.flat(), otherwise.flat() })
	if src != nil {
		b.add(step)
	}
}
