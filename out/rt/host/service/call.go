package service

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/task"
)

// Call runs one tool. What goes wrong with the tool is in Result.Err, as the
// agent may see it: of faults it says only that there was one. The error is
// for an instance that is gone or a context that ended while waiting.
func (in *Instance) Call(ctx context.Context, tool string, args json.RawMessage) (core.Result, error) {
	if err := in.take(ctx); err != nil {
		return core.Result{}, err
	}
	defer in.leave()
	if e := in.closedToAgents(); e != nil {
		return core.Result{Err: e}, nil
	}
	if args = bytes.TrimSpace(args); len(args) == 0 || string(args) == "null" {
		args = json.RawMessage("{}")
	}
	res := in.run(ctx, tool, args)
	in.observe(tool, args, &res)
	in.touch()
	return res, nil
}

// closedToAgents is why no tool can be called any more, or nil.
func (in *Instance) closedToAgents() *core.Error {
	switch {
	case in.broken != nil:
		return brokenError()
	case in.ended:
		return &core.Error{Code: core.CodeFailedPrecondition, Message: "The episode has ended; no tool can be called any more."}
	case len(in.log) >= in.service.opt.Limits.Calls:
		return &core.Error{Code: core.CodeFailedPrecondition, Message: fmt.Sprintf("This episode has had %d calls, as many as it may.", len(in.log))}
	}
	return nil
}

// brokenError is all that an agent learns of a fault: what went wrong might
// name files of the host.
func brokenError() *core.Error {
	return &core.Error{Code: core.CodeInternal, Message: "The environment failed. This is no fault of yours, and the episode will not be counted."}
}

// run calls the tool in the world.
func (in *Instance) run(ctx context.Context, tool string, args json.RawMessage) (res core.Result) {
	if in.Env.tools[tool] == nil {
		return core.Result{Err: in.Env.unknownTool(tool)}
	}
	ctx, stop := in.merge(ctx)
	defer stop()
	defer func() {
		if r := recover(); r != nil {
			res = core.Result{Err: core.Internal(fmt.Errorf("panic: %v", r))}
		}
	}()
	if err := in.open(ctx); err != nil {
		if ctx.Err() != nil {
			return core.Result{Err: &core.Error{Code: core.CodeFailedPrecondition, Message: "The call was cancelled; nothing of it was kept.", Cause: ctx.Err()}}
		}
		return core.Result{Err: core.Internal(err)}
	}
	return in.world.Call(ctx, tool, args)
}

// observe writes a call into the log and draws the consequences.
func (in *Instance) observe(tool string, args json.RawMessage, res *core.Result) {
	rec := Record{Tool: tool, Arguments: bytes.Clone(args), Changed: res.Changed}
	if e := res.Err; e != nil {
		rec.Code, rec.Stopped = e.Code, stopped(e)
		if e.Code == core.CodeInternal {
			in.breakDown(tool, e)
			res.Err = brokenError()
		}
		if e.Schema && in.badCall == "" {
			in.badCall = tool + ": " + e.Message
		}
	}
	rec.Result = res.Text()
	in.service.Metrics.call(in.Env.Name, in.metricTool(tool), rec.Code, res.Took)
	in.log = append(in.log, rec)
	if err := in.keep(&rec); err != nil && in.broken == nil {
		// What can't be kept must not be said to have happened.
		in.breakDown(tool, fmt.Errorf("keeping the call: %w", err))
		*res = core.Result{Err: brokenError(), Took: res.Took}
	}
	if res.Err != nil && res.Err.Schema && in.start.EndOnFormatError && !in.ended {
		in.end(Ending{FormatError: in.badCall})
	}
}

// metricTool keeps what agents make up out of the metrics' labels.
func (in *Instance) metricTool(tool string) string {
	if in.Env.tools[tool] == nil {
		return "unknown"
	}
	return tool
}

func stopped(e *core.Error) bool {
	return errors.Is(e.Cause, context.Canceled) || errors.Is(e.Cause, context.DeadlineExceeded)
}

// breakDown makes the episode void.
func (in *Instance) breakDown(tool string, err error) {
	in.service.opt.Log.Error("fault of the environment: the episode is void",
		"environment", in.Env.Name, "tool", tool, "task", in.start.Task, "seed", in.seed, "instance", in.ID, "error", err)
	in.broken = err
	in.service.Metrics.void(in.Env.Name, in.metricTool(tool))
}

// calls is the log as a judge reads it.
func (in *Instance) calls() []task.Call {
	calls := make([]task.Call, len(in.log))
	for i, r := range in.log {
		c := task.Call{Tool: r.Tool, Args: r.Arguments, Changed: r.Changed}
		if r.Code == "" {
			c.Output = r.Result
		} else {
			var failed struct {
				Error *core.Error `json:"error"`
			}
			if json.Unmarshal(r.Result, &failed) == nil {
				c.Err = failed.Error
			}
		}
		calls[i] = c
	}
	return calls
}
