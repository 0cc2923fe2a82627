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
	varied bool            // it was a harmless variant, too
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
	if tr.report.Seeds > readingSeeds {
		// What failed here is told apart on the way that follows.
		if out, ok, err := tr.retraceVaried(ctx, seed, ref); ok || err != nil {
			return out, err
		} else if err := out.close(); err != nil {
			return nil, err
		}
	}
	sol := ref.Solutions[0]
	out := &way{answer: task.Told(sol.Answer)}
	w, err := tr.worlds.Open(ctx, seed, tr.t.Actor)
	if err != nil {
		return out, err
	}
	out.end = w
	for i, c := range sol.Run.Calls {
		if err := out.mark(ctx, tr, i, c); err != nil {
			return out, err
		}
		out.calls = append(out.calls, tr.call(ctx, w, c))
	}
	return out, tr.same(ctx, w, ref, sol, out.calls)
}

// mark keeps the world as it is before the i-th call, if that may change it.
func (w *way) mark(ctx context.Context, tr *trial, i int, c task.Call) error {
	if tr.reads(c.Tool) {
		return nil
	}
	b, err := w.end.Fork(ctx)
	if err == nil {
		w.moves, w.before = append(w.moves, i), append(w.before, b)
	}
	return err
}

// retraceVaried is the way and its harmless variant at once, for later seeds:
// other reading calls instead of the solution's, and numbers sent as text. It
// is not ok if a result or the end differs, without saying which of them it
// is that matters.
func (tr *trial) retraceVaried(ctx context.Context, seed int64, ref *task.Reference) (out *way, ok bool, err error) {
	sol := ref.Solutions[0]
	out = &way{answer: task.Told(sol.Answer), varied: true}
	if out.end, err = tr.worlds.Open(ctx, seed, tr.t.Actor); err != nil {
		return out, false, err
	}
	read := tr.readings(ctx, seed, out.end, 0, func(t *core.Tool) bool { return t.ReadOnly })
	var done []task.Call
	for _, c := range read() {
		done = append(done, tr.call(ctx, out.end, c))
	}
	for i, c := range sol.Run.Calls {
		if err := out.mark(ctx, tr, i, c); err != nil {
			return out, false, err
		}
		if out.calls = append(out.calls, c); tr.reads(c.Tool) {
			continue // what the solution reads was shown to be harmless
		}
		made := tr.call(ctx, out.end, tr.asText([]task.Call{c})[0])
		if !bytes.Equal(made.Output, c.Output) || (made.Err == nil) != (c.Err == nil) {
			return out, false, nil
		}
		done = append(done, made)
	}
	for _, c := range read() {
		done = append(done, tr.call(ctx, out.end, c))
	}
	tr.cover.changed(ctx, out.end)
	v, err := tr.verifier.VerifyWith(ctx, out.end, ref, task.Ending{Answer: out.answer, Calls: done})
	if err != nil || v.Outcome != task.Complete {
		return out, false, err
	}
	tr.report.Variants++
	return out, true, nil
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

// branch is a world that leaves the solution before one of its moves.
type branch struct {
	tr    *trial
	world core.World
	done  []task.Call // the moves before, and what was called since
}

// branch leaves the solution before the k-th move, or at its end. Who asks for
// it closes its world.
func (tr *trial) branch(ctx context.Context, from *way, k int) (*branch, error) {
	at := from.end
	if k < len(from.before) {
		at = from.before[k]
	}
	w, err := at.Fork(ctx)
	if err != nil {
		return nil, err
	}
	b := &branch{tr: tr, world: w}
	for _, i := range from.moves[:k] {
		b.done = append(b.done, from.calls[i])
	}
	return b, nil
}

// call makes a call and notes it.
func (b *branch) call(ctx context.Context, c task.Call) task.Call {
	made := b.tr.call(ctx, b.world, c)
	b.done = append(b.done, made)
	return made
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
