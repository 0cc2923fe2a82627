package check

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// rowTable remembers fixed rows by what has to be unique in them.
type rowTable struct {
	entity *ir.Entity
	unique [][]*ir.Field
	seen   []map[string]diag.Span // for each of unique
	rows   []map[*ir.Field]ir.Literal
	nextID int64
}

func newRowTable(e *ir.Entity) *rowTable {
	t := &rowTable{entity: e, nextID: 1}
	add := func(fields []*ir.Field) {
		t.unique = append(t.unique, fields)
		t.seen = append(t.seen, map[string]diag.Span{})
	}
	add(e.Key)
	for _, f := range e.Fields {
		// The key comes first, and texts from ids differ as ids do.
		if f.Unique && f.FromID == "" && !(len(e.Key) == 1 && e.Key[0] == f) {
			add([]*ir.Field{f})
		}
	}
	for _, u := range e.Unique {
		if u.Where == "" { // a condition is SQL, which is not run here
			add(u.Fields)
		}
	}
	return t
}

// value is what a row has in a field, defaults included.
func value(row map[*ir.Field]ir.Literal, f *ir.Field) any {
	if l, ok := row[f]; ok {
		return l.Value
	}
	if f.Default != nil {
		return f.Default.Value
	}
	return nil
}

// rowTwice adds a row and reports what it repeats.
func (c *checker) rowTwice(t *rowTable, v *parse.Value, row map[*ir.Field]ir.Literal) {
	if t.entity.AutoID {
		id := t.entity.Key[0]
		if l, ok := row[id]; !ok || l.Value == nil {
			row[id] = ir.Literal{Span: v.Span, Value: t.nextID}
		}
		t.nextID = max(t.nextID, row[id].Value.(int64)+1)
	}
	t.rows = append(t.rows, row)
	for i, fields := range t.unique {
		key, text, ok := rowKey(row, fields)
		if !ok {
			continue // null equals nothing
		}
		if first, twice := t.seen[i][key]; twice {
			c.err(diag.RowTwice, v.Span, fmt.Sprintf("two rows of %s have the same %s: %s", quote(t.entity.Name), listing(fieldNames(fields), "and"), text),
				"change one of them", diag.Note{Span: first, Message: "the first one"})
			return
		}
		t.seen[i][key] = v.Span
	}
}

func rowKey(row map[*ir.Field]ir.Literal, fields []*ir.Field) (key, text string, ok bool) {
	var keys, texts []string
	for _, f := range fields {
		v := value(row, f)
		if v == nil {
			return "", "", false
		}
		keys = append(keys, fmt.Sprintf("%T:%q", v, fmt.Sprint(v)))
		texts = append(texts, show(ir.Literal{Value: v}))
	}
	return strings.Join(keys, ","), strings.Join(texts, ", "), true
}

// rowReferences checks that fixed rows refer to rows that exist, where that
// can be told: where the rows referred to are all fixed.
func (c *checker) rowReferences() {
	if c.thens() {
		return // SQL at the end may add or change anything
	}
	for _, e := range c.env.Entities {
		t := c.entities[e.Name].rows
		if t == nil {
			continue
		}
		for _, row := range t.rows {
			for _, f := range e.Fields {
				if l, ok := row[f]; ok && f.Ref != nil && l.Value != nil {
					c.rowReference(f, l)
				}
			}
		}
	}
}

func (c *checker) rowReference(f *ir.Field, l ir.Literal) {
	target := f.Ref.Entity
	if c.generates(target.Name) || f.Ref.FromID != "" {
		return
	}
	parent := c.entities[target.Name].rows
	if parent == nil {
		if c.dataOf(target.Name) == nil {
			c.err(diag.RowDangling, l.Span, fmt.Sprintf("%s refers to %s, which has no data", quote(f.Name), quote(target.Name)), "add rows for it under `data`")
		}
		return
	}
	for _, row := range parent.rows {
		if value(row, f.Ref) == l.Value {
			return
		}
	}
	c.err(diag.RowDangling, l.Span, fmt.Sprintf("there is no row of %s with %s %s", quote(target.Name), f.Ref.Name, show(l)), "refer to a row that exists, or add it")
}

// dataOf is the data of an entity, or nil.
func (c *checker) dataOf(name string) *parse.Data {
	for _, d := range c.spec.Data {
		if d.Entity.Value == name {
			return d
		}
	}
	return nil
}

// generates reports whether rows of the entity are made from the seed.
func (c *checker) generates(name string) bool {
	d := c.dataOf(name)
	return d != nil && len(d.Generate) > 0
}

func (c *checker) thens() bool {
	for _, d := range c.spec.Data {
		if d.Then.Set {
			return true
		}
	}
	return len(c.spec.Then) > 0
}

// actorExists reports an actor without a row, where that can be told.
func (c *checker) actorExists(a *ir.Actor) {
	name := a.Entity.Name
	if len(c.spec.Data) == 0 || c.generates(name) || c.thens() {
		return
	}
	t := c.entities[name].rows
	if t == nil && c.dataOf(name) != nil {
		return // its data has a mistake
	}
	if t != nil {
		for _, row := range t.rows {
			if value(row, a.Entity.Key[0]) == a.Key.Value {
				return
			}
		}
	}
	c.err(diag.ActorForm, a.Span, fmt.Sprintf("there is no row of %s with %s %s", quote(name), a.Entity.Key[0].Name, show(a.Key)),
		"add the signed-in user to the data, or name another one")
}
