package check

import (
	"fmt"
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
	owner string // beginning of the Go names of its objects
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
		c.err(diag.TypeClash, m.Span, fmt.Sprintf("the type of %s is said twice: by %s", c.label(m, at), listing(quoted(keys), "and")), "keep one of them")
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

func (c *checker) flag(t parse.Text, key string) bool {
	if t.Set && t.Value != "true" && t.Value != "false" {
		c.err(diag.ValueMisfit, t.Span, fmt.Sprintf("%s is not a boolean", quote(t.Value)), fmt.Sprintf("write `%s: true`, or leave it out", key))
	}
	return t.Value == "true"
}
