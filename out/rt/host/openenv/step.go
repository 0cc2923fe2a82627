package openenv

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/service"
)

func sortedKeys(m map[string]json.RawMessage) []string { return slices.Sorted(maps.Keys(m)) }

// step answers a step of a session's episode.
func (s *Server) step(ctx context.Context, x *session, by *socket, data map[string]json.RawMessage) (*envelope, error) {
	a, wrong := parseAction(data)
	if wrong != nil {
		return nil, invalid(wrong)
	}
	return s.act(ctx, x, by, a)
}

func (s *Server) act(ctx context.Context, x *session, by *socket, a action) (*envelope, error) {
	if x.ep != nil && !x.ep.done {
		x.ep.steps++
	}
	switch {
	case a.list:
		return s.listTools(x), nil
	case a.tool == scenariosTool:
		return s.listScenarios(x)
	case a.tool == verifyTool:
		return s.verify(ctx, x, a.args)
	case a.tool == doneTool:
		return s.done(ctx, x, a.args)
	}
	if x.ep == nil {
		ep, err := s.free(ctx, x.scope)
		if service.KindOf(err) == service.Invalid {
			return uninitialized("There is no environment yet. Call reset() with a scenario first.", false), nil
		}
		if err != nil {
			return nil, err
		}
		s.play(x, by, ep)
		ep.steps++
	}
	return x.ep.call(ctx, a)
}

// listTools describes the tools, before and after any reset.
func (s *Server) listTools(x *session) *envelope {
	env := &envelope{}
	var e *service.Environment
	var err error
	if x.ep != nil {
		e, env.Done = x.ep.in.Env, x.ep.done
	} else {
		e, err = s.environment(x.scope)
	}
	if err != nil {
		env.Observation = toolsObservation{Tools: []tool{}, Error: "There is no environment yet. Call reset() with a scenario first."}
		return env
	}
	env.Observation = toolsObservation{Tools: toolsOf(e.Spec)}
	return env
}

// toolsOf lists an environment's own tools; those of the protocol are not for
// agents.
func toolsOf(env *core.Env) []tool {
	list := make([]tool, len(env.Tools))
	for i := range env.Tools {
		t := &env.Tools[i]
		list[i] = tool{Name: t.Name, Description: t.Doc, InputSchema: core.InputSchema(t.Params)}
	}
	return list
}

// call calls a tool of the environment.
func (ep *episode) call(ctx context.Context, a action) (*envelope, error) {
	if ep.done {
		return ep.already(a.tool), nil
	}
	res, err := ep.in.Call(ctx, a.tool, a.args)
	if err != nil {
		return nil, err
	}
	env := ep.observe(ctx, a.tool, res)
	if ep.strict && res.Err != nil && res.Err.Schema {
		if ep.taskIdx >= 0 {
			if err := ep.verify(ctx, a.tool, service.Finish{}); err != nil {
				return nil, err
			}
			env.Reward = ep.verdict.Reward
		}
		ep.done, env.Done = true, true
	}
	return env, nil
}

// observe puts a tool's result into the words of the dialect.
func (ep *episode) observe(ctx context.Context, name string, res core.Result) *envelope {
	if ep.dialect == awm {
		return ep.observeAWM(ctx, name, res)
	}
	o := callObservation{ToolName: name}
	if res.Err == nil {
		o.Result = &wrapped{res.Output}
		return &envelope{Observation: o, Reward: earned(0)}
	}
	o.Error = &toolError{Type: errorType(res.Err), Message: errorText(res.Err)}
	o.Metadata = map[string]any{"error": res.Err}
	return &envelope{Observation: o, Reward: earned(0), Metadata: o.Metadata}
}

// observeAWM is observe in the AWM dialect. A refusal ("there is no book 99")
// is a result like any other: it is neither a broken format nor a fault of
// the server, which trainers punish and discard.
func (ep *episode) observeAWM(ctx context.Context, name string, res core.Result) *envelope {
	o := awmObservation{RewardType: callOK, ToolName: name}
	if e := res.Err; e == nil {
		o.ToolResult = res.Output
	} else {
		o.Error = errorText(e)
		switch t := errorType(e); t {
		case toolNotFound, invalidArgs, timedOut:
			o.RewardType = t
		case executionError:
			if e.Code == core.CodeInternal {
				o.RewardType = serverError
			} else {
				o.ToolResult = res.Text()
			}
		}
	}
	return &envelope{Observation: o, Reward: earned(ep.reward(ctx, o.RewardType))}
}

// already answers a step after the end.
func (ep *episode) already(name string) *envelope {
	if ep.dialect == awm {
		return &envelope{Observation: awmObservation{RewardType: alreadyDone, Error: endedText}, Done: true}
	}
	return &envelope{Observation: callObservation{ToolName: name, Error: &toolError{executionError, endedText}}, Reward: earned(0), Done: true}
}

// uninitialized answers what needs an episode where there is none, in words
// that the clients of both dialects can read: with a tool_name, one would take
// the error for an object.
func uninitialized(why string, done bool) *envelope {
	return &envelope{Observation: awmObservation{RewardType: serverError, Error: why}, Reward: earned(0), Done: done}
}

// errorType is OpenEnv's type of a tool's error.
func errorType(e *core.Error) string {
	switch {
	case e.Schema && e.Code == core.CodeNotFound:
		return toolNotFound
	case e.Schema:
		return invalidArgs
	case errors.Is(e.Cause, context.DeadlineExceeded) || errors.Is(e.Cause, context.Canceled):
		return timedOut
	}
	return executionError
}

// errorText is a tool's error in one line.
func errorText(e *core.Error) string {
	if e.Parameter != "" {
		return fmt.Sprintf("%s (%s, parameter %s)", e.Message, e.Code, e.Parameter)
	}
	return fmt.Sprintf("%s (%s)", e.Message, e.Code)
}
