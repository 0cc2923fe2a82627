package proof

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/data"
	"github.com/awmc/awmc/out/rt/task"
)

// extraCalls is how many additional changing calls are tried for each seed.
const extraCalls = 4

// candidate makes near-misses when they are asked for, none if it finds none.
type candidate func() ([]mutant, error)

// nearMisses are the near-misses of a solution: one changing call left out or
// repeated, one argument altered, left out or added, one more changing call,
// and the right calls with a wrong, empty or missing answer.
func (tr *trial) nearMisses(ctx context.Context, seed int64, ref *task.Reference, way *way) []candidate {
	r := data.Rand(seed, "mutants/"+tr.t.Name)
	see := tr.sights.of(ctx, way.end, tr.toolsOf(way.calls)...)
	var all []candidate
	add := func(m mutant) { all = append(all, func() ([]mutant, error) { return []mutant{m}, nil }) }
	for _, k := range way.changing() {
		c, rest, name := way.calls[way.moves[k]], way.rest(k+1), fmt.Sprintf("call %d (%s)", way.moves[k]+1, way.calls[way.moves[k]].Tool)
		add(mutant{kind: name + " left out", at: k, calls: rest, answer: way.answer, omission: true})
		add(mutant{kind: name + " made twice", at: k + 1, calls: append([]task.Call{c}, rest...), answer: way.answer})
		for _, alter := range tr.alterations(see, r, c) {
			all = append(all, func() ([]mutant, error) {
				a := alter()
				if a == nil {
					return nil, nil
				}
				other := c
				other.Args = a.args
				return []mutant{{kind: a.what + " of " + name, at: k, calls: append([]task.Call{other}, rest...), answer: way.answer, altered: true}}, nil
			})
		}
	}
	all = append(all, func() ([]mutant, error) { return tr.extras(ctx, see, r, way) })
	for _, a := range wrongAnswers(tr.env, ref.Solutions[0].Answer, r) {
		add(mutant{kind: a.kind, at: len(way.moves), answer: a.answer, answers: true})
	}
	return all
}

// extras adds one more changing call at the end: calls are tried there until
// some change something.
func (tr *trial) extras(ctx context.Context, see *sight, r *rand.Rand, way *way) ([]mutant, error) {
	var writers []*core.Tool
	for i := range tr.env.Tools {
		if t := &tr.env.Tools[i]; !t.ReadOnly && !looksReading(t.Name) {
			writers = append(writers, t)
		}
	}
	if len(writers) == 0 {
		return nil, nil
	}
	var out []mutant
	most := extraCalls
	if tr.report.Seeds > thoroughSeeds {
		most = 1
	}
	for range 6 * most {
		t := writers[r.IntN(len(writers))]
		c := task.Call{Tool: t.Name, Args: tr.drawer.arguments(see, r, t, plausible)}
		w, err := way.end.Fork(ctx)
		if err != nil {
			return nil, err
		}
		made := tr.call(ctx, w, c)
		if err := w.Close(); err != nil {
			return nil, err
		}
		if made.Err != nil || !made.Changed {
			continue
		}
		out = append(out, mutant{kind: "one more call, of " + t.Name, at: len(way.moves), calls: []task.Call{c}, answer: way.answer})
		if len(out) == most {
			break
		}
	}
	return slices.Clip(out), nil
}
