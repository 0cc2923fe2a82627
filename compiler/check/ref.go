package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// ref settles a reference: its type is that of the field referred to.
func (c *checker) ref(p *ir.Param, m *parse.Member, at place) bool {
	target := c.refTarget(m.Ref, at)
	if target == nil {
		return false
	}
	p.Ref, p.Type = target, target.Type
	if p.Doc == "" && at.role != fieldRole {
		p.Doc = ofEntity(fieldWords(target), target)
	}
	return true
}

// refTarget finds the field that "entity" or "entity.field" refers to.
func (c *checker) refTarget(t parse.Text, at place) *ir.Field {
	if rest, ok := strings.CutPrefix(t.Value, "optional "); ok {
		c.err(diag.BadRef, t.Span, "a reference is made optional by a key of its own", "write `{ref: "+strings.TrimSpace(rest)+", optional: true}`")
		return nil
	}
	name, field, dotted := strings.Cut(t.Value, ".")
	e := c.entity(t.Slice(0, len(name)))
	if e == nil {
		return nil
	}
	if !dotted {
		if len(e.ir.Key) == 1 {
			return c.resolved(e.ir.Key[0], t)
		}
		if len(e.ir.Key) > 1 {
			c.err(diag.BadRef, t.Span, fmt.Sprintf("%s can't be referred to: its key has %d fields", quote(name), len(e.ir.Key)),
				fmt.Sprintf("remove its `key`, so that it has an id, and keep the fields together with `unique: [[%s]]`", strings.Join(fieldNames(e.ir.Key), ", ")))
		}
		return nil
	}
	f := c.field(e, t.Slice(len(name)+1, len(name)+1+len(field)))
	if f == nil {
		return nil
	}
	r := c.resolved(f.ir, t)
	if r != nil && !e.isUnique(r) {
		c.err(diag.BadRef, t.Span, fmt.Sprintf("%s can't be referred to: it is not unique", quote(t.Value)),
			fmt.Sprintf("write `unique: true` at the field, or `ref: %s`", name))
		return nil
	}
	return r
}

// isUnique reports whether a field's value names one row.
func (e *entity) isUnique(f *ir.Field) bool {
	return f.Unique || len(e.ir.Key) == 1 && e.ir.Key[0] == f ||
		slices.ContainsFunc(e.spec.Unique, func(u *parse.Unique) bool {
			return len(u.Fields) == 1 && u.Fields[0].Value == f.Name && !u.Where.Set
		})
}

func fieldNames(fields []*ir.Field) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return names
}
