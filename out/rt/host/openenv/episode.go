package openenv

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/awmc/awmc/out/rt/host/service"
	"github.com/awmc/awmc/out/rt/task"
)

// episode is an instance as a client of OpenEnv plays it. Whoever has the
// turn of its session may use it.
type episode struct {
	id      string // the client's name for it, or the instance's
	in      *service.Instance
	dialect dialect
	steps   int

	task    string             // what the agent is asked; "" for nothing
	taskIdx int                // -1 if it plays no task
	reset   awmObservation     // what its reset was answered with
	config  map[string]float64 // rewards by reward type, nil for the server's
	strict  bool               // ends at the first call that breaks the format

	done    bool
	verdict *task.Verdict
	payer   string // the tool that paid the reward
	keep    bool   // the instance stays when the episode is over
}

// end frees what an episode holds.
func (s *Server) end(ep *episode) {
	if ep == nil || ep.in == nil || ep.keep {
		return
	}
	if err := s.service.Delete(ep.in.ID); err != nil && service.KindOf(err) == service.Fault {
		s.service.Log().Error("ending an episode", "environment", ep.in.Env.Name, "error", err)
	}
}

// create makes an instance. Episodes of dropped sockets make room for it.
func (s *Server) create(ctx context.Context, start service.Start) (*service.Instance, error) {
	for {
		in, err := s.service.Create(ctx, start)
		if err == nil {
			return in, nil
		}
		if service.KindOf(err) != service.Capacity || !s.evict() {
			return nil, err
		}
	}
}

// free starts an episode without a task, for clients that call tools before
// any reset.
func (s *Server) free(ctx context.Context, sc scope) (*episode, error) {
	e, err := s.environment(sc)
	if err != nil {
		return nil, err
	}
	in, err := s.create(ctx, service.Start{Environment: e.Name})
	if err != nil {
		return nil, err
	}
	return &episode{id: in.ID, in: in, dialect: plain, taskIdx: -1}, nil
}

// reward is what a reward type of a single step earns in the AWM dialect.
func (ep *episode) reward(ctx context.Context, kind string) float64 {
	format := kind == toolNotFound || kind == invalidArgs
	switch {
	case ep.config != nil && !format:
		return ep.config[kind]
	case ep.config != nil:
		return formatReward(ep.config)
	case !format || ep.taskIdx < 0:
		return 0
	}
	// What the server's rewards say is known to its verifier only.
	v, err := ep.in.Verify(ctx, service.Finish{FormatErrors: true, Peek: true})
	if err != nil || v.Reward == nil {
		return 0
	}
	return *v.Reward
}

// verify judges the episode and ends it. Asked again, it gives the same
// verdict.
func (ep *episode) verify(ctx context.Context, by string, f service.Finish) error {
	if ep.verdict != nil {
		return nil
	}
	v, err := ep.in.Verify(ctx, f)
	if err != nil {
		return err
	}
	ep.verdict, ep.done, ep.payer = v, true, by
	return nil
}

// paid is the reward of a verified episode as a step by a tool returns it:
// the step that ended the episode pays, and pays the same if it is repeated,
// since its answer may have been lost. Others pay nothing.
func (ep *episode) paid(by string) *float64 {
	if by == ep.payer || ep.verdict.Reward == nil {
		return ep.verdict.Reward
	}
	return earned(0)
}

// rewardType names what a verified episode came to.
func (ep *episode) rewardType() string {
	o := ep.verdict.Outcome
	if o == task.Truncated {
		o = ep.verdict.State
	}
	return o.OpenEnv()
}

// verifyResult is a verdict in the members that the AWM environment's
// verifiers have, and in full.
type verifyResult struct {
	Result          string        `json:"result"`
	ExecutionStatus string        `json:"execution_status"`
	ErrorMessage    string        `json:"error_message,omitempty"`
	Reward          *float64      `json:"reward"`
	Verdict         *task.Verdict `json:"verdict"`
}

func (ep *episode) result() *verifyResult {
	r := &verifyResult{Result: ep.rewardType(), ExecutionStatus: "success", Reward: ep.verdict.Reward, Verdict: ep.verdict}
	if ep.verdict.Outcome.Void() {
		brief := *ep.verdict
		brief.Error, _, _ = strings.Cut(brief.Error, "\n") // the rest is in the log, and no client's business
		r.ExecutionStatus, r.ErrorMessage, r.Verdict = "error", brief.Error, &brief
	}
	return r
}

// state is what a state message is answered with.
func (ep *episode) state() any {
	st := struct {
		EpisodeID *string `json:"episode_id"`
		StepCount int     `json:"step_count"`
	}{}
	if ep != nil {
		st.EpisodeID, st.StepCount = &ep.id, ep.steps
	}
	return st
}

// answer is a final answer as Finish takes it: nil for none.
func answer(raw json.RawMessage) json.RawMessage {
	if isNull(raw) {
		return nil
	}
	return raw
}

// endedText is what steps after the end are told.
const endedText = "Episode has ended. Call reset() to start a new episode."
