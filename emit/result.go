package emit

import (
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/describe"
	"github.com/dave/jennifer/jen"
)

// result computes the parts of a result and ends the body.
func (b *body) result(g *jen.Group, s *ir.ReturnStep) {
	if b.flat {
		code := b.part(g, s.Parts[0])
		for _, c := range b.done(code) {
			g.Add(c)
		}
		return
	}
	var members []jen.Code
	totals := map[string]*jen.Statement{}
	for i, rp := range s.Parts {
		var code *jen.Statement
		if rp.Part.Kind == ir.PartScalar && rp.Query == nil && rp.Var == nil && rp.Expr == nil {
			code = totals[rp.Part.Name]
			if rp.Count != nil {
				code = b.total(g, rp, nil)
			}
			if code == nil {
				faultf("%s: part %s has no value", b.owner, rp.Part.Name)
			}
		} else {
			code = b.part(g, rp)
		}
		if rp.Count != nil && rp.Part.Kind == ir.PartRows { // the part "total" follows
			totals["total"] = b.total(g, rp, code)
		}
		members = append(members, jen.Id(b.output.fields[i].name).Op(":").Add(code))
	}
	out := jen.Id(b.output.name).Values(members...)
	if width(out) > 80 {
		out = jen.Id(b.output.name).Add(multi("{", "}", members...))
	}
	for _, c := range b.done(out) {
		g.Add(c)
	}
}

// total counts the rows of a list, unless the page that items holds tells it.
func (b *body) total(g *jen.Group, rp *ir.ReturnPart, items *jen.Statement) *jen.Statement {
	call, _ := b.call(rp.Count, scalar, nil, false)
	name := b.names.pick("total")
	c := rp.Count.Columns[0]
	if items != nil && rp.Limit != nil && rp.Offset != nil {
		known := b.names.pick("known")
		g.List(jen.Id(name), jen.Id(known)).Op(":=").Qual(b.e.core, "TotalOf").Call(jen.Len(items.Clone()), b.number(rp.Limit), b.number(rp.Offset))
		g.If(jen.Op("!").Id(known)).Block(
			jen.List(jen.Id(name), jen.Err()).Op("=").Add(call),
			b.ifErr(),
		)
		return jen.Id(name)
	}
	g.List(jen.Id(name), jen.Err()).Op(":=").Add(call)
	g.Add(b.ifErr())
	return b.convert(value{code: jen.Id(name), typ: c.Type, null: c.Nullable}, ir.Integer, false)
}

func (b *body) number(o *ir.Operand) *jen.Statement {
	return b.convert(b.operand(*o), ir.Integer, false)
}

// part is the Go expression of one part of a result, after what g must do
// for it.
func (b *body) part(g *jen.Group, rp *ir.ReturnPart) *jen.Statement {
	p := rp.Part
	switch p.Kind {
	case ir.PartTrue:
		return jen.True()
	case ir.PartScalar:
		return b.scalarPart(g, rp)
	case ir.PartRow:
		return b.rowPart(g, rp)
	}
	return b.rowsPart(g, rp)
}

func (b *body) scalarPart(g *jen.Group, rp *ir.ReturnPart) *jen.Statement {
	var v value
	switch {
	case rp.Var != nil:
		v = b.operand(ir.Operand{Span: rp.Part.Span, Var: rp.Var, Column: rp.Column})
	case rp.Query != nil:
		v = b.eval(g, &ir.Query{Statement: rp.Query}, rp.Part.Name)
	default:
		v = b.eval(g, rp.Expr, rp.Part.Name)
	}
	return b.convert(v, rp.Part.Type, rp.Part.Null)
}

func (b *body) rowPart(g *jen.Group, rp *ir.ReturnPart) *jen.Statement {
	st := b.e.partType(rp.Part)
	if rp.Query == nil {
		return b.rowAs(g, rp, st)
	}
	var code *jen.Statement
	name := b.partLocal(rp.Part.Name)
	switch {
	case rp.Missing != nil:
		found := b.names.pick(name + "Found")
		call, _ := b.call(rp.Query, foundRow, st, false)
		g.List(jen.Id(name), jen.Id(found), jen.Err()).Op(":=").Add(call)
		g.Add(b.ifErr())
		g.If(jen.Op("!").Id(found)).Block(b.refuse(rp.Missing))
		code = jen.Id(name)
		if rp.Part.Null {
			code = jen.Op("&").Add(code)
		}
	case rp.Part.Null:
		call, _ := b.call(rp.Query, optionalRow, st, false)
		g.List(jen.Id(name), jen.Err()).Op(":=").Add(call)
		g.Add(b.ifErr())
		code = jen.Id(name)
	default:
		call, _ := b.call(rp.Query, oneRow, st, false)
		g.List(jen.Id(name), jen.Err()).Op(":=").Add(call)
		g.Add(b.ifErr())
		code = jen.Id(name)
	}
	if len(rp.Nested) > 0 {
		fill := func(g *jen.Group) { b.nested(g, rp, st, jen.Id(name)) }
		if rp.Part.Null && rp.Missing == nil {
			g.If(jen.Id(name).Op("!=").Nil()).BlockFunc(fill)
		} else {
			fill(g)
		}
	}
	return code
}

func (b *body) rowsPart(g *jen.Group, rp *ir.ReturnPart) *jen.Statement {
	st := b.e.partType(rp.Part)
	var list *jen.Statement
	if rp.Query != nil {
		call, _ := b.call(rp.Query, manyRows, st, false)
		name := b.partLocal(rp.Part.Name)
		g.List(jen.Id(name), jen.Err()).Op(":=").Add(call)
		g.Add(b.ifErr())
		list = jen.Id(name)
	} else {
		list = b.rowsAs(g, rp, st)
	}
	if len(rp.Nested) > 0 {
		b.scoped(func() {
			i, row := b.index(), b.names.pick("row")
			g.For(jen.Id(i).Op(":=").Range().Add(list.Clone())).BlockFunc(func(g *jen.Group) {
				g.Id(row).Op(":=").Op("&").Add(list.Clone()).Index(jen.Id(i))
				b.nested(g, rp, st, jen.Id(row))
			})
		})
	}
	return list
}

// nested computes the parts inside one row, which row is or points to.
func (b *body) nested(g *jen.Group, rp *ir.ReturnPart, st *structType, row *jen.Statement) {
	if rp.RowVar != nil {
		b.bind(rp.RowVar, &binding{value: value{code: row, row: st}})
	}
	for _, n := range rp.Nested {
		f := st.field(n.Part.Name)
		if f == nil {
			faultf("%s: nested part %s", b.owner, n.Part.Name)
		}
		code := b.part(g, n)
		g.Add(row.Clone()).Dot(f.name).Op("=").Add(code)
	}
}

// rowAs is a row that is bound already as another struct.
func (b *body) rowAs(g *jen.Group, rp *ir.ReturnPart, st *structType) *jen.Statement {
	bd := b.bound[rp.Var]
	if bd == nil {
		faultf("%s: row :%s is not bound", b.owner, rp.Var.Name)
	}
	from := bd.row
	if from == nil {
		obj, ok := bd.typ.(*ir.Object)
		if !ok {
			faultf("%s: :%s is no row", b.owner, rp.Var.Name)
		}
		from = b.e.object(obj)
	}
	if bd.ptr && rp.Part.Null && from == st {
		return bd.code.Clone()
	}
	if !rp.Part.Null {
		return b.convertRow(bd.code.Clone(), from, st)
	}
	present := bd.found
	if bd.ptr {
		present = jen.Add(bd.code.Clone()).Op("!=").Nil()
	}
	if present == nil {
		return b.rowPointer(bd.code.Clone(), from, st)
	}
	row := bd.code.Clone()
	if bd.ptr && sameFields(from.fields, st.fields) {
		row = jen.Op("*").Add(row)
	}
	converted := b.rowPointer(row, from, st)
	name := b.partLocal(rp.Part.Name)
	g.Var().Id(name).Op("*").Id(st.name)
	g.If(present.Clone()).Block(jen.Id(name).Op("=").Add(converted))
	return jen.Id(name)
}

// rowPointer is a pointer to a row as another struct.
func (b *body) rowPointer(row *jen.Statement, from, to *structType) *jen.Statement {
	if from != to && sameFields(from.fields, to.fields) {
		return jen.New(b.convertRow(row, from, to))
	}
	return jen.Op("&").Add(b.convertRow(row, from, to))
}

// rowsAs is a list of rows that is bound already as a list of another
// struct.
func (b *body) rowsAs(g *jen.Group, rp *ir.ReturnPart, st *structType) *jen.Statement {
	v := b.operand(ir.Operand{Var: rp.Var, Column: rp.Column})
	from := v.row
	if from == nil {
		list, ok := v.typ.(*ir.List)
		if !ok {
			faultf("%s: :%s is no list", b.owner, rp.Var.Name)
		}
		obj, ok := list.Elem.(*ir.Object)
		if !ok {
			faultf("%s: :%s is no list of objects", b.owner, rp.Var.Name)
		}
		from = b.e.object(obj)
	}
	if from == st {
		if v.row == nil { // a parameter or the output of a Go step may be nil
			return jen.Qual(b.e.core, "NonNil").Call(v.code)
		}
		return v.code
	}
	name := b.partLocal(rp.Part.Name)
	b.convertRows(g, name, v.code, from, st)
	return jen.Id(name)
}

// convertRows makes name a list of rows of another struct type.
func (b *body) convertRows(g *jen.Group, name string, list *jen.Statement, from, to *structType) {
	b.scoped(func() {
		i, row := b.index(), b.names.pick("row")
		g.Id(name).Op(":=").Make(jen.Index().Id(to.name), jen.Len(list.Clone()))
		g.For(jen.List(jen.Id(i), jen.Id(row)).Op(":=").Range().Add(list.Clone())).Block(
			jen.Id(name).Index(jen.Id(i)).Op("=").Add(b.convertRow(jen.Id(row), from, to)))
	})
}

// convertRow is a row of one struct type as another that has the same
// columns, perhaps among others.
func (b *body) convertRow(code *jen.Statement, from, to *structType) *jen.Statement {
	if from == to {
		return code
	}
	if sameFields(from.fields, to.fields) {
		return jen.Id(to.name).Call(code)
	}
	var members []jen.Code
	for _, f := range to.fields {
		src := from.field(f.json)
		if src == nil || f.elem != nil {
			continue
		}
		v := value{code: jen.Add(code.Clone()).Dot(src.name), typ: src.typ, null: src.null}
		members = append(members, jen.Id(f.name).Op(":").Add(b.convert(v, f.typ, f.null)))
	}
	return jen.Id(to.name).Add(multi("{", "}", members...))
}

// partType is the struct of a row of a part.
func (e *emitter) partType(p *ir.Part) *structType {
	if s := e.parts[p]; s != nil {
		return s
	}
	if len(p.Nested) == 0 {
		if s := e.entityRow(p.Columns); s != nil {
			e.parts[p] = s
			return s
		}
	}
	name := e.partNames[p]
	if name == nil {
		name = upper
	}
	s := &structType{name: e.names.pick(name(fieldName(p.RowType, p.Name)))}
	e.parts[p] = s
	s.fields = columnFields(p.Columns, false)
	names := nameSet{}
	for _, f := range s.fields {
		names[f.name] = true
	}
	for _, n := range p.Nested {
		f := e.partField(n)
		f.name = names.pick(f.name)
		s.fields = append(s.fields, f)
	}
	return s
}

// partField is the member of a result for one of its parts.
func (e *emitter) partField(p *ir.Part) structField {
	f := structField{name: fieldName(p.GoName, p.Name), json: p.Name, typ: p.Type, null: p.Null}
	switch p.Kind {
	case ir.PartTrue:
		f.typ = ir.Boolean
	case ir.PartRow:
		f.typ, f.elem = nil, e.partType(p)
	case ir.PartRows:
		f.typ, f.elem, f.list = nil, e.partType(p), true
	}
	return f
}

// wants notes which variables are returned whole, so that their queries can
// scan into the result's rows.
func (b *body) wants(steps []ir.Step) {
	for s := range describe.Steps(steps) {
		ret, ok := s.(*ir.ReturnStep)
		if !ok {
			continue
		}
		for rp := range describe.Parts(ret.Parts) {
			if rp.Var != nil && rp.Column == nil && (rp.Part.Kind == ir.PartRow || rp.Part.Kind == ir.PartRows) {
				b.want[rp.Var] = b.e.partType(rp.Part)
			}
		}
	}
}
