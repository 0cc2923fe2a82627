package proof

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/data"
)

// How hard a tool is pursued that did not succeed, or of which some refusal
// was not reached: so many sequences, of so many calls of the tool each.
const (
	mostPursuits = 30
	pursuitCalls = 14
)

// pursuit is the search for calls that make one tool succeed and refuse.
type pursuit struct {
	tool  *core.Tool
	fails bool            // it has not succeeded yet
	sites map[string]bool // refusals that were not reached yet
	last  core.Result
	walks []*walk
}

// pursuits lists the tools that need more calls than chance made.
func (p *prover) pursuits() []*pursuit {
	var out []*pursuit
	for i := range p.env.Tools {
		t := &p.env.Tools[i]
		u := &pursuit{tool: t, fails: !p.cover.success[t.Name], sites: map[string]bool{}}
		want := func(sites []core.Site) {
			for _, s := range sites {
				if !s.Default && !p.cover.sites[s.Name] {
					u.sites[s.Name] = true
				}
			}
		}
		want(t.Sites)
		for j := range p.env.Rules {
			if slices.Contains(t.Uses, p.env.Rules[j].Name) {
				want(p.env.Rules[j].Sites)
			}
		}
		if u.fails || len(u.sites) > 0 {
			out = append(out, u)
		}
	}
	return out
}

// pursue calls a tool on several seeds, for several users, on what solutions
// leave behind and on what other tools do to the tables it reads.
func (p *prover) pursue(ctx context.Context, u *pursuit) error {
	r := data.Rand(0, "pursue/"+u.tool.Name)
	helpers := p.helpers(u.tool)
	actors := p.actors()
	for n := 0; n < mostPursuits && (u.fails || len(u.sites) > 0); n++ {
		k := &walk{start: start{seed: int64(n % 12), actor: actors[n/2%len(actors)]}}
		if n%3 == 1 && len(p.env.Tasks) > 0 {
			p.follow(ctx, k, &p.env.Tasks[r.IntN(len(p.env.Tasks))])
			// Part of the way may be what it takes.
			k.steps = k.steps[:min(len(k.steps), r.IntN(len(k.steps)+1)+1)]
		}
		if err := p.pursuit(ctx, u, k, r, helpers); err != nil {
			return err
		}
		k.Sequences = 1
		u.walks = append(u.walks, k)
	}
	return nil
}

// helpers are the tools that write what a tool reads or writes.
func (p *prover) helpers(t *core.Tool) []*core.Tool {
	var out []*core.Tool
	for i := range p.env.Tools {
		o := &p.env.Tools[i]
		if slices.ContainsFunc(o.Writes, func(name string) bool { return slices.Contains(t.Reads, name) || slices.Contains(t.Writes, name) }) {
			out = append(out, o)
		}
	}
	return out
}

// pursuit is one sequence of calls.
func (p *prover) pursuit(ctx context.Context, u *pursuit, k *walk, r *rand.Rand, helpers []*core.Tool) error {
	w, err := p.worlds.Open(ctx, k.start.seed, k.start.actor)
	if err != nil {
		return err
	}
	defer w.Close()
	ctx, note := p.cover.trace(ctx)
	defer note()
	see := p.sights.of(ctx, w)
	known := map[string]bool{}
	prefix := len(k.steps)
	var near []json.RawMessage // arguments that came as far as the tool's own conditions
	var again json.RawMessage  // those of a call that has just succeeded
	for i := range prefix + pursuitCalls {
		if i >= prefix {
			t, m := u.tool, []mode{plausible, plausible, plausible, boundary, invalid}[r.IntN(5)]
			if u.fails {
				m = plausible
			}
			if len(helpers) > 0 && r.IntN(3) == 0 {
				t, m = helpers[r.IntN(len(helpers))], plausible
			}
			args := p.drawer.arguments(see, r, t, m)
			switch n := len(near); {
			case again != nil: // what was right once may be refused the second time
				t, args, again = u.tool, again, nil
			case t == u.tool && n > 0 && r.IntN(2) == 0:
				args = p.drawer.vary(see, r, t, near[n-1-r.IntN(min(n, 3))])
			}
			k.steps = append(k.steps, step{t, args})
		}
		bad, res := p.try(ctx, w, k.steps[i], glance)
		see.noticed(k.steps[i].tool, res)
		k.count(res)
		if k.steps[i].tool == u.tool {
			u.last = res
			u.fails = u.fails && res.Err != nil
			if res.Err == nil || !res.Err.Schema {
				near = append(near, k.steps[i].args)
			}
			if res.Err == nil && !u.tool.ReadOnly {
				again = k.steps[i].args
			}
		}
		if res.Err != nil {
			delete(u.sites, res.Err.Site)
		}
		if bad != nil && !known[bad.cause] {
			known[bad.cause] = true
			k.failures = append(k.failures, stumble{bad, i + 1, glance})
		}
		if bad != nil && bad.spoils {
			return ctx.Err()
		}
		if !u.fails && len(u.sites) == 0 {
			break
		}
	}
	if len(u.walks)%4 != 0 { // the walks look after every call
		p.cover.changed(ctx, w)
		return ctx.Err()
	}
	return p.end(ctx, w, k, false)
}

// neverSucceeded reports a tool that nothing made succeed.
func (p *prover) neverSucceeded(u *pursuit) {
	if !u.fails {
		return
	}
	msg := fmt.Sprintf("%s never succeeded: every call with arguments drawn from the data was refused", u.tool.Name)
	if u.last.Err != nil {
		msg += fmt.Sprintf(", the last with %s: %s", u.last.Err.Code, u.last.Err.Message)
	}
	p.report(Finding{Code: codeNeverSucceeds, Line: u.tool.Line, Tool: u.tool.Name, Message: msg,
		Hint: "Check its conditions against the data. If only rare arguments work, add a case (cases: - call: {…}) that succeeds."}, "")
}
