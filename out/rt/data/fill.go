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
	"strings"

	"github.com/awmc/awmc/out/rt/core"
)

// Conn is the part of *sql.Conn that filling needs.
type Conn interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
}

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
func Fill(ctx context.Context, c Conn, env *core.Env, seed int64) error {
	plan, err := ParsePlan(env.Data)
	if err != nil {
		return err
	}
	return FillPlan(ctx, c, env, plan, seed)
}

// FillPlan is Fill with a plan that is already read.
func FillPlan(ctx context.Context, c Conn, env *core.Env, plan *core.Plan, seed int64) (err error) {
	for _, q := range []string{"PRAGMA foreign_keys=ON", "BEGIN IMMEDIATE", "PRAGMA defer_foreign_keys=ON"} {
		if _, err := c.ExecContext(ctx, q); err != nil {
			return err
		}
	}
	f := newFiller(ctx, c, env, seed)
	defer f.close()
	defer func() {
		if err != nil {
			_, rollback := c.ExecContext(ctx, "ROLLBACK")
			err = errors.Join(err, rollback)
		}
	}()
	for i := range plan.Tables {
		if err := f.table(&plan.Tables[i]); err != nil {
			return err
		}
	}
	if err := f.then(plan.Then); err != nil {
		return err
	}
	if err := f.foreignKeys(plan); err != nil {
		return err
	}
	_, err = c.ExecContext(ctx, "COMMIT")
	return err
}

type filler struct {
	ctx      context.Context
	c        Conn
	env      *core.Env
	seed     int64
	q        *Queries
	entities map[string]*core.Entity
	views    *core.Table // names and definitions, once they are asked for
}

func newFiller(ctx context.Context, c Conn, env *core.Env, seed int64) *filler {
	f := &filler{ctx: ctx, c: c, env: env, seed: seed, q: NewQueries(ctx, c), entities: map[string]*core.Entity{}}
	for i := range env.Entities {
		f.entities[env.Entities[i].Name] = &env.Entities[i]
	}
	return f
}

func (f *filler) close() { f.q.Close() }

// Rand is the stream of chance for one purpose: the same seed and purpose
// give the same stream on every machine.
func Rand(seed int64, purpose string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(purpose))
	return rand.New(rand.NewPCG(uint64(seed), h.Sum64()))
}

// then runs the closing statements. An update there may set any state, so
// flow triggers are taken away and put back.
func (f *filler) then(stmts []core.SQL) error {
	if len(stmts) == 0 {
		return nil
	}
	triggers, err := f.q.All("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name")
	if err != nil {
		return err
	}
	for _, t := range triggers.Rows {
		if _, err := f.c.ExecContext(f.ctx, `DROP TRIGGER "`+strings.ReplaceAll(t[0].(string), `"`, `""`)+`"`); err != nil {
			return err
		}
	}
	scope := f.scope()
	for _, s := range stmts {
		args, err := scope.Args(s.Args)
		if err != nil {
			return &Error{Err: err}
		}
		if err := f.q.Exec(s.Text, args...); err != nil {
			return &Error{Err: fmt.Errorf("then: %w", err)}
		}
	}
	for _, t := range triggers.Rows {
		if _, err := f.c.ExecContext(f.ctx, t[1].(string)); err != nil {
			return err
		}
	}
	return nil
}

// foreignKeys names the first row that refers to nothing, which SQLite's own
// error at COMMIT does not.
func (f *filler) foreignKeys(plan *core.Plan) error {
	bad, err := f.q.All(`SELECT c."table", c.rowid, c.parent, k."from" FROM pragma_foreign_key_check AS c, pragma_foreign_key_list(c."table") AS k WHERE k.id = c.fkid LIMIT 1`)
	if err != nil || len(bad.Rows) == 0 {
		return err
	}
	r := bad.Rows[0]
	e := &Error{Entity: text(r[0]), Field: text(r[3]), Err: fmt.Errorf("row %v refers to a row of %v that does not exist", r[1], r[2])}
	for i := range plan.Tables {
		if plan.Tables[i].Entity == e.Entity {
			e.Line = plan.Tables[i].Line
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
	s.Set("now", string(f.env.Now))
	if len(f.env.Now) >= 10 {
		s.Set("today", string(f.env.Now[:10]))
	}
	if f.env.Actor != nil {
		s.Set("actor", f.env.Actor.Key)
	}
	return s
}
