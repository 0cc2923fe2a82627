package check

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates/rt/core"
)

// entity is one entity while it is being checked.
type entity struct {
	spec   *parse.Entity
	ir     *ir.Entity
	fields map[string]*field
	broken bool      // its key is unusable; reported
	rows   *rowTable // its fixed rows; nil if they have a mistake or there are none
}

// field is one field while it is being checked.
type field struct {
	spec  *parse.Member // nil for the generated id
	ir    *ir.Field
	state int // unresolved, resolving, resolved
	ok    bool
}

const (
	unresolved = iota
	resolving
	resolved
)

// declare collects the names of entities, fields and views, so that they can
// refer to each other in any order.
func (c *checker) declare() {
	seen := c.siblings("table")
	for _, s := range c.spec.Entities {
		if c.sqlName("entity", s.Name, true) && seen.add(s.Name) {
			c.declareEntity(s)
		}
	}
	if len(c.spec.Entities) == 0 {
		c.errors++ // parse has said so
	}
	for _, v := range c.spec.Views {
		// A view is used like a table, so it shares their names.
		if !c.sqlName("view", v.Name, true) || !seen.add(v.Name) {
			continue
		}
		c.filled(v.Text)
		name := v.Name.Value
		view := &ir.View{Span: v.Name.Span, Name: name, SQL: v.Text.Value,
			GoName: c.types.Claim(GoName(core.Singular(name)), GoName(name), GoName(name)+"Row")}
		c.views[name] = view
		c.env.Views = append(c.env.Views, view)
	}
}

func (c *checker) declareEntity(s *parse.Entity) {
	name := s.Name.Value
	e := &entity{spec: s, fields: map[string]*field{}, ir: &ir.Entity{
		Span: s.Name.Span, Name: name, Doc: sentence(s.Doc.Value), AutoID: len(s.Key) == 0,
		GoName: c.types.Claim(GoName(core.Singular(name)), GoName(name), GoName(name)+"Row"),
	}}
	if e.ir.AutoID {
		id := &ir.Field{Span: s.Name.Span, Entity: e.ir, Name: "id", GoName: "ID", Type: ir.Integer, Unique: true}
		e.fields["id"] = &field{ir: id, state: resolved, ok: true}
		e.ir.Fields = []*ir.Field{id}
		e.ir.Key = []*ir.Field{id}
	}
	seen := c.siblings("field")
	if e.ir.AutoID {
		seen.goes["ID"] = parse.Text{Value: "id", Span: s.Name.Span}
	}
	for _, m := range s.Fields {
		if e.ir.AutoID && m.Name.Value == "id" {
			c.err(diag.NameTaken, m.Name.Span, fmt.Sprintf("every row of %s has an `id` already", quote(name)),
				"remove the field, or write `key: [id]` if the ids are given in the data")
			continue
		}
		if !c.sqlName("field", m.Name, false) || !seen.add(m.Name) {
			continue
		}
		f := &ir.Field{Span: m.Name.Span, Entity: e.ir, Name: m.Name.Value, GoName: GoName(m.Name.Value), Doc: sentence(m.Doc.Value)}
		e.fields[f.Name] = &field{spec: m, ir: f}
		e.ir.Fields = append(e.ir.Fields, f)
	}
	c.keyFields(e)
	c.entities[name] = e
	c.env.Entities = append(c.env.Entities, e.ir)
}

// keyFields finds the fields of an explicit key.
func (c *checker) keyFields(e *entity) {
	seen := map[string]bool{}
	for _, k := range e.spec.Key {
		f := e.fields[k.Value]
		switch {
		case f == nil:
			known := make([]string, len(e.spec.Fields))
			for i, m := range e.spec.Fields {
				known[i] = m.Name.Value
			}
			c.unknown(diag.UnknownField, k, fmt.Sprintf("the key names %s, but %s has no such field", quote(k.Value), quote(e.ir.Name)), known,
				"write it under `fields`")
			e.broken = true
		case seen[k.Value]:
			c.err(diag.KeyFields, k.Span, fmt.Sprintf("the key names %s twice", quote(k.Value)), "remove one of them")
			e.broken = true
		default:
			seen[k.Value] = true
			e.ir.Key = append(e.ir.Key, f.ir)
		}
	}
}

// entity looks an entity up and reports it if there is none.
func (c *checker) entity(t parse.Text) *entity {
	if e := c.entities[t.Value]; e != nil {
		return e
	}
	var known []string
	for _, s := range c.spec.Entities {
		if s.Name.Value == t.Value {
			return nil // declared, but its name was refused
		}
		known = append(known, s.Name.Value)
	}
	if c.views[t.Value] != nil {
		c.err(diag.UnknownEntity, t.Span, fmt.Sprintf("%s is a view, not an entity", quote(t.Value)), "name an entity")
		return nil
	}
	c.unknown(diag.UnknownEntity, t, fmt.Sprintf("there is no entity %s", quote(t.Value)), known, "write it under `entities`")
	return nil
}

// field looks a field of an entity up and reports it if there is none.
func (c *checker) field(e *entity, t parse.Text) *field {
	if f := e.fields[t.Value]; f != nil {
		return f
	}
	known := make([]string, 0, len(e.ir.Fields))
	for _, m := range e.spec.Fields {
		if m.Name.Value == t.Value {
			return nil // its name was refused
		}
	}
	for _, f := range e.ir.Fields {
		known = append(known, f.Name)
	}
	c.unknown(diag.UnknownField, t, fmt.Sprintf("%s has no field %s", quote(e.ir.Name), quote(t.Value)), known, "write it under the entity's `fields`")
	return nil
}

// fieldPath resolves "entity.field"; nil after a report, here or earlier.
func (c *checker) fieldPath(t parse.Text) *ir.Field {
	name, fieldName, ok := strings.Cut(t.Value, ".")
	if !ok {
		c.err(diag.UnknownField, t.Span, fmt.Sprintf("%s is not an entity and a field", quote(t.Value)), "write entity.field, such as `books.genre`")
		return nil
	}
	e := c.entity(t.Slice(0, len(name)))
	if e == nil {
		return nil
	}
	f := c.field(e, t.Slice(len(name)+1, len(name)+1+len(fieldName)))
	if f == nil {
		return nil
	}
	return c.resolved(f.ir, t)
}

// resolved returns the field with its type settled, or nil if that is not
// possible.
func (c *checker) resolved(f *ir.Field, from parse.Text) *ir.Field {
	w := c.entities[f.Entity.Name].fields[f.Name]
	if w.state == resolving {
		c.err(diag.BadRef, from.Span, fmt.Sprintf("the type of %s depends on itself", quote(f.Entity.Name+"."+f.Name)),
			"give one of the fields a type of its own", diag.Note{Span: f.Span, Message: "this field"})
		return nil
	}
	c.resolve(w)
	if !w.ok {
		return nil
	}
	return f
}

// resolve settles the type and constraints of a field, once.
func (c *checker) resolve(w *field) {
	if w.state == resolved {
		return
	}
	w.state = resolving
	f, m := w.ir, w.spec
	p := c.member(m, place{role: fieldRole, owner: f.Entity.GoName})
	w.state = resolved
	if p == nil {
		return
	}
	w.ok = true
	f.Type, f.Optional, f.Constraints, f.Default = p.Type, p.Optional, p.Constraints, p.Default
	if m.Ref.Set {
		f.Ref = p.Ref
	}
	f.Unique = c.flag(m.Unique, "unique")
	if f.Unique && !isScalar(f.Type) {
		c.err(diag.ConstraintMisfit, m.Unique.Span, fmt.Sprintf("`unique` does not go with the type %s", typeName(f.Type)), "remove it")
	}
	c.onDelete(f, m)
	c.fromID(f, m)
}

func isScalar(t ir.Type) bool {
	_, ok := t.(ir.Scalar)
	return ok
}

func (c *checker) onDelete(f *ir.Field, m *parse.Member) {
	if !m.OnDelete.Set || !m.Ref.Set {
		return
	}
	switch m.OnDelete.Value {
	case "restrict":
	case "cascade":
		f.OnDelete = ir.Cascade
	case "set null":
		f.OnDelete = ir.SetNull
		if !f.Optional {
			c.err(diag.BadOnDelete, m.OnDelete.Span, fmt.Sprintf("field %s can't be set to null: it is not optional", quote(f.Name)),
				"add `optional: true`, or write `on_delete: cascade`")
		}
	default:
		c.err(diag.BadOnDelete, m.OnDelete.Span, fmt.Sprintf("on_delete can't be %s", quote(m.OnDelete.Value)),
			nearestOr(m.OnDelete.Value, []string{"restrict", "cascade", "set null"}, "write restrict, cascade or set null"))
	}
}
