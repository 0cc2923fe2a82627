package parse

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/ir/diag"
)

// task reads one entry of tasks.
func (r *reader) task(e Entry) *Task {
	o := r.object(e.Value, fmt.Sprintf("task `%s`", e.Key.Value),
		"ask", "actor", "split", "given", "solve", "also_solve", "wrong", "expect", "may_change", "free", "in_order", "ordered", "answer")
	o.span = e.Key.Span
	o.need("ask", "add `ask:` with the request in a person's words")
	o.need("solve", "add `solve:` with the tool calls of the reference solution")
	t := &Task{
		Name:  e.Key,
		Span:  diag.Span{File: e.Key.Span.File, Start: e.Key.Span.Start, End: e.Value.Span.End},
		Ask:   o.text("ask", prose),
		Actor: o.text("actor", word),
		Split: o.text("split", word),
		Given: r.entries(o.get("given"), o.of("given"), "write `name: {pick: …}` for each value"),

		Solve:     r.calls(o.get("solve"), o.of("solve")),
		AlsoSolve: r.episodes(o.get("also_solve"), o.of("also_solve")),
		Wrong:     r.episodes(o.get("wrong"), o.of("wrong")),

		Expect:       r.named(o.get("expect"), o.of("expect"), sql),
		MayChange:    r.conditions(o.get("may_change"), o.of("may_change"), "write {orders: new, books.stock: \"id = :book.id\", reviews: any}"),
		MayChangeSet: o.has("may_change"),
		Free:         r.conditions(o.get("free"), o.of("free"), "write {reviews.body: \"book_id = :book.id\"}"),
		InOrder:      r.texts(o.get("in_order"), o.of("in_order"), word),
		Ordered:      o.text("ordered", prose),
		Answer:       r.answer(o.get("answer"), o.of("answer")),
	}
	for _, given := range t.Given {
		if given.Key.Value == "where" {
			r.text(given.Value, "`where` of the given values", sql)
		}
	}
	for _, wrong := range t.Wrong {
		if !wrong.Why.Set {
			r.ds.Error(diag.MissingKey, first(wrong.Span), "a wrong episode does not say why it is wrong",
				"add `why: …` in a few words")
		}
	}
	return t
}

// conditions reads a map of tables or columns and SQL conditions on rows.
func (r *reader) conditions(v *Value, what, hint string) []Entry {
	entries := r.mapping(v, what, hint)
	for _, e := range entries {
		r.text(e.Value, fmt.Sprintf("`%s` in %s", e.Key.Value, what), sql)
	}
	return entries
}

// answer passes on what the agent must answer.
func (r *reader) answer(v *Value, what string) *Value {
	if v != nil && v.Kind == NullValue && !v.bad {
		r.empty(v, what)
		return nil
	}
	return r.value(v)
}

// calls reads the tool calls of a solution.
func (r *reader) calls(v *Value, what string) []*Call {
	var out []*Call
	for _, item := range r.items(v, what, "begin each call with `- tool: {…}`") {
		if c := r.call(item, "an item of "+what); c != nil {
			out = append(out, c)
		}
	}
	return out
}

// call reads one call, or a loop over calls.
func (r *reader) call(v *Value, what string) *Call {
	c := &Call{Span: v.Span}
	switch {
	case v.bad && v.Kind != MapValue:
		return nil
	case v.Kind == ScalarValue && isName(v.Scalar.Value):
		c.Tool = v.Scalar // a tool without arguments
		return c
	case v.Kind != MapValue:
		r.wrongShape(v, what, "a call", "write `- tool: {parameter: value}`")
		return nil
	case v.Get("each") != nil:
		return r.callLoop(c, v)
	}
	for _, e := range v.Entries {
		switch {
		case e.Key.Value == "as":
			c.As = r.text(e.Value, "`as` of a call", word)
		case c.Tool.Set:
			r.ds.Error(diag.ConflictingKeys, e.Key.Span,
				fmt.Sprintf("one call names two tools, `%s` and `%s`", c.Tool.Value, e.Key.Value),
				"begin each call with `- `; arguments go inside the tool's map: {"+e.Key.Value+": …}",
				diag.Note{Span: c.Tool.Span, Message: "the first tool"})
		default:
			c.Tool = e.Key
			if e.Value.Kind != NullValue || e.Value.bad {
				c.Args = r.entries(e.Value, "the arguments of `"+e.Key.Value+"`", "write {parameter: value}, or {}")
			}
		}
	}
	if !c.Tool.Set {
		if !v.bad {
			r.ds.Error(diag.MissingKey, first(v.Span), "this call names no tool", "write `- tool: {parameter: value}`")
		}
		return nil
	}
	return c
}

// callLoop reads `each: x in list` with calls under `do`.
func (r *reader) callLoop(c *Call, v *Value) *Call {
	o := r.object(v, "a loop over calls", "each", "do")
	o.need("do", "add `do:` with the calls of each turn")
	c.Each = o.text("each", word)
	_, list, ok := loop(c.Each)
	// A colon before the list, as in the loops of tools, is fine here too.
	name := strings.TrimPrefix(list.Value, ":")
	switch {
	case !c.Each.Set:
	case !ok || !isListPath(name):
		r.badLoop(c.Each, "write `each: x in xs`, with a given list or a list in an earlier result after `in`")
	case name != list.Value:
		colon := strings.LastIndex(c.Each.Value, list.Value)
		c.Each = c.Each.without(colon, colon+1)
	}
	c.Do = r.calls(o.get("do"), "`do` of a loop")
	return c
}

// isListPath says whether a text is a path whose later parts may be indices.
func isListPath(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && c != '.' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return s != "" && (s[0] < '0' || s[0] > '9')
}

// episodes reads also_solve or wrong: a list, or a map with names.
func (r *reader) episodes(v *Value, what string) []*Episode {
	var out []*Episode
	if v != nil && v.Kind == MapValue {
		for _, e := range v.Entries {
			if episode := r.episode(e.Value, fmt.Sprintf("`%s` in %s", e.Key.Value, what)); episode != nil {
				episode.Name = e.Key
				out = append(out, episode)
			}
		}
		return out
	}
	for _, item := range r.items(v, what, "write a list of episodes: `- calls: [{tool: {…}}]`") {
		if episode := r.episode(item, "an item of "+what); episode != nil {
			out = append(out, episode)
		}
	}
	return out
}

// episode reads a bare list of calls, or a map with calls and an answer.
func (r *reader) episode(v *Value, what string) *Episode {
	ep := &Episode{Span: v.Span}
	if v.Kind == ListValue {
		ep.Calls = r.calls(v, what)
		return ep
	}
	if v.Kind == MapValue && len(v.Entries) == 1 && !v.bad && v.Entries[0].Value.Kind == MapValue && v.Entries[0].Key.Value != "answer" {
		r.wrongShape(v, what, "an episode", "an episode is a list of calls: put `- ` before the calls once more, or write them under `calls:`")
		return nil
	}
	o := r.object(v, what, "name", "why", "calls", "solve", "answer")
	ep.Name = o.text("name", word)
	ep.Why = o.text("why", prose)
	if calls, ok := o.one("calls", "solve"); ok {
		ep.Calls = r.calls(calls.Value, o.of(calls.Key.Value))
	} else if !o.has("answer") && !o.bad {
		r.ds.Error(diag.MissingKey, first(v.Span), what+" has neither `calls` nor `answer`", "add `calls: [{tool: {…}}]`")
	}
	ep.Answer = r.answer(o.get("answer"), o.of("answer"))
	return ep
}
