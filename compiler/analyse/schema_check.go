package analyse

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
)

// forms are the GLOB patterns that keep the form of dates and times. Whether
// the day exists is checked where the value comes in.
var forms = map[ir.Scalar]string{
	ir.Date:     "[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]",
	ir.DateTime: "[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]",
	ir.Time:     "[0-2][0-9]:[0-5][0-9]:[0-5][0-9]",
}

// columnChecks are the conditions of a field's CHECK constraints. NULL
// satisfies every one of them.
func columnChecks(f *ir.Field) []string {
	if f.FromID != "" {
		return nil // computed, never given
	}
	col := sqltext.Name(f.Name)
	var out []string
	switch t := f.Type.(type) {
	case ir.Scalar:
		switch t {
		case ir.Boolean:
			out = append(out, col+" IN (0, 1)")
		case ir.Date, ir.DateTime, ir.Time:
			out = append(out, col+" GLOB "+sqltext.Literal(forms[t]))
		}
		out = append(out, bounds(col, f.Constraints.Min, f.Constraints.Max)...)
	case *ir.List:
		out = append(out, "json_valid("+col+")")
		out = append(out, bounds("json_array_length("+col+")", f.Constraints.Min, f.Constraints.Max)...)
	default:
		out = append(out, "json_valid("+col+")")
	}
	return append(out, textChecks(col, f.Constraints)...)
}

func bounds(what string, low, high *ir.Literal) []string {
	switch {
	case low != nil && high != nil:
		return []string{fmt.Sprintf("%s BETWEEN %s AND %s", what, literalSQL(*low), literalSQL(*high))}
	case low != nil:
		return []string{what + " >= " + literalSQL(*low)}
	case high != nil:
		return []string{what + " <= " + literalSQL(*high)}
	}
	return nil
}

func textChecks(col string, c ir.Constraints) []string {
	var out []string
	switch {
	case c.MinLength != nil && c.MaxLength != nil:
		out = append(out, fmt.Sprintf("length(%s) BETWEEN %d AND %d", col, *c.MinLength, *c.MaxLength))
	case c.MinLength != nil:
		out = append(out, fmt.Sprintf("length(%s) >= %d", col, *c.MinLength))
	case c.MaxLength != nil:
		out = append(out, fmt.Sprintf("length(%s) <= %d", col, *c.MaxLength))
	}
	if c.Pattern != "" {
		out = append(out, col+" REGEXP "+sqltext.Literal(wholePattern(c.Pattern)))
	}
	if c.Enum != nil {
		out = append(out, oneOf(col, c.Enum))
	}
	return out
}

// Lists of constants that SQLite compares one by one, and those that are too
// long for a chain of ORs, whose depth SQLite limits to 1,000.
const (
	shortList = 2
	longList  = 200
)

// oneOf is the condition that a column has one of some values. For a list
// between the two lengths it is a chain of ORs: IN would build a temporary
// index in every statement that checks it, which takes longer than the rest of
// an INSERT.
func oneOf(col string, values []string) string {
	literals := make([]string, len(values))
	for i, v := range values {
		literals[i] = sqltext.Literal(v)
	}
	if n := len(values); n <= shortList || n > longList {
		return col + " IN (" + strings.Join(literals, ", ") + ")"
	}
	return col + " = " + strings.Join(literals, " OR "+col+" = ")
}

// wholePattern makes a pattern match the whole text: REGEXP itself looks for
// a match anywhere.
func wholePattern(p string) string {
	if strings.HasPrefix(p, "^") && strings.HasSuffix(p, "$") && !strings.HasSuffix(p, `\$`) && !strings.Contains(p, "|") {
		return p
	}
	return "^(?:" + p + ")$"
}
