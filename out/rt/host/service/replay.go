package service

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/awmc/awmc/out/rt/task"
)

// Difference is where a replay departed from what was recorded.
type Difference struct {
	Call int    `json:"call,omitempty"` // from 1; 0 for what is not about a call
	What string `json:"what"`
	Want string `json:"want"`
	Got  string `json:"got"`
}

// Replay plays a recorded episode again and compares every result, the state
// at the end and the verdict, byte for byte. It lists the differences, the
// first at the most for the calls: what follows it is a consequence.
func (s *Service) Replay(ctx context.Context, t *Trajectory) ([]Difference, error) {
	env, err := s.Environment(t.Environment)
	if err != nil {
		return nil, err
	}
	var diffs []Difference
	if t.Digests.Environment != env.Digest {
		diffs = append(diffs, Difference{What: "the environment was built from another version", Want: t.Digests.Environment, Got: env.Digest})
	}
	in, err := s.Create(ctx, Start{Environment: t.Environment, Task: t.Task, Seed: t.Seed, Actor: t.Actor, Rewards: t.Rewards})
	if err != nil {
		return nil, err
	}
	defer func() {
		if err := s.Delete(in.ID); err != nil {
			s.opt.Log.Error("ending a replay", "error", err)
		}
	}()
	if in.seed != t.EffectiveSeed {
		return append(diffs, Difference{What: "effective seed", Want: fmt.Sprint(t.EffectiveSeed), Got: fmt.Sprint(in.seed)}), nil
	}
	r := replay{in: in, t: t}
	found, err := r.run(ctx)
	return append(diffs, found...), err
}

type replay struct {
	in *Instance
	t  *Trajectory
}

func (r *replay) run(ctx context.Context) ([]Difference, error) {
	calls, err := r.t.Calls()
	if err != nil {
		return nil, err
	}
	if r.t.Task != "" {
		for _, m := range r.t.Messages {
			if m.Role == "user" && m.Content != nil && *m.Content != r.in.ask {
				return []Difference{{What: "the request", Want: *m.Content, Got: r.in.ask}}, nil
			}
		}
	}
	for i, c := range calls {
		if c.Stopped {
			continue
		}
		res, err := r.in.Call(ctx, c.Tool, c.Arguments)
		if err != nil {
			return nil, err
		}
		if got := res.Text(); !bytes.Equal(got, c.Result) {
			return []Difference{{Call: i + 1, What: "the result of " + c.Tool, Want: string(c.Result), Got: string(got)}}, nil
		}
	}
	if r.t.Void != "" {
		return nil, nil
	}
	var diffs []Difference
	again, err := r.in.Trajectory(ctx)
	if err != nil {
		return nil, err
	}
	if want, got := r.t.Digests.State, again.Digests.State; want != got {
		diffs = append(diffs, Difference{What: "the state at the end", Want: want, Got: got})
	}
	d, err := r.verdict(ctx)
	return append(diffs, d...), err
}

// verdict judges again, by code alone: a language model need not say the
// same thing twice.
func (r *replay) verdict(ctx context.Context) ([]Difference, error) {
	if r.t.Verdict == nil || r.t.Ending == nil || r.in.task == nil {
		return nil, nil
	}
	e := r.t.Ending
	if err := r.in.open(ctx); err != nil {
		return nil, err
	}
	v, err := r.in.Env.Verifier.Verify(ctx, r.in.world, r.in.task, r.t.Seed, task.Ending{
		Answer: e.Answer, Truncated: e.Truncated, FormatError: e.FormatError, Rewards: r.t.Rewards, Policy: task.PolicyCode, Calls: r.in.calls(),
	})
	if err != nil {
		return nil, err
	}
	want := *r.t.Verdict
	if want.Judge != nil {
		want.Outcome, want.Reward, want.Judge = v.Outcome, v.Reward, nil
	}
	a, errA := json.Marshal(want)
	b, errB := json.Marshal(v)
	if err := errors.Join(errA, errB); err != nil {
		return nil, err
	}
	if !bytes.Equal(a, b) {
		return []Difference{{What: "the verdict", Want: string(a), Got: string(b)}}, nil
	}
	return nil, nil
}

// Calls are the calls of a trajectory's messages with their results.
func (t *Trajectory) Calls() ([]Record, error) {
	var calls []Record
	byID := map[string]int{}
	for _, m := range t.Messages {
		for _, c := range m.ToolCalls {
			byID[c.ID] = len(calls)
			calls = append(calls, Record{Tool: c.Function.Name, Arguments: json.RawMessage(c.Function.Arguments)})
		}
		if m.Role != "tool" || m.Content == nil {
			continue
		}
		i, ok := byID[m.ToolCallID]
		if !ok {
			return nil, invalidf("a tool's message answers %q, and no call has that id", m.ToolCallID)
		}
		calls[i].Result = json.RawMessage(*m.Content)
	}
	for _, i := range t.Stopped {
		if i >= 0 && i < len(calls) {
			calls[i].Stopped = true
		}
	}
	for i, c := range calls {
		if c.Result == nil {
			return nil, invalidf("call %d (%s) has no result", i+1, c.Tool)
		}
	}
	return calls, nil
}
