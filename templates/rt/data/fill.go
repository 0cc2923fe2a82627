// Package data fills the starting database of an environment: fixed rows,
// then rows generated from a seed, the same on every machine. The compiler
// uses it to try an environment's data, the runtime to build the snapshot of
// each seed, and the task engine to draw the values a task is given. It
// imports core and the standard library only.
package data

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/awmc/awmc/templates/rt/core"
)

// Error is a failure to make a row, with the line of env.yaml it belongs to
// (0 if unknown).
type Error struct {
	Entity string
	Field  string // "" if it is about the whole row
	Line   int
	Row    string // the row as it was to be, for the message; may be empty
	Err    error
}

// Error returns "data of ENTITY[.FIELD]: cause".
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("data")
	if e.Entity != "" {
		b.WriteString(" of " + e.Entity)
	}
	if e.Field != "" {
		b.WriteString("." + e.Field)
	}
	b.WriteString(": " + e.Err.Error())
	if e.Row != "" {
		b.WriteString(" in the row " + e.Row)
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Explain says to the author of the environment what went wrong, and what to
// do about it.
func (e *Error) Explain(seed int64) (message, hint string) {
	what := "the starting data"
	if e.Entity != "" {
		what = "the data of `" + e.Entity + "`"
	}
	if e.Field != "" {
		what = "the data of `" + e.Entity + "." + e.Field + "`"
	}
	message = fmt.Sprintf("%s can't be made with seed %d: %s", what, seed, e.Err)
	if e.Row != "" {
		message += ", in the row " + e.Row
	}
	return message, e.hint()
}

// hint says what to do about a row that the tables refuse.
func (e *Error) hint() string {
	msg := e.Err.Error()
	switch {
	case strings.Contains(msg, "UNIQUE"), strings.Contains(msg, "unique"):
		return "make the values differ: `distinct: true` beside `pick`, a wider range, or `{n}` in a template"
	case strings.Contains(msg, "NOT NULL"):
		return "the query gives no row or NULL: pick from rows that have a value, or make the field optional"
	case strings.Contains(msg, "CHECK"):
		return "keep the generator within what the field and the entity's `check` allow"
	case strings.Contains(msg, "refers to"), strings.Contains(msg, "FOREIGN KEY"):
		return "pick from the table that the field refers to"
	case strings.Contains(msg, "nothing to pick"):
		return "make the query find a row for every parent, or give the block a `count` that is 0 where it finds none"
	}
	return "mend the generator, the row or the statement"
}

// ParsePlan reads data.json.
func ParsePlan(raw []byte) (*core.Plan, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var p core.Plan
	if err := dec.Decode(&p); err != nil {
		return nil, fmt.Errorf("data.json: %w", err)
	}
	return &p, nil
}

// Fill runs the plan over an empty schema, in one transaction. Flow triggers
// do not apply to it. The error, if any, is an *Error where a row is to
// blame; nothing is kept then.
func Fill(ctx context.Context, c *sql.Conn, env *core.Env, seed int64) error {
	f, err := NewFiller(ctx, c, env)
	if err != nil {
		return err
	}
	return errors.Join(f.Fill(ctx, seed), f.Close())
}

// Filler fills the databases that one connection shows, one after the other,
// and keeps its statements prepared meanwhile. Until it is closed, triggers are
// off on the connection, and mostly references, too. It is not safe for
// concurrent use.
type Filler struct {
	c        *sql.Conn
	env      *core.Env
	plan     *core.Plan
	entities map[string]*core.Entity
	q        *Queries
	views    *core.Table                       // names and definitions, once they are asked for
	readers  map[string]func(text string) bool // by table: whether a query reads it; see changes
	triggers triggerSwitch                     // nil if the driver has none
	enforces bool                              // SQLite sees to references; see enforces
}

// NewFiller reads the environment's plan. Close the filler when done.
func NewFiller(ctx context.Context, c *sql.Conn, env *core.Env) (*Filler, error) {
	plan, err := ParsePlan(env.Data)
	if err != nil {
		return nil, err
	}
	f := &Filler{c: c, env: env, plan: plan, entities: map[string]*core.Entity{}, readers: map[string]func(string) bool{}, q: NewQueries(ctx, c)}
	for i := range env.Entities {
		f.entities[env.Entities[i].Name] = &env.Entities[i]
	}
	// Switches and pragmas make the statements of a connection expire, so they
	// come first, and once.
	f.enforces = enforces(plan)
	if err := f.foreignKeysOn(ctx, f.enforces); err != nil {
		return nil, err
	}
	err = c.Raw(func(driverConn any) error {
		f.triggers, _ = driverConn.(triggerSwitch)
		return nil
	})
	if err == nil && f.triggers != nil {
		err = f.triggers.EnableTriggers(false)
	}
	return f, err
}

// enforces reports whether references must be kept to statement by statement:
// if a closing statement deletes, what refers to the row may go along. All of
// them are checked in the end anyway, which costs less than looking up the
// parents of every row.
func enforces(p *core.Plan) bool {
	return slices.ContainsFunc(p.Then, func(s core.SQL) bool {
		text := strings.ToUpper(s.Text)
		return mentions(text, "DELETE") || mentions(text, "REPLACE")
	})
}

func (f *Filler) foreignKeysOn(ctx context.Context, on bool) error {
	state := "OFF"
	if on {
		state = "ON"
	}
	_, err := f.c.ExecContext(ctx, "PRAGMA foreign_keys="+state)
	return err
}

// SetCosts makes the filler add up what its statements take.
func (f *Filler) SetCosts(c *core.Costs) { f.q.costs = c }

// Close frees the prepared statements and leaves the connection with triggers
// and references on.
func (f *Filler) Close() error {
	err := errors.Join(f.q.Close(), f.foreignKeysOn(context.Background(), true))
	if f.triggers != nil {
		err = errors.Join(err, f.triggers.EnableTriggers(true))
	}
	return err
}

// Fill is Fill on the filler's connection, which shows an empty schema.
func (f *Filler) Fill(ctx context.Context, seed int64) error {
	return core.Watched(ctx, f.c, func(ctx context.Context) error {
		f.q.ctx = ctx
		return (&filler{Filler: f, ctx: ctx, seed: seed}).fill()
	})
}

// filler fills one database.
type filler struct {
	*Filler
	ctx  context.Context
	seed int64
}

func (f *filler) fill() (err error) {
	if err := f.q.Exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_, rollback := f.c.ExecContext(context.WithoutCancel(f.ctx), "ROLLBACK")
			err = errors.Join(err, rollback)
		}
	}()
	for i := range f.plan.Tables {
		if err := f.table(&f.plan.Tables[i]); err != nil {
			return err
		}
	}
	if err := f.then(); err != nil {
		return err
	}
	if err := f.foreignKeys(); err != nil {
		return err
	}
	return f.q.Exec("COMMIT")
}

// Rand is the stream of chance for one purpose: the same seed and purpose
// give the same stream on every machine.
func Rand(seed int64, purpose string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(purpose))
	return rand.New(rand.NewPCG(uint64(seed), h.Sum64()))
}

// then runs the closing statements. An update there may set any state, so
// flow triggers do not apply.
func (f *filler) then() error {
	if len(f.plan.Then) == 0 {
		return nil
	}
	return f.withoutTriggers(func() error {
		scope := f.scope()
		for _, s := range f.plan.Then {
			args, err := scope.Args(s.Args)
			if err != nil {
				return &Error{Err: err}
			}
			if err := f.q.Exec(s.Text, args...); err != nil {
				return &Error{Err: fmt.Errorf("then: %w", err)}
			}
		}
		return nil
	})
}

// foreignKeys names the first row that refers to nothing, which SQLite's own
// error at COMMIT does not.
func (f *filler) foreignKeys() error {
	bad, err := f.q.All(`SELECT c."table", c.rowid, c.parent, k."from" FROM pragma_foreign_key_check AS c, pragma_foreign_key_list(c."table") AS k WHERE k.id = c.fkid LIMIT 1`)
	if err != nil || len(bad.Rows) == 0 {
		return err
	}
	r := bad.Rows[0]
	e := &Error{Entity: text(r[0]), Field: text(r[3]), Err: fmt.Errorf("row %v refers to a row of %v that does not exist", r[1], r[2])}
	for i := range f.plan.Tables {
		if f.plan.Tables[i].Entity == e.Entity {
			e.Line = f.plan.Tables[i].Line
		}
	}
	return e
}

func text(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return fmt.Sprint(v)
}

// scope has the names that are there everywhere.
func (f *filler) scope() *Scope {
	s := NewScope()
	f.begin(s)
	return s
}

// begin makes a scope have those names and no others.
func (f *filler) begin(s *Scope) {
	clear(s.vars)
	s.Set("now", string(f.env.Now))
	if len(f.env.Now) >= 10 {
		s.Set("today", string(f.env.Now[:10]))
	}
	if f.env.Actor != nil {
		s.Set("actor", f.env.Actor.Key)
	}
}
