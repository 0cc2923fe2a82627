package check

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// returnStep checks the result of a tool or rule.
func (c *checker) returnStep(step *parse.Step, s *scope, last, top bool) {
	switch {
	case !top:
		c.err(diag.ReturnPlace, step.Span, "a `return` stands inside another step", "move it to the end of `do`; bind what differs with `let` before it")
	case !last:
		c.err(diag.ReturnPlace, step.Span, "steps come after this `return`", "make it the last step")
	}
	c.returnParts(step.Return, s)
}

func (c *checker) returnParts(parts []*parse.Return, s *scope) {
	seen := c.siblings("part")
	for _, r := range parts {
		if c.snake("part", r.Name) {
			seen.add(r.Name)
		}
		c.returnPart(r, s)
	}
}

func (c *checker) returnPart(r *parse.Return, s *scope) {
	c.refusal(r.Refusal)
	switch r.Kind {
	case parse.ReturnRow:
		c.filled(r.SQL)
	case parse.ReturnRows:
		c.filled(r.SQL)
		if len(r.With) > 0 {
			inner := newScope(s)
			// :row is each row of the outer list.
			inner.bind("row", binding{span: r.Span, what: "row of the list"})
			c.returnParts(r.With, inner)
		}
	case parse.ReturnValue:
		c.filled(r.Expr)
	case parse.ReturnGet:
		c.returnGet(r)
	case parse.ReturnLet:
		name := first(r.Let.Value)
		if _, ok := s.lookup(name); !ok {
			c.unknown(diag.UnknownName, r.Let.Slice(0, len(name)), fmt.Sprintf("there is no %s here to return", quote(":"+name)), s.all(), "bind it with `let` first")
		}
	}
}

func (c *checker) returnGet(r *parse.Return) {
	e := c.entity(r.Get)
	if e == nil {
		return
	}
	keys := r.Keys
	if keys == nil {
		keys = []parse.Text{r.Expr}
	}
	for _, k := range keys {
		if !c.filled(k) {
			return
		}
	}
	if len(keys) != len(e.ir.Key) {
		c.err(diag.KeyFields, r.Get.Span, fmt.Sprintf("the key of %s is %s, and `key` gives %d", quote(e.ir.Name), listing(fieldNames(e.ir.Key), "and"), len(keys)),
			"write an expression for each, in this order: `key: [\":a\", \":b\"]`")
		return
	}
	if len(keys) > 1 {
		wholeKey(r, e.ir, keys)
		return
	}
	r.Expr = keys[0]
}

// wholeKey rewrites a "get" by a key of several fields to the query it stands
// for.
func wholeKey(r *parse.Return, e *ir.Entity, keys []parse.Text) {
	columns := make([]string, len(e.Fields))
	for i, f := range e.Fields {
		columns[i] = sqltext.Name(f.Name)
	}
	terms := make([]string, len(keys))
	for i, k := range keys {
		terms[i] = sqltext.Name(e.Key[i].Name) + " = (" + k.Value + ")"
	}
	r.Kind = parse.ReturnRow
	r.SQL = parse.Text{Span: keys[0].Span, Quoted: true, Set: true,
		Value: "SELECT " + strings.Join(columns, ", ") + " FROM " + sqltext.Name(e.Name) + " WHERE " + strings.Join(terms, " AND ")}
}
