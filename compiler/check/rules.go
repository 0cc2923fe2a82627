package check

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// checkRules declares all rules before it looks into any, since they use
// each other in any order.
func (c *checker) checkRules() {
	c.usedRules = map[string]bool{}
	seen := c.siblings("rule")
	for _, s := range c.spec.Rules {
		r := &Rule{Spec: s}
		c.r.Rules = append(c.r.Rules, r)
		ok := c.snake("rule", s.Name) && seen.add(s.Name)
		params, sound := c.params(s.Params, "Rule"+GoName(s.Name.Value))
		// "rule" keeps the method apart from query methods, whose names
		// begin with the tool's or rule's own.
		r.IR = &ir.Rule{Span: s.Name.Span, Name: s.Name.Value, GoName: "rule" + GoName(s.Name.Value), Doc: sentence(s.Doc.Value), Params: params}
		r.Broken = !ok || !sound
		c.env.Rules = append(c.env.Rules, r.IR)
		if ok {
			c.rules[s.Name.Value] = r
		}
	}
	for _, r := range c.r.Rules {
		before := c.errors
		scope := newScope(nil)
		for _, p := range r.IR.Params {
			scope.bind(p.Name, binding{span: p.Span, what: "parameter", param: p})
		}
		if len(r.Spec.Do) == 0 {
			c.errors++ // parse has said so
		}
		c.steps(r.Spec.Do, scope, true)
		r.Broken = r.Broken || c.errors > before
	}
	c.ruleCycles()
}

// ruleCycles reports rules that end up using themselves.
func (c *checker) ruleCycles() {
	state := map[*Rule]int{} // 1 while it is on the path, 2 when done
	var path []string
	var visit func(r *Rule)
	visit = func(r *Rule) {
		state[r] = 1
		path = append(path, r.Spec.Name.Value)
		eachStep(r.Spec.Do, func(s *parse.Step) {
			for _, use := range s.Use {
				next := c.rules[use.Value]
				switch {
				case next == nil:
				case state[next] == 1:
					at := 0
					for path[at] != use.Value {
						at++
					}
					round := append(append([]string{}, path[at:]...), use.Value)
					next.Broken = true
					c.err(diag.RuleCycle, use.Span, fmt.Sprintf("rule %s uses itself: %s", quote(use.Value), strings.Join(round, " → ")),
						"take the steps that both need into a third rule", diag.Note{Span: next.Spec.Name.Span, Message: "the rule"})
				case state[next] == 0:
					visit(next)
				}
			}
		})
		path = path[:len(path)-1]
		state[r] = 2
	}
	for _, r := range c.r.Rules {
		if state[r] == 0 {
			visit(r)
		}
	}
}

// eachStep calls f for every step, those inside others too.
func eachStep(steps []*parse.Step, f func(*parse.Step)) {
	for _, s := range steps {
		f(s)
		eachStep(s.Do, f)
		eachStep(s.Otherwise, f)
	}
}

// unused warns of rules that nothing uses and tools that no task calls.
func (c *checker) unused() {
	if len(c.spec.Tools) == 0 {
		return // parse has said so, and nothing could use anything
	}
	for _, r := range c.r.Rules {
		if name := r.Spec.Name; !c.usedRules[name.Value] && c.rules[name.Value] == r {
			c.warn(diag.UnusedRule, name.Span, fmt.Sprintf("no tool uses rule %s", quote(name.Value)), "use it, or remove it")
		}
	}
	if len(c.spec.Tasks) == 0 {
		return
	}
	var idle []string
	var span diag.Span
	for _, t := range c.r.Tools {
		if name := t.Spec.Name; !c.usedTools[name.Value] {
			if len(idle) == 0 {
				span = name.Span
			}
			idle = append(idle, quote(name.Value))
		}
	}
	switch {
	case len(idle) == 1:
		c.warn(diag.UnusedTool, span, fmt.Sprintf("no task uses tool %s", idle[0]), "write a task that needs it")
	case len(idle) > 1:
		c.warn(diag.UnusedTool, span, fmt.Sprintf("no task uses the %d tools %s", len(idle), listing(idle, "and")), "write tasks that need them")
	}
}
