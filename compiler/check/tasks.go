package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// taskScope is what the templates of a task may name.
type taskScope struct {
	names []string // given values, results, loop items
	given int      // how many of them are given values
}

// known are the names, built-in ones included.
func (s *taskScope) known() []string {
	return append(slices.Clone(s.names), "actor", "now", "today")
}

func (s *taskScope) has(name string) bool { return slices.Contains(s.known(), name) }

// checkTasks checks every task.
func (c *checker) checkTasks() {
	c.usedTools = map[string]bool{}
	seen := c.siblings("task")
	for _, s := range c.spec.Tasks {
		before := c.errors
		t := &Task{Spec: s}
		if c.snake("task", s.Name) {
			seen.add(s.Name)
		}
		c.task(t)
		t.Broken = c.errors > before
		c.r.Tasks = append(c.r.Tasks, t)
	}
}

func (c *checker) task(t *Task) {
	s := t.Spec
	if s.Actor.Set {
		t.Actor = c.taskActor(s.Actor)
	}
	if s.Split.Set && s.Split.Value != "held_out" && s.Split.Value != "train" {
		c.err(diag.BadSplit, s.Split.Span, fmt.Sprintf("there is no split %s", quote(s.Split.Value)), nearestOr(s.Split.Value, []string{"train", "held_out"}, "write `held_out`, or leave it out"))
	}
	scope := &taskScope{}
	c.given(s, scope)
	scope.given = len(scope.names)
	c.ask(s, scope)

	episode := &taskScope{names: slices.Clone(scope.names), given: scope.given}
	c.calls(s.Solve, episode, false)
	if len(s.Solve) == 0 && !c.reported(diag.MissingKey, s.Name.Span) {
		c.err(diag.NoSolution, s.Name.Span, fmt.Sprintf("task %s has no solution", quote(s.Name.Value)), "add `solve:` with at least one tool call")
	}
	also := c.siblings("episode")
	for _, e := range slices.Concat(s.AlsoSolve, s.Wrong) {
		if e.Name.Set && c.snake("episode", e.Name) {
			also.add(e.Name)
		}
	}
	// Tools that only a wrong way calls are not what the task is about.
	solved := c.usedTools
	for _, e := range s.AlsoSolve {
		c.episode(e, s, scope, false)
	}
	c.usedTools = map[string]bool{}
	for _, e := range s.Wrong {
		c.episode(e, s, scope, true)
	}
	c.usedTools = solved

	names := c.siblings("condition")
	for _, n := range s.Expect {
		if c.snake("condition", n.Name) && names.add(n.Name) {
			c.filled(n.Text)
		}
	}
	c.targets(s)
	c.answer(s.Answer, episode)
}

// taskActor checks a task's own actor, who must be of the environment's
// entity: SQL and tools have one type for :actor.
func (c *checker) taskActor(t parse.Text) *ir.Actor {
	a := c.actorOf(t)
	if a == nil {
		return nil
	}
	switch env := c.env.Actor; {
	case env == nil && c.spec.Actor.Set:
		c.errors++ // reported there
		return nil
	case env == nil:
		c.err(diag.ActorForm, t.Span, "the task has an actor, but the environment has none", "add `actor: "+t.Value+"` at the top of the file")
		return nil
	case env.Entity != a.Entity:
		c.err(diag.ActorForm, t.Span, fmt.Sprintf("the task's actor is one of %s, but the environment's is one of %s", quote(a.Entity.Name), quote(env.Entity.Name)), "name another row of "+quote(env.Entity.Name))
		return nil
	}
	c.actorExists(a)
	return a
}

// given checks the values drawn for each seed.
func (c *checker) given(s *parse.Task, scope *taskScope) {
	seen := c.siblings("given value")
	for _, e := range s.Given {
		if e.Key.Value == "where" && e.Value.Kind == parse.ScalarValue {
			continue // a condition over all of them
		}
		if !c.bindable("given", e.Key, builtins) || !seen.add(e.Key) {
			continue
		}
		before := &taskScope{names: slices.Clone(scope.names)}
		c.generator(e.Value, generating{name: e.Key, task: before})
		if w := e.Value.Get("where"); w != nil && (w.Kind != parse.ScalarValue || strings.TrimSpace(w.Scalar.Value) == "") {
			c.err(diag.BadGenerator, w.Span, "`where` takes a condition", "write it as SQL, such as `where: \":book.stock > 2\"`")
		}
		scope.names = append(scope.names, e.Key.Value)
	}
}

// ask checks the request: what it names must be given, and a person would
// not speak in the names of tools and columns.
func (c *checker) ask(s *parse.Task, scope *taskScope) {
	if !c.filled(s.Ask) {
		return
	}
	parts, problem := template(s.Ask.Value)
	if problem != "" {
		c.err(diag.BadTemplate, s.Ask.Span, "in `ask`, "+problem, "write {name} or {name.column} for a given value, {{ and }} for braces themselves")
		return
	}
	for _, p := range parts {
		if name := first(p.path); !scope.has(name) {
			c.unknown(diag.AskGiven, s.Ask.Slice(p.at+1, p.at+1+len(name)), fmt.Sprintf("`ask` names %s, which is not given", quote(name)), scope.names, "draw it under `given`")
			return
		}
	}
	c.askNames(s.Ask, parts)
}

// askNames warns of names such as search_books in the text of a request.
func (c *checker) askNames(ask parse.Text, parts []part) {
	inBraces := func(i int) bool {
		return slices.ContainsFunc(parts, func(p part) bool { return i >= p.at && i < p.end })
	}
	v := ask.Value
	isWord := func(b byte) bool {
		return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_'
	}
	for i := 0; i < len(v); i++ {
		if !isWord(v[i]) {
			continue
		}
		j := i
		for j < len(v) && isWord(v[j]) {
			j++
		}
		if w := v[i:j]; strings.Contains(w, "_") && !inBraces(i) {
			if what := c.named(w); what != "" {
				c.warn(diag.AskNames, ask.SpanOf(i, j), fmt.Sprintf("the request names %s %s", what, quote(w)), "say it in a person's words: who asks does not know the tools and tables")
				return
			}
		}
		i = j
	}
}

// named says what in the environment has a name, or "".
func (c *checker) named(name string) string {
	switch {
	case c.tools[name] != nil:
		return "the tool"
	case c.entities[name] != nil:
		return "the entity"
	}
	for _, e := range c.env.Entities {
		if slices.ContainsFunc(e.Fields, func(f *ir.Field) bool { return f.Name == name }) {
			return "the field"
		}
	}
	for _, t := range c.r.Tools {
		if findParam(t.IR.Params, name) != nil {
			return "the parameter"
		}
	}
	return ""
}

// taskTemplate checks the {paths} of a text in a task. ok is false if there
// was something to report.
func (c *checker) taskTemplate(t parse.Text, scope *taskScope) (parts []part, ok bool) {
	parts, problem := template(t.Value)
	if problem != "" {
		c.err(diag.BadTemplate, t.Span, problem, "write {name} or {name.column} for a value, {{ and }} for braces themselves")
		return nil, false
	}
	for _, p := range parts {
		if name := first(p.path); !scope.has(name) {
			c.unknown(diag.UnknownName, t.Slice(p.at+1, p.at+1+len(name)), fmt.Sprintf("there is no %s here", quote(name)), scope.names,
				"draw it under `given`, or name the result of an earlier call with `as: "+name+"`")
			return nil, false
		}
	}
	return parts, true
}
