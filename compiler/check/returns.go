package check

import (
	"fmt"

	"github.com/awmc/awmc/compiler/parse"
)

// returnStep checks the result of a tool or rule.
func (c *checker) returnStep(step *parse.Step, s *scope, last, top bool) {
	switch {
	case !top:
		c.err(codeReturnPlace, step.Span, "A `return` stands inside another step.", "Move it to the end of `do`; bind what differs with `let` before it.")
	case !last:
		c.err(codeReturnPlace, step.Span, "Steps come after this `return`.", "Make it the last step.")
	}
	if len(step.Return) == 0 {
		c.err(codeEmptyText, step.Span, "This `return` has no parts.", "Name at least one: `return: {order: {get: orders, key: \":order_id\"}}`.")
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
	if r.Refusal != nil {
		if r.Kind == parse.ReturnRow && !r.Optional || r.Kind == parse.ReturnGet {
			c.refusal(r.Refusal)
		} else {
			c.err(codeStepKey, r.Refusal.Code.Span, fmt.Sprintf("%s goes with a `row` or a `get` only, which can be missing.", quote(r.Refusal.Code.Value)),
				"Refuse with a `require` before the `return`.")
		}
	}
	if len(r.With) > 0 && r.Kind != parse.ReturnRows {
		c.err(codeStepKey, r.With[0].Name.Span, "`with` goes with `rows`, to which it adds a part for each row.", "Return it as a part of its own.")
		return
	}
	switch r.Kind {
	case parse.ReturnRow:
		c.filled(r.SQL, r.Span, "the SQL")
	case parse.ReturnRows:
		c.filled(r.SQL, r.Span, "the SQL")
		if len(r.With) > 0 {
			inner := newScope(s)
			// :row is each row of the outer list.
			inner.bind("row", binding{span: r.Span, what: "row of the list"})
			c.returnParts(r.With, inner)
		}
	case parse.ReturnValue:
		c.filled(r.Expr, r.Span, "the expression")
	case parse.ReturnGet:
		c.returnGet(r)
	case parse.ReturnLet:
		name := first(r.Let.Value)
		if _, ok := s.lookup(name); !ok {
			sub := r.Let
			sub.Value = name
			c.unknown(codeUnknownName, sub, fmt.Sprintf("There is no %s here to return.", quote(":"+name)), s.all(), "Bind it with `let` first.")
		}
	}
}

func (c *checker) returnGet(r *parse.Return) {
	e := c.entity(r.Get)
	if e == nil {
		return
	}
	if len(e.ir.Key) > 1 {
		c.err(codeKey, r.Get.Span, fmt.Sprintf("`get` takes one key, but %s has a key of %d fields.", quote(e.ir.Name), len(e.ir.Key)),
			"Write `row: SELECT * FROM "+e.ir.Name+" WHERE …`.")
		return
	}
	if !r.Expr.Set {
		c.err(codeStepKey, r.Span, "This `get` does not say which row.", `Add the key: {get: `+e.ir.Name+`, key: ":`+Singular(e.ir.Name)+`_id"}.`)
		return
	}
	c.filled(r.Expr, r.Span, "the key")
}
