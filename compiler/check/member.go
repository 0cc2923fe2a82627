package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// role is what a member stands for; it decides which keys go with it.
type role int

const (
	fieldRole   role = iota // a field of an entity
	paramRole               // a parameter of a tool or rule
	memberRole              // a member of an object
	elementRole             // the element of a list
	outputRole              // an output of a go step
)

func (r role) String() string {
	return [...]string{"field", "parameter", "member", "list element", "output"}[r]
}

// place is where a member stands.
type place struct {
	role  role
	owner string  // beginning of the Go names of its objects
	self  *entity // for fields
}

// member resolves the type and constraints of a member. It returns nil if
// the type has a mistake; mistakes in constraints alone are reported only.
func (c *checker) member(m *parse.Member, at place) *ir.Param {
	p := &ir.Param{Span: m.Name.Span, Name: m.Name.Value, GoName: GoName(m.Name.Value), Doc: sentence(m.Doc.Value)}
	if !m.Name.Set && m.Name.Value == "" {
		p.Span = m.Span
	}
	word, optional := c.optional(m, at)
	p.Optional = optional
	if !c.oneSource(m, word, at) || !c.base(p, m, word, at) {
		return nil
	}
	c.misplaced(m, at)
	c.constraints(p, m)
	c.defaultValue(p, m)
	c.members[m] = p
	return p
}

// optional splits "optional text" and reads the key optional.
func (c *checker) optional(m *parse.Member, at place) (word string, optional bool) {
	word = strings.TrimSpace(m.Type.Value)
	if rest, ok := strings.CutPrefix(word, "optional"); ok && (rest == "" || rest[0] == ' ') {
		word, optional = strings.TrimSpace(rest), true
	}
	if m.Optional.Set {
		switch m.Optional.Value {
		case "true":
			optional = true
		case "false":
		default:
			c.err(diag.ValueMisfit, m.Optional.Span, fmt.Sprintf("%s is not a boolean", quote(m.Optional.Value)), "write `optional: true`, or leave it out")
		}
	}
	if optional && at.role == elementRole {
		span := m.Type.Span
		if m.Optional.Set {
			span = m.Optional.Span
		}
		c.err(diag.ConstraintMisfit, span, "the elements of a list can't be optional", "make the list itself optional")
	}
	return word, optional
}

// sources lists the keys of a member that say its type.
func sources(m *parse.Member) []string {
	var keys []string
	add := func(key string, set bool) {
		if set {
			keys = append(keys, key)
		}
	}
	add("enum", m.Enum != nil || m.EnumFrom.Set)
	add("ref", m.Ref.Set)
	add("like", m.Like.Set)
	add("from_id", m.FromID.Set)
	add("list", m.List != nil)
	add("objects", m.Objects != nil)
	add("object", m.Object != nil)
	return keys
}

// oneSource makes sure that exactly one key says the type, or two that agree.
func (c *checker) oneSource(m *parse.Member, word string, at place) bool {
	keys := sources(m)
	if len(keys) > 1 {
		c.err(diag.TypeClash, m.Span, fmt.Sprintf("the type of %s is said twice: by %s", c.label(m, at), listing(keys, "and")), "keep one of them")
		return false
	}
	if len(keys) == 0 {
		if word != "" {
			return true
		}
		c.err(diag.TypeClash, m.Span, fmt.Sprintf("%s has no type", capital(c.label(m, at))), "write a type, such as `text`, `optional date` or `{type: integer, min: 0}`")
		return false
	}
	if word == "" {
		return true
	}
	agrees := map[string]string{"enum": "text", "from_id": "text", "list": "json", "objects": "json", "object": "json"}
	if agrees[keys[0]] == word {
		return true
	}
	hint := fmt.Sprintf("remove `type`: %s says the type", quote(keys[0]))
	if strings.HasPrefix(strings.TrimSpace(m.Type.Value), "optional") {
		hint = fmt.Sprintf("replace `type` by `optional: true`: %s says the type", quote(keys[0]))
	}
	c.err(diag.TypeClash, m.Type.Span, fmt.Sprintf("the type of %s is said twice: by `type` and by %s", c.label(m, at), quote(keys[0])), hint)
	return false
}

func (c *checker) label(m *parse.Member, at place) string {
	if at.role == elementRole {
		return "the list's element"
	}
	return at.role.String() + " " + quote(m.Name.Value)
}

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
		o := c.object(m.Objects, m.Span, at, Singular(m.Name.Value))
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

func (c *checker) flag(t parse.Text, key string) bool {
	if t.Set && t.Value != "true" && t.Value != "false" {
		c.err(diag.ValueMisfit, t.Span, fmt.Sprintf("%s is not a boolean", quote(t.Value)), fmt.Sprintf("write `%s: true`, or leave it out", key))
	}
	return t.Value == "true"
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

// ref settles a reference: its type is that of the field referred to.
func (c *checker) ref(p *ir.Param, m *parse.Member, at place) bool {
	target := c.refTarget(m.Ref, at)
	if target == nil {
		return false
	}
	p.Ref, p.Type = target, target.Type
	if p.Doc == "" && at.role != fieldRole {
		p.Doc = "The " + fieldWords(target) + " of the " + oneWords(target.Entity.Name) + "."
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

func (c *checker) list(p *ir.Param, m *parse.Member, at place) bool {
	item := c.member(m.List, place{role: elementRole, owner: at.owner + GoName(Singular(m.Name.Value))})
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
