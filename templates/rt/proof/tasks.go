package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/data"
	"github.com/awmc/awmc/templates/rt/task"
)

// trial is the proof of one task.
type trial struct {
	*prover
	t      *core.Task
	report TaskReport
	// counts for medians, one element for each seed
	calls, changing, carried, tools []int
	stop                            bool // an error makes going on pointless
}

// task proves one task over its seeds.
func (p *prover) task(ctx context.Context, t *core.Task) (TaskReport, error) {
	tr := &trial{prover: p, t: t, report: TaskReport{Task: t.Name, HeldOut: t.HeldOut}}
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
		case err != nil:
			tr.solutionFails(seed, err)
			continue
		}
		tr.report.Seeds++
		if err := tr.seed(ctx, seed, ref); err != nil {
			return tr.report, err
		}
	}
	// At least two must be invalid: one in twenty of a few draws is chance.
	if n := tr.report.InvalidDraws; n > 1 && n*20 > draws {
		tr.find(Finding{Code: codeInvalidDraws, Line: t.Line, Message: fmt.Sprintf("%d of %d draws of task %s are invalid; the first is %v", n, draws, t.Name, firstInvalid),
			Hint: "Pick from rows that fit in the first place, and break ties in by."})
	}
	d := &tr.report.Difficulty
	d.Calls, d.Changing, d.Carried, d.DistinctTools = median(tr.calls), median(tr.changing), median(tr.carried), median(tr.tools)
	return tr.report, nil
}

func median(n []int) int {
	if len(n) == 0 {
		return 0
	}
	slices.Sort(n)
	return n[len(n)/2]
}

// find reports a finding about the task; one on its solution ends the trial,
// since everything after would repeat it.
func (tr *trial) find(f Finding) {
	f.Task = tr.t.Name
	if f.Line == 0 {
		f.Line = tr.t.Line
	}
	tr.prover.report(f)
}

func (tr *trial) solutionFails(seed int64, err error) {
	tr.stop = true
	f := Finding{Code: codeSolutionFails, Seed: seed, Message: fmt.Sprintf("the solution of task %s fails with seed %d: %v", tr.t.Name, seed, err),
		Hint: "A solution must work for every draw: narrow what is given to rows for which it does, or mend the call."}
	if s, ok := errors.AsType[*task.StepError](err); ok {
		f.Line = s.Line
		if s.Tool != "" {
			f.Calls = []Call{{Tool: s.Tool, Arguments: string(s.Args)}}
		}
	}
	tr.find(f)
}

// seed proves the task for one seed.
func (tr *trial) seed(ctx context.Context, seed int64, ref *task.Reference) error {
	if ref.Unsound != "" {
		tr.stop = true
		tr.find(Finding{Code: tr.unsoundCode(ctx, seed, ref), Seed: seed, Message: fmt.Sprintf("task %s is not sound with seed %d: %s", tr.t.Name, seed, ref.Unsound),
			Hint: "Draw what is given so that there is something to do, and so that the conditions hold once it is done.", Calls: callsOf(ref.Solutions)})
		return nil
	}
	sol := ref.Solutions[0]
	tr.measure(sol.Run)
	if stop, err := tr.idle(ctx, seed, ref); stop || err != nil {
		return err
	}
	if err := tr.solutions(ctx, seed, ref); err != nil || tr.stop {
		return err
	}
	if err := tr.variants(ctx, seed, ref); err != nil {
		return err
	}
	if err := tr.mutants(ctx, seed, ref); err != nil {
		return err
	}
	if err := tr.wrong(ctx, seed, ref); err != nil {
		return err
	}
	if tr.report.Seeds <= easySeeds {
		return tr.easy(ctx, seed, ref)
	}
	return nil
}

// unsoundCode tells a start that is complete from a solution that is not
// accepted.
func (tr *trial) unsoundCode(ctx context.Context, seed int64, ref *task.Reference) string {
	w, err := tr.worlds.Open(ctx, seed, tr.t.Actor)
	if err != nil {
		return codeNotComplete
	}
	defer w.Close()
	var answer json.RawMessage
	if len(ref.Solutions) > 0 {
		answer = task.Told(ref.Solutions[0].Answer)
	}
	v, err := tr.verifier.VerifyWith(ctx, w, ref, task.Ending{Answer: answer})
	switch {
	case err == nil && v.Outcome == task.VerifierError:
		return codeConditionBroken
	case err == nil && v.Outcome == task.Complete:
		return codeStartComplete
	}
	return codeNotComplete
}

func callsOf(solutions []*task.Solution) []Call {
	if len(solutions) == 0 || solutions[0].Run == nil {
		return nil
	}
	return calls(solutions[0].Run.Calls)
}

func calls(made []task.Call) []Call {
	out := make([]Call, len(made))
	for i, c := range made {
		out[i] = callOf(c.Tool, c.Args, core.Result{Output: c.Output, Err: c.Err})
	}
	return out
}

// measure takes the figures of difficulty.
func (tr *trial) measure(r *task.Run) {
	changing, carried := 0, 0
	tools := map[string]bool{}
	for i, c := range r.Calls {
		tools[c.Tool] = true
		if c.Changed {
			changing++
		}
		carried += facts(c.Args, r.Calls[:i])
	}
	tr.calls, tr.changing = append(tr.calls, len(r.Calls)), append(tr.changing, changing)
	tr.carried, tr.tools = append(tr.carried, carried), append(tr.tools, len(tools))
}

// facts counts the scalars of args that stand in an earlier result.
func facts(args json.RawMessage, earlier []task.Call) int {
	seen := map[string]bool{}
	for _, c := range earlier {
		eachScalar(c.Output, func(s string) { seen[s] = true })
	}
	n := 0
	eachScalar(args, func(s string) {
		if seen[s] {
			n++
		}
	})
	return n
}

func eachScalar(raw json.RawMessage, fn func(string)) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if len(raw) == 0 || dec.Decode(&v) != nil {
		return
	}
	var visit func(any)
	visit = func(v any) {
		switch x := v.(type) {
		case map[string]any:
			for _, e := range x {
				visit(e)
			}
		case []any:
			for _, e := range x {
				visit(e)
			}
		case json.Number:
			fn(x.String())
		case string:
			fn(x)
		}
	}
	visit(v)
}

// play makes concrete calls in a fresh world and judges the end. world, if
// set, is called before the world is closed.
func (tr *trial) play(ctx context.Context, seed int64, ref *task.Reference, made []task.Call, answer json.RawMessage, world func(core.World, []task.Call, *task.Verdict) error) error {
	w, err := tr.worlds.Open(ctx, seed, tr.t.Actor)
	if err != nil {
		return err
	}
	defer w.Close()
	done := make([]task.Call, len(made))
	for i, c := range made {
		res := w.Call(ctx, c.Tool, c.Args)
		tr.cover.callNamed(c.Tool, res)
		done[i] = task.Call{Tool: c.Tool, Args: c.Args, Output: res.Output, Err: res.Err, Changed: res.Changed}
	}
	tr.cover.changed(ctx, w)
	v, err := tr.verifier.VerifyWith(ctx, w, ref, task.Ending{Answer: answer, Calls: done})
	if err != nil {
		return err
	}
	if v.Outcome == task.VerifierError {
		tr.stop = true
		tr.find(Finding{Code: codeConditionBroken, Seed: seed, Message: fmt.Sprintf("a condition of task %s fails to run: %s", tr.t.Name, v.Error),
			Hint: "Write the condition so that it gives true or false in every state.", Calls: calls(done)})
		return nil
	}
	return world(w, done, v)
}

// idle shows that doing nothing is not paid: without an answer, and, where
// something must change, with the right one.
func (tr *trial) idle(ctx context.Context, seed int64, ref *task.Reference) (stop bool, err error) {
	answers := []json.RawMessage{nil}
	if sol := ref.Solutions[0]; len(sol.Answer) > 0 && !sol.Diff.Empty() {
		answers = append(answers, task.Told(sol.Answer))
	}
	for _, a := range answers {
		err := tr.play(ctx, seed, ref, nil, a, func(_ core.World, _ []task.Call, v *task.Verdict) error {
			if v.Outcome == task.Complete {
				tr.stop, stop = true, true
				tr.find(Finding{Code: codeIdle, Seed: seed, Message: fmt.Sprintf("an agent that does nothing completes task %s", tr.t.Name), Answer: string(a),
					Hint: "Add a condition that only holds once the work is done, or ask for an answer."})
			}
			return nil
		})
		if err != nil || stop {
			return stop, err
		}
	}
	return tr.stop, nil
}

// solutions shows that each solution completes the task when it is carried
// out again, with the same results.
func (tr *trial) solutions(ctx context.Context, seed int64, ref *task.Reference) error {
	for _, sol := range ref.Solutions {
		err := tr.play(ctx, seed, ref, sol.Run.Calls, task.Told(sol.Answer), func(_ core.World, done []task.Call, v *task.Verdict) error {
			for i, c := range done {
				was := sol.Run.Calls[i]
				if !bytes.Equal(c.Output, was.Output) || (c.Err == nil) != (was.Err == nil) {
					tr.find(Finding{Code: codeReplayDiffers, Seed: seed, Line: was.Line, Tool: c.Tool, Calls: calls(done[:i+1]),
						Message: fmt.Sprintf("call %d (%s) of task %s gives another result when it is replayed", i+1, c.Tool, tr.t.Name),
						Hint:    "Give every list a total order: end ORDER BY with the key."})
					break
				}
			}
			if v.Outcome != task.Complete {
				tr.stop = true
				tr.find(Finding{Code: codeNotComplete, Seed: seed, Calls: calls(done), Answer: string(task.Told(sol.Answer)),
					Message: fmt.Sprintf("%s of task %s does not complete it: %s", sol.Name, tr.t.Name, why(v)),
					Hint:    "Mend the condition that fails, or the solution."})
			}
			return nil
		})
		if err != nil || tr.stop {
			return err
		}
	}
	return nil
}

// why says which conditions failed.
func why(v *task.Verdict) string {
	for _, c := range v.Conditions {
		if !c.OK {
			return c.Why
		}
	}
	return string(v.Outcome)
}

// wrong shows that the author's wrong episodes fail.
func (tr *trial) wrong(ctx context.Context, seed int64, ref *task.Reference) error {
	for i := range tr.t.Wrong {
		e := &tr.t.Wrong[i]
		w, err := tr.worlds.Open(ctx, seed, tr.t.Actor)
		if err != nil {
			return err
		}
		run, err := task.Play(ctx, w, ref.Drawn, e.Steps)
		var answer json.RawMessage
		if err == nil {
			answer, err = task.EpisodeAnswer(run, e)
		}
		if err != nil {
			w.Close()
			if ctx.Err() != nil {
				return ctx.Err()
			}
			tr.find(Finding{Code: codeWrongPasses, Seed: seed, Line: e.Line, Message: fmt.Sprintf("a wrong episode of task %s can't be carried out: %v", tr.t.Name, err),
				Hint: "Its calls may fail, but what they name must exist."})
			return nil
		}
		v, err := tr.verifier.VerifyWith(ctx, w, ref, task.Ending{Answer: answer, Calls: run.Calls})
		w.Close()
		if err != nil {
			return err
		}
		if v.Outcome == task.Complete {
			tr.find(Finding{Code: codeWrongPasses, Seed: seed, Line: e.Line, Calls: calls(run.Calls), Answer: string(answer),
				Message: fmt.Sprintf("a wrong episode of task %s is judged complete (%s)", tr.t.Name, e.Why),
				Hint:    "Add the condition that it breaks, or mend the episode if it is right after all."})
		}
	}
	return nil
}
