package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// entityTypes settles every field, and then what concerns several fields.
func (c *checker) entityTypes() {
	for _, e := range c.env.Entities {
		for _, f := range e.Fields {
			c.resolve(c.entities[e.Name].fields[f.Name])
		}
	}
	for _, e := range c.env.Entities {
		w := c.entities[e.Name]
		c.key(w)
		c.uniques(w)
		c.indexes(w)
		for _, t := range w.spec.Check {
			if c.filled(t) {
				w.ir.Checks = append(w.ir.Checks, &ir.TableCheck{Span: t.Span, SQL: t.Value})
			}
		}
		c.flows(w)
	}
	c.cycles()
}

// key checks that the fields of an explicit key can be one.
func (c *checker) key(e *entity) {
	if e.ir.AutoID {
		return
	}
	if len(e.ir.Key) == 1 {
		e.ir.Key[0].Unique = true
	}
	for i, f := range e.ir.Key {
		if !e.fields[f.Name].ok {
			continue
		}
		span := e.spec.Key[min(i, len(e.spec.Key)-1)].Span
		switch {
		case f.Optional:
			c.err(diag.KeyFields, span, fmt.Sprintf("the key field %s is optional", quote(f.Name)), "every row needs a key: remove `optional`")
		case !isScalar(f.Type) || f.Type == ir.Real:
			c.err(diag.KeyFields, span, fmt.Sprintf("the key field %s is of type %s", quote(f.Name), typeName(f.Type)), "take a text, an integer, a date or a reference")
		case f.Default != nil && len(e.ir.Key) == 1:
			c.err(diag.KeyFields, span, fmt.Sprintf("the key field %s has a default, so two rows would have the same key", quote(f.Name)), "remove the default")
		}
	}
}

// columns resolves a list of fields that are unique or indexed together.
func (c *checker) columns(e *entity, what string, names []parse.Text) []*ir.Field {
	var fields []*ir.Field
	for _, t := range names {
		f := c.field(e, t)
		if f == nil {
			return nil
		}
		if slices.Contains(fields, f.ir) {
			c.err(diag.FieldList, t.Span, fmt.Sprintf("`%s` names %s twice", what, quote(t.Value)), "remove one of them")
			return nil
		}
		if f.ok && !isScalar(f.ir.Type) {
			c.err(diag.FieldList, t.Span, fmt.Sprintf("%s is of type %s, which can't be compared as a whole", quote(t.Value), typeName(f.ir.Type)), "take scalar fields")
			return nil
		}
		fields = append(fields, f.ir)
	}
	return fields
}

func (c *checker) uniques(e *entity) {
	for _, u := range e.spec.Unique {
		if len(u.Fields) == 0 {
			c.err(diag.FieldList, u.Span, "this entry of `unique` names no fields", "write `[field, field]`, or `{fields: [field], where: condition}`")
			continue
		}
		fields := c.columns(e, "unique", u.Fields)
		if fields == nil || u.Where.Set && !c.filled(u.Where) {
			continue
		}
		e.ir.Unique = append(e.ir.Unique, &ir.Unique{Span: u.Span, Fields: fields, Where: u.Where.Value})
	}
}

func (c *checker) indexes(e *entity) {
	for _, list := range e.spec.Index {
		if len(list) == 0 {
			c.err(diag.FieldList, e.spec.Name.Span, "an entry of `index` names no fields", "write `index: [[field, field]]`")
			continue
		}
		if fields := c.columns(e, "index", list); fields != nil {
			e.ir.Index = append(e.ir.Index, fields)
		}
	}
}

// flows checks the allowed transitions of enum fields.
func (c *checker) flows(e *entity) {
	for _, s := range e.spec.Flow {
		f := c.field(e, s.Field)
		if f == nil || !f.ok {
			continue
		}
		enum := f.ir.Constraints.Enum
		if enum == nil {
			c.err(diag.BadFlow, s.Field.Span, fmt.Sprintf("%s has a flow but is no enum", quote(s.Field.Value)), "give the field `enum: [...]` with the states it can have")
			continue
		}
		flow := &ir.Flow{Span: s.Field.Span, Field: f.ir}
		seen := map[string]bool{}
		for _, from := range s.From {
			c.state(from.Value, enum, f.ir)
			if seen[from.Value.Value] {
				c.err(diag.BadFlow, from.Value.Span, fmt.Sprintf("the flow lists %s twice", quote(from.Value.Value)), "put its next values into one list")
			}
			seen[from.Value.Value] = true
			t := ir.Transition{From: from.Value.Value}
			for _, to := range from.Next {
				if !c.state(to, enum, f.ir) {
					continue
				}
				switch {
				case slices.Contains(t.To, to.Value):
					c.err(diag.BadFlow, to.Span, fmt.Sprintf("the flow goes from %s to %s twice", quote(t.From), quote(to.Value)), "remove one of them")
				case to.Value == t.From:
					c.err(diag.BadFlow, to.Span, fmt.Sprintf("the flow goes from %s to itself", quote(t.From)), "remove it: a write that keeps the value is always allowed")
				}
				t.To = append(t.To, to.Value)
			}
			flow.From = append(flow.From, t)
		}
		e.ir.Flows = append(e.ir.Flows, flow)
	}
}

func (c *checker) state(t parse.Text, enum []string, f *ir.Field) bool {
	if slices.Contains(enum, t.Value) {
		return true
	}
	c.err(diag.BadFlow, t.Span, fmt.Sprintf("%s is no value of %s", quote(t.Value), quote(f.Entity.Name+"."+f.Name)),
		nearestOr(t.Value, enum, "its values are "+listing(enum, "and")), diag.Note{Span: f.Span, Message: "the field"})
	return false
}

// cycles reports references that go round in a circle without a single one
// that may be null: no row of them could be the first.
func (c *checker) cycles() {
	const (
		white = iota
		grey
		black
	)
	colour := map[*ir.Entity]int{}
	var path []*ir.Field
	var visit func(e *ir.Entity)
	visit = func(e *ir.Entity) {
		colour[e] = grey
		for _, f := range e.Fields {
			if f.Ref == nil || f.Optional {
				continue
			}
			target := f.Ref.Entity
			path = append(path, f)
			switch colour[target] {
			case grey:
				c.refCycle(path, target)
			case white:
				visit(target)
			}
			path = path[:len(path)-1]
		}
		colour[e] = black
	}
	for _, e := range c.env.Entities {
		if colour[e] == white {
			visit(e)
		}
	}
}

func (c *checker) refCycle(path []*ir.Field, target *ir.Entity) {
	start := slices.IndexFunc(path, func(f *ir.Field) bool { return f.Entity == target })
	circle := path[start:]
	last := circle[len(circle)-1]
	if len(circle) == 1 {
		c.err(diag.RefCycle, last.Span, fmt.Sprintf("every row of %s would need another one of %s first", quote(target.Name), quote(target.Name)),
			fmt.Sprintf("make it optional: `%s: {ref: %s, optional: true}`", last.Name, target.Name))
		return
	}
	names := make([]string, len(circle))
	var notes []diag.Note
	for i, f := range circle {
		names[i] = quote(f.Entity.Name + "." + f.Name)
		if i < len(circle)-1 {
			notes = append(notes, diag.Note{Span: f.Span, Message: "refers to " + f.Ref.Entity.Name})
		}
	}
	c.err(diag.RefCycle, last.Span, fmt.Sprintf("the references go round in a circle, so that no row could be the first: %s", strings.Join(names, ", ")),
		fmt.Sprintf("make one of them optional, such as `%s: {ref: %s, optional: true}`", last.Name, target.Name), notes...)
}
