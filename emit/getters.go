package emit

import "github.com/dave/jennifer/jen"

// optionalColumn is a column of a row that may be missing: a getter of the
// row's struct that is fine with nil.
func (b *body) optionalColumn(base *binding, st *structType, f *structField) value {
	g := getter{st, f}
	if !b.e.getters[st.name+"."+f.name] {
		b.e.getters[st.name+"."+f.name] = true
		b.getters = append(b.getters, g)
	}
	return value{code: jen.Add(base.code.Clone()).Dot(g.name()).Call(), typ: f.typ, null: true}
}

// getter is a method that reads a member of a struct behind a pointer.
type getter struct {
	st *structType
	f  *structField
}

func (g getter) name() string { return "get" + g.f.name }

// gettersOf writes the getters that a body was the first to use.
func (b *body) gettersOf(g *jen.Group) {
	for _, m := range b.getters {
		read := jen.Op("&").Id("v").Dot(m.f.name)
		if m.f.null || !pointer(m.f.typ) {
			read = jen.Id("v").Dot(m.f.name)
		}
		g.Line()
		g.Func().Params(jen.Id("v").Op("*").Id(m.st.name)).Id(m.name()).Params().Add(b.e.goType(m.f.typ, true)).Block(
			jen.If(jen.Id("v").Op("==").Nil()).Block(jen.Return(jen.Nil())),
			jen.Return(read))
	}
}
