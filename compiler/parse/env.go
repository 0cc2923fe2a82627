package parse

import (
	"fmt"

	"github.com/awmc/awmc/ir/diag"
)

// env reads the whole file.
func (r *reader) env(root *Value) *Env {
	o := r.object(root, "an environment",
		"awmc", "name", "title", "summary", "category", "now", "actor", "policy",
		"entities", "views", "invariants", "rules", "data", "tools", "tasks")
	env := &Env{
		Path:     r.src.path,
		Span:     root.Span,
		Awmc:     r.text(o.section("awmc"), "`awmc`", word),
		Name:     r.text(o.section("name"), "`name`", word),
		Title:    r.text(o.section("title"), "`title`", prose),
		Summary:  r.text(o.section("summary"), "`summary`", prose),
		Category: r.text(o.section("category"), "`category`", word),
		Now:      r.text(o.section("now"), "`now`", word),
		Actor:    r.text(o.section("actor"), "`actor`", word),
		Policy:   r.text(o.section("policy"), "`policy`", prose),
	}
	o.bad = o.bad || r.broken != nil
	o.need("awmc", "begin the file with `awmc: 1`, the version of the language")
	o.need("name", "add `name: corner_books`: the Go package and the server are called that")
	o.need("entities", "add `entities:` with at least one")
	o.need("tools", "add `tools:` with at least one")
	if env.Awmc.Set && env.Awmc.Value != "1" {
		r.ds.Error(diag.LanguageVersion, env.Awmc.Span,
			fmt.Sprintf("there is no version `%s` of the language", short(env.Awmc.Value)), "write `awmc: 1`")
	}
	for _, e := range r.mapping(o.section("entities"), "`entities`", "write `name: {fields: {…}}` for each") {
		env.Entities = append(env.Entities, r.entity(e))
	}
	env.Views = r.named(o.section("views"), "`views`", sql)
	env.Invariants = r.named(o.section("invariants"), "`invariants`", sql)
	for _, e := range r.mapping(o.section("rules"), "`rules`", "write `name: {params: {…}, do: […]}` for each") {
		env.Rules = append(env.Rules, r.rule(e))
	}
	for _, e := range r.mapping(o.section("data"), "`data`", "write `entity: {rows: […]}` for each") {
		if e.Key.Value == "then" {
			env.Then = r.texts(e.Value, "`then` of the data", sql)
			continue
		}
		env.Data = append(env.Data, r.data(e))
	}
	for _, e := range r.mapping(o.section("tools"), "`tools`", "write `name: {…}` for each") {
		env.Tools = append(env.Tools, r.tool(e))
	}
	for _, e := range r.mapping(o.section("tasks"), "`tasks`", "write `name: {ask: …, solve: […]}` for each") {
		env.Tasks = append(env.Tasks, r.task(e))
	}
	return env
}

// section is a key of the file. Where entries were left out a section with
// nothing in it is no mistake.
func (o object) section(key string) *Value {
	v := o.get(key)
	if v != nil && v.Kind == NullValue && o.r.broken != nil {
		return nil
	}
	return v
}

// rule reads one entry of rules.
func (r *reader) rule(e Entry) *Rule {
	what := fmt.Sprintf("rule `%s`", e.Key.Value)
	o := r.object(e.Value, what, "doc", "params", "do")
	o.span = e.Key.Span
	o.need("do", "add `do:` with the rule's steps")
	return &Rule{
		Name:   e.Key,
		Doc:    o.text("doc", prose),
		Params: r.members(o.get("params"), o.of("params")),
		Do:     r.steps(o.get("do"), o.of("do")),
	}
}
