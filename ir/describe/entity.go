package describe

import (
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/templates/rt/core"
)

func entity(e *ir.Entity) core.Entity {
	out := core.Entity{Name: e.Name, Doc: e.Doc, AutoID: e.AutoID, Line: line(e.Span)}
	for _, k := range e.Key {
		out.Key = append(out.Key, k.Name)
	}
	for _, f := range e.Fields {
		out.Fields = append(out.Fields, field(f))
	}
	for _, f := range e.Flows {
		flow := core.Flow{Field: f.Field.Name, Next: map[string][]string{}}
		for _, t := range f.From {
			flow.Next[t.From] = t.To
		}
		out.Flows = append(out.Flows, flow)
	}
	return out
}

func field(f *ir.Field) core.Field {
	out := core.Field{
		Name:     f.Name,
		Type:     columnKind(f.Type),
		Optional: f.Optional,
		Unique:   f.Unique,
		Enum:     f.Constraints.Enum,
		Min:      literal(f.Constraints.Min),
		Max:      literal(f.Constraints.Max),
		Stamped:  f.Stamped,
		FromID:   f.FromID,
		Default:  literal(f.Default),
		Doc:      f.Doc,
	}
	if f.Ref != nil {
		out.Ref, out.RefField = f.Ref.Entity.Name, f.Ref.Name
	}
	if list, ok := f.Type.(*ir.List); ok {
		out.Set = list.Set
	}
	return out
}
