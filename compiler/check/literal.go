package check

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// misfit says why a value is not of a type or breaks a constraint.
type misfit struct {
	span          diag.Span
	message, hint string
}

func (c *checker) misfit(m *misfit) {
	c.err(diag.ValueMisfit, m.span, m.message, m.hint)
}

var (
	integerForm = regexp.MustCompile(`^-?(0|[1-9][0-9]*)$`)
	dayForm     = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}`)
	realForm    = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)
)

// layouts of the temporal types as Go's time package writes them.
var layouts = map[ir.Scalar]string{
	ir.Date: "2006-01-02", ir.DateTime: "2006-01-02 15:04:05", ir.Time: "15:04:05",
}

// scalar reads a text as a value of a scalar type.
func scalar(t parse.Text, typ ir.Scalar) (ir.Literal, *misfit) {
	lit := func(v any) (ir.Literal, *misfit) { return ir.Literal{Span: t.Span, Value: v}, nil }
	no := func(hint string) (ir.Literal, *misfit) {
		return ir.Literal{}, &misfit{t.Span, fmt.Sprintf("%s is not %s", quote(t.Value), article(typ.String())), hint}
	}
	if t.Quoted && (typ == ir.Integer || typ == ir.Real || typ == ir.Boolean) {
		bare := t
		bare.Quoted = false
		if _, m := scalar(bare, typ); m == nil {
			return ir.Literal{}, &misfit{t.Span, fmt.Sprintf("%s in quotes is a text, not %s", quote(t.Value), article(typ.String())),
				"write it without quotes"}
		}
	}
	switch typ {
	case ir.Text:
		return lit(t.Value)
	case ir.Integer:
		if integerForm.MatchString(t.Value) {
			if n, err := strconv.ParseInt(t.Value, 10, 64); err == nil {
				return lit(n)
			}
			return no("whole numbers reach from -9223372036854775808 to 9223372036854775807")
		}
		return no(numberHint(t.Value))
	case ir.Real:
		if realForm.MatchString(t.Value) {
			if f, err := strconv.ParseFloat(t.Value, 64); err == nil && !math.IsInf(f, 0) {
				return lit(f)
			}
		}
		return no("write a number such as 12.5")
	case ir.Boolean:
		switch t.Value {
		case "true":
			return lit(true)
		case "false":
			return lit(false)
		}
		return no("write true or false")
	}
	layout := layouts[typ]
	if x, err := time.Parse(layout, t.Value); err == nil && x.Format(layout) == t.Value {
		return lit(t.Value)
	}
	return no(temporalHint(t.Value, typ))
}

func numberHint(s string) string {
	plain := strings.NewReplacer("_", "", ",", "", "+", "", " ", "").Replace(s)
	sign := ""
	if strings.HasPrefix(plain, "-") {
		sign, plain = "-", plain[1:]
	}
	if trimmed := strings.TrimLeft(plain, "0"); trimmed != "" {
		plain = trimmed
	}
	if integerForm.MatchString(sign+plain) && sign+plain != s {
		return "write " + sign + plain
	}
	if realForm.MatchString(s) {
		return "write a whole number; money is counted in its smallest unit, such as cents"
	}
	return "write a whole number such as 12"
}

// temporalHint shows how a date or time in another notation is written here.
func temporalHint(s string, typ ir.Scalar) string {
	layout := layouts[typ]
	for _, other := range []string{
		time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02 15:04:05", "2006-01-02",
		"15:04", "15:04:05",
	} {
		// A date can't be made of a time of day, nor the other way round.
		if (typ == ir.Time) != strings.HasPrefix(other, "15") {
			continue
		}
		if x, err := time.Parse(other, s); err == nil {
			return "write " + x.UTC().Format(layout)
		}
	}
	if dayForm.MatchString(s) {
		if _, err := time.Parse("2006-01-02", s[:10]); err != nil {
			return "there is no such day"
		}
	}
	switch typ {
	case ir.Date:
		return "write YYYY-MM-DD, such as 2026-03-02"
	case ir.DateTime:
		return "write YYYY-MM-DD HH:MM:SS in UTC, such as 2026-03-02 09:00:00"
	}
	return "write HH:MM:SS, such as 09:30:00"
}

// compare orders two literals of the same scalar type.
func compare(a, b ir.Literal) int {
	switch x := a.Value.(type) {
	case int64:
		return cmp.Compare(x, b.Value.(int64))
	case float64:
		return cmp.Compare(x, b.Value.(float64))
	case string:
		return strings.Compare(x, b.Value.(string))
	}
	return 0
}

// show writes a literal as in the source.
func show(l ir.Literal) string {
	switch x := l.Value.(type) {
	case nil:
		return "null"
	case float64:
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return fmt.Sprint(l.Value)
}

// within checks a scalar literal against constraints.
func within(l ir.Literal, cons ir.Constraints) *misfit {
	no := func(format, hint string, args ...any) *misfit {
		return &misfit{l.Span, quote(show(l)) + " " + fmt.Sprintf(format, args...), hint}
	}
	if s, ok := l.Value.(string); ok {
		n := int64(utf8.RuneCountInString(s))
		switch {
		case cons.Enum != nil:
			for _, v := range cons.Enum {
				if v == s {
					return nil
				}
			}
			hint := "write one of " + listing(cons.Enum, "or")
			if near := diag.Nearest(s, cons.Enum); near != "" {
				hint = "did you mean " + quote(near) + "?"
			}
			return no("is none of the values allowed here", hint)
		case cons.MinLength != nil && n < *cons.MinLength:
			return no("has %d characters, fewer than min_length %d", "write a longer text", n, *cons.MinLength)
		case cons.MaxLength != nil && n > *cons.MaxLength:
			return no("has %d characters, more than max_length %d", "write a shorter text", n, *cons.MaxLength)
		case cons.Pattern != "":
			if re, err := regexp.Compile(`^(?:` + cons.Pattern + `)$`); err == nil && !re.MatchString(s) {
				return no("does not match the pattern %s", "write a text that matches as a whole", quote(cons.Pattern))
			}
		}
	}
	if cons.Min != nil && sameKind(l, *cons.Min) && compare(l, *cons.Min) < 0 {
		return no("is less than min %s", "write a greater value", show(*cons.Min))
	}
	if cons.Max != nil && sameKind(l, *cons.Max) && compare(l, *cons.Max) > 0 {
		return no("is more than max %s", "write a smaller value", show(*cons.Max))
	}
	return nil
}

func sameKind(a, b ir.Literal) bool {
	return fmt.Sprintf("%T", a.Value) == fmt.Sprintf("%T", b.Value)
}
