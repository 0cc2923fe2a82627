package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates/rt/core"
)

var scalarWords = map[string]ir.Scalar{
	"text": ir.Text, "integer": ir.Integer, "real": ir.Real, "boolean": ir.Boolean,
	"date": ir.Date, "datetime": ir.DateTime, "time": ir.Time,
}

var typeWords = []string{"text", "integer", "real", "boolean", "date", "datetime", "time", "json"}

// otherTypes are what types are called elsewhere.
var otherTypes = map[string]string{
	"string": "text", "str": "text", "varchar": "text", "char": "text", "email": "text", "url": "text", "uuid": "text",
	"int": "integer", "int64": "integer", "bigint": "integer", "number": "integer", "money": "integer", "decimal": "integer",
	"float": "real", "double": "real", "float64": "real", "numeric": "real", "bool": "boolean",
	"timestamp": "datetime", "object": "json", "dict": "json", "map": "json", "array": "json", "any": "json",
}

// base settles the type itself.
func (c *checker) base(p *ir.Param, m *parse.Member, word string, at place) bool {
	switch {
	case m.Enum != nil:
		p.Type = ir.Text
		p.Constraints.Enum = c.enumValues(m)
		return p.Constraints.Enum != nil
	case m.EnumFrom.Set:
		return c.enumFrom(p, m)
	case m.Ref.Set:
		return c.ref(p, m, at)
	case m.Like.Set:
		return c.like(p, m)
	case m.FromID.Set:
		p.Type = ir.Text
		return true
	case m.List != nil:
		return c.list(p, m, at)
	case m.Objects != nil:
		o := c.object(m.Objects, m.Span, at, core.Singular(m.Name.Value))
		p.Type = &ir.List{Elem: o, Set: c.flag(m.Set, "set")}
		return o != nil
	case m.Object != nil:
		o := c.object(m.Object, m.Span, at, m.Name.Value)
		p.Type = o
		return o != nil
	case word == "json":
		p.Type = ir.JSON{}
		return true
	}
	t, ok := scalarWords[word]
	p.Type = t
	if !ok {
		c.unknownType(m, word)
	}
	return ok
}

func (c *checker) unknownType(m *parse.Member, word string) {
	lower := strings.ToLower(word)
	first, rest, _ := strings.Cut(lower, " ")
	hint := "the types are " + listing(typeWords, "and")
	switch {
	case slices.Contains(typeWords, lower):
		hint = "write " + quote(lower)
	case lower == "money" || lower == "decimal":
		hint = "write `integer` and count in the smallest unit, such as cents"
	case otherTypes[lower] != "":
		hint = "write " + quote(otherTypes[lower])
	case strings.HasSuffix(lower, "?"):
		hint = "write " + quote("optional "+strings.TrimSuffix(lower, "?"))
	case c.entities[lower] != nil:
		hint = "write `{ref: " + lower + "}` to refer to one of " + lower
	case (first == "ref" || first == "references") && c.entities[rest] != nil:
		hint = "write `{ref: " + rest + "}`"
	case first == "list" || first == "enum" || first == "array":
		hint = "write `{list: text}` for a list, `{enum: [a, b]}` for a choice"
	default:
		others := slices.Concat(typeWords, slices.Sorted(maps.Keys(otherTypes)))
		if near := diag.Nearest(lower, others); near != "" {
			if t := otherTypes[near]; t != "" {
				near = t
			}
			hint = "write " + quote(near)
		}
	}
	c.err(diag.UnknownType, m.Type.Span, fmt.Sprintf("there is no type %s", quote(word)), hint)
}

// enumValues reads the values of an enum; nil if there are none.
func (c *checker) enumValues(m *parse.Member) []string {
	seen := map[string]bool{}
	var values []string
	sound := true
	for _, v := range m.Enum {
		switch {
		case v.Kind != parse.ScalarValue:
			c.err(diag.BadEnum, v.Span, fmt.Sprintf("a value of an enum can't be %s", shape(v)), "write texts: `enum: [small, large]`")
			sound = false
		case v.Scalar.Value == "":
			c.err(diag.BadEnum, v.Span, "a value of an enum is empty", "make the field optional if it may have no value")
			sound = false
		case seen[v.Scalar.Value]:
			c.err(diag.BadEnum, v.Span, fmt.Sprintf("the enum lists %s twice", quote(v.Scalar.Value)), "remove one of them")
			sound = false
		default:
			seen[v.Scalar.Value] = true
			values = append(values, v.Scalar.Value)
		}
	}
	if len(values) == 0 && sound {
		c.err(diag.BadEnum, m.Span, "the enum has no values", "write at least one: `enum: [small, large]`")
	}
	return values
}

func (c *checker) enumFrom(p *ir.Param, m *parse.Member) bool {
	f := c.fieldPath(m.EnumFrom)
	if f == nil {
		return false
	}
	if f.Constraints.Enum == nil {
		c.err(diag.BadEnum, m.EnumFrom.Span, fmt.Sprintf("%s is no enum", quote(m.EnumFrom.Value)),
			fmt.Sprintf("write `like: %s` to take its type, or list the values: `enum: [small, large]`", m.EnumFrom.Value))
		return false
	}
	p.Type, p.Like = ir.Text, f
	p.Constraints.Enum = f.Constraints.Enum
	if p.Doc == "" {
		p.Doc = fieldDoc(f)
	}
	return true
}

func (c *checker) like(p *ir.Param, m *parse.Member) bool {
	f := c.fieldPath(m.Like)
	if f == nil {
		return false
	}
	p.Type, p.Constraints, p.Ref, p.Like = f.Type, f.Constraints, f.Ref, f
	if p.Doc == "" {
		p.Doc = fieldDoc(f)
	}
	return true
}
