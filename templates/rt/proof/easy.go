package proof

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/data"
	"github.com/awmc/awmc/templates/rt/task"
)

// easySeeds is on how many seeds the simple agents try a task.
const (
	easySeeds   = 3
	randomCalls = 50
	nearestTry  = 8
)

// easy lets two agents without any sense try the task.
func (tr *trial) easy(ctx context.Context, seed int64, ref *task.Reference) error {
	r := data.Rand(seed, "easy/"+tr.t.Name)
	random := func(int) *core.Tool { return &tr.env.Tools[r.IntN(len(tr.env.Tools))] }
	solved, made, err := tr.agent(ctx, seed, ref, r, randomCalls, random)
	if err != nil {
		return err
	}
	if solved {
		tr.report.Difficulty.RandomSolves++
		tr.find(Finding{Code: codeTooEasy, Warning: true, Seed: seed, Calls: made,
			Message: fmt.Sprintf("an agent that calls tools at random completes task %s after %s", tr.t.Name, plural(len(made), "call", "calls")),
			Hint:    "Ask for something that takes several facts to find out."})
	}
	near := nearestTool(tr.env, ref.Drawn.Ask())
	solved, _, err = tr.agent(ctx, seed, ref, r, nearestTry, func(int) *core.Tool { return near })
	if err == nil && solved {
		tr.report.Difficulty.NearestSolves++
	}
	return err
}

// agent calls tools with plausible arguments until the task is complete. Its
// answer is the first text or number of the last result.
func (tr *trial) agent(ctx context.Context, seed int64, ref *task.Reference, r *rand.Rand, most int, choose func(int) *core.Tool) (bool, []Call, error) {
	w, err := tr.worlds.Open(ctx, seed, tr.t.Actor)
	if err != nil {
		return false, nil, err
	}
	defer w.Close()
	answers := len(ref.Solutions[0].Answer) > 0
	var made []Call
	for i := range most {
		t := choose(i)
		args := tr.drawer.arguments(ctx, w, r, t, plausible)
		res := w.Call(ctx, t.Name, args)
		tr.cover.call(t, res)
		made = append(made, callOf(t.Name, args, res))
		// Judging costs more than calling: do it where something can have
		// come closer.
		if !res.Changed && !answers {
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

func guess(output json.RawMessage) json.RawMessage {
	var first string
	eachScalar(output, func(s string) {
		if len(s) > len(first) || len(s) == len(first) && s < first {
			first = s
		}
	})
	b, err := json.Marshal(first)
	if err != nil {
		return nil
	}
	return b
}

// nearestTool is the tool whose name and documentation share most words with
// the request.
func nearestTool(env *core.Env, ask string) *core.Tool {
	words := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(ask), notLetter) {
		words[w] = true
	}
	best, most := &env.Tools[0], -1
	for i := range env.Tools {
		t := &env.Tools[i]
		n := 0
		for _, w := range strings.FieldsFunc(strings.ToLower(t.Name), notLetter) {
			if words[w] {
				n += 3
			}
		}
		for _, w := range strings.FieldsFunc(strings.ToLower(t.Doc), notLetter) {
			if len(w) > 3 && words[w] {
				n++
			}
		}
		if n > most {
			best, most = t, n
		}
	}
	return best
}

func notLetter(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }
