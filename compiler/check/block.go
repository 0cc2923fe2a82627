package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// maxRows is the greatest number of rows a block may ask for: far above what
// an environment needs, and low enough for a starting database.
const maxRows = 1_000_000

// block checks one block of generated rows.
func (c *checker) block(g *parse.Generate, s *parse.Data, e *entity) {
	names := map[string]bool{"n": true, "i": true}
	if g.Each.Set {
		c.blockEach(g.Each, e, names)
	}
	least := c.count(g.Count)
	given := map[string]bool{}
	for _, entry := range g.Fields {
		f := c.writable(entry.Key, e)
		if f == nil {
			given[entry.Key.Value] = true
			continue
		}
		if given[f.ir.Name] {
			c.err(diag.NotWritable, entry.Key.Span, fmt.Sprintf("the block gives %s twice", quote(f.ir.Name)), "remove one of them")
			continue
		}
		given[f.ir.Name] = true
		c.generator(entry.Value, generating{field: f.ir, name: entry.Key, names: names, least: least, each: g.Each.Set})
		names[f.ir.Name] = true
	}
	var missing []string
	for _, f := range e.ir.Fields {
		if needsValue(f) && !given[f.Name] {
			missing = append(missing, quote(f.Name))
		}
	}
	if len(missing) > 0 {
		c.err(diag.Unfilled, g.Span, fmt.Sprintf("the generated rows of %s get no value for %s", quote(e.ir.Name), listing(missing, "and")),
			"add a generator for it, or give the field a default or make it optional")
	}
}

// blockEach checks "x in ENTITY, view or SELECT" of a block.
func (c *checker) blockEach(t parse.Text, e *entity, names map[string]bool) {
	item, list, ok := t.SplitLoop()
	if !ok {
		c.errors++ // parse has said so
		return
	}
	if c.bindable("loop", item, builtins) {
		if e.fields[item.Value] != nil {
			c.err(diag.NameTaken, item.Span, fmt.Sprintf("%s is a field of %s, so `:%s` would mean two things", quote(item.Value), quote(e.ir.Name), item.Value), "choose another name")
		}
		names[item.Value] = true
	}
	if isQuery(list.Value) || c.views[list.Value] != nil {
		return
	}
	parent := c.entity(list)
	if parent != nil && c.dataOf(list.Value) == nil && !c.thens() {
		c.err(diag.BadCount, list.Span, fmt.Sprintf("%s has no data, so this block makes no rows", quote(list.Value)), "add rows for it under `data`")
	}
}

// isQuery reports whether a text begins like a SELECT.
func isQuery(s string) bool {
	tokens := slices.DeleteFunc(sqltext.Lex(s), func(t sqltext.Token) bool { return t.Kind == sqltext.Comment })
	if len(tokens) < 2 {
		return false
	}
	word := tokens[0].Text(s)
	return strings.EqualFold(word, "select") || strings.EqualFold(word, "with")
}

// count checks a number of rows and returns the least it can be.
func (c *checker) count(v *parse.Value) (least int64) {
	const hint = "write a number, a range such as [1, 3], or {sql: \"SELECT …\"}"
	number := func(v *parse.Value) int64 {
		n, err := strconv.ParseInt(v.Scalar.Value, 10, 64)
		if v.Kind != parse.ScalarValue || err != nil || n < 0 || n > maxRows {
			c.err(diag.BadCount, v.Span, fmt.Sprintf("%s is not a number of rows from 0 to %d", showValue(v), maxRows), hint)
			return 0
		}
		return n
	}
	switch {
	case v == nil:
		return 1
	case v.Kind == parse.ScalarValue:
		return number(v)
	case v.Kind == parse.ListValue && len(v.Items) == 2:
		low, high := number(v.Items[0]), number(v.Items[1])
		if low > high {
			c.err(diag.BadCount, v.Span, fmt.Sprintf("the range from %d to %d is empty", low, high), "exchange the numbers")
		}
		return low
	case v.Get("sql") == nil:
		c.errors++ // parse has said so
	}
	return 0
}

// showValue is a value in a message.
func showValue(v *parse.Value) string {
	if v.Kind == parse.ScalarValue {
		return quote(v.Scalar.Value)
	}
	return shape(v)
}

// generating is where a generator stands.
type generating struct {
	field *ir.Field       // what it fills; nil in a task
	name  parse.Text      // the field or the given value
	names map[string]bool // what templates may name
	task  *taskScope      // in a task: what is drawn before
	least int64           // rows the block makes at least
	each  bool
}
