package control

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/service"
)

// Environment describes an environment.
type Environment struct {
	Name     string        `json:"name"`
	Title    string        `json:"title"`
	Summary  string        `json:"summary"`
	Category string        `json:"category"`
	Policy   string        `json:"policy" doc:"What agents are told: the MCP server's instructions."`
	Now      core.DateTime `json:"now" doc:"Where the environment's clock starts."`
	Actor    string        `json:"actor,omitempty" doc:"The signed-in user, ENTITY/KEY."`
	Tools    int           `json:"tools"`
	Tasks    int           `json:"tasks"`
	Digest   string        `json:"digest" doc:"Tells builds of the environment apart."`
}

// Tool describes a tool.
type Tool struct {
	Name         string          `json:"name"`
	Title        string          `json:"title,omitempty"`
	Description  string          `json:"description"`
	InputSchema  json.RawMessage `json:"input_schema"`
	OutputSchema json.RawMessage `json:"output_schema"`
	ReadOnly     bool            `json:"read_only"`
	Destructive  bool            `json:"destructive"`
	Idempotent   bool            `json:"idempotent"`
}

// Task describes a task.
type Task struct {
	Name    string `json:"name"`
	Ask     string `json:"ask" doc:"The request, with {given} values still to be drawn."`
	Actor   string `json:"actor,omitempty"`
	HeldOut bool   `json:"held_out" doc:"Keep it out of training."`
}

// PreparedTask is a task at one seed.
type PreparedTask struct {
	Task          string          `json:"task"`
	Seed          int64           `json:"seed"`
	EffectiveSeed int64           `json:"effective_seed" doc:"The first seed from the given one on at which the task is sound."`
	Ask           string          `json:"ask" doc:"The request as the agent reads it."`
	Given         json.RawMessage `json:"given" doc:"The values drawn."`
	Actor         string          `json:"actor,omitempty"`
	HeldOut       bool            `json:"held_out"`
}

// EnvironmentPath names an environment.
type EnvironmentPath struct {
	Environment string `path:"environment"`
}

func (a *api) environments() {
	huma.Register(a, a.op("list-environments", http.MethodGet, "/v1/environments", "List the environments"),
		func(context.Context, *struct{}) (*body[struct {
			Environments []Environment `json:"environments"`
		}], error) {
			var out body[struct {
				Environments []Environment `json:"environments"`
			}]
			out.Body.Environments = []Environment{}
			for _, name := range a.s.Names() {
				e, err := a.s.Environment(name)
				if err != nil {
					return nil, problem(err)
				}
				out.Body.Environments = append(out.Body.Environments, describe(e))
			}
			return &out, nil
		})
	huma.Register(a, a.op("get-environment", http.MethodGet, "/v1/environments/{environment}", "Describe an environment", http.StatusNotFound),
		func(_ context.Context, in *EnvironmentPath) (*body[Environment], error) {
			e, err := a.s.Environment(in.Environment)
			if err != nil {
				return nil, problem(err)
			}
			return &body[Environment]{describe(e)}, nil
		})
	huma.Register(a, a.op("list-tools", http.MethodGet, "/v1/environments/{environment}/tools", "List an environment's tools", http.StatusNotFound),
		func(_ context.Context, in *EnvironmentPath) (*body[struct {
			Tools []Tool `json:"tools"`
		}], error) {
			e, err := a.s.Environment(in.Environment)
			if err != nil {
				return nil, problem(err)
			}
			var out body[struct {
				Tools []Tool `json:"tools"`
			}]
			out.Body.Tools = Tools(e.Spec)
			return &out, nil
		})
	huma.Register(a, a.op("list-tasks", http.MethodGet, "/v1/environments/{environment}/tasks", "List an environment's tasks", http.StatusNotFound),
		func(_ context.Context, in *EnvironmentPath) (*body[struct {
			Tasks []Task `json:"tasks"`
		}], error) {
			e, err := a.s.Environment(in.Environment)
			if err != nil {
				return nil, problem(err)
			}
			var out body[struct {
				Tasks []Task `json:"tasks"`
			}]
			out.Body.Tasks = Tasks(e.Spec)
			return &out, nil
		})
	huma.Register(a, a.op("prepare-task", http.MethodGet, "/v1/environments/{environment}/tasks/{task}", "Draw a task's values for a seed", http.StatusNotFound),
		func(ctx context.Context, in *struct {
			EnvironmentPath
			Task string `path:"task"`
			Seed int64  `query:"seed"`
		}) (*body[PreparedTask], error) {
			e, err := a.s.Environment(in.Environment)
			if err != nil {
				return nil, problem(err)
			}
			p, err := Prepare(ctx, e, in.Task, in.Seed)
			return &body[PreparedTask]{p}, problem(err)
		})
}

func describe(e *service.Environment) Environment {
	return Environment{
		Name: e.Name, Title: e.Spec.Title, Summary: e.Spec.Summary, Category: e.Spec.Category, Policy: e.Spec.Policy,
		Now: e.Spec.Now, Actor: service.FormatActor(e.Spec.Actor), Tools: len(e.Spec.Tools), Tasks: len(e.Spec.Tasks), Digest: e.Digest,
	}
}

// Tools describes the tools of an environment, in source order.
func Tools(env *core.Env) []Tool {
	list := make([]Tool, len(env.Tools))
	for i := range env.Tools {
		t := &env.Tools[i]
		list[i] = Tool{
			Name: t.Name, Title: t.Title, Description: t.Doc, InputSchema: core.InputSchema(t.Params), OutputSchema: core.OutputSchema(t.Output),
			ReadOnly: t.ReadOnly, Destructive: t.Destructive, Idempotent: t.Idempotent,
		}
	}
	return list
}

// Tasks describes the tasks of an environment, in source order.
func Tasks(env *core.Env) []Task {
	list := make([]Task, len(env.Tasks))
	for i := range env.Tasks {
		t := &env.Tasks[i]
		list[i] = Task{Name: t.Name, Ask: t.Ask, Actor: service.FormatActor(t.Actor), HeldOut: t.HeldOut}
	}
	return list
}

// Prepare draws a task's values for a seed.
func Prepare(ctx context.Context, e *service.Environment, name string, seed int64) (PreparedTask, error) {
	p, err := e.Prepare(ctx, name, seed)
	if err != nil {
		return PreparedTask{}, err
	}
	actor := p.Task.Actor
	if actor == nil {
		actor = e.Spec.Actor
	}
	return PreparedTask{
		Task: p.Task.Name, Seed: p.Seed, EffectiveSeed: p.EffectiveSeed, Ask: p.Drawn.Ask(), Given: p.Drawn.JSON(),
		Actor: service.FormatActor(actor), HeldOut: p.Task.HeldOut,
	}, nil
}
