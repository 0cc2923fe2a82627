package check

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

var matchNames = []string{"text", "number", "date", "set", "list", "contains"}

const answerHint = "write `answer: {value: \"{book.title}\", match: text}`, or such a map for each named part"

// AnswerPart is one part of an answer as written; Name is "" where the
// answer is one value.
type AnswerPart struct {
	Name parse.Text
	Spec *parse.Value // a map with value or sql, match, tolerance
}

// AnswerParts splits an answer into its parts: one nameless, or several
// named ones. A map with the key value or sql is one part.
func AnswerParts(v *parse.Value) []AnswerPart {
	if v == nil {
		return nil
	}
	if isAnswerPart(v) || v.Kind != parse.MapValue {
		return []AnswerPart{{Spec: v}}
	}
	var parts []AnswerPart
	for _, e := range v.Entries {
		parts = append(parts, AnswerPart{Name: e.Key, Spec: e.Value})
	}
	return parts
}

func isAnswerPart(v *parse.Value) bool {
	for _, key := range []string{"value", "sql"} {
		if x := v.Get(key); x != nil && x.Kind != parse.MapValue {
			return true
		}
	}
	m := v.Get("match")
	return m != nil && m.Kind == parse.ScalarValue
}

// answer checks what the agent has to answer.
func (c *checker) answer(v *parse.Value, scope *taskScope) {
	if v == nil {
		return
	}
	if v.Kind != parse.MapValue || len(v.Entries) == 0 {
		c.err(diag.BadAnswer, v.Span, "the answer does not say how it is compared", answerHint)
		return
	}
	seen := c.siblings("part of the answer")
	for _, p := range AnswerParts(v) {
		if p.Name.Set && (!c.snake("answer part", p.Name) || !seen.add(p.Name)) {
			continue
		}
		c.answerPart(p, scope)
	}
}

func (c *checker) answerPart(p AnswerPart, scope *taskScope) {
	v := p.Spec
	what := "the answer"
	if p.Name.Set {
		what = "part " + quote(p.Name.Value) + " of the answer"
	}
	if v.Kind != parse.MapValue {
		c.err(diag.BadAnswer, v.Span, what+" does not say how it is compared", answerHint)
		return
	}
	for _, e := range v.Entries {
		switch e.Key.Value {
		case "value", "sql", "match", "tolerance":
		default:
			c.err(diag.BadAnswer, e.Key.Span, fmt.Sprintf("%s has no key %s", what, quote(e.Key.Value)),
				nearestOr(e.Key.Value, []string{"value", "sql", "match", "tolerance"}, "it has value or sql, match and, for numbers, tolerance"))
			return
		}
	}
	value, sql, match := v.Get("value"), v.Get("sql"), v.Get("match")
	switch {
	case value == nil && sql == nil:
		c.err(diag.BadAnswer, v.Span, what+" has neither `value` nor `sql`", answerHint)
		return
	case value != nil && sql != nil:
		c.err(diag.BadAnswer, v.Span, what+" has both `value` and `sql`", "keep one of them")
		return
	case match == nil:
		c.err(diag.BadAnswer, v.Span, what+" does not say how it is compared", "add `match:` with one of "+listing(matchNames, "or"))
		return
	}
	c.match(v, match)
	if sql != nil {
		c.query(sql, "sql")
		return
	}
	c.answerValue(value, match.Scalar.Value, scope)
}

func (c *checker) match(v, match *parse.Value) {
	known := match.Kind == parse.ScalarValue
	if known {
		known = false
		for _, m := range matchNames {
			known = known || m == match.Scalar.Value
		}
	}
	if !known {
		c.err(diag.BadAnswer, match.Span, fmt.Sprintf("there is no match %s", showValue(match)), nearestOr(match.Scalar.Value, matchNames, "write one of "+listing(matchNames, "or")))
		return
	}
	t := v.Get("tolerance")
	if t == nil {
		return
	}
	if match.Scalar.Value != "number" {
		c.err(diag.BadAnswer, t.Span, fmt.Sprintf("`tolerance` does not go with `match: %s`", match.Scalar.Value), "remove it, or write `match: number`")
		return
	}
	if n, err := strconv.ParseFloat(t.Scalar.Value, 64); t.Kind != parse.ScalarValue || err != nil || !(n >= 0 && n < 1e300) {
		c.err(diag.BadAnswer, t.Span, fmt.Sprintf("%s is not a tolerance", showValue(t)), "write a number from 0, such as 0.01")
	}
}

// answerValue checks the value that is expected, and that it can be compared
// as match says.
func (c *checker) answerValue(v *parse.Value, match string, scope *taskScope) {
	switch v.Kind {
	case parse.ListValue:
		if match != "set" && match != "list" {
			c.err(diag.BadAnswer, v.Span, fmt.Sprintf("a list can't be compared by `match: %s`", match), "write `match: set`, or `match: list` if the order counts")
			return
		}
		for _, x := range v.Items {
			if x.Kind != parse.ScalarValue {
				c.err(diag.BadAnswer, x.Span, fmt.Sprintf("this is %s, but an answer's list has single values", shape(x)), "write a value")
				continue
			}
			c.taskTemplate(x.Scalar, scope)
		}
	case parse.ScalarValue:
		if strings.TrimSpace(v.Scalar.Value) == "" {
			c.err(diag.BadAnswer, v.Span, "the expected answer is empty", "write it, such as `value: \"{book.title}\"`")
			return
		}
		c.taskTemplate(v.Scalar, scope)
	default:
		c.err(diag.BadAnswer, v.Span, fmt.Sprintf("the expected answer is %s", shape(v)), answerHint)
	}
}

// episodeAnswer checks the answer of another way through a task: a value, or
// one for each of the task's named parts.
func (c *checker) episodeAnswer(v *parse.Value, s *parse.Task, scope *taskScope) {
	parts := AnswerParts(s.Answer)
	if v.Kind != parse.MapValue {
		c.arg(v, ir.JSON{}, ir.Constraints{}, argRules{templates: scope})
		return
	}
	var names []string
	for _, p := range parts {
		if p.Name.Set {
			names = append(names, p.Name.Value)
		}
	}
	if len(names) == 0 {
		c.err(diag.BadAnswer, v.Span, "this answer has named parts, but the task's has none", "write one value: `answer: \"…\"`")
		return
	}
	for _, e := range v.Entries {
		found := false
		for _, n := range names {
			found = found || n == e.Key.Value
		}
		if !found {
			c.unknown(diag.BadAnswer, e.Key, fmt.Sprintf("the task's answer has no part %s", quote(e.Key.Value)), names, "remove it")
			continue
		}
		c.arg(e.Value, ir.JSON{}, ir.Constraints{}, argRules{templates: scope})
	}
}
