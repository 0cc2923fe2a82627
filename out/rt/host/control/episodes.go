package control

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/service"
	"github.com/awmc/awmc/out/rt/task"
)

// Call is what calling a tool came to.
type Call struct {
	Output  json.RawMessage `json:"output,omitempty" doc:"The result, unless there is an error."`
	Error   *core.Error     `json:"error,omitempty" doc:"An observation for the agent, not a fault of the request."`
	Changed bool            `json:"changed" doc:"Whether rows changed, and so the clock moved."`
	State   service.State   `json:"state"`
	Now     core.DateTime   `json:"now"`
}

type verifyBody struct {
	Answer       json.RawMessage `json:"answer,omitempty" doc:"The agent's final answer: any JSON value, or its text."`
	Truncated    bool            `json:"truncated,omitempty" doc:"Turns or tokens ran out before the agent ended."`
	FormatErrors bool            `json:"format_errors,omitempty" doc:"Count a call that named no tool or broke its schema as the end of the episode."`
	Rewards      *task.Rewards   `json:"rewards,omitempty"`
	Policy       task.Policy     `json:"policy,omitempty" enum:"code,judge,upgrade,veto" doc:"Who decides, if not the server's policy."`
	Peek         bool            `json:"peek,omitempty" doc:"Judge without ending the episode."`
}

type raw struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

func (a *api) episodes() {
	huma.Register(a, a.op("call-tool", http.MethodPost, "/v1/instances/{id}/call", "Call a tool", http.StatusNotFound, http.StatusGone),
		func(ctx context.Context, in *struct {
			InstancePath
			Body struct {
				Tool      string          `json:"tool"`
				Arguments json.RawMessage `json:"arguments,omitempty" doc:"An object, passed on as it is."`
			}
		}) (*body[Call], error) {
			i, err := a.s.Instance(in.ID)
			if err != nil {
				return nil, problem(err)
			}
			res, err := i.Call(ctx, in.Body.Tool, in.Body.Arguments)
			if err != nil {
				return nil, problem(err)
			}
			info, err := i.Info(ctx)
			if err != nil {
				return nil, problem(err)
			}
			return &body[Call]{Call{Output: res.Output, Error: res.Err, Changed: res.Changed, State: info.State, Now: info.Now}}, nil
		})
	huma.Register(a, a.op("diff-instance", http.MethodGet, "/v1/instances/{id}/diff", "What differs from the starting state", http.StatusNotFound, http.StatusGone),
		func(ctx context.Context, in *InstancePath) (*body[*core.Diff], error) {
			i, err := a.s.Instance(in.ID)
			if err != nil {
				return nil, problem(err)
			}
			d, err := i.Diff(ctx)
			return &body[*core.Diff]{d}, problem(err)
		})
	huma.Register(a, file(a.op("get-trajectory", http.MethodGet, "/v1/instances/{id}/trajectory", "The episode as a line of JSONL, for training and replay", http.StatusNotFound, http.StatusGone), "application/jsonl"),
		func(ctx context.Context, in *InstancePath) (*raw, error) {
			i, err := a.s.Instance(in.ID)
			if err != nil {
				return nil, problem(err)
			}
			t, err := i.Trajectory(ctx)
			if err != nil {
				return nil, problem(err)
			}
			var b bytes.Buffer
			if err := t.Write(&b); err != nil {
				return nil, problem(err)
			}
			return &raw{"application/jsonl", `attachment; filename="` + in.ID + `.jsonl"`, b.Bytes()}, nil
		})
	huma.Register(a, file(a.op("get-database", http.MethodGet, "/v1/instances/{id}/database", "The database as an SQLite file", http.StatusNotFound, http.StatusGone), "application/vnd.sqlite3"),
		func(ctx context.Context, in *InstancePath) (*raw, error) {
			i, err := a.s.Instance(in.ID)
			if err != nil {
				return nil, problem(err)
			}
			b, err := i.Database(ctx)
			return &raw{"application/vnd.sqlite3", `attachment; filename="` + in.ID + `.sqlite3"`, b}, problem(err)
		})
	huma.Register(a, a.op("verify-instance", http.MethodPost, "/v1/instances/{id}/verify", "Judge the episode and end it", http.StatusNotFound, http.StatusGone, http.StatusConflict),
		func(ctx context.Context, in *struct {
			InstancePath
			Body *verifyBody
		}) (*body[*task.Verdict], error) {
			i, err := a.s.Instance(in.ID)
			if err != nil {
				if v, expired := a.s.ExpiredVerdict(in.ID); expired == nil {
					return &body[*task.Verdict]{v}, nil
				}
				return nil, problem(err)
			}
			v, err := i.Verify(ctx, service.Finish(given(in.Body)))
			return &body[*task.Verdict]{v}, problem(err)
		})
}

// file describes an operation whose answer is not JSON.
func file(op huma.Operation, kind string) huma.Operation {
	op.Responses = map[string]*huma.Response{
		"200": {Description: "OK", Content: map[string]*huma.MediaType{kind: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}},
	}
	return op
}
