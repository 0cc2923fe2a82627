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

// between checks a range and its step.
func (c *checker) between(v, step *parse.Value, g generating) {
	if v.Kind != parse.ListValue || len(v.Items) != 2 {
		c.err(diag.BadGenerator, v.Span, "`between` takes two values", "write `between: [low, high]`")
		return
	}
	if !c.fits(v, g, "between", g.hint(), ir.Integer, ir.Real, ir.Date, ir.DateTime, ir.Time) {
		return
	}
	typ := BetweenType(v)
	cons := ir.Constraints{}
	if g.field != nil {
		typ, cons = g.field.Type.(ir.Scalar), g.field.Constraints
	}
	var ends [2]ir.Literal
	for i, x := range v.Items {
		l, m := literal(x, typ, cons)
		if m == nil && l.Value == nil {
			m = &misfit{x.Span, "a range has no null in it", "write a value"}
		}
		if m != nil {
			if g.field != nil {
				m.message += fmt.Sprintf(" (field %s)", quote(g.field.Name))
			}
			c.misfit(m)
			return
		}
		ends[i] = l
	}
	if compare(ends[0], ends[1]) > 0 {
		c.err(diag.RangeOrder, v.Span, fmt.Sprintf("the range from %s to %s is empty", show(ends[0]), show(ends[1])), "exchange the values")
		return
	}
	c.stepOf(step, typ)
}

// BetweenType is the type of a range that no field gives one: what both of
// its ends can be read as.
func BetweenType(v *parse.Value) ir.Scalar {
	for _, typ := range []ir.Scalar{ir.Integer, ir.Real, ir.Date, ir.DateTime, ir.Time} {
		if !slices.ContainsFunc(v.Items, func(x *parse.Value) bool {
			_, m := literal(x, typ, ir.Constraints{})
			return m != nil
		}) {
			return typ
		}
	}
	return ir.Integer
}

func (c *checker) stepOf(v *parse.Value, typ ir.Scalar) {
	if v == nil {
		return
	}
	want, hint := ir.Integer, "write a whole number from 1"
	switch typ {
	case ir.Real:
		want, hint = ir.Real, "write a number above 0"
	case ir.Date:
		hint = "write a number of days"
	case ir.DateTime, ir.Time:
		hint = "write a number of minutes"
	}
	l, m := literal(v, want, ir.Constraints{})
	bad := m != nil
	switch n := l.Value.(type) {
	case int64:
		bad = bad || n < 1
	case float64:
		bad = bad || n <= 0
	default:
		bad = true
	}
	if bad {
		c.err(diag.BadGenerator, v.Span, fmt.Sprintf("%s is not a step", showValue(v)), hint)
	}
}

// pick checks a choice of values, of an entity's keys, or of SQL rows.
func (c *checker) pick(v, x *parse.Value, g generating) {
	weights, distinct := v.Get("weights"), v.Get("distinct")
	if distinct != nil && (distinct.Kind != parse.ScalarValue || distinct.Scalar.Value != "true" && distinct.Scalar.Value != "false") {
		c.err(diag.BadGenerator, distinct.Span, fmt.Sprintf("%s is not a boolean", showValue(distinct)), "write `distinct: true`, or leave it out")
	}
	if weights != nil && x.Kind != parse.ListValue {
		c.err(diag.BadGenerator, weights.Span, "`weights` goes with a list of values", "remove it; a query can repeat rows that are to come more often")
		return
	}
	switch x.Kind {
	case parse.ListValue:
		c.pickValues(x, weights, distinct != nil && distinct.Scalar.Value == "true", g)
	case parse.ScalarValue:
		if !isQuery(x.Scalar.Value) {
			c.pickEntity(x, g)
		}
	default:
		c.err(diag.BadGenerator, x.Span, "`pick` takes values, an entity or a SELECT", "write `pick: [a, b]`, `pick: entity` or `pick: SELECT …`")
	}
}

func (c *checker) pickValues(x, weights *parse.Value, distinct bool, g generating) {
	if len(x.Items) == 0 {
		c.err(diag.BadGenerator, x.Span, "there is nothing to pick from", "write at least one value")
		return
	}
	for _, item := range x.Items {
		if g.field != nil {
			c.cell(item, g.field)
		} else if item.Kind != parse.ScalarValue {
			c.err(diag.BadGenerator, item.Span, fmt.Sprintf("this is %s, but `pick` draws single values", shape(item)), "write `pick: SELECT …` to draw rows with several columns")
		}
	}
	if f := g.field; f != nil && f.Unique && int64(len(x.Items)) < g.least {
		c.err(diag.GeneratorMisfit, x.Span, fmt.Sprintf("%s is unique, but there are %s for %d rows", quote(f.Name), count(len(x.Items), "value"), g.least), "add values, or use a generator that varies")
	}
	if distinct && !g.each && g.field != nil && int64(len(x.Items)) < g.least {
		c.err(diag.GeneratorMisfit, x.Span, fmt.Sprintf("the values are distinct, but there are %s for %d rows", count(len(x.Items), "value"), g.least), "add values, or remove `distinct`")
	}
	if weights == nil {
		return
	}
	if weights.Kind != parse.ListValue || len(weights.Items) != len(x.Items) {
		c.err(diag.BadGenerator, weights.Span, fmt.Sprintf("`weights` does not have one number for each value, of which there %s", are(len(x.Items))), "write as many weights as values, such as `weights: [5, 3, 2]`")
		return
	}
	total := 0.0
	for _, w := range weights.Items {
		n, err := strconv.ParseFloat(w.Scalar.Value, 64)
		if w.Kind != parse.ScalarValue || err != nil || n < 0 || n > 1e12 {
			c.err(diag.BadGenerator, w.Span, fmt.Sprintf("%s is not a weight", showValue(w)), "write a number from 0")
			return
		}
		total += n
	}
	if total == 0 {
		c.err(diag.BadGenerator, weights.Span, "all weights are 0", "give at least one value a weight above 0")
	}
}

func are(n int) string {
	if n == 1 {
		return "is 1"
	}
	return fmt.Sprintf("are %d", n)
}

// pickEntity checks that an entity's keys can fill the field.
func (c *checker) pickEntity(x *parse.Value, g generating) {
	t := x.Scalar
	if g.field == nil {
		hint := "write `pick: [a, b]` or `pick: SELECT …`"
		if e := c.entities[t.Value]; e != nil && len(e.ir.Key) == 1 {
			hint = fmt.Sprintf("write `pick: SELECT %s FROM %s`, with the columns that the task needs", strings.Join(fieldNames(e.ir.Key), ", "), t.Value)
		}
		c.err(diag.BadGenerator, x.Span, "in a task, `pick` takes values or a SELECT", hint)
		return
	}
	if c.entities[t.Value] == nil && g.field.Ref == nil {
		c.err(diag.BadGenerator, x.Span, fmt.Sprintf("%s is neither a list of values nor an entity nor a SELECT", quote(t.Value)), "write `pick: ["+t.Value+", …]` for values")
		return
	}
	if name := first(t.Value); name != t.Value && c.entities[name] != nil {
		c.err(diag.BadGenerator, x.Span, fmt.Sprintf("%s names a field, but `pick` takes an entity, whose keys it draws", quote(t.Value)),
			"write `pick: "+name+"`, or `pick: SELECT …` for another column")
		return
	}
	e := c.entity(t)
	if e == nil {
		return
	}
	f := g.field
	switch {
	case len(e.ir.Key) != 1:
		c.err(diag.GeneratorMisfit, x.Span, fmt.Sprintf("%s has a key of %d fields, so there is no single one to pick", quote(t.Value), len(e.ir.Key)), "write `pick: SELECT column FROM "+t.Value+"`")
	case f.Ref != nil && f.Ref.Entity != e.ir:
		c.err(diag.GeneratorMisfit, x.Span, fmt.Sprintf("%s refers to %s, but this picks from %s", quote(f.Name), quote(f.Ref.Entity.Name), quote(t.Value)), "write `pick: "+f.Ref.Entity.Name+"`")
	case f.Ref != nil && f.Ref != e.ir.Key[0]:
		c.err(diag.GeneratorMisfit, x.Span, fmt.Sprintf("%s refers to %s.%s, but this picks %s", quote(f.Name), t.Value, f.Ref.Name, quote(e.ir.Key[0].Name)),
			fmt.Sprintf("write `pick: SELECT %s FROM %s`", f.Ref.Name, t.Value))
	case f.Ref == nil && typeName(f.Type) != typeName(e.ir.Key[0].Type):
		c.err(diag.GeneratorMisfit, x.Span, fmt.Sprintf("%s is of type %s, but the keys of %s are of type %s", quote(f.Name), typeName(f.Type), quote(t.Value), typeName(e.ir.Key[0].Type)), "pick from something else")
	case c.dataOf(t.Value) == nil && !c.thens():
		c.err(diag.GeneratorMisfit, x.Span, fmt.Sprintf("%s has no data to pick from", quote(t.Value)), "add rows for it under `data`")
	}
}

// first checks a query whose first row is taken.
func (c *checker) first(v, x *parse.Value, g generating) {
	c.query(x, "first")
	by := v.Get("by")
	if by == nil {
		c.err(diag.BadGenerator, x.Span, fmt.Sprintf("`first` does not say by what %s is the first", quote(g.name.Value)), "add `by: [column]`, or `by: [column desc]` for the last; ties make a draw invalid")
		return
	}
	items := by.Items
	if by.Kind == parse.ScalarValue {
		items = []*parse.Value{by}
	}
	if by.Kind == parse.MapValue || len(items) == 0 {
		c.err(diag.BadGenerator, by.Span, "`by` takes columns of the query", "write `by: [column]`, or `by: [column desc]`")
		return
	}
	for _, item := range items {
		if _, _, ok := OrderColumn(item); !ok {
			c.err(diag.BadGenerator, item.Span, fmt.Sprintf("%s is not a column with asc or desc", showValue(item)), "write `by: [column]`, or `by: [column desc]`")
		}
	}
}

// OrderColumn reads "column", "column asc" or "column desc".
func OrderColumn(v *parse.Value) (column string, desc, ok bool) {
	w := strings.Fields(v.Scalar.Value)
	if v.Kind != parse.ScalarValue || len(w) == 0 || len(w) > 2 || strings.ContainsAny(w[0], "'\"(),;") {
		return "", false, false
	}
	if len(w) == 1 {
		return w[0], false, true
	}
	return w[0], strings.EqualFold(w[1], "desc"), strings.EqualFold(w[1], "desc") || strings.EqualFold(w[1], "asc")
}
