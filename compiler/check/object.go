package check

import (
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates/rt/core"
)

func (c *checker) list(p *ir.Param, m *parse.Member, at place) bool {
	item := c.member(m.List, place{role: elementRole, owner: at.owner + GoName(core.Singular(m.Name.Value))})
	if item == nil {
		return false
	}
	switch item.Type.(type) {
	case ir.Scalar:
	default:
		c.err(diag.UnknownType, m.List.Span, "the elements of a `list` are of a scalar type", "write `objects: {…}` for a list of objects")
		return false
	}
	l := &ir.List{Elem: item.Type, Set: c.flag(m.Set, "set")}
	cons := item.Constraints
	plain := cons.Min == nil && cons.Max == nil && cons.MinLength == nil && cons.MaxLength == nil && cons.Pattern == "" && cons.Enum == nil
	if !plain || item.Ref != nil {
		l.Item = item
	}
	p.Type = l
	return true
}

// object resolves the members of an object and names its Go struct.
func (c *checker) object(members []*parse.Member, span diag.Span, at place, name string) *ir.Object {
	o := &ir.Object{GoName: c.types.Claim(at.owner+GoName(name), at.owner+GoName(name)+"Object")}
	seen := c.siblings("member")
	broken := false
	for _, m := range members {
		if !c.snake("member", m.Name) || !seen.add(m.Name) {
			broken = true
			continue
		}
		if p := c.member(m, place{role: memberRole, owner: o.GoName}); p != nil {
			o.Fields = append(o.Fields, p)
		} else {
			broken = true
		}
	}
	if len(members) == 0 {
		c.err(diag.TypeClash, span, "the object has no members", "write `{name: type, …}`, or `type: json` for any value")
		broken = true
	}
	if broken {
		return nil
	}
	return o
}
