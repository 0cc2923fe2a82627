package openenv

import (
	"context"
	"encoding/json"

	"github.com/awmc/awmc/out/rt/host/service"
	"github.com/awmc/awmc/out/rt/task"
)

// verifyArgs are the arguments of the control tool verify.
type verifyArgs struct {
	policy    task.Policy
	answer    json.RawMessage
	truncated bool
}

func parseVerify(args json.RawMessage) (v verifyArgs, p problems) {
	m, ok := p.object(args, "arguments")
	if !ok {
		return v, p
	}
	// The AWM environment's modes: "code" is the code's verdict alone, "sql"
	// has a language model judge it, too; here, if the server's policy is to
	// ask one.
	switch mode := p.text(m, "verifier_mode"); mode {
	case "", "sql":
	case "code":
		v.policy = task.PolicyCode
	default:
		p.add("literal_error", "Input should be 'sql' or 'code'", m["verifier_mode"], "verifier_mode")
	}
	if v.answer = answer(m["final_answer"]); v.answer == nil {
		v.answer = answer(m["answer"])
	}
	v.truncated = p.flag(m, "truncated")
	return v, p
}

// verify judges the episode, which ends it: no reward can be earned after its
// verdict is known. It can be asked for again, and says the same.
func (s *Server) verify(ctx context.Context, x *session, args json.RawMessage) (*envelope, error) {
	ep := x.ep
	switch {
	case ep == nil:
		return uninitialized("Cannot verify: environment not initialized (reset failed or not called)", false), nil
	case ep.done && ep.verdict == nil:
		return ep.already(verifyTool), nil
	case ep.taskIdx < 0:
		return ep.refuse(ctx, verifyTool, noVerifier, "Cannot verify: no task specified at reset"), nil
	}
	v, wrong := parseVerify(args)
	if wrong != nil {
		return ep.refuse(ctx, verifyTool, invalidArgs, wrong.String()), nil
	}
	if err := ep.verify(ctx, verifyTool, service.Finish{Answer: v.answer, Truncated: v.truncated, Policy: v.policy}); err != nil {
		return nil, err
	}
	return ep.judged(verifyTool), nil
}

// judged tells the verdict.
func (ep *episode) judged(by string) *envelope {
	env := &envelope{Reward: ep.paid(by), Done: true}
	if ep.dialect == awm {
		o := ep.about(ep.rewardType())
		o.VerifyResult = ep.result()
		env.Observation = o
		return env
	}
	o := callObservation{ToolName: by, Result: &wrapped{ep.result()}, Metadata: map[string]any{"reward_type": ep.rewardType()}}
	env.Observation, env.Metadata = o, o.Metadata
	return env
}

// about says which episode an observation of the AWM dialect is about.
func (ep *episode) about(kind string) awmObservation {
	steps := ep.steps
	return awmObservation{RewardType: kind, Scenario: ep.in.Env.Name, Task: ep.task, TaskIdx: ep.reset.TaskIdx, StepsTaken: &steps}
}

// refuse answers a control tool that can't do what is asked.
func (ep *episode) refuse(ctx context.Context, name, kind, why string) *envelope {
	if ep.dialect == awm {
		return &envelope{Observation: awmObservation{RewardType: kind, Error: why}, Reward: earned(ep.reward(ctx, kind))}
	}
	t := kind
	if t != invalidArgs {
		t = executionError
	}
	return &envelope{Observation: callObservation{ToolName: name, Error: &toolError{t, why}}, Reward: earned(0)}
}

// done ends the episode. For OpenEnv's own clients, which know nothing of
// verify, it pays the reward; in the AWM environment it never does.
func (s *Server) done(ctx context.Context, x *session, args json.RawMessage) (*envelope, error) {
	ep := x.ep
	if ep == nil {
		return uninitialized("Cannot call done: environment not initialized (reset failed or not called)", true), nil
	}
	var p problems
	m, ok := p.object(args, "arguments")
	keep := ok && p.flag(m, "keep_session")
	v, wrong := parseVerify(args)
	if p = append(p, wrong...); len(p) > 0 {
		return ep.refuse(ctx, doneTool, invalidArgs, p.String()), nil
	}
	ep.keep = ep.keep || keep
	if ep.dialect == awm {
		ep.done = true
		o := ep.about(episodeDone)
		if ep.keep {
			o.SessionDir = "/v1/instances/" + ep.in.ID
			o.TrajectoryPath = o.SessionDir + "/trajectory"
		}
		return &envelope{Observation: o, Reward: earned(0), Done: true}, nil
	}
	if ep.taskIdx < 0 {
		ep.done = true
		return &envelope{Observation: callObservation{ToolName: doneTool, Result: &wrapped{map[string]any{}}}, Reward: earned(0), Done: true}, nil
	}
	if ep.verdict == nil && ep.done {
		return ep.already(doneTool), nil
	}
	if err := ep.verify(ctx, doneTool, service.Finish{Answer: v.answer, Truncated: v.truncated, Policy: v.policy}); err != nil {
		return nil, err
	}
	return ep.judged(doneTool), nil
}

// listScenarios lists the environments with their tasks, as only the AWM
// environment's client asks for it.
func (s *Server) listScenarios(x *session) (*envelope, error) {
	list := []scenarioInfo{}
	for _, name := range s.names(x.scope) {
		e, err := s.service.Environment(name)
		if err != nil {
			return nil, err
		}
		info := scenarioInfo{Name: e.Name, Description: e.Spec.Summary, NumTasks: len(e.Spec.Tasks), Tasks: []string{}}
		for i := range e.Spec.Tasks {
			info.Tasks = append(info.Tasks, e.Spec.Tasks[i].Ask)
		}
		list = append(list, info)
	}
	n := len(list)
	return &envelope{Observation: awmObservation{RewardType: callOK, Scenarios: list, Total: &n}, Done: x.ep != nil && x.ep.done}, nil
}
