package check

import (
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates/rt/data"
)

// Check settles names, references, types and forms of a spec, reports every
// mistake it finds into ds, and never returns nil.
func Check(spec *parse.Env, ds *diag.List) *Resolved {
	c := &checker{
		spec:     spec,
		ds:       ds,
		env:      &ir.Environment{Span: spec.Span},
		entities: map[string]*entity{},
		views:    map[string]*ir.View{},
		rules:    map[string]*Rule{},
		tools:    map[string]*Tool{},
		members:  map[*parse.Member]*ir.Param{},
		types:    newGoNames(fixedGoNames...),
	}
	for _, k := range data.FakeKinds() {
		c.fakes = append(c.fakes, k.Name)
	}
	c.r = &Resolved{Spec: spec, Env: c.env, GoTypes: c.types, c: c}
	for _, t := range spec.Tools {
		// Before anything else, so that an entity never takes the name.
		c.types.Claim(GoName(t.Name.Value) + "Input")
		c.types.Claim(GoName(t.Name.Value) + "Output")
	}

	foundation := c.errors
	c.header()
	c.declare()
	c.entityTypes()
	c.actor()
	c.r.EntitiesBroken = c.errors > foundation
	c.invariants()
	c.checkRules()
	c.checkTools()
	c.checkData()
	c.checkTasks()
	c.unused()
	return c.r
}

// checker is the state of one run.
type checker struct {
	spec   *parse.Env
	ds     *diag.List
	env    *ir.Environment
	r      *Resolved
	errors int // reported so far: a stretch without more of them is sound

	entities map[string]*entity
	views    map[string]*ir.View
	rules    map[string]*Rule
	tools    map[string]*Tool
	members  map[*parse.Member]*ir.Param
	types    *GoNames
	fakes    []string

	usedRules map[string]bool
	usedTools map[string]bool
}

func (c *checker) err(code diag.Code, span diag.Span, message, hint string, notes ...diag.Note) {
	c.errors++
	c.ds.Error(code, span, message, hint, notes...)
}

func (c *checker) warn(code diag.Code, span diag.Span, message, hint string, notes ...diag.Note) {
	c.ds.Warn(code, span, message, hint, notes...)
}

// unknown reports a name that is not there, with the nearest one that is.
func (c *checker) unknown(code diag.Code, t parse.Text, message string, known []string, otherwise string) {
	hint := otherwise
	if near := diag.Nearest(t.Value, known); near != "" {
		hint = "Did you mean " + quote(near) + "?"
	} else if len(known) > 0 && len(known) <= 12 {
		quoted := make([]string, len(known))
		for i, k := range known {
			quoted[i] = quote(k)
		}
		hint = "There is " + listing(quoted, "and") + "."
	}
	c.err(code, t.Span, message, hint)
}

// quote marks a name in a message.
func quote(s string) string { return "`" + s + "`" }
