package sqltext

import "strings"

// annotations are the types that a CAST only states: SQLite's own cast to
// them would turn texts into numbers.
var annotations = wordSet("BOOLEAN DATE DATETIME TIME JSON")

// IsAnnotation reports whether a CAST only states a type of the language.
func (c *CastExpr) IsAnnotation() bool { return annotations[strings.ToUpper(c.Type.Text)] }

// AnnotationEdits returns the edits that take the annotating casts under the
// nodes out of the text, in order: CAST(x AS date) becomes x, in parentheses
// where operators inside could change their neighbours.
func AnnotationEdits(n any) []Edit {
	var out []Edit
	var close []Edit // innermost last
	Walk(n, func(e Expr) bool {
		c, ok := e.(*CastExpr)
		if !ok || !c.IsAnnotation() {
			return true
		}
		before, after := "(", ")"
		switch c.X.(type) {
		case *Lit, *ColumnExpr, *ParamExpr, *FuncExpr, *SubqueryExpr, *CaseExpr, *ParenExpr, *CastExpr:
			// The column keeps its name: (x) would be called "(x)".
			before, after = " ", " "
		}
		x := c.X.Span()
		out = append(out, Edit{Range{c.Start, x.Start}, before})
		close = append(close, Edit{Range{x.End, c.End}, after})
		return true
	})
	return sortEdits(append(out, close...))
}
