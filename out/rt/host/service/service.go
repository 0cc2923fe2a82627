package service

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/task"
)

// Entry names an environment and makes its description when it is first
// needed, so that a fleet of a thousand starts as quickly as one.
type Entry struct {
	Name string
	Env  func() *core.Env
}

// Options of a Service. Worlds is needed; everything else has a default.
type Options struct {
	// Worlds opens the instances of an environment. If what it returns has a
	// Close method, Close calls it.
	Worlds func(env *core.Env) core.Worlds
	Limits Limits
	// Verifier is passed on to the verifier of each environment.
	Verifier task.Options
	// StateDir is where instances are kept for the next process, "" for
	// nowhere.
	StateDir string
	// Log gets faults; nil for slog.Default.
	Log *slog.Logger
	// Clock is the time by which instances idle; nil for time.Now. Nothing
	// that an agent sees depends on it.
	Clock func() time.Time
}

// Mount adds the addresses of one protocol of the control side to a mux.
type Mount func(mux *http.ServeMux, s *Service)

// Service hosts the instances of any number of environments. It is safe for
// concurrent use.
type Service struct {
	// Metrics counts what happens; see Metrics.Handler.
	Metrics *Metrics

	opt   Options
	envs  map[string]*Environment
	names []string

	mu        sync.Mutex
	instances map[string]*Instance
	gone      graves
	closed    bool

	state   *stateDir
	reaping sync.WaitGroup
	ctx     context.Context
	stop    context.CancelFunc
}

// New makes a service. With a state directory it takes up the instances that
// an earlier process left there. The caller must Close it.
func New(entries []Entry, opt Options) (*Service, error) {
	if opt.Log == nil {
		opt.Log = slog.Default()
	}
	if opt.Clock == nil {
		opt.Clock = time.Now
	}
	opt.Limits = opt.Limits.orDefault()
	s := &Service{
		Metrics:   newMetrics(),
		opt:       opt,
		envs:      make(map[string]*Environment, len(entries)),
		instances: map[string]*Instance{},
		gone:      newGraves(),
	}
	for _, e := range entries {
		if s.envs[e.Name] != nil {
			return nil, invalidf("environment %s is listed twice", e.Name)
		}
		s.envs[e.Name] = &Environment{Name: e.Name, entry: e, service: s}
		s.names = append(s.names, e.Name)
	}
	if opt.StateDir != "" {
		var err error
		if s.state, err = openState(opt.StateDir); err != nil {
			return nil, err
		}
		if err := s.restore(); err != nil {
			s.state.close()
			return nil, err
		}
	}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.reaping.Go(s.reap)
	return s, nil
}

// Limits are the limits in force.
func (s *Service) Limits() Limits { return s.opt.Limits }

// Log is where faults are told.
func (s *Service) Log() *slog.Logger { return s.opt.Log }

// Done is closed when the service closes, for connections that outlive their
// request.
func (s *Service) Done() <-chan struct{} { return s.ctx.Done() }

// Close ends the running calls and frees all instances. With a state
// directory, the next process takes them up again.
func (s *Service) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	left := make([]*Instance, 0, len(s.instances))
	for _, in := range s.instances {
		left = append(left, in)
	}
	clear(s.instances)
	s.mu.Unlock()

	s.stop()
	s.reaping.Wait()
	for _, in := range left {
		in.shut()
	}
	for _, e := range s.envs {
		e.close()
	}
	if s.state != nil {
		s.state.close()
	}
	return nil
}
