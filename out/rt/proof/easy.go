package proof

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/data"
	"github.com/awmc/awmc/out/rt/task"
)

// On how many seeds two simple agents try a task, and with how many calls; of
// how many tools one of them makes its choice.
const (
	easySeeds    = 2
	randomCalls  = 50
	nearestCalls = 9
	nearestTools = 3
)

// trail is what an agent without any sense did: its calls, and the world after
// each of them.
type trail struct {
	made  []Call
	after []moment
}

// moment is the world after a call, which shares it with those before if it
// changed nothing.
type moment struct {
	world   core.World
	output  json.RawMessage
	changed bool
}

func (t *trail) close() error {
	var errs []error
	var last core.World
	for _, m := range t.after {
		if m.world != last {
			errs = append(errs, m.world.Close())
		}
		last = m.world
	}
	return errors.Join(errs...)
}

// wander calls tools with plausible arguments.
func (p *prover) wander(ctx context.Context, from start, r *rand.Rand, most int, choose func(int) *core.Tool) (_ *trail, err error) {
	w, err := p.worlds.Open(ctx, from.seed, from.actor)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	out := &trail{}
	see := p.sights.of(ctx, w)
	for i := range most {
		if err := ctx.Err(); err != nil {
			return nil, errors.Join(err, out.close())
		}
		t := choose(i)
		args := p.drawer.arguments(see, r, t, plausible)
		res := w.Call(ctx, t.Name, args)
		see.noticed(t, res)
		p.cover.call(t.Name, res)
		out.made = append(out.made, callOf(t.Name, args, res))
		m := moment{output: res.Output, changed: res.Changed}
		if i > 0 && !res.Changed {
			m.world = out.after[i-1].world
		} else if m.world, err = w.Fork(ctx); err != nil {
			return nil, errors.Join(err, out.close())
		}
		out.after = append(out.after, m)
	}
	return out, nil
}

// trails are those of the agent that calls tools at random. What it does has
// nothing to do with a task, so all tasks that begin alike share them.
type trails struct {
	mu     sync.Mutex
	byName map[string]func() (*trail, error)
}

// atRandom is the trail from a start.
func (p *prover) atRandom(ctx context.Context, from start) (*trail, error) {
	name := fmt.Sprint(from.seed)
	if a := from.actor; a != nil {
		name = fmt.Sprintf("%d/%s/%v", from.seed, a.Entity, a.Key)
	}
	p.trails.mu.Lock()
	made := p.trails.byName[name]
	if made == nil {
		made = sync.OnceValues(func() (*trail, error) {
			r := data.Rand(from.seed, "easy/"+name)
			return p.wander(ctx, from, r, randomCalls, func(int) *core.Tool { return &p.env.Tools[r.IntN(len(p.env.Tools))] })
		})
		p.trails.byName[name] = made
	}
	p.trails.mu.Unlock()
	return made()
}

// close frees the worlds.
func (t *trails) close() error {
	var errs []error
	for _, made := range t.byName {
		if tr, err := made(); err == nil {
			errs = append(errs, tr.close())
		}
	}
	return errors.Join(errs...)
}

// easy lets two agents without any sense try the task on the first seeds:
// one that calls tools at random, and one that calls those that are named most
// like the request.
func (tr *trial) easy(ctx context.Context, seed int64, ref *task.Reference) error {
	if tr.report.Seeds > easySeeds {
		return nil
	}
	from := start{seed, cmp.Or(tr.t.Actor, tr.env.Actor)}
	random, err := tr.atRandom(ctx, from)
	if err != nil {
		return err
	}
	n, err := tr.completes(ctx, ref, random)
	if err != nil {
		return err
	}
	if n > 0 {
		tr.report.Difficulty.RandomSolves++
		tr.find(Finding{Code: codeTooEasy, Warning: true, Seed: seed, Calls: random.made[:n],
			Message: fmt.Sprintf("an agent that calls tools at random completes task %s after %s", tr.t.Name, plural(n, "call", "calls")),
			Hint:    "Ask for something that takes several facts to find out."}, "")
	}
	near := nearest(tr.env, ref.Drawn.Ask())
	named, err := tr.wander(ctx, from, data.Rand(seed, "easy/"+tr.t.Name), nearestCalls, func(i int) *core.Tool { return near[i%len(near)] })
	if err != nil {
		return err
	}
	if n, err = tr.completes(ctx, ref, named); n > 0 {
		tr.report.Difficulty.NearestSolves++
	}
	return errors.Join(err, named.close())
}

// completes is the number of calls after which a trail completes the task, 0 if
// it never does. The agent's answer is the longest text or number of the last
// result.
func (tr *trial) completes(ctx context.Context, ref *task.Reference, t *trail) (int, error) {
	answers := len(ref.Solutions[0].Answer) > 0
	changed := ref.Solutions[0].Diff.Empty()
	for i, m := range t.after {
		// Judging costs more than calling: do it where something can have
		// come closer.
		changed = changed || m.changed
		if !changed || !m.changed && !answers {
			continue
		}
		var answer json.RawMessage
		if answers {
			answer = guess(m.output)
		}
		complete, err := tr.verifier.Completes(ctx, m.world, ref, answer)
		if stopped := ctx.Err(); stopped != nil {
			return 0, stopped
		}
		if err == nil && complete {
			return i + 1, nil
		}
	}
	return 0, nil
}

// guess is the longest text or number of a result.
func guess(output json.RawMessage) json.RawMessage {
	var best string
	core.EachScalar(output, func(s string) {
		if len(s) > len(best) || len(s) == len(best) && s < best {
			best = s
		}
	})
	b, err := json.Marshal(best)
	if err != nil { // a string always encodes
		return nil
	}
	return b
}

// nearest are the tools whose names and documentation share most words with
// the request.
func nearest(env *core.Env, ask string) []*core.Tool {
	asked := map[string]bool{}
	for _, w := range words(ask) {
		asked[w] = true
	}
	score := map[*core.Tool]int{}
	var tools []*core.Tool
	for i := range env.Tools {
		t := &env.Tools[i]
		for _, w := range words(t.Name) {
			if asked[w] {
				score[t] += 3
			}
		}
		for _, w := range words(t.Doc) {
			if len(w) > 3 && asked[w] {
				score[t]++
			}
		}
		tools = append(tools, t)
	}
	slices.SortStableFunc(tools, func(a, b *core.Tool) int { return score[b] - score[a] })
	return tools[:min(nearestTools, len(tools))]
}

func words(s string) []string { return strings.FieldsFunc(strings.ToLower(s), notLetter) }
