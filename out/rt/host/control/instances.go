package control

import (
	"context"
	"net/http"
	"sort"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/mcpapi"
	"github.com/awmc/awmc/out/rt/host/service"
	"github.com/awmc/awmc/out/rt/task"
)

// Instance describes an instance.
type Instance struct {
	ID            string        `json:"id" doc:"128 random bits. Who knows it can act on the instance."`
	Environment   string        `json:"environment"`
	MCP           string        `json:"mcp" doc:"The MCP address to give to the agent."`
	Task          string        `json:"task,omitempty"`
	Seed          int64         `json:"seed"`
	EffectiveSeed int64         `json:"effective_seed"`
	Actor         string        `json:"actor,omitempty"`
	Ask           string        `json:"ask,omitempty" doc:"The request to give to the agent."`
	Policy        string        `json:"policy,omitempty" doc:"What the agent is told of the environment; MCP servers say it themselves."`
	State         service.State `json:"state" enum:"fresh,live,ended,void"`
	Why           string        `json:"why,omitempty" doc:"Why it ended or is void."`
	Calls         int           `json:"calls"`
	Now           core.DateTime `json:"now" doc:"The instance's clock."`
	Parent        string        `json:"parent,omitempty" doc:"The instance it was forked from."`
	Created       time.Time     `json:"created"`
	Expires       time.Time     `json:"expires" doc:"When it ends if nobody uses it until then."`
	Verdict       *task.Verdict `json:"verdict,omitempty"`
}

type startBody struct {
	Environment      string        `json:"environment,omitempty" doc:"May be left out if there is only one."`
	Task             string        `json:"task,omitempty" doc:"The task to play; without one the instance can be explored but not verified."`
	Seed             int64         `json:"seed,omitempty"`
	Actor            string        `json:"actor,omitempty" doc:"Who is signed in, ENTITY/KEY, if not who the task says."`
	EndOnFormatError bool          `json:"end_on_format_error,omitempty" doc:"End the episode at the first call that names no tool or breaks its schema."`
	Rewards          *task.Rewards `json:"rewards,omitempty" doc:"Rewards of this episode, if not the server's."`
}

type againBody struct {
	Task             *string `json:"task,omitempty" doc:"Another task; \"\" for none. Left out: the same."`
	Seed             *int64  `json:"seed,omitempty" doc:"Another seed. Left out: the same."`
	Actor            *string `json:"actor,omitempty"`
	EndOnFormatError *bool   `json:"end_on_format_error,omitempty"`
}

// InstancePath names an instance. (Exported, since huma passes over embedded
// structs that are not.)
type InstancePath struct {
	ID string `path:"id"`
}

type forkBody struct {
	Count int `json:"count,omitempty" minimum:"1" maximum:"10000" doc:"How many copies; one if left out."`
}

type instanceList struct {
	Instances []Instance `json:"instances"`
	Next      string     `json:"next,omitempty" doc:"Pass it as after for the rest."`
}

func (a *api) instances() {
	create := a.op("create-instance", http.MethodPost, "/v1/instances", "Create an instance", http.StatusNotFound, http.StatusServiceUnavailable)
	create.DefaultStatus = http.StatusCreated
	huma.Register(a, create, func(ctx context.Context, in *struct{ Body *startBody }) (*body[Instance], error) {
		b := given(in.Body)
		i, err := a.s.Create(ctx, service.Start{
			Environment: b.Environment, Task: b.Task, Seed: b.Seed, Actor: b.Actor, EndOnFormatError: b.EndOnFormatError, Rewards: b.Rewards,
		})
		if err != nil {
			return nil, problem(err)
		}
		return a.show(ctx, i)
	})
	huma.Register(a, a.op("list-instances", http.MethodGet, "/v1/instances", "List the instances"), a.list)
	huma.Register(a, a.op("get-instance", http.MethodGet, "/v1/instances/{id}", "Describe an instance", http.StatusNotFound, http.StatusGone),
		func(ctx context.Context, in *InstancePath) (*body[Instance], error) {
			i, err := a.s.Instance(in.ID)
			if err != nil {
				return nil, problem(err)
			}
			return a.show(ctx, i)
		})
	huma.Register(a, a.op("reset-instance", http.MethodPost, "/v1/instances/{id}/reset", "Start an episode over, or another one", http.StatusNotFound, http.StatusGone),
		func(ctx context.Context, in *struct {
			InstancePath
			Body *againBody
		}) (*body[Instance], error) {
			i, err := a.s.Instance(in.ID)
			if err != nil {
				return nil, problem(err)
			}
			info, err := i.Reset(ctx, service.Again(given(in.Body)))
			if err != nil {
				return nil, problem(err)
			}
			return &body[Instance]{a.instance(i, info)}, nil
		})
	fork := a.op("fork-instance", http.MethodPost, "/v1/instances/{id}/fork", "Copy an instance with its state and log", http.StatusNotFound, http.StatusGone, http.StatusServiceUnavailable)
	fork.DefaultStatus = http.StatusCreated
	huma.Register(a, fork, func(ctx context.Context, in *struct {
		InstancePath
		Body *forkBody
	}) (*body[instanceList], error) {
		i, err := a.s.Instance(in.ID)
		if err != nil {
			return nil, problem(err)
		}
		forks, err := i.Fork(ctx, max(1, given(in.Body).Count))
		if err != nil {
			return nil, problem(err)
		}
		out := &body[instanceList]{}
		for _, f := range forks {
			info, err := f.Info(ctx)
			if err != nil {
				return nil, problem(err)
			}
			out.Body.Instances = append(out.Body.Instances, a.instance(f, info))
		}
		return out, nil
	})
	huma.Register(a, a.op("delete-instance", http.MethodDelete, "/v1/instances/{id}", "End an instance", http.StatusNotFound, http.StatusGone),
		func(_ context.Context, in *InstancePath) (*struct{}, error) { return nil, problem(a.s.Delete(in.ID)) })
}

func (a *api) show(ctx context.Context, i *service.Instance) (*body[Instance], error) {
	info, err := i.Info(ctx)
	if err != nil {
		return nil, problem(err)
	}
	return &body[Instance]{a.instance(i, info)}, nil
}

func (a *api) instance(in *service.Instance, i service.Info) Instance {
	return Instance{
		ID: i.ID, Environment: i.Environment, MCP: a.opt.AgentURL + mcpapi.Path(i.ID), Task: i.Task, Seed: i.Seed, EffectiveSeed: i.EffectiveSeed,
		Actor: i.Actor, Ask: i.Ask, Policy: in.Env.Spec.Policy, State: i.State, Why: i.Why, Calls: i.Calls, Now: i.Now, Parent: i.Parent,
		Created: i.Created, Expires: i.Expires, Verdict: i.Verdict,
	}
}

func (a *api) list(_ context.Context, in *struct {
	Environment string `query:"environment"`
	After       string `query:"after" doc:"Only instances with a greater id."`
	Limit       int    `query:"limit" minimum:"1" maximum:"1000" default:"100"`
}) (*body[instanceList], error) {
	out := &body[instanceList]{instanceList{Instances: []Instance{}}}
	all := a.s.Instances(in.Environment)
	all = all[sort.Search(len(all), func(i int) bool { return all[i].ID > in.After }):]
	for n, i := range all {
		if n == in.Limit {
			out.Body.Next = all[n-1].ID
			break
		}
		out.Body.Instances = append(out.Body.Instances, a.instance(i, i.Peek()))
	}
	return out, nil
}
