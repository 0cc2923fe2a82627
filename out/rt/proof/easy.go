package proof

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/data"
	"github.com/awmc/awmc/out/rt/task"
)

// On how many seeds two simple agents try a task, and with how many calls.
const (
	easySeeds    = 2
	randomCalls  = 50
	nearestCalls = 9
	nearestTools = 3
)

// easy lets two agents without any sense try the task on the first seeds:
// one that calls tools at random, and one that calls those that are named most
// like the request.
func (tr *trial) easy(ctx context.Context, seed int64, ref *task.Reference) error {
	if tr.report.Seeds > easySeeds {
		return nil
	}
	r := data.Rand(seed, "easy/"+tr.t.Name)
	solved, made, err := tr.agent(ctx, ref, r, randomCalls, func(int) *core.Tool { return &tr.env.Tools[r.IntN(len(tr.env.Tools))] })
	if err != nil {
		return err
	}
	if solved {
		tr.report.Difficulty.RandomSolves++
		tr.find(Finding{Code: codeTooEasy, Warning: true, Seed: seed, Calls: made,
			Message: fmt.Sprintf("an agent that calls tools at random completes task %s after %s", tr.t.Name, plural(len(made), "call", "calls")),
			Hint:    "Ask for something that takes several facts to find out."}, "")
	}
	near := nearest(tr.env, ref.Drawn.Ask())
	solved, _, err = tr.agent(ctx, ref, r, nearestCalls, func(i int) *core.Tool { return near[i%len(near)] })
	if err == nil && solved {
		tr.report.Difficulty.NearestSolves++
	}
	return err
}

// agent calls tools with plausible arguments until the task is complete. Its
// answer is the longest text or number of the last result.
func (tr *trial) agent(ctx context.Context, ref *task.Reference, r *rand.Rand, most int, choose func(int) *core.Tool) (solved bool, made []Call, err error) {
	w, err := tr.worlds.Open(ctx, ref.Seed, tr.t.Actor)
	if err != nil {
		return false, nil, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	answers := len(ref.Solutions[0].Answer) > 0
	see := tr.sights.of(ctx, w)
	changed := ref.Solutions[0].Diff.Empty()
	for i := range most {
		t := choose(i)
		args := tr.drawer.arguments(see, r, t, plausible)
		res := w.Call(ctx, t.Name, args)
		see.noticed(t, res)
		tr.cover.call(t.Name, res)
		made = append(made, callOf(t.Name, args, res))
		// Judging costs more than calling: do it where something can have
		// come closer.
		changed = changed || res.Changed
		if !changed || !res.Changed && !answers {
			continue
		}
		var answer json.RawMessage
		if answers {
			answer = guess(res.Output)
		}
		v, err := tr.verifier.VerifyWith(ctx, w, ref, task.Ending{Answer: answer})
		if err != nil {
			return false, nil, err
		}
		if v.Outcome == task.Complete {
			return true, made, nil
		}
	}
	return false, made, nil
}

// guess is the longest text or number of a result.
func guess(output json.RawMessage) json.RawMessage {
	var best string
	eachScalar(output, func(s string) {
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
