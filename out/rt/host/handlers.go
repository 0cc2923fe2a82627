package host

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/awmc/awmc/out/rt/host/control"
	"github.com/awmc/awmc/out/rt/host/guard"
	"github.com/awmc/awmc/out/rt/host/mcpapi"
	"github.com/awmc/awmc/out/rt/host/page"
	"github.com/awmc/awmc/out/rt/host/service"
)

// bodyTimeout is how long a client may take to send a request.
const bodyTimeout = time.Minute

// handlers are what the listeners serve: agents first, then, if they have an
// address of their own, trainers.
func (a *App) handlers(s *service.Service, o serving, agentsLoopback, trainersLoopback bool) []http.Handler {
	agents := http.NewServeMux()
	mcpapi.New(s, o.mcp).Mount(agents)
	agents.HandleFunc("GET /healthz", healthy)

	trainers := http.NewServeMux()
	trainers.Handle("GET /metrics", s.Metrics.Handler())
	control.Mount(trainers, s, control.Options{Title: a.title(), Version: "1.0.0", AgentURL: o.publicURL, BodyTimeout: bodyTimeout})
	page.Mount(trainers, s, page.Options{Title: a.title(), AgentURL: o.publicURL})
	for _, mount := range mounts() {
		mount(trainers, s)
	}
	guarded := guard.Token(o.token, trainers)

	outer := func(h http.Handler, loopback bool) http.Handler {
		return guard.Recover(o.log, guard.Names{Loopback: loopback, Hosts: o.allowHosts}.Check(h))
	}
	if o.control == sameAddress {
		agents.Handle("/", guarded)
		return []http.Handler{outer(agents, agentsLoopback)}
	}
	front := http.NewServeMux()
	front.HandleFunc("GET /healthz", healthy) // needs no token
	front.Handle("/", guarded)
	return []http.Handler{outer(agents, agentsLoopback), outer(front, trainersLoopback)}
}

func (a *App) title() string {
	if a.Fleet {
		return "A fleet of agent environments"
	}
	return a.Entries[0].Env().Title
}

func healthy(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	// If this fails nobody is asking any more.
	_, _ = w.Write([]byte(`{"status":"healthy"}` + "\n"))
}

// server bounds how long slow clients may keep a connection busy.
func (o *serving) server(h http.Handler) *http.Server {
	call := o.calls.Time
	if call <= 0 {
		call = defaultCallTime
	}
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       bodyTimeout,
		WriteTimeout:      bodyTimeout + 4*call, // calls on one instance wait for each other
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(o.log.Handler(), slog.LevelDebug),
	}
}

// defaultCallTime is the default of core.Limits.Time.
const defaultCallTime = 10 * time.Second
