package check

import (
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
)

// Resolved is a spec whose names and types are settled.
type Resolved struct {
	Spec *parse.Env
	// Env has the header, Actor and Entities complete, with SQL conditions
	// as written; of Views the names only; of Rules and Tools what goes
	// before the steps: Span, Name, GoName, Doc, Form, Params. Nothing else.
	Env   *ir.Environment
	Tools []*Tool // in source order
	Rules []*Rule // in source order
	Data  []*Data // in source order
	Tasks []*Task // in source order
	// EntitiesBroken says that an entity, the clock or the actor has a
	// mistake, so that anything found later would be a mere consequence.
	EntitiesBroken bool
	// GoTypes are the package-level names of the emitted Go package that
	// are taken so far: fixed names, input and output structs, entities,
	// views and objects.
	GoTypes *GoNames

	c *checker
}

// Tool is one tool. Spec is desugared: its Form is row, rows or do.
type Tool struct {
	Spec *parse.Tool
	IR   *ir.Tool
	// Broken says that the tool has a mistake that is reported already.
	Broken bool
}

// Rule is one rule.
type Rule struct {
	Spec   *parse.Rule
	IR     *ir.Rule
	Broken bool
}

// Data is one entry of data.
type Data struct {
	Spec   *parse.Data
	Entity *ir.Entity // nil if Broken for want of it
	Broken bool
}

// Task is one task.
type Task struct {
	Spec   *parse.Task
	Actor  *ir.Actor // the task's own, or nil
	Broken bool
}

// Entity returns the entity of a name, or nil.
func (r *Resolved) Entity(name string) *ir.Entity {
	if e := r.c.entities[name]; e != nil {
		return e.ir
	}
	return nil
}

// View returns the view of a name, or nil.
func (r *Resolved) View(name string) *ir.View { return r.c.views[name] }

// Tool returns the tool of a name, or nil.
func (r *Resolved) Tool(name string) *Tool { return r.c.tools[name] }

// Rule returns the rule of a name, or nil.
func (r *Resolved) Rule(name string) *Rule { return r.c.rules[name] }

// Member returns what a parameter, an object's member or an output of a go
// step was resolved to, or nil if it has a mistake or Check never met it.
func (r *Resolved) Member(m *parse.Member) *ir.Param { return r.c.members[m] }
