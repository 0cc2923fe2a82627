package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/data"
	"github.com/awmc/awmc/templates/rt/task"
)

// variants shows that harmless variants of the solution complete the task:
// reading in between, numbers sent as text, independent calls in another
// order.
func (tr *trial) variants(ctx context.Context, seed int64, ref *task.Reference) error {
	sol := ref.Solutions[0]
	answer := task.Told(sol.Answer)
	// The reading variant also sends numbers as text: both must be harmless
	// together.
	if err := tr.harmless(ctx, seed, ref, tr.withReads(ctx, seed, sol.Run.Calls), answer, "with reading calls in between"); err != nil {
		return err
	}
	if err := tr.harmless(ctx, seed, ref, asText(sol.Run.Calls), answer, "with numbers sent as text"); err != nil {
		return err
	}
	return tr.swaps(ctx, seed, ref, sol, answer)
}

func (tr *trial) harmless(ctx context.Context, seed int64, ref *task.Reference, made []task.Call, answer json.RawMessage, how string) error {
	tr.report.Variants++
	return tr.play(ctx, seed, ref, made, answer, func(_ core.World, done []task.Call, v *task.Verdict) error {
		if v.Outcome != task.Complete {
			tr.find(Finding{Code: codeVariantFails, Seed: seed, Calls: calls(done), Answer: string(answer),
				Message: fmt.Sprintf("the solution of task %s %s is not judged complete: %s", tr.t.Name, how, why(v)),
				Hint:    "The judgement depends on something that does not matter; leave it out of the comparison with free."})
		}
		return nil
	})
}

// withReads puts a reading call that needs no argument, or one drawn from the
// data, before every call and at the end.
func (tr *trial) withReads(ctx context.Context, seed int64, made []task.Call) []task.Call {
	var readers []*core.Tool
	for i := range tr.env.Tools {
		if tr.env.Tools[i].ReadOnly {
			readers = append(readers, &tr.env.Tools[i])
		}
	}
	if len(readers) == 0 {
		return made
	}
	w, err := tr.worlds.Open(ctx, seed, tr.t.Actor)
	if err != nil {
		return made
	}
	defer w.Close()
	r := data.Rand(seed, "reads/"+tr.t.Name)
	read := func() task.Call {
		t := readers[r.IntN(len(readers))]
		return task.Call{Tool: t.Name, Args: tr.drawer.arguments(ctx, w, r, t, plausible)}
	}
	var out []task.Call
	for _, c := range made {
		out = append(out, read(), c)
	}
	return append(out, read())
}

// asText writes the numbers of the arguments as texts.
func asText(made []task.Call) []task.Call {
	out := slices.Clone(made)
	for i := range out {
		dec := json.NewDecoder(bytes.NewReader(out[i].Args))
		dec.UseNumber()
		var args map[string]any
		if dec.Decode(&args) != nil {
			continue
		}
		for k, v := range args {
			if n, ok := v.(json.Number); ok {
				args[k] = n.String()
			}
		}
		if b, err := json.Marshal(args); err == nil {
			out[i].Args = b
		}
	}
	return out
}

// swaps exchanges neighbouring calls. Where both still succeed with the same
// effect for themselves, the order is the agent's to choose, so the end must
// be judged complete as well.
func (tr *trial) swaps(ctx context.Context, seed int64, ref *task.Reference, sol *task.Solution, answer json.RawMessage) error {
	made := sol.Run.Calls
	for i := 0; i+1 < len(made); i++ {
		a, b := made[i], made[i+1]
		// Reading calls change nothing, wherever they stand; and a call that
		// takes a value from the one before can't come first.
		if !a.Changed || !b.Changed || uses(b.Args, a, made[:i]) {
			continue
		}
		swapped := slices.Clone(made)
		swapped[i], swapped[i+1] = b, a
		tr.report.Variants++
		err := tr.play(ctx, seed, ref, swapped, answer, func(_ core.World, done []task.Call, v *task.Verdict) error {
			for k := range done {
				if (done[k].Err == nil) != (swapped[k].Err == nil) {
					return nil // the world itself asks for the order
				}
			}
			if v.Outcome == task.Complete || tr.t.Ordered != "" {
				return nil
			}
			tr.find(Finding{Code: codeOrderMatters, Seed: seed, Line: a.Line, Calls: calls(done), Answer: string(answer),
				Message: fmt.Sprintf("task %s gives another state when %s is called before %s: %s", tr.t.Name, b.Tool, a.Tool, why(v)),
				Hint:    "If the request fixes the order, add ordered: with its words that do; else write expect and may_change so that both orders count."})
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// uses reports whether args hold a value that only the result of c has.
func uses(args json.RawMessage, c task.Call, earlier []task.Call) bool {
	had := map[string]bool{}
	for _, e := range earlier {
		eachScalar(e.Output, func(s string) { had[s] = true })
	}
	eachScalar(c.Args, func(s string) { had[s] = true })
	fresh := map[string]bool{}
	eachScalar(c.Output, func(s string) { fresh[s] = !had[s] })
	found := false
	eachScalar(args, func(s string) { found = found || fresh[s] })
	return found
}
