package check

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
)

// dump shows what entities and tools were resolved to, for goldens.
func dump(r *Resolved) string {
	var b strings.Builder
	for _, e := range r.Env.Entities {
		fmt.Fprintf(&b, "entity %s %s key(%s)\n", e.Name, e.GoName, strings.Join(fieldNames(e.Key), ", "))
		for _, f := range e.Fields {
			fmt.Fprintf(&b, "  %s %s: %s%s\n", f.Name, f.GoName, dumpType(f.Type, f.Constraints), dumpField(f))
		}
	}
	for _, t := range r.Tools {
		fmt.Fprintf(&b, "tool %s %s (%s): %s\n", t.IR.Name, t.IR.GoName, t.IR.Form, t.IR.Doc)
		dumpParams(&b, t.IR.Params, "  ")
		switch t.Spec.Form.Value {
		case "row", "rows":
			fmt.Fprintf(&b, "  %s: %s\n", t.Spec.Form.Value, t.Spec.SQL.Value)
			for _, f := range t.Spec.Filter {
				fmt.Fprintf(&b, "  filter %s: %s\n", f.Name.Value, f.Text.Value)
			}
			if size, limit, ok := Page(t.Spec); ok {
				fmt.Fprintf(&b, "  page %d of at most %d\n", size, limit)
			}
			if t.Spec.Missing != nil {
				fmt.Fprintf(&b, "  %s: %s\n", t.Spec.Missing.Code.Value, t.Spec.Missing.Message.Value)
			}
		}
		for _, s := range t.Spec.Do {
			dumpStep(&b, s)
		}
	}
	return b.String()
}

func dumpType(t ir.Type, k ir.Constraints) string {
	var b strings.Builder
	switch t := t.(type) {
	case *ir.List:
		b.WriteString("list of " + dumpType(t.Elem, ir.Constraints{}))
		if t.Item != nil {
			b.WriteString(" (" + dumpType(t.Item.Type, t.Item.Constraints) + ")")
		}
	case *ir.Object:
		b.WriteString(t.GoName + "{")
		for i, f := range t.Fields {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(f.Name + " " + dumpType(f.Type, f.Constraints))
		}
		b.WriteString("}")
	case nil:
		b.WriteString("broken")
	default:
		b.WriteString(typeName(t))
	}
	if k.Enum != nil {
		b.WriteString(" of " + strings.Join(k.Enum, "|"))
	}
	if k.Min != nil {
		b.WriteString(" min " + show(*k.Min))
	}
	if k.Max != nil {
		b.WriteString(" max " + show(*k.Max))
	}
	if k.MinLength != nil {
		fmt.Fprintf(&b, " min_length %d", *k.MinLength)
	}
	if k.MaxLength != nil {
		fmt.Fprintf(&b, " max_length %d", *k.MaxLength)
	}
	if k.Pattern != "" {
		b.WriteString(" pattern " + k.Pattern)
	}
	return b.String()
}

func dumpField(f *ir.Field) string {
	s := ""
	if f.Optional {
		s += " optional"
	}
	if f.Unique {
		s += " unique"
	}
	if f.Default != nil {
		s += " default " + show(*f.Default)
	}
	if f.Ref != nil {
		s += " ref " + f.Ref.Entity.Name + "." + f.Ref.Name + [...]string{"", " cascade", " set null"}[f.OnDelete]
	}
	if f.FromID != "" {
		s += " from " + f.FromID
	}
	return s
}

func dumpParams(b *strings.Builder, params []*ir.Param, indent string) {
	for _, p := range params {
		fmt.Fprintf(b, "%s%s %s: %s", indent, p.Name, p.GoName, dumpType(p.Type, p.Constraints))
		if p.Optional {
			b.WriteString(" optional")
		}
		if p.Default != nil {
			b.WriteString(" default " + show(*p.Default))
		}
		if p.Ref != nil {
			b.WriteString(" ref " + p.Ref.Entity.Name + "." + p.Ref.Name)
		}
		fmt.Fprintf(b, " -- %s\n", p.Doc)
	}
}

func dumpStep(b *strings.Builder, s *parse.Step) {
	refuse := ""
	if s.Refusal != nil {
		refuse = fmt.Sprintf(" or %s: %s", s.Refusal.Code.Value, s.Refusal.Message.Value)
	}
	switch s.Kind {
	case parse.LetRow:
		fmt.Fprintf(b, "  let %s = %s%s\n", s.Name.Value, s.SQL.Value, refuse)
	case parse.Require:
		fmt.Fprintf(b, "  require %s%s\n", s.Expr.Value, refuse)
	case parse.Run:
		fmt.Fprintf(b, "  run %s (changes %s)%s\n", s.SQL.Value, s.Changes.Value, refuse)
	case parse.ReturnStep:
		for _, r := range s.Return {
			fmt.Fprintf(b, "  return %q %s%s\n", r.Name.Value, r.Let.Value, r.Expr.Value)
		}
	default:
		fmt.Fprintf(b, "  step %d\n", s.Kind)
	}
}
