package proof

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/data"
	"github.com/awmc/awmc/out/rt/task"
)

// mutant is a near-miss of the solution: it leaves the solution at the k-th
// move and makes other calls from there.
type mutant struct {
	kind   string // what was done to the solution, for people
	at     int
	calls  []task.Call
	answer json.RawMessage
	// omission is true if a call was left out: then an end in a state that
	// differs at all from the solution's, yet is judged complete, shows that
	// the call is not needed.
	omission bool
	altered  bool // the first of calls is the solution's with other arguments
	answers  bool // only the answer differs
}

// The first seeds try all near-misses, the later ones so many of them, chosen
// by chance: what one seed does not show, another does.
const (
	thoroughSeeds = 4
	laterMutants  = 7
)

// mutants shows that near-misses fail.
func (tr *trial) mutants(ctx context.Context, seed int64, ref *task.Reference, way *way) error {
	all, most := tr.nearMisses(ctx, seed, ref, way), math.MaxInt
	if tr.report.Seeds > thoroughSeeds {
		r := data.Rand(seed, "chosen/"+tr.t.Name)
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		most = laterMutants
	}
	caught := map[int]bool{} // the moves without which the end is known not to be complete
	for i := 0; i < len(all) && most > 0; i++ {
		made, err := all[i]()
		if err != nil {
			return err
		}
		for j := range made {
			if err := tr.mutant(ctx, ref, way, &made[j], caught); err != nil || tr.stop {
				return err
			}
		}
		most -= len(made)
	}
	return nil
}

// mutant plays one near-miss and judges it. A refused call changes nothing, so
// what follows goes as if it had been left out: one of these near-misses says
// it for all that leave the solution at the same move.
func (tr *trial) mutant(ctx context.Context, ref *task.Reference, way *way, m *mutant, caught map[int]bool) error {
	left, made := m.omission, m.calls
	if left && caught[m.at] {
		tr.report.caught()
		return nil
	}
	b, err := tr.branch(ctx, way, m.at)
	if err != nil {
		return err
	}
	defer b.world.Close()
	if m.altered {
		left = b.call(ctx, made[0]).Err != nil
		if made = made[1:]; left && caught[m.at] {
			tr.report.caught()
			return nil
		}
	}
	for _, c := range made {
		b.call(ctx, c)
	}
	if complete, err := tr.verifier.Completes(ctx, b.world, ref, m.answer); err == nil && !complete {
		caught[m.at] = caught[m.at] || left
		tr.report.caught()
		return nil
	}
	v, err := tr.judge(ctx, b.world, ref, b.done, m.answer)
	if err != nil || v == nil {
		return err
	}
	return tr.judgeMutant(ctx, ref, m, b, v)
}

func (tr *trial) judgeMutant(ctx context.Context, ref *task.Reference, m *mutant, b *branch, v *task.Verdict) error {
	if v.Outcome != task.Complete {
		tr.report.caught()
		return nil
	}
	same, how, err := tr.equivalent(ctx, ref, m, b.world)
	if err != nil {
		return err
	}
	if same && !m.answers {
		tr.report.Equivalent++
		return nil
	}
	tr.report.Mutants++
	f := Finding{Code: codeSurvivor, Seed: ref.Seed, Calls: calls(b.done), Answer: string(m.answer),
		Message: fmt.Sprintf("a near-miss of task %s is judged complete: the solution with %s", tr.t.Name, m.kind)}
	if how != "" {
		f.Message += "; " + how
	}
	switch {
	case m.answers:
		f.Code, f.Hint = codeWrongAnswer, "Compare the answer more closely: another match, a smaller tolerance, or several named parts."
	case m.omission:
		f.Hint = "The call that was left out is not needed: leave it out of the solution, or add the condition that needs it."
	case tr.t.FrameOnly:
		f.Hint = "If that is wrong, say so in expect, or allow less in may_change; if it is up to the agent, name the column in free."
	default:
		f.Hint = "Exempt less with free, so that this difference counts."
	}
	tr.find(f, m.kind)
	return nil
}

// equivalent reports whether the world ended as a solution ends: by plain
// comparison for an omission, with what the task leaves free for the others.
// If not, it says what differs.
func (tr *trial) equivalent(ctx context.Context, ref *task.Reference, m *mutant, w core.World) (same bool, how string, err error) {
	diff, err := w.Diff(ctx)
	if err != nil {
		return false, "", err
	}
	for _, sol := range ref.Solutions {
		same, err := task.SameState(tr.env, diff, sol.Diff)
		if err != nil || same {
			return same, "", err
		}
	}
	plain := *tr.t
	plain.FrameOnly, plain.MayChange, plain.Expect, plain.Answer = false, nil, nil, nil
	strict := *ref
	strict.Task = &plain
	v, err := tr.verifier.VerifyWith(ctx, w, &strict, task.Ending{Answer: toldOf(ref)})
	if err != nil {
		return false, "", err
	}
	return v.State == task.Complete && !m.omission, differs(tr.env, ref.Solutions[0].Diff, diff), nil
}
