package service

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
	"time"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/task"
)

// Instance is one episode. Its methods may be called from many goroutines;
// they take turns.
type Instance struct {
	ID  string
	Env *Environment

	service *Service
	turn    turn
	ctx     context.Context // ends when the instance does
	cancel  context.CancelFunc
	used    atomic.Int64 // unix nanoseconds
	last    atomic.Pointer[Info]

	// What follows belongs to whoever has the turn.

	start   Start
	task    *core.Task // nil for free play
	seed    int64      // effective
	actor   *core.Actor
	ask     string
	created time.Time
	parent  string
	world   core.World // nil until it is needed
	log     []Record
	ended   bool
	ending  Ending
	verdict *task.Verdict
	// broken, if not nil, is why the episode is void.
	broken error
	// badCall is the first call that named no tool or broke its schema.
	badCall string
	shutErr error // why no call is possible any more
	journal *journal
}

// Start says what an instance begins as.
type Start struct {
	// Environment may be "" if there is only one.
	Environment string `json:"environment"`
	// Task is the task to play, "" for none: an instance without a task can
	// be explored but not verified.
	Task string `json:"task,omitempty"`
	// Seed is the seed asked for. With a task, the effective one is the next
	// at which the task is sound.
	Seed int64 `json:"seed"`
	// Actor is who is signed in, "ENTITY/KEY"; "" for the task's, or else the
	// environment's.
	Actor string `json:"actor,omitempty"`
	// EndOnFormatError ends the episode at the first call that names no tool
	// or breaks its schema.
	EndOnFormatError bool `json:"end_on_format_error,omitempty"`
	// Rewards of this episode; nil for the server's.
	Rewards *task.Rewards `json:"rewards,omitempty"`
}

// Record is one call of an episode's log.
type Record struct {
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
	// Result is what the agent read.
	Result  json.RawMessage `json:"result"`
	Code    core.Code       `json:"code,omitempty"` // of an error
	Changed bool            `json:"changed,omitempty"`
	// Stopped is set if the call was cancelled or took too long. It left
	// nothing behind, and need not happen again in a replay.
	Stopped bool `json:"stopped,omitempty"`
}

// Ending is what an episode ended in.
type Ending struct {
	Answer      json.RawMessage `json:"answer,omitempty"`
	Truncated   bool            `json:"truncated,omitempty"`
	FormatError string          `json:"format_error,omitempty"`
	Fault       string          `json:"fault,omitempty"`
}

// State says how far an instance is.
type State string

// The states of an instance.
const (
	Fresh State = "fresh" // nothing was called yet
	Live  State = "live"
	Ended State = "ended" // verified, or ended by a format error
	Void  State = "void"  // a fault makes the episode worthless
)

// Info describes an instance for the control side.
type Info struct {
	ID            string
	Environment   string
	Task          string
	Seed          int64
	EffectiveSeed int64
	Actor         string
	Ask           string
	State         State
	Why           string // of a void or ended one
	Calls         int
	Now           core.DateTime // the instance's clock
	Parent        string        // what it was forked from
	Created       time.Time
	Expires       time.Time
	Verdict       *task.Verdict
}

// Info describes the instance as it is now.
func (in *Instance) Info(ctx context.Context) (Info, error) {
	if err := in.take(ctx); err != nil {
		return Info{}, err
	}
	defer in.leave()
	return in.info(), nil
}

func (in *Instance) info() Info {
	i := Info{
		ID: in.ID, Environment: in.Env.Name, Task: in.start.Task, Seed: in.start.Seed, EffectiveSeed: in.seed,
		Actor: FormatActor(in.signedIn()), Ask: in.ask, State: Fresh, Calls: len(in.log), Now: in.Env.Spec.Now,
		Parent: in.parent, Created: in.created, Verdict: in.verdict,
		Expires: time.Unix(0, in.used.Load()).Add(in.service.opt.Limits.Idle),
	}
	if in.world != nil {
		i.Now = in.world.Now()
	}
	switch {
	case in.broken != nil:
		i.State, i.Why = Void, in.broken.Error()
	case in.ended:
		i.State, i.Why = Ended, in.ending.FormatError
	case len(in.log) > 0:
		i.State = Live
	}
	return i
}

// signedIn is the actor, the environment's if there is no other.
func (in *Instance) signedIn() *core.Actor {
	if in.actor != nil {
		return in.actor
	}
	return in.Env.Spec.Actor
}

// take waits for the instance's turn and makes sure that it is still there.
func (in *Instance) take(ctx context.Context) error {
	if err := in.turn.take(ctx); err != nil {
		return err
	}
	if in.shutErr != nil {
		in.turn.give()
		return in.shutErr
	}
	in.touch()
	return nil
}

// leave gives the turn back.
func (in *Instance) leave() {
	i := in.info()
	in.last.Store(&i)
	in.turn.give()
}

func (in *Instance) touch() { in.used.Store(in.service.opt.Clock().UnixNano()) }

// open makes the world if there is none yet, bringing a restored instance to
// where it was.
func (in *Instance) open(ctx context.Context) error {
	if in.world != nil {
		return nil
	}
	w, err := in.Env.Worlds.Open(ctx, in.seed, in.actor)
	if err == nil {
		if err = in.replayLog(ctx, w); err != nil {
			err = errors.Join(err, w.Close())
		}
	}
	if err != nil {
		return err
	}
	in.world = w
	return nil
}

// shut ends the instance: a running call is cancelled, and what it holds is
// freed.
func (in *Instance) shut() {
	in.cancel()
	// The turn is never given back: whoever waits for it sees ctx end.
	if in.turn.take(context.Background()) != nil {
		return
	}
	in.shutErr = gone(in.ID, "was ended")
	in.freeWorld()
	in.turn.give()
}

func (in *Instance) freeWorld() {
	if in.world == nil {
		return
	}
	if err := in.world.Close(); err != nil {
		in.service.opt.Log.Error("closing an instance", "environment", in.Env.Name, "error", err)
	}
	in.world = nil
}

func gone(id string, why string) *Error {
	return &Error{Kind: Gone, Message: "instance " + id + " " + why}
}

// merge makes a context that ends with ctx or with the instance.
func (in *Instance) merge(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(in.ctx, cancel)
	return ctx, func() { stop(); cancel() }
}

// turn is a lock that can be waited for with a context.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

func (t turn) take(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	default:
	}
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t turn) try() bool {
	select {
	case t <- struct{}{}:
		return true
	default:
		return false
	}
}

func (t turn) give() { <-t }

// Peek is Info without keeping the instance from expiring, and without
// waiting for a call that runs: it is then as it was before.
func (in *Instance) Peek() Info {
	if in.turn.try() {
		defer in.leave()
	}
	return *in.last.Load()
}
