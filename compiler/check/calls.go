package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir/diag"
)

// episode checks another way through a task.
func (c *checker) episode(e *parse.Episode, s *parse.Task, scope *taskScope, wrong bool) {
	inner := &taskScope{names: slices.Clone(scope.names), given: scope.given}
	c.calls(e.Calls, inner, wrong)
	if e.Answer != nil {
		c.episodeAnswer(e.Answer, s, inner)
	}
}

// calls checks tool calls; results are bound in scope.
func (c *checker) calls(calls []*parse.Call, scope *taskScope, wrong bool) {
	for _, k := range calls {
		if k.Each.Set {
			c.callLoop(k, scope, wrong)
			continue
		}
		c.call(k, scope, wrong)
	}
}

func (c *checker) call(k *parse.Call, scope *taskScope, wrong bool) {
	c.usedTools[k.Tool.Value] = true
	if t := c.called(k); t != nil {
		c.args(k.Args, t, k.Tool.Span, argRules{templates: scope, wrong: wrong})
	}
	if k.As.Set {
		c.bindResult("result", k.As, scope)
	}
}

// called finds the tool of a call.
func (c *checker) called(k *parse.Call) *Tool {
	t := c.tools[k.Tool.Value]
	if t == nil {
		known := make([]string, len(c.spec.Tools))
		declared := false
		for i, s := range c.spec.Tools {
			known[i] = s.Name.Value
			declared = declared || s.Name.Value == k.Tool.Value
		}
		if declared {
			c.errors++ // its name was refused
		} else {
			c.unknown(diag.UnknownTool, k.Tool, fmt.Sprintf("there is no tool %s", quote(k.Tool.Value)), known, "write it under `tools`")
		}
	}
	return t
}

// callLoop checks calls that are repeated for each item of a list.
func (c *checker) callLoop(k *parse.Call, scope *taskScope, wrong bool) {
	item, list, ok := k.Each.SplitLoop()
	if !ok {
		c.errors++ // parse has said so
		return
	}
	if name := first(list.Value); !scope.has(name) {
		c.unknown(diag.UnknownName, list.Slice(0, len(name)), fmt.Sprintf("there is no list %s here", quote(name)), scope.names, "draw it under `given` with `rows`, or take a list from an earlier result")
	}
	inner := &taskScope{names: slices.Clone(scope.names), given: scope.given}
	c.bindResult("loop", item, inner)
	c.calls(k.Do, inner, wrong)
}

// bindResult adds a name to a task's scope.
func (c *checker) bindResult(what string, t parse.Text, scope *taskScope) {
	if !c.bindable(what, t, builtins) {
		return
	}
	if slices.Contains(scope.names, t.Value) {
		is := "the result of an earlier call, or a loop"
		if slices.Index(scope.names, t.Value) < scope.given {
			is = "a given value"
		}
		c.err(diag.NameTaken, t.Span, fmt.Sprintf("%s is %s already", quote(t.Value), is), "choose another name")
		return
	}
	scope.names = append(scope.names, t.Value)
}

// targets checks which tables and columns may_change, free and in_order name.
func (c *checker) targets(s *parse.Task) {
	for _, e := range s.MayChange {
		c.target("may_change", e.Key)
		if e.Value.Kind != parse.ScalarValue {
			c.errors++ // parse has said so
		}
	}
	for _, e := range s.Free {
		c.target("free", e.Key)
	}
	if o := s.Ordered; o.Set && (o.Value == "" || !strings.Contains(strings.ToLower(s.Ask.Value), strings.ToLower(strings.TrimSpace(o.Value)))) {
		c.err(diag.BadTarget, o.Span, fmt.Sprintf("the request does not say %s", quote(o.Value)), "copy the words of `ask` that fix the order of the calls, such as `first`")
	}
	for _, t := range s.InOrder {
		f := c.target("in_order", t)
		if f == nil {
			continue
		}
		if !strings.Contains(t.Value, ".") {
			c.err(diag.BadTarget, t.Span, fmt.Sprintf("%s is a table, but what has an order is a column with a time", quote(t.Value)), "write table.column, such as `orders.placed_at`")
			continue
		}
		if !f.ordered() {
			c.err(diag.BadTarget, t.Span, fmt.Sprintf("%s is of type %s, which the clock does not stamp", quote(t.Value), typeName(f.ir.Type)), "name a date or datetime that tools set to `:now`")
		}
	}
}

func (f *field) ordered() bool {
	if f.ir == nil || f.ir.Type == nil {
		return true
	}
	name := typeName(f.ir.Type)
	return name == "datetime" || name == "date" || name == "time"
}

// target finds the table or column that a frame is about; the field is empty
// for a table, nil after a report.
func (c *checker) target(key string, t parse.Text) *field {
	name, column, dotted := strings.Cut(t.Value, ".")
	if c.views[name] != nil {
		c.err(diag.BadTarget, t.Span, fmt.Sprintf("`%s` names the view %s, which changes only through its tables", key, quote(name)), "name the tables it reads")
		return nil
	}
	e := c.entity(t.Slice(0, len(name)))
	if e == nil {
		return nil
	}
	if !dotted {
		return &field{}
	}
	return c.field(e, t.Slice(len(name)+1, len(name)+1+len(column)))
}
