package check

import (
	"fmt"
	"strconv"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// steps checks the steps of a block. top is true for the block of a tool or
// rule itself, which alone may return. What a step must have beside it is
// checked by parse already.
func (c *checker) steps(steps []*parse.Step, s *scope, top bool) {
	for i, step := range steps {
		c.step(step, s, top && i == len(steps)-1, top)
	}
}

func (c *checker) step(step *parse.Step, s *scope, last, top bool) {
	c.refusal(step.Refusal)
	switch step.Kind {
	case parse.LetRow, parse.LetOptionalRow:
		c.filled(step.SQL)
		c.bindNew(s, "let", step.Name, binding{})
	case parse.LetRows:
		c.filled(step.SQL)
		c.bindNew(s, "let", step.Name, binding{list: isList})
	case parse.LetValue:
		c.filled(step.Expr)
		c.bindNew(s, "let", step.Name, binding{})
	case parse.Require:
		c.filled(step.Expr)
	case parse.Run:
		c.filled(step.SQL)
		c.changes(step.Changes)
	case parse.EachStep:
		c.eachOver(step, s)
	case parse.When:
		c.filled(step.Expr)
		c.steps(step.Do, newScope(s), false)
		c.steps(step.Otherwise, newScope(s), false)
	case parse.Use:
		c.use(step, s)
	case parse.Go:
		c.goStep(step, s)
	case parse.ReturnStep:
		c.returnStep(step, s, last, top)
	}
}

func (c *checker) changes(t parse.Text) {
	if !t.Set {
		return
	}
	if n, err := strconv.ParseInt(t.Value, 10, 64); err != nil || n < 0 {
		c.err(diag.ValueMisfit, t.Span, fmt.Sprintf("%s is not a number of rows", quote(t.Value)), "write a whole number, such as `changes: 1`")
	}
}

// eachOver checks a loop: what it runs over must be a list.
func (c *checker) eachOver(step *parse.Step, s *scope) {
	inner := newScope(s)
	if step.In.Set {
		c.bindNew(inner, "loop item", step.Name, c.loopItem(step.In, s))
	}
	c.steps(step.Do, newScope(inner), false)
}

// loopItem finds the list of a loop and returns what its items are.
func (c *checker) loopItem(in parse.Text, s *scope) binding {
	const hint = "a loop runs over a list parameter or a `let` with `rows`"
	name := first(in.Value)
	b, ok := s.lookup(name)
	if !ok {
		c.unknown(diag.UnknownName, in.Slice(0, len(name)), fmt.Sprintf("there is no list %s here", quote(":"+name)), lists(s), hint)
		return binding{}
	}
	bound := diag.Note{Span: b.span, Message: "bound here"}
	if name != in.Value {
		if b.list == isList {
			c.err(diag.EachList, in.Span, fmt.Sprintf("%s is a list, so %s does not say of which row", quote(":"+name), quote(":"+in.Value)), "run over the list itself", bound)
		}
		// A list inside a row or an object; its type is not known here.
		return binding{}
	}
	if l, param := listOf(b); param != nil {
		if l == nil {
			c.err(diag.EachList, in.Span, fmt.Sprintf("%s is not a list", quote(":"+name)), hint, bound)
			return binding{}
		}
		if l.Item != nil {
			return binding{param: l.Item}
		}
		return binding{param: &ir.Param{Type: l.Elem}}
	}
	if b.what == "let" && b.list != isList {
		c.err(diag.EachList, in.Span, fmt.Sprintf("%s is one row or value, not a list", quote(":"+name)), "bind it with `rows` to get a list", bound)
	}
	return binding{}
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
			c.unknown(diag.UnknownRule, t, fmt.Sprintf("there is no rule %s", quote(t.Value)), known, "write it under `rules`")
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
			c.unknown(diag.UnknownParam, w.Key, fmt.Sprintf("rule %s has no parameter %s", quote(step.Use[0].Value), quote(w.Key.Value)), names, "remove it")
		}
	}
	for i, r := range used {
		for _, p := range r.IR.Params {
			if _, inScope := s.lookup(p.Name); given[p.Name] || inScope || !required(p) {
				continue
			}
			c.err(diag.RuleParam, step.Use[min(i, len(step.Use)-1)].Span,
				fmt.Sprintf("rule %s needs %s, and nothing of that name is here", quote(r.Spec.Name.Value), quote(p.Name)),
				fmt.Sprintf("add `with: {%s: \":…\"}`", p.Name), diag.Note{Span: p.Span, Message: "the parameter"})
		}
	}
	if step.Name.Set && step.Name.Value != "" {
		if len(step.Use) > 1 {
			c.err(diag.StepKey, step.Name.Span, "`as` goes with one rule, but this step uses several", "write a step for each")
			return
		}
		c.bindNew(s, "result of a rule", step.Name, binding{})
	}
}

// expression checks that a value of with, in or set is a piece of SQL.
func (c *checker) expression(e parse.Entry) {
	switch {
	case e.Value == nil || e.Value.Kind == parse.NullValue:
	default: // parse has reported other shapes
		c.filled(e.Value.Scalar)
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
	c.filled(step.Body)
	c.bindNew(s, "go step", step.Name, binding{})
}
