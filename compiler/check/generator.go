package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// generatorKeys are the kinds of generators, and what may stand beside them.
var generatorKeys = map[string][]string{
	"fake":    nil,
	"between": {"step"},
	"pick":    {"weights", "distinct"},
	"text":    nil,
	"words":   nil,
	"sql":     nil,
	"first":   {"by"},
	"rows":    nil,
	"value":   nil,
}

// kinds lists the generators that go with data, or with tasks.
func (g generating) kinds() []string {
	if g.field == nil {
		return []string{"pick", "first", "between", "fake", "text", "sql", "rows"}
	}
	return []string{"fake", "between", "pick", "text", "words", "sql"}
}

// generator checks one generator.
func (c *checker) generator(v *parse.Value, g generating) {
	switch v.Kind {
	case parse.NullValue, parse.ScalarValue:
		c.constant(v, g)
		return
	case parse.ListValue:
		if g.field != nil && !isScalar(g.field.Type) {
			c.constant(v, g)
			return
		}
		c.err(diag.BadGenerator, v.Span, fmt.Sprintf("%s is a list, which does not say how a value is drawn", quote(g.name.Value)), "write `{pick: […]}` to draw one of the values")
		return
	}
	kind := c.generatorKind(v, g)
	if kind == "" {
		return
	}
	x := v.Get(kind)
	if f := g.field; f != nil && f.Ref != nil && (kind == "fake" || kind == "words" || kind == "text") {
		c.err(diag.GeneratorMisfit, v.Span, fmt.Sprintf("%s refers to %s, so `%s` can't fill it", quote(f.Name), quote(f.Ref.Entity.Name), kind), "write `{pick: "+f.Ref.Entity.Name+"}`")
		return
	}
	switch kind {
	case "fake":
		c.fake(x, g)
	case "between":
		c.between(x, v.Get("step"), g)
	case "pick":
		c.pick(v, x, g)
	case "text":
		c.textGenerator(x, g)
	case "words":
		c.wordsGenerator(x, g)
	case "first":
		c.first(v, x, g)
	default:
		c.query(x, kind)
	}
	c.maybe(v.Get("maybe"), g)
}

// generatorKind finds the key that says what a generator does, and reports
// keys that do not go with it.
func (c *checker) generatorKind(v *parse.Value, g generating) string {
	kinds := g.kinds()
	kind := ""
	for _, e := range v.Entries {
		if slices.Contains(kinds, e.Key.Value) {
			if kind != "" {
				c.err(diag.BadGenerator, e.Key.Span, fmt.Sprintf("%s is drawn in two ways, by `%s` and by `%s`", quote(g.name.Value), kind, e.Key.Value), "keep one of them")
				return ""
			}
			kind = e.Key.Value
		}
	}
	if kind == "" {
		if g.field != nil {
			switch g.field.Type.(type) {
			case ir.Scalar:
			default:
				c.constant(v, g)
				return ""
			}
		}
		c.noGenerator(v, g, kinds)
		return ""
	}
	allowed := append([]string{kind}, generatorKeys[kind]...)
	if g.field != nil {
		allowed = append(allowed, "maybe")
	} else {
		allowed = append(allowed, "where")
	}
	if kind == "pick" && g.field == nil {
		allowed = slices.DeleteFunc(allowed, func(s string) bool { return s == "distinct" })
	}
	for _, e := range v.Entries {
		if !slices.Contains(allowed, e.Key.Value) {
			hint := nearestOr(e.Key.Value, allowed, "remove it")
			if others := allowed[1:]; hint == "remove it" {
				hint = "beside `" + kind + "` may stand: " + strings.Join(others, ", ")
			}
			c.err(diag.BadGenerator, e.Key.Span, fmt.Sprintf("`%s` does not go with `%s`", e.Key.Value, kind), hint)
			return ""
		}
	}
	return kind
}

func (c *checker) noGenerator(v *parse.Value, g generating, kinds []string) {
	span, message := v.Span, fmt.Sprintf("%s does not say how it is drawn", quote(g.name.Value))
	hint := "write one of " + listing(kinds, "and")
	for _, e := range v.Entries {
		if _, other := generatorKeys[e.Key.Value]; other {
			span, message = e.Key.Span, fmt.Sprintf("`%s` can't be used here", e.Key.Value)
			break
		}
		switch e.Key.Value {
		case "maybe", "step", "weights", "distinct", "by", "where":
			continue
		}
		span, message = e.Key.Span, fmt.Sprintf("there is no generator %s", quote(e.Key.Value))
		hint = nearestOr(e.Key.Value, kinds, hint)
		break
	}
	c.err(diag.BadGenerator, span, message, hint)
}

// constant checks a plain value.
func (c *checker) constant(v *parse.Value, g generating) {
	f := g.field
	if f == nil {
		if v.Kind == parse.NullValue {
			c.err(diag.BadGenerator, g.name.Span, fmt.Sprintf("%s is null", quote(g.name.Value)), "write how it is drawn, such as `{pick: […]}`")
		}
		return
	}
	if f.Ref != nil && v.Kind == parse.ScalarValue && !v.Scalar.Quoted && c.entities[v.Scalar.Value] != nil {
		c.err(diag.BadGenerator, v.Span, fmt.Sprintf("%s is a plain value here, not the rows of that entity", quote(v.Scalar.Value)), "write `{pick: "+v.Scalar.Value+"}`")
		return
	}
	c.cell(v, f)
	if f.Unique && g.least > 1 && v.Kind != parse.NullValue {
		c.err(diag.GeneratorMisfit, v.Span, fmt.Sprintf("%s is unique, but this gives every row the same value", quote(f.Name)), "use a generator that varies, such as `text: \"…{n}\"`")
	}
}

// fits reports whether the field is of one of the types that a generator
// makes; anything is fine in a task.
func (c *checker) fits(v *parse.Value, g generating, kind string, hint string, types ...ir.Scalar) bool {
	if g.field == nil {
		return true
	}
	t, ok := g.field.Type.(ir.Scalar)
	if ok && slices.Contains(types, t) && (kind == "between" || g.field.Constraints.Enum == nil) {
		return true
	}
	what := typeName(g.field.Type)
	if g.field.Constraints.Enum != nil {
		what = "enum"
	}
	c.err(diag.GeneratorMisfit, v.Span, fmt.Sprintf("`%s` does not make values of type %s, which %s has", kind, what, quote(g.field.Name)), hint)
	return false
}

func (g generating) hint() string {
	if g.field == nil {
		return ""
	}
	switch {
	case g.field.Constraints.Enum != nil:
		return "write `{pick: [" + strings.Join(g.field.Constraints.Enum, ", ") + "]}`"
	case g.field.Type == ir.Text:
		return "write `{fake: …}`, `{text: \"…{n}\"}` or `{words: [2, 5]}`"
	case g.field.Type == ir.Boolean:
		return "write `{pick: [true, false]}`"
	case isScalar(g.field.Type):
		return "write `{between: [low, high]}`"
	}
	return "write `{sql: …}` or a plain value"
}

func (c *checker) fake(v *parse.Value, g generating) {
	if v.Kind != parse.ScalarValue {
		c.err(diag.BadGenerator, v.Span, "`fake` takes the name of a kind of value", "write one such as `fake: name` or `fake: email`")
		return
	}
	if !slices.Contains(c.fakes, v.Scalar.Value) {
		c.err(diag.BadGenerator, v.Span, fmt.Sprintf("there is no fake value called %s", quote(v.Scalar.Value)),
			nearestOr(v.Scalar.Value, c.fakes, "there are "+listing(c.fakes, "and")))
		return
	}
	c.fits(v, g, "fake", g.hint(), ir.Text)
}

func (c *checker) textGenerator(v *parse.Value, g generating) {
	if v.Kind != parse.ScalarValue {
		c.err(diag.BadGenerator, v.Span, "`text` takes a template", "write one such as `text: \"SKU-{n:05}\"`")
		return
	}
	if !c.fits(v, g, "text", g.hint(), ir.Text) {
		return
	}
	if g.task != nil {
		c.taskTemplate(v.Scalar, g.task)
		return
	}
	parts, problem := template(v.Scalar.Value)
	if problem != "" {
		c.err(diag.BadTemplate, v.Span, problem, "write {n} or {field} for a value, {{ and }} for braces themselves")
		return
	}
	for _, p := range parts {
		if name := first(p.path); !g.names[name] {
			known := sortedKeys(g.names)
			c.err(diag.UnknownName, v.Scalar.SpanOf(p.at, p.end), fmt.Sprintf("there is no %s here", quote(name)),
				nearestOr(name, known, "known here are "+listing(known, "and")+": the counters, the loop's row, and fields written above this one"))
			return
		}
	}
}

func (c *checker) wordsGenerator(v *parse.Value, g generating) {
	const hint = "write a number of words, or a range: `words: [3, 8]`"
	if !c.fits(v, g, "words", g.hint(), ir.Text) {
		return
	}
	items := []*parse.Value{v}
	if v.Kind == parse.ListValue && len(v.Items) == 2 {
		items = v.Items
	}
	var ns []int64
	for _, x := range items {
		n, err := strconv.ParseInt(x.Scalar.Value, 10, 32)
		if x.Kind != parse.ScalarValue || err != nil || n < 1 {
			c.err(diag.BadGenerator, x.Span, "`words` takes a number of words from 1", hint)
			return
		}
		ns = append(ns, n)
	}
	if ns[0] > ns[len(ns)-1] {
		c.err(diag.BadGenerator, v.Span, fmt.Sprintf("the range from %d to %d is empty", ns[0], ns[1]), "exchange the numbers")
	}
}

// query checks that SQL is a text.
func (c *checker) query(v *parse.Value, kind string) {
	if v.Kind != parse.ScalarValue || strings.TrimSpace(v.Scalar.Value) == "" {
		c.err(diag.BadGenerator, v.Span, fmt.Sprintf("`%s` takes a SELECT", kind), "write `"+kind+": SELECT …`")
		return
	}
	if !isQuery(v.Scalar.Value) {
		c.err(diag.BadGenerator, v.Span, fmt.Sprintf("`%s` takes a SELECT, and this begins otherwise", kind), "write `"+kind+": SELECT …`")
	}
}

// maybe checks the chance of a value rather than null.
func (c *checker) maybe(v *parse.Value, g generating) {
	if v == nil {
		return
	}
	p, err := strconv.ParseFloat(v.Scalar.Value, 64)
	switch {
	case v.Kind != parse.ScalarValue || err != nil || p <= 0 || p > 1:
		c.err(diag.BadGenerator, v.Span, fmt.Sprintf("%s is not a chance between 0 and 1", showValue(v)), "write a number such as 0.9")
	case !g.field.Optional:
		c.err(diag.GeneratorMisfit, v.Span, fmt.Sprintf("%s is not optional, so it can't be null sometimes", quote(g.field.Name)), "remove `maybe`, or make the field optional")
	}
}

func sortedKeys(m map[string]bool) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
