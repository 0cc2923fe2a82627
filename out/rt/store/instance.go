package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/awmc/awmc/out/rt/core"
)

// Instance is one private copy of the world. Its calls are serialised;
// everything else about it may be asked at any time.
type Instance struct {
	store *Store
	busy  chan struct{} // held by whoever works on the instance

	mu     sync.Mutex // guards the fields below; they change only while busy
	seed   int64
	actor  *core.Actor
	now    core.DateTime
	calls  int
	log    []LogEntry
	pages  *pages // nil until the first use
	closed bool
	// recorded is set if the session table says what now and actor do.
	recorded bool
}

var _ core.World = (*Instance)(nil)

// start puts the instance to the beginning of a seed.
func (in *Instance) start(seed int64, actor *core.Actor) {
	env := in.store.env
	if actor == nil {
		actor = env.Actor
	}
	in.seed, in.actor, in.now, in.calls, in.log = seed, actor, env.Now, 0, nil
	in.recorded = sameActor(actor, env.Actor) // as the starting state has it
}

func sameActor(a, b *core.Actor) bool {
	return a == b || a != nil && b != nil && *a == *b
}

// ErrClosed is what using an instance that was closed ends in.
var ErrClosed = errors.New("the instance is closed")

// enter waits for the instance to be free.
func (in *Instance) enter(ctx context.Context) error {
	select {
	case in.busy <- struct{}{}:
	default:
		select {
		case in.busy <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if in.closed {
		in.leave()
		return ErrClosed
	}
	return nil
}

func (in *Instance) leave() { <-in.busy }

// Env is the environment.
func (in *Instance) Env() *core.Env { return in.store.env }

// Seed is the seed of the starting data.
func (in *Instance) Seed() int64 {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.seed
}

// Actor is the signed-in user; nil if the environment has none.
func (in *Instance) Actor() *core.Actor {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.actor
}

// Now is the instance's clock.
func (in *Instance) Now() core.DateTime {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.now
}

// Calls is the number of calls so far, failed ones included.
func (in *Instance) Calls() int {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.calls
}

// Changes is the log of the rows that calls changed. It is not to be
// modified.
func (in *Instance) Changes() []LogEntry {
	in.mu.Lock()
	defer in.mu.Unlock()
	return slices.Clip(in.log)
}

// Memory is what the instance owns beside the shared starting state: the
// bytes of the pages that differ from it.
func (in *Instance) Memory() int {
	if in.enter(context.Background()) != nil {
		return 0
	}
	defer in.leave()
	if in.pages == nil {
		return 0
	}
	return in.pages.memory()
}

// touch gives the instance its pages.
func (in *Instance) touch(ctx context.Context) error {
	if in.pages != nil {
		return nil
	}
	img, err := in.store.start(ctx, in.seed)
	if err != nil {
		return fmt.Errorf("starting data of seed %d: %w", in.seed, err)
	}
	in.pages = newPages(img)
	return nil
}

// lend takes a connection for calls, with the session at the instance's
// clock.
func (in *Instance) lend(ctx context.Context) (*worker, error) {
	if err := in.touch(ctx); err != nil {
		return nil, err
	}
	w, err := in.store.callers.lend(ctx, in.pages, in.store.described())
	if err != nil {
		return nil, err
	}
	w.session.SetLimits(in.store.opt.Limits)
	w.session.Load(in.now, in.actor, in.recorded)
	if !in.recorded {
		if err := w.session.Record(); err != nil {
			return nil, errors.Join(err, in.store.callers.back(w, err))
		}
		in.recorded = true
	}
	return w, nil
}

// Call runs one tool. It never returns a Go error: what went wrong is in
// Result.Err.
func (in *Instance) Call(ctx context.Context, tool string, args json.RawMessage) core.Result {
	began := time.Now()
	r := in.call(ctx, tool, args)
	r.Took = time.Since(began)
	return r
}

func (in *Instance) call(ctx context.Context, name string, args json.RawMessage) (r core.Result) {
	if err := in.enter(ctx); err != nil {
		return core.Result{Err: notBegun(err)}
	}
	defer in.leave()
	in.mu.Lock()
	in.calls++
	number := in.calls
	in.mu.Unlock()
	tool := in.store.tools[name]
	if tool == nil {
		return core.Result{Err: in.store.unknownTool(name)}
	}
	w, err := in.lend(ctx)
	if err != nil {
		return core.Result{Err: notBegun(err)}
	}
	w.log.start()
	r.Output, err = protect(ctx, tool, w.session, args)
	if err == nil {
		err = w.log.err
	}
	if err != nil {
		r.Output, r.Err = nil, core.AsError(err)
	} else if r.Changed = w.session.Changed(); r.Changed {
		for i := range w.log.entries {
			w.log.entries[i].Call = number
		}
	}
	in.mu.Lock()
	in.now = w.session.Now()
	if r.Changed {
		in.log = append(in.log, w.log.entries...)
	}
	in.mu.Unlock()
	if err := in.store.callers.back(w, err); err != nil && r.Err == nil {
		r = core.Result{Err: core.Internal(err)}
	}
	return r
}

// notBegun is the error of a call that did not get as far as its tool.
func notBegun(err error) *core.Error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return core.Stopped(err)
	}
	return core.AsError(err)
}

// protect keeps a panic in generated code from taking the process with it.
// The session has rolled back by then, if it had begun.
func protect(ctx context.Context, tool *core.Tool, s *core.Session, args json.RawMessage) (out json.RawMessage, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = core.Internal(fmt.Errorf("panic: %v\n%s", r, debug.Stack()))
		}
	}()
	return tool.Call(ctx, s, args)
}

func (s *Store) unknownTool(name string) *core.Error {
	if near := core.Nearest(name, s.names); near != "" {
		return core.InvalidArgument("", "There is no tool %q; did you mean %s?", name, near)
	}
	return core.InvalidArgument("", "There is no tool %q.", name)
}

// Reset returns to the starting state of a seed; a nil actor means the
// environment's.
func (in *Instance) Reset(ctx context.Context, seed int64, actor *core.Actor) error {
	if err := in.enter(ctx); err != nil {
		return err
	}
	defer in.leave()
	in.mu.Lock()
	defer in.mu.Unlock()
	p := in.pages
	if p != nil && seed == in.seed {
		in.pages = newPages(p.base)
	} else {
		in.pages = nil
	}
	p.drop()
	in.start(seed, actor)
	return nil
}

// Fork copies database, clock and log into a new World.
func (in *Instance) Fork(ctx context.Context) (core.World, error) {
	if err := in.enter(ctx); err != nil {
		return nil, err
	}
	defer in.leave()
	f := &Instance{
		store: in.store, busy: make(chan struct{}, 1),
		seed: in.seed, actor: in.actor, now: in.now, calls: in.calls, log: slices.Clip(in.log), recorded: in.recorded,
	}
	if in.pages != nil {
		f.pages = in.pages.fork()
	}
	return f, nil
}

// Close frees everything the instance holds.
func (in *Instance) Close() error {
	if err := in.enter(context.Background()); err != nil {
		return nil // closed before
	}
	defer in.leave()
	in.mu.Lock()
	defer in.mu.Unlock()
	in.pages.drop()
	in.pages, in.log, in.closed = nil, nil, true
	return nil
}
