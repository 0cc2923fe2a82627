package analyse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

func (f *routine) each(st *parse.Step, s *scope, b *block) {
	list := f.listAt(st.In, s)
	inner := s.inner()
	body := &block{}
	if list == nil {
		f.brokenLet(inner, st.Name)
		f.steps(st.Do, inner, body)
		return
	}
	if list.in.Var.Kind == ir.ParamVar && list.in.Column == nil {
		f.looped[list.in.Var.Param] = true
	}
	step := &ir.EachStep{Span: st.Span, In: list.in}
	step.In.Span = st.In.Span
	item := f.item(inner, list, st.Name.Value, st.Name.Span, body)
	step.Item = item.itemVar
	f.steps(st.Do, inner, body)
	f.later(func() { step.Do = body.flat() })
	b.add(step)
}

// listAt finds the list that a loop runs over.
func (f *routine) listAt(in parse.Text, s *scope) *listBinding {
	a := f.a
	path := strings.Split(in.Value, ".")
	b := s.lookup(path[0])
	if b == nil {
		if slices.Contains(s.all(), path[0]) {
			a.err(diag.NotAList, in.Span, fmt.Sprintf("`:%s` is not a list", in.Value), "a loop runs over a list parameter or a `let` with `rows`")
		} // else package check has said that there is none
		f.consequence = true
		return nil
	}
	b.used = true
	if b.broken {
		f.consequence = true
		return nil
	}
	for n := 1; n < len(path) && b.parts != nil; n++ {
		part := b.parts[path[n]]
		if part == nil {
			a.unknownMember(path, n, sortedKeys(b.parts), in.Span)
			return nil
		}
		b, path = part, path[n:]
		n = 0
	}
	if len(path) == 1 {
		if b.list == nil {
			a.err(diag.NotAList, in.Span, fmt.Sprintf("`:%s` is not a list", in.Value), "a loop runs over a list parameter or a `let` with `rows`")
		}
		return b.list
	}
	op, v, ok := s.member(b, path, 1, in.Span)
	if !ok {
		return nil
	}
	l, isList := v.typ.(*ir.List)
	if !isList {
		a.err(diag.NotAList, in.Span, fmt.Sprintf("`:%s` is %s, not a list", in.Value, article(typeName(v.typ))), "a loop runs over a list parameter or a `let` with `rows`")
		return nil
	}
	return &listBinding{in: op, elem: l.Elem, item: l.Item}
}

// item binds the item of a loop.
func (f *routine) item(s *scope, list *listBinding, name string, span diag.Span, body *block) *binding {
	v := &ir.Var{Span: span, Name: name, GoName: f.ident(name)}
	at := body.place()
	var b *binding
	path := list.path
	if path != "" {
		path += "[]"
	}
	switch elem := list.elem.(type) {
	case nil:
		v.Kind, v.Row = ir.RowVar, list.rows
		b = f.bindRow(name, span, v, at)
	case *ir.Object:
		v.Kind, v.Type = ir.ObjectVar, elem
		b = &binding{name: name, span: span}
		b.row = f.objectRow(v, elem, name, path, at, false)
	default:
		v.Kind, v.Type = ir.ScalarVar, elem
		b = f.bindValue(v, list.item, path, at)
	}
	b.what, b.itemVar, b.used = "loop item", v, true
	s.bind(b)
	return b
}
