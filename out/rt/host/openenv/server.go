package openenv

import (
	"net/http"
	"sync"
	"time"

	"github.com/awmc/awmc/out/rt/host/mcpapi"
	"github.com/awmc/awmc/out/rt/host/service"
)

// Options of a Server; zero values mean the defaults.
type Options struct {
	// Sessions is how many sessions may be open at once; as many as there
	// may be instances.
	Sessions int
	// Grace is how long the episode of a dropped socket can be taken up
	// again; five minutes.
	Grace time.Duration
	// Ping is how often a silent socket is asked whether it is still there,
	// and how long it may take to answer; 20 seconds, as clients do.
	Ping time.Duration
	// Message bounds the frames that are read at all; 100 MB, as clients do.
	// Longer than the service's limit on requests they are refused.
	Message int64
}

func (o Options) orDefault(l service.Limits) Options {
	if o.Sessions <= 0 {
		o.Sessions = l.Instances
	}
	if o.Grace <= 0 {
		o.Grace = 5 * time.Minute
	}
	if o.Ping <= 0 {
		o.Ping = 20 * time.Second
	}
	if o.Message <= 0 {
		o.Message = 100 << 20
	}
	return o
}

// Server answers OpenEnv's clients. It is safe for concurrent use.
type Server struct {
	service *service.Service
	mcp     *mcpapi.Server
	opt     Options

	mu       sync.Mutex
	sessions map[string]*session
	playing  map[string]*socket // by the id of the episode that its session plays
	parked   map[string]*parked // by the id of the episode
	order    []*parked          // oldest first; may hold some that are gone
}

// New makes a server.
func New(s *service.Service, opt Options) *Server {
	return &Server{
		service: s, mcp: mcpapi.New(s, mcpapi.Options{}), opt: opt.orDefault(s.Limits()),
		sessions: map[string]*session{}, playing: map[string]*socket{}, parked: map[string]*parked{},
	}
}

// Mount adds the protocol to a mux; it is a service.Mount.
func Mount(mux *http.ServeMux, s *service.Service) { New(s, Options{}).Mount(mux) }

// Mount adds the server's addresses to a mux.
func (s *Server) Mount(mux *http.ServeMux) {
	for _, at := range []string{"", "/env/{env}"} {
		mux.HandleFunc("GET "+at+"/ws", s.serveSocket)
		mux.HandleFunc("POST "+at+"/reset", s.postReset)
		mux.HandleFunc("POST "+at+"/step", s.postStep)
		mux.HandleFunc("GET "+at+"/state", s.getState)
		mux.HandleFunc("GET "+at+"/health", s.getHealth)
		mux.HandleFunc("GET "+at+"/metadata", s.getMetadata)
		mux.HandleFunc("GET "+at+"/schema", s.getSchema)
		mux.HandleFunc("POST "+at+"/mcp", s.postMCP)
		mux.HandleFunc("GET "+at+"/mcp", s.getMCP)
		mux.HandleFunc("DELETE "+at+"/mcp", s.deleteMCP)
		mux.HandleFunc("GET "+at+"/list_environments", s.listEnvironments)
	}
	mux.HandleFunc("GET /env/{env}/openapi.json", s.getOpenAPI)
	for _, env := range s.service.Names() {
		s.mountTasks(mux, env)
	}
}
