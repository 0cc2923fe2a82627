package core

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// Session is what generated tools run in: one connection to one database
// with its prepared statements, the clock and the signed-in user. It is not
// safe for concurrent use; whoever owns it serialises the calls.
type Session struct {
	trace  *Trace // of the call that runs, nil for none
	costs  *Costs // nil unless somebody wants to know
	env    *Env
	conn   *sql.Conn
	engine engine // nil if the driver is not package store's
	stmts  statements
	limits Limits
	watch  watch

	now   DateTime
	actor *Actor
	id    int64  // the actor's key, if it is an integer
	key   string // the actor's key, if it is a text
	// stale is set while the session table does not say what now and actor do.
	stale bool
	// exclusive is set if no other connection writes to the database, so
	// that reading tools see one state without a transaction.
	exclusive bool

	inCall  bool
	writes  bool  // the call may write
	begun   bool  // a transaction is open
	changed bool  // the last call changed rows
	total   int64 // rows changed on the connection before the call
	left    int   // statements that the call may still run
	rows    int   // rows that it may still read
}

// Limits bound what one call of a tool may cost. Zero values mean the
// defaults.
type Limits struct {
	Statements int           // 10,000 by default
	Rows       int           // read into results, 10,000 by default
	Time       time.Duration // 10 seconds by default
}

func (l Limits) orDefault() Limits {
	if l.Statements <= 0 {
		l.Statements = 10_000
	}
	if l.Rows <= 0 {
		l.Rows = 10_000
	}
	if l.Time <= 0 {
		l.Time = 10 * time.Second
	}
	return l
}

// engine is what a connection of package store offers beyond database/sql.
type engine interface {
	// Interrupt ends the statement that is running, if any. It may be called
	// from any goroutine.
	Interrupt()
	// TotalChanges counts the rows changed since the connection was opened.
	TotalChanges() int64
}

// engineOf is what a connection's driver offers beyond database/sql; nil if
// that is nothing.
func engineOf(conn *sql.Conn) (e engine, err error) {
	err = conn.Raw(func(driverConn any) error {
		e, _ = driverConn.(engine)
		return nil
	})
	return e, err
}

// SetCosts makes the session add up what the statements of its tools take.
func (s *Session) SetCosts(c *Costs) { s.costs = c }

// Env is the environment the session belongs to.
func (s *Session) Env() *Env { return s.env }

// Conn is the session's connection, for engines that fill or judge the
// database. Calls must not overlap with the session's own.
func (s *Session) Conn() *sql.Conn { return s.conn }

// Read runs a tool that only reads. The context that fn gets carries no
// cancellation (a cancellable one costs microseconds for every statement);
// the session itself keeps the deadline of ctx.
func (s *Session) Read(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.run(ctx, fn, false)
}

// Write runs a tool in one transaction: everything fn did is kept, or
// nothing. Rows may be written in any order: what they refer to is checked by
// COMMIT. Violations of constraints, references and flows become typed errors
// that name entity and field. If anything changed, the clock moves on by a
// minute.
func (s *Session) Write(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.run(ctx, fn, true)
}

// run is one call. A call inside a call joins it.
func (s *Session) run(ctx context.Context, fn func(ctx context.Context) error, writes bool) (err error) {
	if s.inCall {
		return fn(s.watch.context())
	}
	if err := ctx.Err(); err != nil {
		return Stopped(err)
	}
	s.inCall, s.changed, s.left, s.rows = true, false, s.limits.Statements, s.limits.Rows
	s.writes, s.trace = writes, TraceOf(ctx)
	s.watch.start(ctx, s.limits.Time, s.engine)
	done := false
	defer func() {
		if !done { // a panic, or runtime.Goexit out of a test
			if r := recover(); r != nil {
				err = Internal(fmt.Errorf("panic: %v\n%s", r, debug.Stack()))
			}
		}
		err = s.end(err)
		// The session may serve another goroutine next, which must not write
		// into this one's trace.
		s.trace = nil
	}()
	if err = s.begin(writes); err == nil {
		err = fn(s.watch.context())
	}
	done = true
	return err
}

// begin opens the transaction a call needs, if any.
func (s *Session) begin(writes bool) error {
	shared := !s.exclusive && s.env.ViewsUseSession
	begin := "BEGIN"
	switch {
	case writes || shared:
		begin = "BEGIN IMMEDIATE"
	case s.exclusive:
		return nil
	}
	if err := s.exec(begin); err != nil {
		return err
	}
	s.begun = true
	if shared {
		if err := s.refresh(); err != nil {
			return err
		}
	}
	if s.stale && s.env.ViewsUseSession {
		if err := s.writeSession(s.now); err != nil {
			return err
		}
	}
	if !writes {
		return nil
	}
	var err error
	s.total, err = s.totalChanges()
	return err
}

// totalChanges counts the rows changed on the connection, by triggers and
// foreign keys too.
func (s *Session) totalChanges() (n int64, err error) {
	if s.engine != nil {
		return s.engine.TotalChanges(), nil
	}
	err = s.conn.QueryRowContext(background, "SELECT total_changes()").Scan(&n)
	return n, err
}

// end commits or rolls back, and makes the error one that names what is
// wrong.
func (s *Session) end(err error) error {
	stop := s.watch.stop()
	if err == nil {
		err = stop
	}
	if err == nil && s.begun {
		err = s.commit()
	}
	if err != nil {
		err = s.explain(err, stop)
		s.changed = false
	}
	s.inCall = false
	return err
}

// commit moves the clock in the same transaction as what it counts.
func (s *Session) commit() error {
	next, total := s.now, s.total
	if s.writes {
		var err error
		if total, err = s.totalChanges(); err != nil {
			return err
		}
	}
	if s.changed = total != s.total; s.changed {
		if next = s.now.AddMinutes(1); s.env.ViewsUseSession {
			if err := s.writeSession(next); err != nil {
				return err
			}
		}
	}
	if err := s.exec("COMMIT"); err != nil {
		return err
	}
	s.begun, s.now, s.stale = false, next, false
	return nil
}

// rollback undoes the open transaction, if SQLite has not done so already.
func (s *Session) rollback() error {
	if !s.begun {
		return nil
	}
	s.begun = false
	err := s.exec("ROLLBACK")
	if err != nil && errorText(err) == "cannot rollback - no transaction is active" {
		return nil
	}
	return err
}

// Changed reports whether the last call changed rows, and so moved the
// clock.
func (s *Session) Changed() bool { return s.changed }

// stopped is the error of a call that its context or its time limit ended.
// It is never internal: a call can be made slow on purpose, and internal
// errors void an episode.
func (s *Session) stopped(cause error) *Error {
	if errors.Is(cause, context.Canceled) {
		return Stopped(cause)
	}
	return &Error{Code: CodeFailedPrecondition, Cause: cause, Message: fmt.Sprintf(
		"The call took longer than it may (%v); nothing of it was kept. Ask for less at once.", s.limits.Time)}
}

// Stopped is the error of a call that did not begin because its context had
// ended, or that was cancelled; cause is the context's error.
func Stopped(cause error) *Error {
	e := &Error{Code: CodeFailedPrecondition, Cause: cause, Message: "The call was cancelled; nothing of it was kept."}
	if errors.Is(cause, context.DeadlineExceeded) {
		e.Message = "The call had to wait for too long and did not begin."
	}
	return e
}
