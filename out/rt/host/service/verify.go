package service

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/awmc/awmc/out/rt/task"
)

// Finish says how an episode ends.
type Finish struct {
	// Answer is the agent's final answer, JSON or plain text; nil for none.
	Answer json.RawMessage
	// Truncated is set if turns or tokens ran out.
	Truncated bool
	// FormatErrors counts a call that named no tool or broke its schema, if
	// there was one, as the end of the episode.
	FormatErrors bool
	// Rewards and Policy, if set, replace those of the server.
	Rewards *task.Rewards
	Policy  task.Policy
	// Peek judges without ending the episode.
	Peek bool
}

// Verify judges the episode and ends it: later calls of tools are refused,
// and verifying again gives the same verdict.
func (in *Instance) Verify(ctx context.Context, f Finish) (*task.Verdict, error) {
	if err := in.take(ctx); err != nil {
		return nil, err
	}
	defer in.leave()
	if in.verdict != nil {
		return in.verdict, nil
	}
	if in.task == nil {
		return nil, conflictf("instance %s plays no task, so there is nothing to verify; create or reset it with one", in.ID)
	}
	end := Ending{Answer: f.Answer, Truncated: f.Truncated}
	if in.ended {
		end.FormatError = in.ending.FormatError
	} else if f.FormatErrors {
		end.FormatError = in.badCall
	}
	if in.broken != nil {
		end.Fault = in.broken.Error()
	}
	v, err := in.judge(ctx, end, f)
	if err != nil || f.Peek {
		return v, err
	}
	in.verdict = v
	in.end(end)
	in.service.Metrics.verdict(in.Env.Name, v.Outcome)
	return v, nil
}

func (in *Instance) judge(ctx context.Context, end Ending, f Finish) (*task.Verdict, error) {
	ctx, stop := in.merge(ctx)
	defer stop()
	if end.Fault == "" {
		if err := in.open(ctx); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			in.breakDown("", err)
			end.Fault = err.Error()
		}
	}
	e := task.Ending{
		Answer: end.Answer, Truncated: end.Truncated, FormatError: end.FormatError,
		Rewards: f.Rewards, Policy: f.Policy, Calls: in.calls(),
	}
	if e.Rewards == nil {
		e.Rewards = in.start.Rewards
	}
	if end.Fault != "" {
		return &task.Verdict{
			Task: in.task.Name, Seed: in.start.Seed, EffectiveSeed: in.seed,
			Outcome: task.EnvironmentError, State: task.EnvironmentError, Conditions: []task.Condition{}, Error: end.Fault,
		}, nil
	}
	return in.Env.Verifier.Verify(ctx, in.world, in.task, in.start.Seed, e)
}

// end closes the episode to the agent.
func (in *Instance) end(e Ending) {
	in.ended, in.ending = true, e
	if err := in.keepEnd(); err != nil {
		in.service.opt.Log.Error("keeping the end of an episode", "instance", in.ID, "error", err)
	}
}

// ExpiredVerdict is the verdict of an episode that expired: void, never a
// zero. The error is that of Instance if it did not expire.
func (s *Service) ExpiredVerdict(id string) (*task.Verdict, error) {
	s.mu.Lock()
	g, ok := s.gone.byID[id]
	s.mu.Unlock()
	if !ok || !g.expired {
		_, err := s.Instance(id)
		if err == nil {
			err = errors.New("instance " + id + " has not expired")
		}
		return nil, err
	}
	return &task.Verdict{
		Outcome: task.EnvironmentError, State: task.EnvironmentError, Conditions: []task.Condition{},
		Task: g.task, Seed: g.seed, EffectiveSeed: g.effective,
		Error: "the instance expired: nobody used it for " + s.opt.Limits.Idle.String(),
	}, nil
}
