package rollout

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/service"
	"github.com/awmc/awmc/out/rt/model"
	"github.com/awmc/awmc/out/rt/task"
)

// Rules are how episodes are played.
type Rules struct {
	MaxTurns int // answers of the agent; 30 by default
	Form     Form
	// EndOnFormatError ends an episode at the first call that can't be read,
	// names no tool or breaks its schema; else the agent is told and goes on.
	EndOnFormatError bool
	Rewards          *task.Rewards // nil for the defaults
}

// Line is one episode: a line of the output file, in OpenAI's messages
// format with its reward.
type Line struct {
	ID            string          `json:"id"` // environment/task/seed/number
	Agent         string          `json:"agent"`
	Environment   string          `json:"environment"`
	Task          string          `json:"task"`
	Seed          int64           `json:"seed"`
	EffectiveSeed int64           `json:"effective_seed"`
	Number        int             `json:"episode"`
	Messages      []model.Message `json:"messages"`
	Turns         int             `json:"turns"`
	Calls         int             `json:"calls"`
	Usage         model.Usage     `json:"usage"`
	// Reward is null if the episode is void.
	Reward  *float64      `json:"reward"`
	Verdict *task.Verdict `json:"verdict,omitempty"`
	// Void says why the episode says nothing about the agent.
	Void string `json:"void,omitempty"`
}

// Job is one episode to be played.
type Job struct {
	Environment, Task string
	Seed              int64
	Number            int
}

// ID names the episode for resuming.
func (j Job) ID() string { return fmt.Sprintf("%s/%s/%d/%d", j.Environment, j.Task, j.Seed, j.Number) }

// Play plays one episode to its verdict. It never fails: a fault of the
// model's server or of the host makes the line void.
func Play(ctx context.Context, s *service.Service, agent Agent, name string, rules Rules, job Job) *Line {
	l := &Line{ID: job.ID(), Agent: name, Environment: job.Environment, Task: job.Task, Seed: job.Seed, Number: job.Number}
	if err := l.play(ctx, s, agent, rules, job); err != nil {
		l.Void, l.Reward = err.Error(), nil
	}
	return l
}

func (l *Line) play(ctx context.Context, s *service.Service, agent Agent, rules Rules, job Job) error {
	e, err := s.Environment(job.Environment)
	if err != nil {
		return err
	}
	p, err := e.Prepare(ctx, job.Task, job.Seed)
	if err != nil {
		return err
	}
	l.EffectiveSeed = p.EffectiveSeed
	in, err := s.Create(ctx, service.Start{Environment: job.Environment, Task: job.Task, Seed: job.Seed,
		EndOnFormatError: rules.EndOnFormatError, Rewards: rules.Rewards})
	if err != nil {
		return err
	}
	defer s.Delete(in.ID)
	offer, err := rules.Form.offer(e.Spec)
	if err != nil {
		return err
	}
	ep := &Episode{Env: e.Spec, Prepared: p, Offer: offer, Number: job.Number}
	if e.Spec.Policy != "" {
		l.Messages = append(l.Messages, model.Message{Role: model.System, Content: e.Spec.Policy})
	}
	l.Messages = append(l.Messages, model.Message{Role: model.User, Content: p.Drawn.Ask()})
	finish, err := l.turns(ctx, e, in, agent.Begin(ep), rules)
	if err != nil {
		return err
	}
	v, err := in.Verify(ctx, finish)
	if err != nil {
		return err
	}
	l.Verdict, l.Reward = v, v.Reward
	if v.Outcome.Void() {
		l.Void = v.Error
		if l.Void == "" {
			l.Void = string(v.Outcome)
		}
	}
	return nil
}

// turns lets the agent act until it answers, runs out of turns, or (where
// that is the rule) breaks the format.
func (l *Line) turns(ctx context.Context, e *service.Environment, in *service.Instance, player Player, rules Rules) (service.Finish, error) {
	most := rules.MaxTurns
	if most <= 0 {
		most = 30
	}
	finish := service.Finish{Rewards: rules.Rewards, FormatErrors: rules.EndOnFormatError}
	for l.Turns < most {
		r, err := player.Turn(ctx, l.Messages)
		if err != nil {
			return finish, err
		}
		l.Turns++
		l.Usage = l.Usage.Add(r.Usage)
		l.Messages = append(l.Messages, model.Message{Role: model.Assistant, Content: r.Content, ToolCalls: r.ToolCalls})
		if len(r.ToolCalls) == 0 {
			if r.Truncated() {
				finish.Truncated = true
				return finish, nil
			}
			b, err := json.Marshal(r.Content)
			if err == nil && r.Content != "" {
				finish.Answer = b
			}
			return finish, err
		}
		for _, c := range r.ToolCalls {
			result, ended, err := l.call(ctx, e, in, rules, c)
			if err != nil {
				return finish, err
			}
			l.Messages = append(l.Messages, model.Message{Role: model.ToolRole, ToolCallID: c.ID, Content: string(result)})
			if ended {
				return finish, nil
			}
		}
	}
	finish.Truncated = true
	return finish, nil
}

// call carries out one call of the agent's. ended says that a format error
// ended the episode.
func (l *Line) call(ctx context.Context, e *service.Environment, in *service.Instance, rules Rules, c model.ToolCall) (result json.RawMessage, ended bool, err error) {
	l.Calls++
	name, args, listed, bad := rules.Form.resolve(e, c)
	switch {
	case listed != nil:
		return listed, false, nil
	case bad != "":
		if !rules.EndOnFormatError {
			return core.Result{Err: &core.Error{Code: core.CodeInvalidArgument, Message: bad, Schema: true}}.Text(), false, nil
		}
		// The instance itself refuses it and records that the format is
		// broken, so that the verdict says so.
		if name == "" {
			name = c.Name
		}
		args = json.RawMessage(c.Arguments)
	}
	res, err := in.Call(ctx, name, args)
	if err != nil {
		return nil, false, err
	}
	if res.Err != nil && res.Err.Code == core.CodeInternal {
		return nil, false, errors.New("the environment failed: " + res.Err.Message)
	}
	broken := bad != "" || res.Err != nil && res.Err.Schema
	return res.Text(), broken && rules.EndOnFormatError, nil
}
