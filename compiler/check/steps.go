package check

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// steps checks the steps of a block. top is true for the block of a tool or
// rule itself, which alone may return.
func (c *checker) steps(steps []*parse.Step, s *scope, top bool) {
	for i, step := range steps {
		c.stepKeys(step)
		c.step(step, s, top && i == len(steps)-1, top)
	}
}

func (c *checker) step(step *parse.Step, s *scope, last, top bool) {
	switch step.Kind {
	case parse.LetRow, parse.LetOptionalRow:
		c.filled(step.SQL, step.Span, "the SQL")
		c.refusal(step.Refusal)
		c.bindNew(s, "let", step.Name, binding{})
	case parse.LetRows:
		c.filled(step.SQL, step.Span, "the SQL")
		c.bindNew(s, "let", step.Name, binding{list: isList})
	case parse.LetValue:
		c.filled(step.Expr, step.Span, "the expression")
		c.bindNew(s, "let", step.Name, binding{})
	case parse.Require:
		c.filled(step.Expr, step.Span, "the condition")
		if step.Refusal == nil {
			c.err(codeRefusal, step.Span, "This `require` does not say what the agent is told.",
				"Add a code with a message beside it, such as `conflict: There are no copies left.`")
			return
		}
		c.refusal(step.Refusal)
	case parse.Run:
		c.filled(step.SQL, step.Span, "the SQL")
		c.changes(step.Changes)
		c.refusal(step.Refusal)
	case parse.EachStep:
		c.eachOver(step, s)
	case parse.When:
		c.filled(step.Expr, step.Span, "the condition")
		c.block(step.Do, step, s, "do")
		c.steps(step.Otherwise, newScope(s), false)
	case parse.Use:
		c.use(step, s)
	case parse.Go:
		c.goStep(step, s)
	case parse.ReturnStep:
		c.returnStep(step, s, last, top)
	}
}

// stepKeys reports keys that do not go with the form of a step.
func (c *checker) stepKeys(step *parse.Step) {
	kind := stepNames[step.Kind]
	no := func(key string, span diag.Span, hint string) {
		c.err(codeStepKey, span, fmt.Sprintf("`%s` does not go with `%s`.", key, kind), hint)
	}
	if step.Changes.Set && step.Kind != parse.Run {
		no("changes", step.Changes.Span, "It counts the rows of a `run`.")
	}
	if r := step.Refusal; r != nil {
		switch {
		case step.Kind == parse.LetRow || step.Kind == parse.Require:
		case step.Kind == parse.Run && step.Changes.Set:
		case step.Kind == parse.Run:
			no(r.Code.Value, r.Code.Span, "Add `changes: N`: the message is for another number of rows.")
		case step.Kind == parse.LetOptionalRow:
			no(r.Code.Value, r.Code.Span, "Write `row` instead of `optional row` if a missing row is an error.")
		default:
			no(r.Code.Value, r.Code.Span, "Put it beside a `require` or a `row`.")
		}
	}
	if len(step.With) > 0 && step.Kind != parse.Use {
		no("with", step.With[0].Key.Span, "It gives a rule its parameters.")
	}
}

var stepNames = map[parse.StepKind]string{
	parse.LetRow: "row", parse.LetOptionalRow: "optional row", parse.LetRows: "rows", parse.LetValue: "value",
	parse.Require: "require", parse.Run: "run", parse.EachStep: "each", parse.When: "when", parse.Use: "use",
	parse.Go: "go", parse.ReturnStep: "return",
}

func (c *checker) changes(t parse.Text) {
	if !t.Set {
		return
	}
	if n, err := strconv.ParseInt(t.Value, 10, 64); err != nil || n < 0 {
		c.err(codeValue, t.Span, fmt.Sprintf("%s is not a number of rows.", quote(t.Value)), "Write a whole number, such as `changes: 1`.")
	}
}

// block checks the steps inside a step; its names end with it.
func (c *checker) block(steps []*parse.Step, outer *parse.Step, s *scope, key string) {
	if len(steps) == 0 {
		c.err(codeEmptyText, outer.Span, fmt.Sprintf("This `%s` has no steps.", stepNames[outer.Kind]), fmt.Sprintf("Add `%s:` with at least one.", key))
	}
	c.steps(steps, newScope(s), false)
}

// eachOver checks a loop: what it runs over must be a list.
func (c *checker) eachOver(step *parse.Step, s *scope) {
	inner := newScope(s)
	name := first(step.In.Value)
	b, ok := s.lookup(name)
	item := binding{}
	switch {
	case !ok:
		sub := step.In
		sub.Value = name
		c.unknown(codeUnknownName, sub, fmt.Sprintf("There is no list %s here.", quote(":"+name)), lists(s), "A loop runs over a list parameter or a `let` with `rows`.")
	case name == step.In.Value:
		if l, param := listOf(b); param != nil {
			if l == nil {
				c.err(codeEachList, step.In.Span, fmt.Sprintf("%s is not a list.", quote(":"+name)), "A loop runs over a list parameter or a `let` with `rows`.",
					diag.Note{Span: b.span, Message: "bound here"})
			} else if o, isObject := l.Elem.(*ir.Object); isObject {
				item.param = &ir.Param{Type: o}
			}
		} else if b.what == "let" && b.list != isList {
			c.err(codeEachList, step.In.Span, fmt.Sprintf("%s is one row or value, not a list.", quote(":"+name)), "Bind it with `rows` to get a list.",
				diag.Note{Span: b.span, Message: "bound here"})
		}
	case b.list == isList:
		c.err(codeEachList, step.In.Span, fmt.Sprintf("%s is a list of rows, so %s does not say which.", quote(":"+name), quote(":"+step.In.Value)), "Run over the list itself.")
	default:
		item.param = nil // a list inside a row or an object; its type is not known here
	}
	c.bindNew(inner, "loop item", step.Name, item)
	if len(step.Do) == 0 {
		c.err(codeEmptyText, step.Span, "This `each` has no steps.", "Add `do:` with at least one.")
	}
	c.steps(step.Do, newScope(inner), false)
}

// listOf is the list that a bound parameter holds, if it is one.
func listOf(b binding) (*ir.List, *ir.Param) {
	if b.param == nil {
		return nil, nil
	}
	l, _ := b.param.Type.(*ir.List)
	return l, b.param
}

// lists names what a loop in scope could run over.
func lists(s *scope) []string {
	var out []string
	for _, name := range s.all() {
		b, _ := s.lookup(name)
		if l, _ := listOf(b); l != nil || b.list == isList {
			out = append(out, name)
		}
	}
	return out
}

// use checks the call of rules: each must exist, and each of its parameters
// must get a value.
func (c *checker) use(step *parse.Step, s *scope) {
	known := make([]string, 0, len(c.rules))
	for _, r := range c.r.Rules {
		known = append(known, r.Spec.Name.Value)
	}
	given := map[string]bool{}
	var used []*Rule
	unknownRule := false
	for _, t := range step.Use {
		c.usedRules[t.Value] = true
		r := c.rules[t.Value]
		if r == nil {
			unknownRule = true
			c.unknown(codeUnknownRule, t, fmt.Sprintf("There is no rule %s.", quote(t.Value)), known, "Write it under `rules`.")
			continue
		}
		used = append(used, r)
	}
	for _, w := range step.With {
		given[w.Key.Value] = true
		c.expression(w)
		found := unknownRule
		var names []string
		for _, r := range used {
			names = append(names, memberNames(r.Spec.Params)...)
			found = found || memberOf(r.Spec.Params, w.Key.Value) != nil
		}
		if !found {
			c.unknown(codeUnknownParam, w.Key, fmt.Sprintf("Rule %s has no parameter %s.", quote(step.Use[0].Value), quote(w.Key.Value)), names, "Remove it.")
		}
	}
	for i, r := range used {
		for _, p := range r.IR.Params {
			if _, inScope := s.lookup(p.Name); given[p.Name] || inScope || !required(p) {
				continue
			}
			c.err(codeRuleParam, step.Use[min(i, len(step.Use)-1)].Span,
				fmt.Sprintf("Rule %s needs %s, and nothing of that name is here.", quote(r.Spec.Name.Value), quote(p.Name)),
				fmt.Sprintf("Add `with: {%s: \":…\"}`.", p.Name), diag.Note{Span: p.Span, Message: "the parameter"})
		}
	}
	if step.Name.Set && step.Name.Value != "" {
		if len(step.Use) > 1 {
			c.err(codeStepKey, step.Name.Span, "`as` goes with one rule, but this step uses several.", "Write a step for each.")
			return
		}
		c.bindNew(s, "result of a rule", step.Name, binding{})
	}
}

// expression checks that a value of with, in or set is a piece of SQL.
func (c *checker) expression(e parse.Entry) {
	switch {
	case e.Value == nil || e.Value.Kind == parse.NullValue:
	case e.Value.Kind != parse.ScalarValue:
		c.err(codeValue, e.Value.Span, fmt.Sprintf("%s is %s, not an expression.", quote(e.Key.Value), shape(e.Value)), "Write an SQL expression, such as `\":order.id\"`.")
	default:
		c.filled(e.Value.Scalar, e.Key.Span, "the expression for "+quote(e.Key.Value))
	}
}

func memberNames(ms []*parse.Member) []string {
	names := make([]string, len(ms))
	for i, m := range ms {
		names[i] = m.Name.Value
	}
	return names
}

func memberOf(ms []*parse.Member, name string) *parse.Member {
	for _, m := range ms {
		if m.Name.Value == name {
			return m
		}
	}
	return nil
}

// goStep checks what surrounds the Go of a go step.
func (c *checker) goStep(step *parse.Step, s *scope) {
	ins := c.siblings("input")
	for _, in := range step.GoIn {
		if c.snake("input", in.Key) && ins.add(in.Key) {
			c.expression(in)
		}
	}
	outs := c.siblings("output")
	for _, m := range step.GoOut {
		if c.snake("output", m.Name) && outs.add(m.Name) {
			c.member(m, place{role: outputRole, owner: GoName(step.Name.Value)})
		}
	}
	if strings.TrimSpace(step.Body.Value) == "" {
		c.err(codeEmptyText, step.Span, "This `go` has no body.", "Add `body: |` with the inside of the function.")
	}
	c.bindNew(s, "go step", step.Name, binding{})
}
