package emit

import (
	"strconv"
	"strings"

	"github.com/awmc/awmc/ir"
	"github.com/dave/jennifer/jen"
)

// hasDefaults reports whether a member, or a member of its objects, has a
// default.
func (e *emitter) hasDefaults(fields []structField) bool {
	for _, f := range fields {
		if f.def != nil {
			return true
		}
		if o := objectIn(f.typ); o != nil && e.hasDefaults(e.object(o).fields) {
			return true
		}
	}
	return false
}

// objectIn is the object a type is or lists, or nil.
func objectIn(t ir.Type) *ir.Object {
	if l, ok := t.(*ir.List); ok {
		t = l.Elem
	}
	o, _ := t.(*ir.Object)
	return o
}

// defaultsMethod writes withDefaults where some member has a default, and
// reports whether it did.
func (e *emitter) defaultsMethod(g *jen.Group, s *structType, receiver string) bool {
	if !e.hasDefaults(s.fields) {
		return false
	}
	g.Line()
	g.Add(doc("withDefaults fills in what an omitted parameter means.")).
		Func().Params(jen.Id(receiver).Id(s.name)).Id("withDefaults").Params().Id(s.name).BlockFunc(func(g *jen.Group) {
		for _, f := range s.fields {
			at := jen.Id(receiver).Dot(f.name)
			if f.def != nil {
				v := e.typedLit(f.typ, f.def.Value)
				if pointer(f.typ) {
					v = jen.New(v)
				}
				g.If(at.Clone().Op("==").Nil()).Block(at.Clone().Op("=").Add(v))
			}
			e.nestedDefaults(g, f, at)
		}
		g.Return(jen.Id(receiver))
	})
	for _, f := range s.fields {
		if o := objectIn(f.typ); o != nil {
			if st := e.object(o); !st.defaulted && e.hasDefaults(st.fields) {
				st.defaulted = true
				e.defaultsMethod(g, st, "v")
			}
		}
	}
	return true
}

// nestedDefaults fills in the members of an object or of a list's elements,
// on a copy: the caller's list is not changed.
func (e *emitter) nestedDefaults(g *jen.Group, f structField, at *jen.Statement) {
	o := objectIn(f.typ)
	if o == nil || !e.hasDefaults(e.object(o).fields) {
		return
	}
	if _, ok := f.typ.(*ir.List); ok {
		g.Add(at.Clone()).Op("=").Qual("slices", "Clone").Call(at.Clone())
		g.For(jen.Id("i").Op(":=").Range().Add(at.Clone())).Block(
			at.Clone().Index(jen.Id("i")).Op("=").Add(at.Clone().Index(jen.Id("i")).Dot("withDefaults").Call()))
		return
	}
	if f.null {
		g.If(at.Clone().Op("!=").Nil()).Block(
			at.Clone().Op("=").New(jen.Add(at.Clone()).Dot("withDefaults").Call()))
		return
	}
	g.Add(at.Clone()).Op("=").Add(at.Clone()).Dot("withDefaults").Call()
}

// validateMethod writes validate where a member has constraints, and reports
// whether it did.
func (e *emitter) validateMethod(g *jen.Group, s *structType) bool {
	if !e.hasChecks(s.fields) {
		return false
	}
	e.objectChecks(g, s.fields)
	g.Line()
	g.Add(doc("validate checks the constraints of a call made from Go; an agent's call has been checked before.")).
		Func().Params(jen.Id("in").Id(s.name)).Id("validate").Params().Error().BlockFunc(func(g *jen.Group) {
		g.Var().Id("c").Qual(e.core, "Checker")
		for _, f := range s.fields {
			e.checks(g, f, jen.Op("&").Id("c"), jen.Lit(f.json), func(index string) *jen.Statement {
				return jen.Qual("fmt", "Sprintf").Call(jen.Lit(f.json+"[%d]"), jen.Id(index))
			}, jen.Id("in").Dot(f.name))
		}
		g.Return(jen.Id("c.Err").Call())
	})
	return true
}

// objectChecks writes the check methods of the objects that fields are made
// of.
func (e *emitter) objectChecks(g *jen.Group, fields []structField) {
	for _, f := range fields {
		o := objectIn(f.typ)
		if o == nil {
			continue
		}
		st := e.object(o)
		if st.checked || !e.hasChecks(st.fields) {
			continue
		}
		st.checked = true
		e.objectChecks(g, st.fields)
		g.Line()
		g.Func().Params(jen.Id("v").Id(st.name)).Id("check").
			Params(jen.Id("c").Op("*").Qual(e.core, "Checker"), jen.Id("path").String()).
			BlockFunc(func(g *jen.Group) {
				for _, f := range st.fields {
					path := jen.Id("path").Op("+").Lit("." + f.json)
					e.checks(g, f, jen.Id("c"), path, func(index string) *jen.Statement {
						return jen.Qual("fmt", "Sprintf").Call(jen.Lit("%s."+f.json+"[%d]"), jen.Id("path"), jen.Id(index))
					}, jen.Id("v").Dot(f.name))
				}
			})
	}
}

func (e *emitter) hasChecks(fields []structField) bool {
	for _, f := range fields {
		if e.fieldHasChecks(f) {
			return true
		}
	}
	return false
}

func (e *emitter) fieldHasChecks(f structField) bool {
	c := f.limits
	if c.Min != nil || c.Max != nil || c.MinLength != nil || c.MaxLength != nil || c.Pattern != "" || len(c.Enum) > 0 {
		return true
	}
	t := f.typ
	if l, ok := t.(*ir.List); ok {
		if l.Item != nil && e.fieldHasChecks(structField{typ: l.Elem, limits: l.Item.Constraints}) {
			return true
		}
		t = l.Elem
	}
	switch t {
	case ir.Date, ir.DateTime, ir.Time:
		return true
	}
	o := objectIn(t)
	return o != nil && e.hasChecks(e.object(o).fields)
}

// checks writes the checks of one member: c is the checker, path and
// elemPath its path and that of an element of a list, v the Go expression.
func (e *emitter) checks(
	g *jen.Group, f structField, c, path *jen.Statement, elemPath func(index string) *jen.Statement, v *jen.Statement,
) {
	if !e.fieldHasChecks(f) {
		return
	}
	if l, ok := f.typ.(*ir.List); ok {
		e.listChecks(g, f, l, c, path, elemPath, v)
		return
	}
	if f.null {
		g.If(v.Clone().Op("!=").Nil()).BlockFunc(func(g *jen.Group) {
			at := v
			if _, ok := f.typ.(ir.Scalar); ok {
				at = jen.Op("*").Add(v)
			}
			e.valueChecks(g, f.typ, f.limits, c, path, at)
		})
		return
	}
	e.valueChecks(g, f.typ, f.limits, c, path, v)
}

func (e *emitter) listChecks(
	g *jen.Group, f structField, l *ir.List, c, path *jen.Statement, elemPath func(string) *jen.Statement, v *jen.Statement,
) {
	sizes := func(g *jen.Group) {
		if f.limits.Min != nil {
			e.check(g, "CheckMinItems", c, path, v, e.lit(ir.Integer, f.limits.Min.Value))
		}
		if f.limits.Max != nil {
			e.check(g, "CheckMaxItems", c, path, v, e.lit(ir.Integer, f.limits.Max.Value))
		}
	}
	if f.null && f.limits.Min != nil { // omitted is not too short
		g.If(v.Clone().Op("!=").Nil()).BlockFunc(sizes)
	} else {
		sizes(g)
	}
	elem := structField{typ: l.Elem}
	if l.Item != nil {
		elem.limits = l.Item.Constraints
	}
	if !e.fieldHasChecks(elem) {
		return
	}
	g.For(jen.List(jen.Id("i"), jen.Id("elem")).Op(":=").Range().Add(v.Clone())).BlockFunc(func(g *jen.Group) {
		e.valueChecks(g, l.Elem, elem.limits, c, elemPath("i"), jen.Id("elem"))
	})
}

// valueChecks writes the checks of a value that is there.
func (e *emitter) valueChecks(g *jen.Group, t ir.Type, limits ir.Constraints, c, path, v *jen.Statement) {
	if o, ok := t.(*ir.Object); ok {
		if e.hasChecks(e.object(o).fields) {
			g.Add(v.Clone()).Dot("check").Call(c.Clone(), path.Clone())
		}
		return
	}
	switch t {
	case ir.Date:
		e.check(g, "CheckDate", c, path, v)
	case ir.DateTime:
		e.check(g, "CheckDateTime", c, path, v)
	case ir.Time:
		e.check(g, "CheckTime", c, path, v)
	}
	if limits.Min != nil {
		e.check(g, "CheckMin", c, path, v, e.lit(t, limits.Min.Value))
	}
	if limits.Max != nil {
		e.check(g, "CheckMax", c, path, v, e.lit(t, limits.Max.Value))
	}
	if limits.MinLength != nil {
		e.check(g, "CheckMinLength", c, path, v, jen.Id(strconv.FormatInt(*limits.MinLength, 10)))
	}
	if limits.MaxLength != nil {
		e.check(g, "CheckMaxLength", c, path, v, jen.Id(strconv.FormatInt(*limits.MaxLength, 10)))
	}
	if limits.Pattern != "" {
		e.check(g, "CheckPattern", c, path, v, patternLit(limits.Pattern))
	}
	if len(limits.Enum) > 0 {
		var allowed []jen.Code
		for _, s := range limits.Enum {
			allowed = append(allowed, jen.Lit(s))
		}
		e.check(g, "CheckOneOf", c, path, v, allowed...)
	}
}

func (e *emitter) check(g *jen.Group, fn string, c, path, v *jen.Statement, more ...jen.Code) {
	args := append([]jen.Code{c.Clone(), path.Clone(), v.Clone()}, more...)
	g.Add(longCall(jen.Qual(e.core, fn), args...))
}

// patternLit is a regular expression between backquotes, where it needs no
// escapes of Go's.
func patternLit(p string) *jen.Statement {
	if strings.Contains(p, `\`) && rawSafe(p) && !strings.Contains(p, "\n") {
		return jen.Id("`" + p + "`")
	}
	return jen.Lit(p)
}
