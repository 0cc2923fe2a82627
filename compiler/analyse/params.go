package analyse

import (
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates/rt/core"
)

// memberSpecs remembers the source of parameters and members, for what the
// IR does not say: the view that gives a reference's row.
type memberSpecs map[*ir.Param]*parse.Member

func (a *analyser) specsOf(list []*parse.Member) {
	for _, m := range list {
		if p := a.r.Member(m); p != nil {
			a.specs[p] = m
		}
		if m.List != nil {
			a.specsOf([]*parse.Member{m.List})
		}
		a.specsOf(m.Objects)
		a.specsOf(m.Object)
	}
}

// refOf is what a parameter or member refers to, or nil.
func (a *analyser) refOf(p *ir.Param) *reference {
	if p == nil || p.Ref == nil {
		return nil
	}
	ref := &reference{field: p.Ref}
	if m := a.specs[p]; m != nil && m.Row.Set {
		ref.view = a.r.View(m.Row.Value)
		if ref.view != nil && a.broken[strings.ToLower(ref.view.Name)] {
			ref.view, ref.broken = nil, true
		}
	}
	return ref
}

// isKey reports whether a reference is by the key itself, so that the value
// that was passed is the key.
func (r *reference) isKey() bool {
	e := r.field.Entity
	return len(e.Key) == 1 && e.Key[0] == r.field
}

// omittable reports whether a parameter's value may be null.
func omittable(p *ir.Param) bool { return p.Optional && p.Default == nil }

// bindParams binds the parameters of a tool or rule.
func (f *routine) bindParams(s *scope) {
	for _, p := range f.params {
		v := &ir.Var{Span: p.Span, Name: p.Name, GoName: p.GoName, Kind: ir.ParamVar, Type: p.Type, Nullable: omittable(p), Param: p}
		b := f.bindValue(v, p, p.Name, f.entry)
		b.what = "parameter"
		s.bind(b)
	}
}

// bindValue binds a parameter, or an item of a list of scalars.
func (f *routine) bindValue(v *ir.Var, p *ir.Param, path string, at *fetchPoint) *binding {
	op := ir.Operand{Span: v.Span, Var: v}
	b := &binding{name: v.Name, span: v.Span, self: &op, shown: &op, val: value{typ: v.Type, null: v.Nullable}}
	if ref := f.a.refOf(p); ref != nil {
		b.val.ref = ref
		b.broken = ref.broken
		b.row = f.checked(at, op, *ref, v.Nullable, v.Name, path)
		if !ref.isKey() {
			f.throughKey(b, ref)
		}
		return b
	}
	switch t := v.Type.(type) {
	case *ir.List:
		b.list = &listBinding{in: op, elem: t.Elem, item: t.Item, path: path}
	case *ir.Object:
		b.row = f.objectRow(v, t, v.Name, path, at, v.Nullable)
	}
	return b
}

// throughKey makes a name that refers by another field than the key stand
// for the key.
func (f *routine) throughKey(b *binding, ref *reference) {
	key := ref.field.Entity.Key[0]
	row := b.row
	b.selfOf = func() (ir.Operand, value) {
		col := row.find(key.Name)
		v := columnValue(col)
		v.ref = &reference{field: key, view: ref.view}
		return ir.Operand{Var: row.v, Column: col}, v
	}
}

// checked fetches the row of a reference that nothing guarantees: a missing
// one refuses.
func (f *routine) checked(at *fetchPoint, key ir.Operand, ref reference, nullable bool, name, path string) *rowBinding {
	row := f.fetch(at, key, ref, nullable, name)
	step := at.steps[len(at.steps)-1]
	shown := key
	site := ""
	if f.rule == nil && path != "" {
		site = f.site() // an agent can meet it: whoever uses a rule has checked
	}
	step.Missing = &ir.Refusal{
		Span: key.Span, Site: site, Code: ir.NotFound, Param: path, Default: true,
		Message: ir.Template{{Text: "There is no " + words(core.Singular(ref.field.Entity.Name)) + " "}, {Operand: &shown}, {Text: "."}},
	}
	return row
}

// objectRow gives the members of an object as columns, and the rows that
// they refer to.
func (f *routine) objectRow(v *ir.Var, o *ir.Object, name, path string, at *fetchPoint, nullable bool) *rowBinding {
	a := f.a
	r := &rowBinding{fn: f, v: v, name: name, point: at, refs: map[string]*rowBinding{}}
	v.Row = a.memberColumns(o, nullable)
	r.find = columnFinder(v)
	r.names = columnNames(v)
	for i, p := range o.Fields {
		ref := a.refOf(p)
		if ref == nil {
			continue
		}
		col := v.Row[i]
		row := f.checked(at, ir.Operand{Span: p.Span, Var: v, Column: col}, *ref, col.Nullable, name+"."+p.Name, path+"."+p.Name)
		r.refs[p.Name] = row
		if !ref.isKey() {
			b := &binding{row: row}
			f.throughKey(b, ref)
			if r.selfOf == nil {
				r.selfOf = map[string]func() (ir.Operand, value){}
			}
			r.selfOf[p.Name] = b.selfOf
		}
	}
	return r
}

// memberColumns are the members of an object as columns.
func (a *analyser) memberColumns(o *ir.Object, nullable bool) []*ir.Column {
	var out []*ir.Column
	for _, p := range o.Fields {
		c := &ir.Column{Name: p.Name, GoName: p.GoName, Type: p.Type, Nullable: nullable || omittable(p)}
		if ref := a.refOf(p); ref != nil {
			a.colRefs[c] = *ref
		}
		out = append(out, c)
	}
	return out
}

func columnFinder(v *ir.Var) func(string) *ir.Column {
	return func(name string) *ir.Column {
		for _, c := range v.Row {
			if strings.EqualFold(c.Name, name) {
				return c
			}
		}
		return nil
	}
}

func columnNames(v *ir.Var) func() []string {
	return func() []string {
		out := make([]string, len(v.Row))
		for i, c := range v.Row {
			out[i] = c.Name
		}
		return out
	}
}

// bindRow binds a row that a statement gives.
func (f *routine) bindRow(name string, span diag.Span, v *ir.Var, at *fetchPoint) *binding {
	b := &binding{name: name, span: span, what: "let"}
	b.row = &rowBinding{fn: f, v: v, name: name, point: at, refs: map[string]*rowBinding{}, find: columnFinder(v), names: columnNames(v)}
	return b
}

// unlooped checks the references in list parameters that no loop runs over,
// as a loop does for its items.
func (f *routine) unlooped(at *block, s *scope) {
	for _, p := range f.params {
		l, ok := p.Type.(*ir.List)
		if !ok || f.looped[p] {
			continue
		}
		refs := l.Item != nil && f.a.refOf(l.Item) != nil
		if o, ok := l.Elem.(*ir.Object); ok {
			for _, m := range o.Fields {
				refs = refs || f.a.refOf(m) != nil
			}
		}
		b := s.lookup(p.Name)
		if !refs || b == nil || b.list == nil {
			continue
		}
		step := &ir.EachStep{Span: p.Span, In: b.list.in}
		inner := &block{}
		item := f.item(s.inner(), b.list, core.Singular(p.Name)+"_item", p.Span, inner)
		step.Item = item.itemVar
		f.later(func() { step.Do = inner.flat() })
		at.add(step)
	}
}
