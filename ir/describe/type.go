package describe

import (
	"encoding/json"

	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/templates/rt/core"
)

// Kind is the runtime's name of a type.
func Kind(t ir.Type) core.Kind {
	switch t := t.(type) {
	case ir.Scalar:
		switch t {
		case ir.Text:
			return core.Text
		case ir.Integer:
			return core.Integer
		case ir.Real:
			return core.Real
		case ir.Boolean:
			return core.Boolean
		case ir.Date:
			return core.DateKind
		case ir.DateTime:
			return core.DateTimeKind
		case ir.Time:
			return core.TimeKind
		}
	case *ir.List:
		return core.ListKind
	case *ir.Object:
		return core.ObjectKind
	}
	return core.JSONKind
}

// columnKind is Kind for a column of a table: lists and objects are stored
// as JSON.
func columnKind(t ir.Type) core.Kind {
	if _, ok := t.(ir.Scalar); ok {
		return Kind(t)
	}
	return core.JSONKind
}

// Type describes a type with its constraints.
func Type(t ir.Type, c ir.Constraints) core.Type {
	out := core.Type{
		Kind:      Kind(t),
		Min:       literal(c.Min),
		Max:       literal(c.Max),
		MinLength: intOrNil(c.MinLength),
		MaxLength: intOrNil(c.MaxLength),
		Pattern:   c.Pattern,
		Enum:      c.Enum,
	}
	switch t := t.(type) {
	case *ir.List:
		var limits ir.Constraints
		if t.Item != nil {
			limits = t.Item.Constraints
		}
		elem := Type(t.Elem, limits)
		if t.Item != nil && t.Item.Ref != nil {
			elem.Ref, elem.RefField = t.Item.Ref.Entity.Name, t.Item.Ref.Name
		}
		out.Elem = &elem
		out.Set = t.Set
	case *ir.Object:
		out.Fields = Params(t.Fields)
	}
	return out
}

// Params describes the parameters of a tool or the members of an object.
func Params(ps []*ir.Param) []core.Param {
	var out []core.Param
	for _, p := range ps {
		d := core.Param{
			Name:     p.Name,
			Doc:      p.Doc,
			Type:     Type(p.Type, p.Constraints),
			Optional: p.Optional,
			Default:  typedLiteral(p.Type, p.Default),
		}
		if p.Ref != nil {
			d.Ref, d.RefField = p.Ref.Entity.Name, p.Ref.Name
		}
		out = append(out, d)
	}
	return out
}

// Output describes a tool's result: an object with a member for each part,
// or for each column if the result is one row itself.
func Output(o *ir.Output) core.Type {
	out := core.Type{Kind: core.ObjectKind}
	switch {
	case o == nil:
	case o.Flat:
		out.Fields = rowFields(o.Parts[0])
	default:
		for _, p := range o.Parts {
			out.Fields = append(out.Fields, core.Param{Name: p.Name, Type: partType(p)})
		}
	}
	return out
}

func partType(p *ir.Part) core.Type {
	switch p.Kind {
	case ir.PartRow:
		return core.Type{Kind: core.ObjectKind, Nullable: p.Null, Fields: rowFields(p)}
	case ir.PartRows:
		return core.Type{Kind: core.ListKind, Elem: &core.Type{Kind: core.ObjectKind, Fields: rowFields(p)}}
	case ir.PartTrue:
		return core.Type{Kind: core.Boolean}
	}
	out := Type(p.Type, ir.Constraints{})
	out.Nullable = p.Null
	return out
}

// rowFields describes the members of one row of a part.
func rowFields(p *ir.Part) []core.Param {
	var out []core.Param
	for _, c := range p.Columns {
		d := core.Param{Name: c.Name, Type: Type(c.Type, ir.Constraints{})}
		d.Type.Nullable = c.Nullable
		if c.Field != nil {
			d.Doc = c.Field.Doc
			d.Type.Enum = c.Field.Constraints.Enum
			if c.Field.Ref != nil {
				d.Ref, d.RefField = c.Field.Ref.Entity.Name, c.Field.Ref.Name
			}
		}
		out = append(out, d)
	}
	for _, n := range p.Nested {
		out = append(out, core.Param{Name: n.Name, Type: partType(n)})
	}
	return out
}

func literal(l *ir.Literal) any {
	if l == nil {
		return nil
	}
	return l.Value
}

// typedLiteral is literal for a value of the given type: canonical JSON text
// of a list, an object or a JSON value stays JSON instead of becoming a
// string.
func typedLiteral(t ir.Type, l *ir.Literal) any {
	v := literal(l)
	if text, ok := v.(string); ok {
		if _, scalar := t.(ir.Scalar); !scalar {
			return json.RawMessage(text)
		}
	}
	return v
}

func intOrNil(n *int64) *int {
	if n == nil {
		return nil
	}
	v := int(*n)
	return &v
}
