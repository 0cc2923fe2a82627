package proof

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/data"
	"github.com/awmc/awmc/out/rt/task"
)

// trial is the proof of one task.
type trial struct {
	*prover
	t      *core.Task
	report TaskReport
	figures
	lines map[int]bool // of the solutions' steps that were carried out on some seed
	stop  bool         // what was found makes going on pointless
}

// task proves one task over its seeds.
func (p *prover) task(ctx context.Context, t *core.Task) (TaskReport, error) {
	tr := &trial{prover: p, t: t, lines: map[int]bool{}, report: TaskReport{Task: t.Name, HeldOut: t.HeldOut}}
	ctx, note := p.cover.trace(ctx)
	defer note()
	var firstInvalid error
	draws := 0
	for seed := int64(0); tr.report.Seeds < p.opt.Seeds && draws < 2*p.opt.Seeds+20 && !tr.stop; seed++ {
		if err := ctx.Err(); err != nil {
			return tr.report, err
		}
		draws++
		ref, err := p.verifier.Reference(ctx, t, seed)
		switch {
		case errors.Is(err, data.ErrInvalidDraw):
			tr.report.InvalidDraws++
			if firstInvalid == nil {
				firstInvalid = fmt.Errorf("seed %d: %w", seed, err)
			}
			continue
		case ctx.Err() != nil:
			return tr.report, ctx.Err()
		case err != nil:
			tr.solutionFails(seed, err)
			continue
		}
		tr.report.Seeds++
		tr.ran(ref)
		if err := tr.seed(ctx, seed, ref); err != nil {
			return tr.report, err
		}
	}
	// At least two must be invalid: one in twenty of a few draws is chance.
	if n := tr.report.InvalidDraws; n > 1 && n*20 > draws {
		tr.find(Finding{Code: codeInvalidDraws, Message: fmt.Sprintf("%d of %d draws of task %s are invalid; the first is %v", n, draws, t.Name, firstInvalid),
			Hint: "Pick from rows that fit in the first place, and break ties in by."}, "")
	}
	tr.emptyLoops()
	tr.report.Difficulty = tr.difficulty(tr.report.Difficulty)
	return tr.report, nil
}

// find records a finding about the task, on its line unless another is given.
func (tr *trial) find(f Finding, cause string) {
	f.Task = tr.t.Name
	if f.Line == 0 {
		f.Line = tr.t.Line
	}
	tr.prover.report(f, cause)
}

// solutionFails reports a solution that does not run, or conditions that
// don't; everything after would repeat it.
func (tr *trial) solutionFails(seed int64, err error) {
	tr.stop = true
	s, ok := errors.AsType[*task.StepError](err)
	if !ok {
		tr.find(Finding{Code: codeConditionBroken, Seed: seed, Message: fmt.Sprintf("task %s can't be judged with seed %d: %v", tr.t.Name, seed, err),
			Hint: "Write conditions so that they give true or false in every state, and answers so that they give one value."}, "")
		return
	}
	f := Finding{Code: codeSolutionFails, Seed: seed, Line: s.Line, Message: fmt.Sprintf("the solution of task %s fails with seed %d: %v", tr.t.Name, seed, err),
		Hint: "A solution must work for every draw: narrow what is given to rows for which it does, or mend the call."}
	if s.Tool != "" {
		c := Call{Tool: s.Tool, Arguments: string(s.Args)}
		if refused, ok := errors.AsType[*core.Error](s.Err); ok {
			c.Result = short(core.Result{Err: refused}.Text())
		}
		f.Calls = []Call{c}
	}
	tr.find(f, "")
}

// seed proves the task for one seed.
func (tr *trial) seed(ctx context.Context, seed int64, ref *task.Reference) error {
	if ref.Unsound != "" {
		tr.stop = true
		code, hint, err := tr.unsound(ctx, seed, ref)
		if err != nil {
			return err
		}
		tr.find(Finding{Code: code, Seed: seed, Message: fmt.Sprintf("task %s is not sound with seed %d: %s", tr.t.Name, seed, ref.Unsound), Hint: hint, Calls: calls(solved(ref))}, "")
		return nil
	}
	tr.cover.solution(tr.measure(ref))
	if err := tr.idle(ctx, seed, ref); tr.stop || err != nil {
		return err
	}
	way, err := tr.retrace(ctx, seed, ref)
	if err == nil && !tr.stop {
		err = tr.onTheWay(ctx, seed, ref, way)
	}
	return errors.Join(err, way.close())
}

// onTheWay is what a seed's proof does once the solution is retraced.
func (tr *trial) onTheWay(ctx context.Context, seed int64, ref *task.Reference, way *way) error {
	for _, part := range []func() error{
		func() error { return tr.otherSolutions(ctx, seed, ref) },
		func() error { return tr.variants(ctx, seed, ref, way) },
		func() error { return tr.swaps(ctx, ref, way) },
		func() error { return tr.mutants(ctx, seed, ref, way) },
		func() error { return tr.wording(ctx, ref, way) },
		func() error { return tr.wrong(ctx, seed, ref) },
		func() error { return tr.chance(ctx, seed, ref) },
		func() error { return tr.easy(ctx, seed, ref) },
	} {
		if err := part(); err != nil || tr.stop {
			return err
		}
	}
	return nil
}

// unsound tells a start that is complete from a solution that is not
// accepted, and says what to do.
func (tr *trial) unsound(ctx context.Context, seed int64, ref *task.Reference) (code, hint string, err error) {
	w, err := tr.worlds.Open(ctx, seed, tr.t.Actor)
	if err != nil {
		return "", "", err
	}
	defer w.Close()
	v, err := tr.verifier.VerifyWith(ctx, w, ref, task.Ending{Answer: toldOf(ref)})
	switch {
	case err != nil:
		return "", "", err
	case v.Outcome == task.VerifierError:
		return codeConditionBroken, "Write the condition so that it gives true or false in every state.", nil
	case v.Outcome == task.Complete && len(ref.Solutions) > 0 && ref.Solutions[0].Diff.Empty():
		return codeStartComplete, "Draw what is given from rows for which there is something to do, or ask for an answer.", nil
	case v.Outcome == task.Complete:
		return codeIdle, "Write conditions that only hold once the work is done.", nil
	}
	return codeNotComplete, "Mend the condition that fails, or the solution.", nil
}

// toldOf is the right answer, nil if none is expected.
func toldOf(ref *task.Reference) json.RawMessage {
	if len(ref.Solutions) == 0 {
		return nil
	}
	return task.Told(ref.Solutions[0].Answer)
}

// idle shows that doing nothing is not paid: without an answer, and, where
// something must change, with the right one.
func (tr *trial) idle(ctx context.Context, seed int64, ref *task.Reference) error {
	answers := []json.RawMessage{nil}
	if sol := ref.Solutions[0]; len(sol.Answer) > 0 && !sol.Diff.Empty() {
		answers = append(answers, task.Told(sol.Answer))
	}
	w, err := tr.worlds.Open(ctx, seed, tr.t.Actor)
	if err != nil {
		return err
	}
	defer w.Close()
	if err := tr.finalAnswer(ctx, w, seed, ref); err != nil {
		return err
	}
	for _, a := range answers {
		v, err := tr.judge(ctx, w, ref, nil, a)
		if err != nil || v == nil {
			return err
		}
		if v.Outcome == task.Complete {
			tr.stop = true
			f := Finding{Code: codeIdle, Seed: seed, Message: fmt.Sprintf("an agent that does nothing completes task %s", tr.t.Name), Answer: string(a),
				Hint: "Add a condition that only holds once the work is done, or ask for an answer."}
			if a != nil {
				f.Message += " if it gives the right answer"
			}
			tr.find(f, "")
			return nil
		}
	}
	return nil
}

// judge judges the end of an episode; nil if a condition fails to run, which
// ends the trial.
func (tr *trial) judge(ctx context.Context, w core.World, ref *task.Reference, made []task.Call, answer json.RawMessage) (*task.Verdict, error) {
	v, err := tr.verifier.VerifyWith(ctx, w, ref, task.Ending{Answer: answer, Calls: made})
	if err != nil {
		return nil, err
	}
	if v.Outcome == task.VerifierError {
		tr.stop = true
		tr.find(Finding{Code: codeConditionBroken, Seed: ref.Seed, Message: fmt.Sprintf("a condition of task %s fails to run: %s", tr.t.Name, v.Error),
			Hint: "Write the condition so that it gives true or false in every state.", Calls: calls(made)}, "")
		return nil, nil
	}
	return v, nil
}

// call makes a call and notes what it reached.
func (tr *trial) call(ctx context.Context, w core.World, c task.Call) task.Call {
	res := w.Call(ctx, c.Tool, c.Args)
	tr.cover.call(c.Tool, res)
	return task.Call{Tool: c.Tool, Args: c.Args, Output: res.Output, Err: res.Err, Changed: res.Changed, Line: c.Line}
}

// play makes calls in a fresh world and judges the end; the verdict is nil if
// the trial ends here.
func (tr *trial) play(ctx context.Context, ref *task.Reference, made []task.Call, answer json.RawMessage) (done []task.Call, v *task.Verdict, err error) {
	w, err := tr.worlds.Open(ctx, ref.Seed, tr.t.Actor)
	if err != nil {
		return nil, nil, err
	}
	defer w.Close()
	for _, c := range made {
		done = append(done, tr.call(ctx, w, c))
	}
	v, err = tr.judge(ctx, w, ref, done, answer)
	return done, v, err
}

// why says which condition failed first.
func why(v *task.Verdict) string {
	for _, c := range v.Conditions {
		if !c.OK {
			return c.Why
		}
	}
	return string(v.Outcome)
}
