package core

import (
	"context"
	"encoding/json"
	"time"
)

// World is one instance as the engines that act on it and judge it see it:
// a private database, a clock, an actor, and a log of what was done. Calls on
// one World are serialised by it; different Worlds share nothing that can
// change.
type World interface {
	Env() *Env
	// Seed is the seed of the starting data.
	Seed() int64
	Actor() *Actor
	// Now is the instance's clock.
	Now() DateTime
	// Call runs one tool. It never returns a Go error: what went wrong is in
	// Result.Err.
	Call(ctx context.Context, tool string, args json.RawMessage) Result
	// Diff is the net difference of the state from the starting state.
	Diff(ctx context.Context) (*Diff, error)
	// Select runs a reading query over the current state, with the starting
	// state attached as schema "before". Values are int64, float64, string,
	// []byte or nil.
	Select(ctx context.Context, query string, args ...any) (*Table, error)
	// Reset returns to the starting state of a seed; a nil actor means the
	// environment's.
	Reset(ctx context.Context, seed int64, actor *Actor) error
	// Fork copies database, clock and log into a new World.
	Fork(ctx context.Context) (World, error)
	// Close frees everything the instance holds.
	Close() error
}

// Worlds makes instances of one environment.
type Worlds interface {
	Env() *Env
	Open(ctx context.Context, seed int64, actor *Actor) (World, error)
}

// Result is what one call of a tool gave: Output, a JSON object, or Err.
type Result struct {
	Output  json.RawMessage
	Err     *Error
	Changed bool // the call changed rows (and so moved the clock)
	Took    time.Duration
}

// Text is the result as the agent reads it: the output, or
// {"error":{"code","message","parameter"}}.
func (r Result) Text() json.RawMessage {
	if r.Err == nil {
		return r.Output
	}
	b, err := encodeResult(struct {
		Error *Error `json:"error"`
	}{r.Err}, nil)
	if err != nil { // an Error holds strings only
		panic(err)
	}
	return b
}

// Diff is a net difference between two states of a database. Tables are in
// the order of Env.Entities, changes in the order of their keys; tables
// without changes are left out.
type Diff struct {
	Tables []TableDiff `json:"tables"`
}

// Empty reports whether nothing differs.
func (d *Diff) Empty() bool { return d == nil || len(d.Tables) == 0 }

// TableDiff is what differs in one table.
type TableDiff struct {
	Table   string   `json:"table"`
	Columns []string `json:"columns"`
	Changes []Change `json:"changes"`
}

// Change is one row that differs: inserted (Old is nil), deleted (New is
// nil) or updated. Old and New have a value for each column.
type Change struct {
	Key []any `json:"key"`
	Old []any `json:"old,omitempty"`
	New []any `json:"new,omitempty"`
}
