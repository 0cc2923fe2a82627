package proof

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/awmc/awmc/out/rt/core"
)

// coverage collects what was reached, from all tasks and walks.
type coverage struct {
	env *core.Env

	mu       sync.Mutex
	success  map[string]bool // tools
	solving  map[string]bool // tools that solutions call
	sites    map[string]bool // refusals
	ran      map[string]bool // statements, by text
	entities map[string]bool // entities that changed
}

func newCoverage(env *core.Env) *coverage {
	return &coverage{env: env, success: map[string]bool{}, solving: map[string]bool{}, sites: map[string]bool{}, ran: map[string]bool{}, entities: map[string]bool{}}
}

// trace makes calls under the context count their statements; note, called
// at the end, takes them over.
func (c *coverage) trace(ctx context.Context) (traced context.Context, note func()) {
	t := &core.Trace{Ran: map[string]int{}}
	return core.WithTrace(ctx, t), func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		for text := range t.Ran {
			c.ran[text] = true
		}
	}
}

// call notes how a call ended.
func (c *coverage) call(tool string, res core.Result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if res.Err == nil {
		c.success[tool] = true
		return
	}
	if res.Err.Site != "" {
		c.sites[res.Err.Site] = true
	}
}

// solution notes what a solution calls.
func (c *coverage) solution(tools map[string]bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for t := range tools {
		c.solving[t] = true
	}
}

// changed notes the entities that differ from the start.
func (c *coverage) changed(ctx context.Context, w core.World) {
	d, err := w.Diff(ctx)
	if err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range d.Tables {
		c.entities[d.Tables[i].Table] = true
	}
}

// coverage sums up and reports refusals that nothing reached.
func (p *prover) coverage() Coverage {
	c := p.cover
	out := Coverage{Tools: len(p.env.Tools), Statements: len(p.env.Statements), Entities: len(p.env.Entities)}
	for i := range p.env.Tools {
		if c.success[p.env.Tools[i].Name] {
			out.ToolsSucceeded++
		}
		if c.solving[p.env.Tools[i].Name] {
			out.ToolsInSolutions++
		}
	}
	for i := range p.env.Entities {
		if c.entities[p.env.Entities[i].Name] {
			out.EntitiesChanged++
		} else {
			out.UnchangedTables = append(out.UnchangedTables, p.env.Entities[i].Name)
		}
	}
	for i := range p.env.Statements {
		if c.ran[p.env.Statements[i].Text] {
			out.StatementsRun++
		} else {
			out.MissedStatements = append(out.MissedStatements, p.env.Statements[i].Name)
		}
	}
	miss := func(what, name string, sites []core.Site) {
		for _, s := range sites {
			if s.Default {
				continue // no author need show that it can happen
			}
			out.Refusals++
			if c.sites[s.Name] {
				out.RefusalsReached++
				continue
			}
			out.MissedRefusals = append(out.MissedRefusals, s.Name)
			p.report(Finding{Code: codeUnreached, Warning: true, Line: s.Line, Tool: name,
				Message: fmt.Sprintf("nothing reached the refusal %s of %s %s", s.Code, what, name),
				Hint:    "Add a case that fails with it (cases: - call: {…}, fails: " + string(s.Code) + "), or leave it out if it can't happen."}, s.Name)
		}
	}
	for i := range p.env.Tools {
		miss("the tool", p.env.Tools[i].Name, p.env.Tools[i].Sites)
	}
	for i := range p.env.Rules {
		miss("the rule", p.env.Rules[i].Name, p.env.Rules[i].Sites)
	}
	slices.Sort(out.MissedStatements)
	return out
}
