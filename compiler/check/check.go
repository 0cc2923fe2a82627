package check

import (
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates/rt/core"
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

	c.header()
	foundation := c.errors
	c.declare()
	c.entityTypes()
	c.actor()
	c.r.EntitiesBroken = c.errors > foundation || c.env.Now == ""
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
	if near := nearest(t.Value, known); near != "" {
		hint = "did you mean " + quote(near) + "?"
	} else if len(known) > 0 && len(known) <= 12 {
		hint = "there is " + quote(known[0])
		if len(known) > 1 {
			hint = "there are " + listing(quoted(known), "and")
		}
	}
	c.err(code, t.Span, message, hint)
}

// nearest is the known name that was meant, or "": one that is spelt nearly
// the same, has the other number, or has a word more or less in front.
func nearest(name string, known []string) string {
	if near := diag.Nearest(name, known); near != "" {
		return near
	}
	for _, k := range known {
		if core.Singular(k) == core.Singular(name) || strings.HasSuffix(k, "_"+name) || strings.HasSuffix(name, "_"+k) {
			return k
		}
	}
	return ""
}

// quoted marks names in a message.
func quoted(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = quote(n)
	}
	return out
}

// quote marks a name in a message.
func quote(s string) string { return "`" + s + "`" }

// reported reports whether a stage before has said something at a place.
func (c *checker) reported(code diag.Code, at diag.Span) bool {
	for _, d := range c.ds.Sorted() {
		if d.Code == code && d.Span.Start == at.Start {
			return true
		}
	}
	return false
}
