package stats

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/awmc/awmc/compiler/analyse"
	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/describe"
	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates/rt/core"
)

// Environment is one environment of a corpus.
type Environment struct {
	Path     string `json:"path"`
	Name     string `json:"name"`
	Title    string `json:"title"`
	Category string `json:"category"`
	Bytes    int    `json:"bytes"` // of env.yaml
	Lines    int    `json:"lines"`

	Entities   int `json:"entities"`
	Fields     int `json:"fields"`
	Views      int `json:"views"`
	Invariants int `json:"invariants"`
	Rules      int `json:"rules"`
	Rows       int `json:"rows"` // of the starting data with seed 0

	Tools      int            `json:"tools"`
	DoTools    int            `json:"do_tools"`
	ReadTools  int            `json:"reading_tools"`
	GoSteps    int            `json:"go_steps"`
	Forms      map[string]int `json:"forms"`
	Refusals   int            `json:"refusals"` // that the author wrote
	Statements int            `json:"statements"`
	Cases      int            `json:"cases"`

	Tasks []Task `json:"tasks"`

	// Built is nil if the output folder has nothing of the environment.
	Built *Built `json:"built,omitempty"`
	// CheckMillis is how long the front end took, without sqlc. It is left
	// out unless times are asked for, since it is never twice the same.
	CheckMillis float64 `json:"check_ms,omitempty"`
}

// Task is one task of an environment.
type Task struct {
	Name    string `json:"name"`
	HeldOut bool   `json:"held_out,omitempty"`
	Kind    string `json:"kind"`  // how it is judged: state, state+expect, expect+frame; "answer" is added
	Calls   int    `json:"calls"` // steps of the solution as written
	Tools   int    `json:"tools"` // different ones
	Wrong   int    `json:"wrong_episodes,omitempty"`
	Others  int    `json:"other_solutions,omitempty"`
	// Exemptions from the proof and the comparison, as the author wrote them.
	Ordered string `json:"ordered,omitempty"`
	Free    int    `json:"free,omitempty"`
	// Proved is nil if the output folder has no proof of it.
	Proved *Proved `json:"proved,omitempty"`

	ask   string
	calls []string // tools of the solution, in order
}

// loaded is an environment with what comparing needs.
type loaded struct {
	Environment
	env  *ir.Environment
	desc *core.Env
}

// load leads one file through the front end.
func load(ctx context.Context, path string) (*loaded, error) {
	start := time.Now()
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var ds diag.List
	spec := parse.Parse(filepath.ToSlash(path), src, &ds)
	var env *ir.Environment
	if spec != nil {
		if r := check.Check(spec, &ds); r != nil {
			env = analyse.Analyse(ctx, r, analyse.Options{Seeds: -1}, &ds)
		}
	}
	if env == nil || ds.HasErrors() {
		for _, d := range ds.Sorted() {
			if d.Severity == diag.Error {
				return nil, fmt.Errorf("%s:%d: %s %s", d.Span.File, d.Span.Start.Line, d.Code, d.Message)
			}
		}
		return nil, fmt.Errorf("%s has mistakes: awmc check shows them", path)
	}
	l := &loaded{env: env, desc: describe.Env(env)}
	l.Environment = figures(env, l.desc)
	l.Path, l.Bytes, l.Lines = filepath.ToSlash(path), len(src), lines(src)
	l.CheckMillis = float64(time.Since(start).Microseconds()) / 1000
	if l.Rows, err = rows(ctx, l.desc); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return l, nil
}

func lines(src []byte) int {
	n := 0
	for _, c := range src {
		if c == '\n' {
			n++
		}
	}
	return n
}

// figures counts what an environment has.
func figures(env *ir.Environment, desc *core.Env) Environment {
	e := Environment{Name: env.Name, Title: env.Title, Category: env.Category, Entities: len(env.Entities), Views: len(env.Views),
		Invariants: len(env.Invariants), Rules: len(env.Rules), Tools: len(env.Tools), Statements: len(desc.Statements), Forms: map[string]int{}}
	for _, x := range env.Entities {
		e.Fields += len(x.Fields)
	}
	written := func(sites []core.Site) {
		for _, s := range sites {
			if !s.Default {
				e.Refusals++
			}
		}
	}
	for i := range desc.Tools {
		t := &desc.Tools[i]
		e.Forms[t.Form]++
		e.Cases += len(t.Cases)
		written(t.Sites)
		if t.ReadOnly {
			e.ReadTools++
		}
	}
	e.DoTools = e.Forms["do"]
	for i := range desc.Rules {
		written(desc.Rules[i].Sites)
	}
	for _, t := range env.Tools {
		e.GoSteps += goSteps(t.Steps)
	}
	for _, r := range env.Rules {
		e.GoSteps += goSteps(r.Steps)
	}
	for _, t := range env.Tasks {
		e.Tasks = append(e.Tasks, taskOf(t))
	}
	return e
}

func goSteps(steps []ir.Step) int {
	n := 0
	for s := range describe.Steps(steps) {
		if _, ok := s.(*ir.GoStep); ok {
			n++
		}
	}
	return n
}

func taskOf(t *ir.Task) Task {
	out := Task{Name: t.Name, HeldOut: t.HeldOut, Kind: "state", Wrong: len(t.Wrong), Others: len(t.AlsoSolve), Ordered: t.Ordered, Free: len(t.Free), ask: t.Ask}
	switch {
	case t.FrameOnly:
		out.Kind = "expect+frame"
	case len(t.Expect) > 0:
		out.Kind = "state+expect"
	}
	if len(t.Answer) > 0 {
		out.Kind += "+answer"
	}
	out.calls = solution(t.Solve)
	out.Calls = len(out.calls)
	different := map[string]bool{}
	for _, c := range out.calls {
		different[c] = true
	}
	out.Tools = len(different)
	return out
}

// solution lists the tools a solution calls; a loop's once.
func solution(steps []ir.SolveStep) []string {
	var out []string
	for i := range steps {
		if e := steps[i].Each; e != nil {
			out = append(out, solution(e.Do)...)
		} else {
			out = append(out, steps[i].Tool.Name)
		}
	}
	return out
}
