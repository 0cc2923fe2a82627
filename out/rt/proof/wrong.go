package proof

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/task"
)

// wrong shows that the author's wrong episodes fail.
func (tr *trial) wrong(ctx context.Context, seed int64, ref *task.Reference) error {
	for i := range tr.t.Wrong {
		if err := tr.wrongEpisode(ctx, seed, ref, &tr.t.Wrong[i]); err != nil {
			return err
		}
	}
	return nil
}

func (tr *trial) wrongEpisode(ctx context.Context, seed int64, ref *task.Reference, e *core.Episode) (err error) {
	w, err := tr.worlds.Open(ctx, seed, tr.t.Actor)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	run, err := task.Play(ctx, w, ref.Drawn, e.Steps)
	var answer json.RawMessage
	if err == nil {
		answer, err = task.EpisodeAnswer(run, e)
	}
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		tr.find(Finding{Code: codeWrongPasses, Seed: seed, Line: e.Line, Message: fmt.Sprintf("a wrong episode of task %s can't be carried out: %v", tr.t.Name, err),
			Hint: "Its calls may fail, but what they name must exist."}, "not carried out")
		return nil
	}
	for _, c := range run.Calls {
		tr.cover.call(c.Tool, core.Result{Output: c.Output, Err: c.Err})
	}
	v, err := tr.judge(ctx, w, ref, run.Calls, answer)
	if err != nil || v == nil || v.Outcome != task.Complete {
		return err
	}
	tr.find(Finding{Code: codeWrongPasses, Seed: seed, Line: e.Line, Calls: calls(run.Calls), Answer: string(answer),
		Message: fmt.Sprintf("a wrong episode of task %s is judged complete (%s)", tr.t.Name, e.Why),
		Hint:    "Add the condition that it breaks, or mend the episode if it is right after all."}, "")
	return nil
}
