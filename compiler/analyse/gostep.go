package analyse

import (
	"fmt"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// goStep lowers a Go step: its inputs, its outputs, and its body.
func (f *routine) goStep(st *parse.Step, s *scope, b *block) {
	a := f.a
	step := &ir.GoStep{Span: st.Span, Name: st.Name.Value, GoName: check.GoName(st.Name.Value), Body: st.Body.Value, BodyPos: st.Body.At(0), Site: f.site()}
	ok := true
	for _, in := range st.GoIn {
		if in.Value == nil {
			continue
		}
		g := ir.GoInput{Name: in.Key.Value, GoName: check.GoName(in.Key.Value)}
		text := in.Value.Scalar
		if list := f.wholeList(text, s); list != nil {
			g.Type = &ir.List{Elem: a.rowObject(list.list.rows, f.goOwner()+check.GoName(st.Name.Value)+check.GoName(in.Key.Value))}
			g.Value = &ir.Value{Operand: list.list.in}
			step.In = append(step.In, g)
			continue
		}
		e, v, fine := f.expr(text, s, f.prefix+check.GoName(st.Name.Value)+check.GoName(in.Key.Value))
		if !fine {
			ok = false
			continue
		}
		if v.typ == nil {
			a.err(diag.OpenType, text.Span, fmt.Sprintf("the type of the input `%s` can't be worked out", in.Key.Value), "say it: `CAST(… AS type)`")
			ok = false
			continue
		}
		g.Type, g.Nullable, g.Value = v.typ, v.null, e
		step.In = append(step.In, g)
	}
	out := &ir.Object{GoName: step.GoName}
	for _, m := range st.GoOut {
		p := a.r.Member(m)
		if p == nil {
			ok = false
			continue
		}
		a.specsOf([]*parse.Member{m})
		out.Fields = append(out.Fields, p)
	}
	imports, fine := a.goBody(st.Body, step.In, out)
	if !fine || !ok {
		f.brokenLet(s, st.Name)
		return
	}
	step.Imports = imports
	b.add(step)
	v := &ir.Var{Span: st.Name.Span, Name: st.Name.Value, GoName: f.ident(st.Name.Value), Kind: ir.ObjectVar, Type: out}
	step.Out = v
	bound := &binding{name: v.Name, span: v.Span, what: "go step", matters: true}
	bound.row = f.objectRow(v, out, v.Name, "", b.place(), false)
	s.bind(bound)
}

// rowObject is the shape in which a Go step sees rows.
func (a *analyser) rowObject(cols []*ir.Column, name string) *ir.Object {
	o := &ir.Object{GoName: a.r.GoTypes.Claim(name, name+"Object")}
	for _, c := range cols {
		o.Fields = append(o.Fields, &ir.Param{Name: c.Name, GoName: c.GoName, Type: c.Type, Optional: c.Nullable})
	}
	return o
}
