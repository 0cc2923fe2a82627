package analyse

import (
	"strings"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/ir"
)

// value is what is known of an expression: its type in the language, whether
// it can be NULL, and where it comes from.
type value struct {
	typ   ir.Type // nil if it can't be told
	null  bool
	field *ir.Field // the table's column it is, or nil
	// literal is true for a literal, which takes on the type of what it
	// meets: '2026-03-02' can be a text or a date, 1 an integer or a boolean.
	literal bool
	text    string // of a literal
	// ref is what the value refers to, where a parameter says so and no
	// field does.
	ref *reference
}

// reference is what a value refers to: a field of an entity, and the view
// that gives the row, if another than the table.
type reference struct {
	field *ir.Field
	view  *ir.View
	// broken says that the view has a mistake, so that nothing is known of
	// the row.
	broken bool
}

// unknown is a value of which nothing is known.
func unknown() value { return value{null: true} }

func scalarOf(t ir.Type) (ir.Scalar, bool) {
	s, ok := t.(ir.Scalar)
	return s, ok
}

// sameType reports whether two types are the same; nil is no type.
func sameType(a, b ir.Type) bool {
	if a == nil || b == nil {
		return false
	}
	switch a := a.(type) {
	case ir.Scalar:
		s, ok := b.(ir.Scalar)
		return ok && s == a
	case ir.JSON:
		_, ok := b.(ir.JSON)
		return ok
	case *ir.List:
		l, ok := b.(*ir.List)
		return ok && (l == a || sameType(a.Elem, l.Elem))
	case *ir.Object:
		o, ok := b.(*ir.Object)
		return ok && o == a
	}
	return false
}

// isJSON reports whether a type is stored as JSON text.
func isJSON(t ir.Type) bool {
	if t == nil {
		return false
	}
	_, scalar := t.(ir.Scalar)
	return !scalar
}

// typeName is a type as an author writes it.
func typeName(t ir.Type) string {
	switch t := t.(type) {
	case ir.Scalar:
		return t.String()
	case *ir.List:
		if s, ok := t.Elem.(ir.Scalar); ok {
			return "list of " + s.String()
		}
		return "list of objects"
	case *ir.Object:
		return "object"
	case ir.JSON:
		return "json"
	}
	return "unknown"
}

// fits reports whether a literal can be read as a value of a type.
func (v value) fits(t ir.Scalar) bool {
	if !v.literal {
		return false
	}
	s, ok := scalarOf(v.typ)
	switch {
	case v.typ == nil: // NULL
		return true
	case !ok:
		return false
	case s == t:
		return true
	case s == ir.Text:
		return t == ir.Date || t == ir.DateTime || t == ir.Time
	case s == ir.Integer:
		return t == ir.Real || t == ir.Boolean && (v.text == "0" || v.text == "1")
	case s == ir.Boolean:
		return t == ir.Integer
	}
	return false
}

// merge is the value of an expression that is one of two, such as the
// branches of a CASE.
func merge(a, b value) value {
	out := value{null: a.null || b.null}
	as, aScalar := scalarOf(a.typ)
	bs, bScalar := scalarOf(b.typ)
	switch {
	case a.literal && a.typ == nil: // NULL
		out.typ = b.typ
	case b.literal && b.typ == nil:
		out.typ = a.typ
	case sameType(a.typ, b.typ):
		out.typ, out.literal, out.text = a.typ, a.literal && b.literal && a.text == b.text, a.text
		if a.field == b.field {
			out.field = a.field
		}
	case bScalar && a.fits(bs):
		out.typ = b.typ
	case aScalar && b.fits(as):
		out.typ = a.typ
	case aScalar && bScalar && isNumber(as) && isNumber(bs):
		out.typ = ir.Integer
		if as == ir.Real || bs == ir.Real {
			out.typ = ir.Real
		}
	case isJSON(a.typ) && isJSON(b.typ):
		out.typ = ir.JSON{}
	case isJSON(a.typ) && b.literal && bs == ir.Text:
		out.typ = a.typ
	case isJSON(b.typ) && a.literal && as == ir.Text:
		out.typ = b.typ
	}
	return out
}

func isNumber(s ir.Scalar) bool { return s == ir.Integer || s == ir.Real || s == ir.Boolean }

func isTemporal(s ir.Scalar) bool { return s == ir.Date || s == ir.DateTime || s == ir.Time }

// column makes the column of a result or a row.
func (v value) column(name string) *ir.Column {
	t := v.typ
	if t == nil {
		t = ir.Text
	}
	return &ir.Column{Name: name, GoName: check.GoName(name), Type: t, Nullable: v.null, Field: v.field}
}

// fieldValue is the value of a table's column.
func fieldValue(f *ir.Field) value {
	return value{typ: f.Type, null: f.Optional, field: f}
}

// columnValue is the value of a column that is there already.
func columnValue(c *ir.Column) value {
	return value{typ: c.Type, null: c.Nullable, field: c.Field}
}

// words turns a snake_case name into words.
func words(name string) string { return strings.ReplaceAll(name, "_", " ") }
