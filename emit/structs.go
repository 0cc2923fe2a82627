package emit

import (
	"slices"
	"strconv"

	"github.com/awmc/awmc/ir"
	"github.com/dave/jennifer/jen"
)

// structType is an emitted struct: a row, an object or an input.
type structType struct {
	name     string
	doc      []string // paragraphs
	fields   []structField
	declared bool
	// checked and defaulted are set once the methods check and withDefaults
	// are written.
	checked, defaulted bool
	// tagged is set if rows become JSON, for SQL that takes a whole list.
	tagged bool
}

// structField is one member. Type is nil where elem names the struct of a
// nested row or list.
type structField struct {
	name string
	json string
	doc  string
	typ  ir.Type
	null bool
	elem *structType // of a nested part
	list bool        // a list of elem
	def  *ir.Literal // what an omitted parameter means, or nil
	// limits are the constraints of a parameter.
	limits ir.Constraints
}

func (e *emitter) fieldType(f structField) *jen.Statement {
	switch {
	case f.elem == nil:
		return e.goType(f.typ, f.null)
	case f.list:
		return jen.Index().Id(f.elem.name)
	case f.null:
		return jen.Op("*").Id(f.elem.name)
	}
	return jen.Id(f.elem.name)
}

// declare writes the struct's declaration, once.
func (e *emitter) declare(f *jen.Group, s *structType) {
	if s.declared {
		return
	}
	s.declared = true
	f.Line()
	f.Add(doc(s.doc...)).Type().Id(s.name).StructFunc(func(g *jen.Group) {
		for _, fd := range s.fields {
			for _, line := range commentLines(textWidth-8, sentence(fd.doc)) {
				g.Comment(line)
			}
			decl := g.Id(fd.name).Add(e.fieldType(fd))
			if fd.json != "" {
				decl.Tag(map[string]string{"json": fd.json})
			}
		}
	})
}

// declareBare is declare without the tags that JSON needs, for rows that
// never become JSON.
func (e *emitter) declareBare(g *jen.Group, s *structType) {
	if s.declared {
		return
	}
	if s.tagged {
		e.declare(g, s)
		return
	}
	s.declared = true
	bare := *s
	bare.declared = false
	bare.fields = slices.Clone(s.fields)
	for i := range bare.fields {
		bare.fields[i].json = ""
	}
	e.declare(g, &bare)
}

// sameFields reports whether values of a and b can be converted into each
// other by Go.
func sameFields(a, b []structField) bool {
	return slices.EqualFunc(a, b, func(x, y structField) bool {
		return x.name == y.name && x.null == y.null && sameType(x.typ, y.typ) && x.elem == y.elem && x.list == y.list
	})
}

func sameType(a, b ir.Type) bool {
	switch a := a.(type) {
	case *ir.List:
		b, ok := b.(*ir.List)
		return ok && sameType(a.Elem, b.Elem)
	case *ir.Object:
		b, ok := b.(*ir.Object)
		return ok && (a == b || a.GoName == b.GoName && len(a.Fields) == len(b.Fields))
	}
	return a == b
}

// columnFields are the members of a row with the given columns. If nullable
// is set, every column may be null: the row itself may be missing.
func columnFields(cols []*ir.Column, nullable bool) []structField {
	names := nameSet{}
	var out []structField
	for _, c := range cols {
		f := structField{name: names.pick(fieldName(c.GoName, c.Name)), json: c.Name, typ: c.Type, null: c.Nullable || nullable}
		if c.Field != nil {
			f.doc = c.Field.Doc
		}
		out = append(out, f)
	}
	return out
}

// paramFields are the members of an input or an object.
func paramFields(ps []*ir.Param) []structField {
	names := nameSet{}
	var out []structField
	for _, p := range ps {
		out = append(out, structField{
			name:   names.pick(fieldName(p.GoName, p.Name)),
			json:   p.Name,
			doc:    p.Doc,
			typ:    p.Type,
			null:   p.Optional || p.Default != nil,
			def:    p.Default,
			limits: p.Constraints,
		})
	}
	return out
}

func fieldName(goname, name string) string {
	if goname == "" {
		return goName(name)
	}
	return goname
}

// object is the struct of an object type. Objects of the same Go name and
// shape share it.
func (e *emitter) object(o *ir.Object) *structType {
	fields := paramFields(o.Fields)
	name := o.GoName
	for i := 2; ; i++ {
		s, ok := e.objects[name]
		if !ok {
			s = &structType{name: name, fields: fields}
			if e.names[name] {
				s.name = e.names.pick(name)
			}
			e.names[s.name] = true
			e.objects[name] = s
			return s
		}
		if sameFields(s.fields, fields) {
			return s
		}
		name = o.GoName + strconv.Itoa(i)
	}
}

// declareObjects writes the structs of the objects that fields are made of;
// owner is what the fields belong to, for the comments.
func (e *emitter) declareObjects(f *jen.Group, fields []structField, owner string) {
	for _, fd := range fields {
		t, article := fd.typ, "the"
		if list, ok := t.(*ir.List); ok {
			t, article = list.Elem, "an element of the"
		}
		o, ok := t.(*ir.Object)
		if !ok {
			continue
		}
		s := e.object(o)
		if s.declared {
			continue
		}
		s.doc = []string{s.name + " is " + article + " " + fd.json + " of " + owner + "."}
		e.declare(f, s)
		e.declareObjects(f, s.fields, s.name)
	}
}

// entityRow is the struct of an entity if the columns are exactly its own,
// else nil.
func (e *emitter) entityRow(cols []*ir.Column) *structType {
	if len(cols) == 0 || cols[0].Field == nil {
		return nil
	}
	ent := cols[0].Field.Entity
	if len(cols) != len(ent.Fields) {
		return nil
	}
	for i, c := range cols {
		f := ent.Fields[i]
		if c.Field != f || c.Name != f.Name || c.Nullable != f.Optional {
			return nil
		}
	}
	return e.rows[ent]
}
