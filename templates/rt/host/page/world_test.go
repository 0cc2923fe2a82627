package page_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/host/control"
	"github.com/awmc/awmc/templates/rt/host/guard"
	"github.com/awmc/awmc/templates/rt/host/page"
	"github.com/awmc/awmc/templates/rt/host/service"
	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
	"github.com/awmc/awmc/templates/rt/store"
)

// hostile is a text that must never become part of a page's markup.
const hostile = `"><script>alert(1)</script><img src=x onerror=alert(2)>'`

// everything are the arguments of a tool with one parameter of each kind.
type everything struct {
	Count  int64           `json:"count"`
	Weight *float64        `json:"weight"`
	Colour string          `json:"colour"`
	Size   *string         `json:"size"`
	Gift   bool            `json:"gift"`
	Loud   *bool           `json:"loud"`
	Day    *core.Date      `json:"day"`
	At     *core.DateTime  `json:"at"`
	Hour   *core.Time      `json:"hour"`
	Note   *string         `json:"note"`
	Tags   []string        `json:"tags"`
	Extra  json.RawMessage `json:"extra"`
}

type told struct {
	Said  string           `json:"said"`
	Lines []map[string]any `json:"lines"`
}

func (tools) Tell(_ context.Context, in everything) (told, error) {
	b, err := json.Marshal(in)
	return told{string(b), []map[string]any{{"a": 1, "b": "<b>bold</b>"}, {"a": 9007199254740993, "b": nil}}}, err
}

type tools struct{}

func toolbox(*core.Session) tools { return tools{} }

// bookshop is the hosts' shop with a tool that takes everything, and names
// and texts that a page must escape.
func bookshop() *core.Env {
	env := shop.Env()
	text, integer := core.Type{Kind: core.Text}, core.Type{Kind: core.Integer, Min: int64(1), Max: int64(9007199254740993)}
	long := 400
	params := []core.Param{
		{Name: "count", Type: integer, Doc: "How many. " + hostile},
		{Name: "weight", Type: core.Type{Kind: core.Real}, Optional: true},
		{Name: "colour", Type: core.Type{Kind: core.Text, Enum: []string{"red", "green"}}},
		{Name: "size", Type: core.Type{Kind: core.Text, Enum: []string{"s", "m"}}, Default: "m"},
		{Name: "gift", Type: core.Type{Kind: core.Boolean}},
		{Name: "loud", Type: core.Type{Kind: core.Boolean}, Optional: true},
		{Name: "day", Type: core.Type{Kind: core.DateKind, Min: "2026-01-01"}, Optional: true},
		{Name: "at", Type: core.Type{Kind: core.DateTimeKind}, Optional: true},
		{Name: "hour", Type: core.Type{Kind: core.TimeKind}, Optional: true},
		{Name: "note", Type: core.Type{Kind: core.Text, MaxLength: &long}, Optional: true},
		{Name: "tags", Type: core.Type{Kind: core.ListKind, Elem: &text}, Optional: true},
		{Name: "extra", Type: core.Type{Kind: core.JSONKind}, Optional: true},
	}
	env.Tools = append(env.Tools, core.Tool{
		Name: "tell_everything", Doc: "Say what was given. " + hostile, Form: "do", ReadOnly: true, Params: params,
		Output: core.Type{Kind: core.ObjectKind, Fields: []core.Param{{Name: "said", Type: text}, {Name: "lines", Type: core.Type{Kind: core.JSONKind}}}},
		Call:   core.Bind(toolbox, params, tools.Tell),
	})
	env.Policy += "\n" + hostile
	env.Entities[1].Doc = "What is sold. " + hostile
	env.Entities[1].Fields[2].Enum = []string{"fiction", "history", "science"}
	env.Entities[2].Fields[1].Type = core.Integer
	return env
}

// fleet is the shop and some more, so that there is something to search.
func fleet() []service.Entry {
	entries := []service.Entry{{Name: "shop", Env: bookshop}}
	for i, category := range []string{"health", "finance", "health", hostile} {
		entries = append(entries, service.Entry{Name: fmt.Sprintf("desk_%d", i), Env: func() *core.Env {
			env := shop.Honest()
			env.Name, env.Title, env.Category = fmt.Sprintf("desk_%d", i), fmt.Sprintf("Front Desk %d", i), category
			env.Summary = "Appointments at a desk. " + hostile
			return env
		}})
	}
	return entries
}

// serve serves the page as the control side does.
func serve(t *testing.T, entries []service.Entry) (*httptest.Server, *service.Service) {
	t.Helper()
	s, err := service.New(entries, service.Options{
		Worlds: func(env *core.Env) core.Worlds { return store.New(env, store.Options{}) },
		Log:    slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	control.Mount(mux, s, control.Options{Title: "Test", Version: "1"})
	page.Mount(mux, s, page.Options{Title: "Test fleet " + hostile, AgentURL: "http://agents.test/"})
	srv := httptest.NewServer(guard.Names{Loopback: true}.Check(mux))
	t.Cleanup(func() {
		srv.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return srv, s
}
