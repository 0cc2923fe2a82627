// Package store keeps the databases of environments. It alone knows the
// SQLite driver: it opens databases with the language's functions, makes
// instances of an environment, runs their calls on a few shared connections,
// logs what they change, and compares them with where they started. It
// imports core, data, the standard library and modernc.org/sqlite.
package store

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/awmc/awmc/templates/rt/core"
)

// Options tune a store. The zero value is right for most.
type Options struct {
	// Cache of starting states and idle connections, to be shared by the
	// stores of a process; a private one of 64 MB if nil.
	Cache *Cache
	// Connections that may run calls at the same time, and as many that may
	// judge; by default twice the number of processors, at least four.
	Connections int
	// Limits of each call.
	Limits core.Limits
	// Costs, if set, adds up what the statements of the environment take.
	Costs *core.Costs
}

// Store makes and runs the instances of one environment. It may be used by
// many goroutines.
type Store struct {
	env     *core.Env
	opt     Options
	tools   map[string]*core.Tool
	names   []string
	callers *pool
	judges  *pool
	fillers *pool
	making  sync.Mutex            // held by who makes empty
	empty   atomic.Pointer[blank] // nil until the first starting state
	origin  *Store                // of a reversed store: where the starting states come from
}

var _ core.Worlds = (*Store)(nil)

// New makes a store. It does nothing until an instance is used.
func New(env *core.Env, opt Options) *Store {
	if opt.Cache == nil {
		opt.Cache = NewCache(64 << 20)
	}
	if opt.Connections <= 0 {
		opt.Connections = max(4, 2*runtime.GOMAXPROCS(0))
	}
	s := &Store{
		env: env, opt: opt, tools: make(map[string]*core.Tool, len(env.Tools)),
		callers: newPool(env, calling, opt), judges: newPool(env, judging, opt), fillers: newPool(env, filling, opt),
	}
	for i := range env.Tools {
		s.tools[env.Tools[i].Name] = &env.Tools[i]
		s.names = append(s.names, env.Tools[i].Name)
	}
	return s
}

// Reversed makes a store with the same starting states, in which queries give
// rows the other way round wherever no ORDER BY says how, so that what depends
// on their order shows. It is closed by itself, before s.
func (s *Store) Reversed() *Store {
	r := New(s.env, s.opt)
	r.origin, r.callers.reversed, r.judges.reversed = s, true, true
	return r
}

// Env is the environment.
func (s *Store) Env() *core.Env { return s.env }

// Open makes an instance. It costs next to nothing until it is used.
func (s *Store) Open(_ context.Context, seed int64, actor *core.Actor) (core.World, error) {
	return s.New(seed, actor), nil
}

// New is Open for those who need what only an Instance has.
func (s *Store) New(seed int64, actor *core.Actor) *Instance {
	in := &Instance{store: s, busy: make(chan struct{}, 1)}
	in.start(seed, actor)
	return in
}

// start is the starting state of a seed, built if it must be.
func (s *Store) start(ctx context.Context, seed int64) (*image, error) {
	if s.origin != nil {
		return s.origin.start(ctx, seed)
	}
	return s.opt.Cache.get(ctx, cacheKey{s, seed}, func(ctx context.Context) (*image, error) { return s.build(ctx, seed) })
}

// described are the tables; there is a starting state by now.
func (s *Store) described() map[string]*table {
	if s.origin != nil {
		return s.origin.described()
	}
	return s.empty.Load().tables
}

// Trim closes connections that are idle, up to keep of each kind.
func (s *Store) Trim(keep int) error {
	return errors.Join(s.callers.trim(keep), s.judges.trim(keep), s.fillers.trim(keep))
}

// Close closes the connections and drops the starting states. Instances
// that are left can't be used any more.
func (s *Store) Close() error {
	s.opt.Cache.forget(s)
	return errors.Join(s.callers.close(), s.judges.close(), s.fillers.close())
}
