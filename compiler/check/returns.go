package check

import (
	"fmt"

	"github.com/awmc/awmc/compiler/parse"
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
	if len(e.ir.Key) > 1 {
		c.err(diag.KeyFields, r.Get.Span, fmt.Sprintf("`get` takes one key, but %s has a key of %d fields", quote(e.ir.Name), len(e.ir.Key)),
			"write `row: SELECT * FROM "+e.ir.Name+" WHERE …`")
		return
	}
	c.filled(r.Expr)
}
