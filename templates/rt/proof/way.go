package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/task"
)

// way is the reference solution carried out again, with the world as it was
// before each call that may change something. What differs from the solution
// in one place branches off there instead of starting over, and leaves out
// the calls that only read: they were shown to change nothing.
type way struct {
	calls  []task.Call
	moves  []int        // the calls of tools that may change something
	before []core.World // the world before each move
	end    core.World
	answer json.RawMessage // the right one, nil if none is expected
}

func (w *way) close() error {
	if w == nil {
		return nil
	}
	var errs []error
	for _, b := range append(w.before, w.end) {
		if b != nil {
			errs = append(errs, b.Close())
		}
	}
	return errors.Join(errs...)
}

// changing lists the moves that changed something, as indexes of moves.
func (w *way) changing() []int {
	var out []int
	for k, i := range w.moves {
		if w.calls[i].Changed {
			out = append(out, k)
		}
	}
	return out
}

// toolsOf are the tools of calls.
func (tr *trial) toolsOf(made []task.Call) []*core.Tool {
	var out []*core.Tool
	for _, c := range made {
		if t := tr.drawer.tools[c.Tool]; t != nil {
			out = append(out, t)
		}
	}
	return out
}

// reads reports whether a tool can't change anything.
func (tr *trial) reads(tool string) bool {
	t := tr.drawer.tools[tool]
	return t != nil && t.ReadOnly
}

// retrace carries out the solution again: with the same results, and to the
// end that completes the task.
func (tr *trial) retrace(ctx context.Context, seed int64, ref *task.Reference) (*way, error) {
	sol := ref.Solutions[0]
	out := &way{answer: task.Told(sol.Answer)}
	w, err := tr.worlds.Open(ctx, seed, tr.t.Actor)
	if err != nil {
		return out, err
	}
	out.end = w
	for i, c := range sol.Run.Calls {
		if !tr.reads(c.Tool) {
			b, err := w.Fork(ctx)
			if err != nil {
				return out, err
			}
			out.moves, out.before = append(out.moves, i), append(out.before, b)
		}
		out.calls = append(out.calls, tr.call(ctx, w, c))
	}
	return out, tr.same(ctx, w, ref, sol, out.calls)
}

// same shows that a solution carried out again gives the same bytes and
// completes the task.
func (tr *trial) same(ctx context.Context, w core.World, ref *task.Reference, sol *task.Solution, done []task.Call) error {
	tr.cover.changed(ctx, w)
	for i, c := range done {
		was := sol.Run.Calls[i]
		if !bytes.Equal(c.Output, was.Output) || (c.Err == nil) != (was.Err == nil) {
			tr.find(Finding{Code: codeReplayDiffers, Seed: ref.Seed, Line: was.Line, Tool: c.Tool, Calls: calls(done[:i+1]),
				Message: fmt.Sprintf("call %d (%s) of task %s gives another result when it is replayed", i+1, c.Tool, tr.t.Name),
				Hint:    "Give every list a total order: end ORDER BY with the key."}, "")
			break
		}
	}
	v, err := tr.judge(ctx, w, ref, done, task.Told(sol.Answer))
	if err != nil || v == nil {
		return err
	}
	if v.Outcome != task.Complete {
		tr.stop = true
		tr.find(Finding{Code: codeNotComplete, Seed: ref.Seed, Calls: calls(done), Answer: string(task.Told(sol.Answer)),
			Message: fmt.Sprintf("%s of task %s does not complete it: %s", sol.Name, tr.t.Name, why(v)),
			Hint:    "Mend the condition that fails, or the solution."}, sol.Name)
	}
	return nil
}

// otherSolutions shows the same of each also_solve.
func (tr *trial) otherSolutions(ctx context.Context, seed int64, ref *task.Reference) error {
	for _, sol := range ref.Solutions[1:] {
		w, err := tr.worlds.Open(ctx, seed, tr.t.Actor)
		if err != nil {
			return err
		}
		var done []task.Call
		for _, c := range sol.Run.Calls {
			done = append(done, tr.call(ctx, w, c))
		}
		err = errors.Join(tr.same(ctx, w, ref, sol, done), w.Close())
		if err != nil || tr.stop {
			return err
		}
	}
	return nil
}

// branch plays calls from the k-th move on instead of the solution's, and
// judges the end. done has the moves before them, too. fn, if the trial does
// not end here, sees the world before it is closed.
func (tr *trial) branch(ctx context.Context, ref *task.Reference, from *way, k int, made []task.Call, answer json.RawMessage, fn func(w core.World, done []task.Call, v *task.Verdict) error) (err error) {
	at := from.end
	if k < len(from.before) {
		at = from.before[k]
	}
	w, err := at.Fork(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	var done []task.Call
	for _, i := range from.moves[:k] {
		done = append(done, from.calls[i])
	}
	for _, c := range made {
		done = append(done, tr.call(ctx, w, c))
	}
	v, err := tr.judge(ctx, w, ref, done, answer)
	if err != nil || v == nil {
		return err
	}
	return fn(w, done, v)
}

// rest are the moves from the k-th on.
func (w *way) rest(k int) []task.Call {
	var out []task.Call
	for _, i := range w.moves[min(k, len(w.moves)):] {
		out = append(out, w.calls[i])
	}
	return out
}

// solved are the concrete calls of a solution, for those who set out from
// where it ends.
func solved(ref *task.Reference) []task.Call {
	if len(ref.Solutions) == 0 {
		return nil
	}
	return ref.Solutions[0].Run.Calls
}
