package openenv

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/service"
)

// resetRequest is the data of a reset. Other members are ignored, as by
// OpenEnv's servers.
type resetRequest struct {
	environment string // as scenario, environment or env; "" where there is only one
	dialect     dialect
	seed        int64
	episodeID   string
	taskIdx     *int64
	task        string
	actor       string
	config      map[string]float64
	strict      bool // end_on_format_error
	resume      bool // take up the episode of that id instead of starting one
}

// parseReset reads a reset's data. before is the dialect that the session
// speaks: who has once named a scenario is answered so from then on.
func parseReset(data map[string]json.RawMessage, before dialect) (r resetRequest, p problems) {
	r.environment = p.text(data, "scenario")
	switch {
	case r.environment != "":
		r.dialect = awm
	case before != "":
		r.dialect = before
	default:
		r.dialect = plain
	}
	for _, name := range []string{"environment", "env"} {
		if s := p.text(data, name); r.environment == "" {
			r.environment = s
		}
	}
	switch d := dialect(p.text(data, "dialect")); d {
	case "":
	case plain, awm:
		r.dialect = d
	default:
		p.add("literal_error", "Input should be 'openenv' or 'awm'", data["dialect"], "dialect")
	}
	if n := p.integer(data, "seed"); n != nil {
		if r.seed = *n; r.seed < 0 {
			p.add("greater_than_equal", "Input should be greater than or equal to 0", data["seed"], "seed")
		}
	}
	if r.episodeID = p.text(data, "episode_id"); len(r.episodeID) > 255 {
		p.add("string_too_long", "String should have at most 255 characters", nil, "episode_id")
	}
	r.taskIdx = p.integer(data, "task_idx")
	r.task = p.text(data, "task")
	r.actor = p.text(data, "actor")
	r.config = p.rewardConfig(data["reward_config"])
	r.strict = p.flag(data, "end_on_format_error")
	if r.resume = p.flag(data, "resume"); r.resume && r.episodeID == "" {
		p.add("missing", "Field required to resume", nil, "episode_id")
	}
	return r, p
}

// reset starts an episode, or takes one up.
func (s *Server) reset(ctx context.Context, x *session, by *socket, data map[string]json.RawMessage) (*envelope, error) {
	r, wrong := parseReset(data, x.dialect)
	if wrong != nil {
		return nil, invalid(wrong)
	}
	x.dialect = r.dialect
	if r.resume {
		ep, err := s.takeUp(ctx, r.episodeID, x.scope, by)
		if err != nil {
			return nil, err
		}
		s.play(x, by, ep)
		x.dialect = ep.dialect
		return ep.resetEnvelope(true), nil
	}
	ep, err := s.start(ctx, x, by, r)
	if err == nil {
		return ep.resetEnvelope(false), nil
	}
	if r.dialect == awm && service.KindOf(err) != service.Capacity {
		return &envelope{Observation: awmObservation{RewardType: resetError, Error: err.Error()}}, nil
	}
	return nil, err
}

// start starts the episode that a reset asks for. What is wrong with the
// request leaves the one before as it was.
func (s *Server) start(ctx context.Context, x *session, by *socket, r resetRequest) (*episode, error) {
	e, err := s.scenario(x.scope, r.environment)
	if err != nil {
		return nil, err
	}
	idx, text, err := r.chooseTask(e.Spec)
	if err != nil {
		return nil, err
	}
	start := service.Start{Environment: e.Name, Seed: r.seed, Actor: r.actor, EndOnFormatError: r.strict, Rewards: rewardsOf(r.config)}
	if idx >= 0 {
		start.Task = e.Spec.Tasks[idx].Name
	}
	s.play(x, by, nil) // its instance makes room
	in, err := s.create(ctx, start)
	if err != nil {
		return nil, err
	}
	info, err := in.Info(ctx)
	if err != nil {
		return nil, err
	}
	ep := &episode{id: r.episodeID, in: in, dialect: r.dialect, task: text, taskIdx: idx, config: r.config, strict: r.strict}
	if ep.id == "" {
		ep.id = in.ID
	}
	tools := len(e.Spec.Tools)
	ep.reset = awmObservation{RewardType: resetOK, Scenario: e.Name, NumTools: &tools, Metadata: map[string]any{
		"episode_id": ep.id, "instance": in.ID, "scenario": e.Name, "seed": info.Seed, "effective_seed": info.EffectiveSeed, "now": info.Now,
	}}
	if idx >= 0 {
		ep.task = info.Ask
		ep.reset.TaskIdx, ep.reset.HasVerifier = &ep.taskIdx, &verifierModes{SQL: true, Code: true}
		ep.reset.Metadata["task_idx"], ep.reset.Metadata["task_name"] = idx, start.Task
		ep.reset.Metadata["held_out"] = e.Spec.Tasks[idx].HeldOut
	}
	if ep.reset.Task = ep.task; ep.task != "" {
		ep.reset.Metadata["task"] = ep.task
	}
	if e.Spec.Policy != "" {
		ep.reset.Metadata["policy"] = e.Spec.Policy
	}
	s.play(x, by, ep)
	return ep, nil
}

// play gives a session another episode and ends the one before.
func (s *Server) play(x *session, by *socket, ep *episode) {
	before := x.ep
	x.ep = ep
	s.mu.Lock()
	if by != nil && !x.held {
		if before != nil && s.playing[before.id] == by {
			delete(s.playing, before.id)
		}
		if ep != nil {
			s.playing[ep.id] = by
		}
	}
	s.mu.Unlock()
	s.end(before)
}

func (ep *episode) resetEnvelope(resumed bool) *envelope {
	o := ep.reset
	if resumed {
		o.Metadata = map[string]any{}
		for name, v := range ep.reset.Metadata {
			o.Metadata[name] = v
		}
		o.Metadata["resumed"], o.Metadata["step_count"] = true, ep.steps
	}
	return &envelope{Observation: o, Done: ep.done, Metadata: o.Metadata}
}

// chooseTask finds the task that a reset means: by its index, by its name,
// or, if it says nothing, by the seed, from those that are not held out. In
// the AWM dialect saying nothing means no task, and words that name none are
// a request without a verifier.
func (r *resetRequest) chooseTask(env *core.Env) (idx int, text string, err error) {
	n := len(env.Tasks)
	switch {
	case r.taskIdx != nil:
		if i := *r.taskIdx; i < 0 || i >= int64(n) {
			return 0, "", &service.Error{Kind: service.Invalid, Message: fmt.Sprintf("task_idx %d out of range (0..%d)", i, n-1)}
		}
		return int(*r.taskIdx), "", nil
	case r.task != "":
		names := make([]string, n)
		for i := range env.Tasks {
			names[i] = env.Tasks[i].Name
		}
		if i := slices.Index(names, r.task); i >= 0 {
			return i, "", nil
		}
		if r.dialect == awm {
			return -1, r.task, nil
		}
		msg := fmt.Sprintf("there is no task %q", shorten(r.task))
		if near := core.Nearest(r.task, names); near != "" {
			msg += fmt.Sprintf("; did you mean %q?", near)
		} else if n > 0 {
			msg += "; there are " + strings.Join(names, ", ")
		}
		return 0, "", &service.Error{Kind: service.Invalid, Message: msg}
	case r.dialect == awm:
		return -1, "", nil
	}
	var open []int
	for i := range env.Tasks {
		if !env.Tasks[i].HeldOut {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		return -1, "", nil
	}
	return open[r.seed%int64(len(open))], "", nil
}
