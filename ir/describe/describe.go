// Package describe lowers the typed representation of an environment to the
// description that a running server works with (package core of the runtime):
// everything but the functions that call the tools.
//
// The compiler uses it to seed, draw and prove an environment without
// building it; package emit prints the same values as Go. It imports ir and
// the runtime's core only, decides nothing, and cannot fail: an
// ir.Environment is valid by construction.
package describe

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"

	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates/rt/core"
)

// Env describes an environment. Tool.Call is nil everywhere. Source is the
// file's base name, so that the result does not depend on where the compiler
// was started.
func Env(env *ir.Environment) *core.Env {
	out := &core.Env{
		Name:            env.Name,
		Title:           env.Title,
		Summary:         env.Summary,
		Category:        env.Category,
		Policy:          env.Policy,
		Source:          Source(env),
		Now:             core.DateTime(env.Now),
		Actor:           actor(env.Actor),
		Schema:          env.Schema,
		ViewsUseSession: env.ViewsUseSession,
		Data:            planJSON(Plan(env)),
		Statements:      statements(env),
	}
	for _, e := range env.Entities {
		out.Entities = append(out.Entities, entity(e))
	}
	for _, v := range env.Views {
		out.Views = append(out.Views, view(v))
	}
	out.Invariants = checks(env.Invariants)
	for _, t := range env.Tools {
		out.Tools = append(out.Tools, tool(env, t))
	}
	for _, r := range env.Rules {
		out.Rules = append(out.Rules, core.RuleInfo{Name: r.Name, Line: line(r.Span), Sites: sites(r.Steps)})
	}
	for _, t := range env.Tasks {
		out.Tasks = append(out.Tasks, task(t))
	}
	return out
}

// Source is the name of the file an environment was compiled from, without
// its folder.
func Source(env *ir.Environment) string {
	if env.Span.File == "" {
		return "env.yaml"
	}
	return path.Base(slashed(env.Span.File))
}

// slashed is filepath.ToSlash whatever the compiler runs on: the result must
// be the same on every machine.
func slashed(p string) string {
	b := []byte(p)
	for i, c := range b {
		if c == '\\' {
			b[i] = '/'
		}
	}
	return string(b)
}

// planJSON is the content of data.json in its compact form.
func planJSON(plan core.Plan) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(plan); err != nil { // a Plan holds scalars and strings
		panic(fmt.Sprintf("describe: plan: %v", err))
	}
	return buf.Bytes()
}

func actor(a *ir.Actor) *core.Actor {
	if a == nil {
		return nil
	}
	return &core.Actor{Entity: a.Entity.Name, Key: a.Key.Value}
}

func view(v *ir.View) core.View {
	out := core.View{Name: v.Name, Line: line(v.Span)}
	for _, c := range v.Columns {
		out.Columns = append(out.Columns, c.Name)
	}
	return out
}

func checks(cs []*ir.Check) []core.Check {
	var out []core.Check
	for _, c := range cs {
		out = append(out, core.Check{Name: c.Name, SQL: SQL(c.SQL), Line: line(c.Span)})
	}
	return out
}

// SQL describes a statement that an engine runs: its text and the paths of
// its arguments.
func SQL(s *ir.Statement) core.SQL {
	out := core.SQL{Text: s.Text}
	for _, a := range s.Args {
		out.Args = append(out.Args, operandPath(a))
	}
	return out
}

func sqlOrNil(s *ir.Statement) *core.SQL {
	if s == nil {
		return nil
	}
	out := SQL(s)
	return &out
}

// operandPath is how an operand is called in a description: "now", "order_id",
// "book.id".
func operandPath(o ir.Operand) string {
	name := o.Var.Name
	switch o.Var.Kind {
	case ir.ActorVar:
		name = "actor"
	case ir.NowVar:
		name = "now"
	case ir.TodayVar:
		name = "today"
	}
	if o.Column != nil {
		name += "." + o.Column.Name
	}
	return name
}

func line(s diag.Span) int { return s.Start.Line }
