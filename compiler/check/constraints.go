package check

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// misplaced reports keys that do not go with what the member stands for.
func (c *checker) misplaced(m *parse.Member, at place) {
	no := func(key string, t parse.Text, allowed bool, hint string) {
		if t.Set && !allowed {
			c.err(diag.ConstraintMisfit, t.Span, fmt.Sprintf("`%s` does not go with %s", key, article(at.role.String())), hint)
		}
	}
	isField := at.role == fieldRole
	no("unique", m.Unique, isField, "remove it; uniqueness is a matter of an entity's fields")
	no("from_id", m.FromID, isField, "remove it; only a field can be made from the row's id")
	no("on_delete", m.OnDelete, isField, "remove it; it belongs to a field with `ref`")
	if m.OnDelete.Set && isField && !m.Ref.Set {
		c.err(diag.ConstraintMisfit, m.OnDelete.Span, "`on_delete` goes with a `ref` only", "remove it, or make the field a `ref`")
	}
	if m.Set.Set && m.List == nil && m.Objects == nil {
		c.err(diag.ConstraintMisfit, m.Set.Span, "`set` goes with a list only", "remove it")
	}
	if m.Default != nil && at.role != fieldRole && at.role != paramRole && at.role != memberRole {
		c.err(diag.ConstraintMisfit, m.Default.Span, fmt.Sprintf("`default` does not go with %s", article(at.role.String())), "remove it")
	}
	c.rowView(m, at)
}

// rowView checks {ref: …, row: view}.
func (c *checker) rowView(m *parse.Member, at place) {
	switch {
	case !m.Row.Set:
	case at.role == fieldRole:
		c.err(diag.RowView, m.Row.Span, "`row` goes with parameters, not with fields", "remove it here and write it at the tool's parameter")
	case !m.Ref.Set:
		c.err(diag.RowView, m.Row.Span, "`row` needs a `ref`, whose row it replaces", "write `{ref: entity, row: view}`")
	case c.views[m.Row.Value] == nil:
		known := make([]string, len(c.spec.Views))
		for i, v := range c.spec.Views {
			known[i] = v.Name.Value
		}
		c.unknown(diag.UnknownView, m.Row, fmt.Sprintf("there is no view %s", quote(m.Row.Value)), known, "write it under `views`")
	}
}

// constraints reads min, max, min_length, max_length and pattern on top of
// those that p has from the field it is like.
func (c *checker) constraints(p *ir.Param, m *parse.Member) {
	before := c.errors
	s, isScalar := p.Type.(ir.Scalar)
	isEnum := p.Constraints.Enum != nil
	if m.Min.Set {
		p.Constraints.Min = c.bound(p, "min", m.Min)
	}
	if m.Max.Set {
		p.Constraints.Max = c.bound(p, "max", m.Max)
	}
	if m.MinLength.Set {
		p.Constraints.MinLength = c.length(p, "min_length", m.MinLength)
	}
	if m.MaxLength.Set {
		p.Constraints.MaxLength = c.length(p, "max_length", m.MaxLength)
	}
	if m.Pattern.Set {
		switch {
		case !isScalar || s != ir.Text || isEnum:
			c.notFor("pattern", m.Pattern, p.Type, isEnum, "remove it")
		default:
			if err := patternError(m.Pattern.Value); err != nil {
				c.err(diag.BadPattern, m.Pattern.Span, fmt.Sprintf("the pattern is not a regular expression: %s", patternProblem(err)),
					"write RE2 syntax (https://github.com/google/re2/wiki/Syntax), which has no look-ahead and no back-references")
			} else {
				p.Constraints.Pattern = m.Pattern.Value
			}
		}
	}
	if c.errors > before {
		return
	}
	k := p.Constraints
	if k.Min != nil && k.Max != nil && compare(*k.Min, *k.Max) > 0 {
		c.err(diag.RangeOrder, m.Span, fmt.Sprintf("min %s is greater than max %s", show(*k.Min), show(*k.Max)), "exchange them")
	}
	if k.MinLength != nil && k.MaxLength != nil && *k.MinLength > *k.MaxLength {
		c.err(diag.RangeOrder, m.Span, fmt.Sprintf("min_length %d is greater than max_length %d", *k.MinLength, *k.MaxLength), "exchange them")
	}
}

// patternError compiles the pattern alone, which must not close the group
// that is put around it, and then as it is used.
func patternError(pattern string) error {
	if _, err := regexp.Compile(pattern); err != nil {
		return err
	}
	_, err := regexp.Compile(`^(?:` + pattern + `)$`)
	return err
}

// patternProblem is what the regexp package says, without its name.
func patternProblem(err error) string {
	return strings.TrimPrefix(err.Error(), "error parsing regexp: ")
}

func (c *checker) notFor(key string, t parse.Text, typ ir.Type, isEnum bool, hint string) {
	what := typeName(typ)
	if isEnum {
		what = "enum"
	}
	c.err(diag.ConstraintMisfit, t.Span, fmt.Sprintf("`%s` does not go with the type %s", key, what), hint)
}

// bound reads min or max: a value of the type itself, or a count of elements.
func (c *checker) bound(p *ir.Param, key string, t parse.Text) *ir.Literal {
	var l ir.Literal
	var m *misfit
	switch typ := p.Type.(type) {
	case *ir.List:
		if l, m = scalar(t, ir.Integer); m == nil && l.Value.(int64) < 0 {
			m = &misfit{t.Span, fmt.Sprintf("a list can't have %s elements", t.Value), "write 0 or more"}
		}
	case ir.Scalar:
		if typ == ir.Text {
			c.notFor(key, t, typ, p.Constraints.Enum != nil, textBoundHint(key, p))
			return nil
		}
		if typ == ir.Boolean {
			c.notFor(key, t, typ, false, "remove it")
			return nil
		}
		l, m = scalar(t, typ)
	default:
		c.notFor(key, t, typ, false, "remove it")
		return nil
	}
	if m != nil {
		c.misfit(m)
		return nil
	}
	return &l
}

func textBoundHint(key string, p *ir.Param) string {
	if p.Constraints.Enum != nil {
		return "remove it"
	}
	return fmt.Sprintf("write `%s_length` for the number of characters", key)
}

func (c *checker) length(p *ir.Param, key string, t parse.Text) *int64 {
	if p.Type != ir.Text || p.Constraints.Enum != nil {
		hint := "remove it"
		if _, ok := p.Type.(*ir.List); ok {
			hint = fmt.Sprintf("write `%s` for the number of elements", key[:3])
		}
		c.notFor(key, t, p.Type, p.Constraints.Enum != nil, hint)
		return nil
	}
	n, err := strconv.ParseInt(t.Value, 10, 64)
	if err != nil || n < 0 {
		c.err(diag.ValueMisfit, t.Span, fmt.Sprintf("%s is not a number of characters", quote(t.Value)), "write 0 or more")
		return nil
	}
	return &n
}

func typeName(t ir.Type) string {
	switch t := t.(type) {
	case ir.Scalar:
		return t.String()
	case *ir.List:
		return "list"
	case *ir.Object:
		return "object"
	}
	return "json"
}

// defaultValue checks that a default fits type and constraints.
func (c *checker) defaultValue(p *ir.Param, m *parse.Member) {
	switch {
	case m.Default == nil:
	case m.FromID.Set:
		c.err(diag.ConstraintMisfit, m.Default.Span, "a field made from the row's id has no default", "remove it")
	case m.Default.Kind == parse.NullValue:
		if !p.Optional {
			c.err(diag.ValueMisfit, m.Default.Span, "the default is null, but the "+typeName(p.Type)+" is not optional", "write `optional: true` instead")
		}
	default:
		l, misfit := literal(m.Default, p.Type, p.Constraints)
		if misfit != nil {
			misfit.message = "the default does not fit: " + misfit.message
			c.misfit(misfit)
			return
		}
		p.Default = &l
	}
}
