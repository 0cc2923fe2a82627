package analyse

import (
	"fmt"
	"strconv"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates/rt/core"
)

// steps lowers the steps of a block.
func (f *routine) steps(steps []*parse.Step, s *scope, b *block) {
	for _, st := range steps {
		f.step(st, s, b)
	}
}

func (f *routine) step(st *parse.Step, s *scope, b *block) {
	switch st.Kind {
	case parse.LetRow, parse.LetOptionalRow, parse.LetRows:
		f.letRows(st, s, b)
	case parse.LetValue:
		f.letValue(st, s, b)
	case parse.Require:
		f.require(st, s, b)
	case parse.Run:
		f.run(st, s, b)
	case parse.EachStep:
		f.each(st, s, b)
	case parse.When:
		f.when(st, s, b)
	case parse.Use:
		f.use(st, s, b)
	case parse.Go:
		f.goStep(st, s, b)
	case parse.ReturnStep:
		f.returnStep(st, s, b)
	}
}

func (f *routine) run(st *parse.Step, s *scope, b *block) {
	a := f.a
	src := a.readStatement(st.SQL)
	if src != nil && src.stmt.Select != nil {
		a.err(diag.WriteExpected, src.span(src.body), "`run` is for writes, and this only reads", "bind what it finds with `let`, or test it with `require`")
		src = nil
	}
	if src != nil && len(src.results()) > 0 {
		a.err(diag.WriteExpected, src.resultSpan(0), "nothing can use what this `run` returns", "remove RETURNING, or write `let: NAME` with `row:`")
		src = nil
	}
	var c *compiled
	if src != nil {
		c = a.compile(src, s, compileOptions{name: f.prefix + runName(src), sqlc: true})
	}
	step := &ir.RunStep{Span: st.Span}
	if st.Changes.Set {
		if n, err := strconv.ParseInt(st.Changes.Value, 10, 64); err == nil {
			step.Changes = &n
			step.Refuse = f.refusal(st.Refusal, s)
			if src != nil && step.Refuse == nil && st.Refusal == nil {
				step.Refuse = &ir.Refusal{Span: st.Span, Code: ir.Conflict, Message: ir.Template{{Text: otherNumber(src, n)}}}
			}
		}
	}
	if c == nil {
		f.consequence = true
		return
	}
	f.wrote(c)
	step.Query = c.stmt
	b.add(step)
}

// otherNumber is the message where a write changes another number of rows
// than its author says, who wrote none. An agent reads it, so it speaks of
// things rather than of rows.
func otherNumber(s *sqlText, n int64) string {
	one := words(core.Singular(s.target()))
	switch {
	case n == 1 && s.stmt.Update != nil:
		return "The " + one + " can't be changed in this way now."
	case n == 1 && s.stmt.Delete != nil:
		return "There is no such " + one + "."
	}
	return fmt.Sprintf("This would change another number of %s than %d.", words(s.target()), n)
}

// runName is what a write is called: the verb and the table.
func runName(s *sqlText) string {
	verb := "Run"
	switch {
	case s.stmt.Insert != nil:
		verb = "Insert"
	case s.stmt.Update != nil:
		verb = "Update"
	case s.stmt.Delete != nil:
		verb = "Delete"
	}
	return verb + check.GoName(s.target())
}
