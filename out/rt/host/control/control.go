package control

import (
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/awmc/awmc/out/rt/host/service"
)

// Options of the API.
type Options struct {
	Title   string
	Version string
	// AgentURL is the address under which agents reach the instances'
	// endpoints, without a slash at the end.
	AgentURL string
	// BodyTimeout is how long a request's body may take; a minute if 0.
	BodyTimeout time.Duration
}

type api struct {
	huma.API
	s   *service.Service
	opt Options
}

// Mount adds the API to a mux.
func Mount(mux *http.ServeMux, s *service.Service, opt Options) {
	if opt.BodyTimeout <= 0 {
		opt.BodyTimeout = time.Minute
	}
	opt.AgentURL = strings.TrimSuffix(opt.AgentURL, "/")
	cfg := huma.DefaultConfig(opt.Title, opt.Version)
	cfg.Info.Description = "Creates, runs and judges the instances of agent environments."
	cfg.DocsPath = ""     // its page would load code from elsewhere
	cfg.SchemasPath = ""  // all schemas are in /openapi.json
	cfg.CreateHooks = nil // no $schema members in bodies
	cfg.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"token": {Type: "http", Scheme: "bearer", Description: "Needed where the server was started with a token."},
	}
	a := &api{API: humago.New(mux, cfg), s: s, opt: opt}
	a.environments()
	a.instances()
	a.episodes()
}

// op describes an operation.
func (a *api) op(id, method, path, summary string, errors ...int) huma.Operation {
	tag := "instances"
	if strings.HasPrefix(path, "/v1/environments") {
		tag = "environments"
	}
	return huma.Operation{
		OperationID: id, Method: method, Path: path, Summary: summary, Tags: []string{tag}, Errors: errors,
		MaxBodyBytes: a.s.Limits().Body, BodyReadTimeout: a.opt.BodyTimeout,
		Security: []map[string][]string{{"token": {}}, {}},
	}
}

// body wraps what an operation answers.
type body[T any] struct {
	Body T
}

// given is a request's body, or an empty one where none was sent.
func given[T any](body *T) (v T) {
	if body != nil {
		v = *body
	}
	return v
}
