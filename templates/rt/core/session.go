package core

import (
	"context"
	"database/sql"
)

// Session is what generated tools run in: one connection to one database
// with its prepared statements, the clock and the signed-in user. It is not
// safe for concurrent use; whoever owns it serialises the calls.
type Session struct {
	env  *Env
	conn *sql.Conn
}

// Read runs a tool that only reads. The context that fn gets carries no
// cancellation (a cancellable one costs microseconds for every statement);
// the session itself keeps the deadline of ctx.
func (s *Session) Read(ctx context.Context, fn func(ctx context.Context) error) error {
	panic("contract only")
}

// Write runs a tool in one transaction: everything fn did is kept, or
// nothing. Violations of constraints, references and flows become typed
// errors that name entity and field. If anything changed, the clock moves on
// by a minute.
func (s *Session) Write(ctx context.Context, fn func(ctx context.Context) error) error {
	panic("contract only")
}

// Query runs a prepared query, counted against the call's budget.
func (s *Session) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	panic("contract only")
}

// QueryRow runs a prepared query and returns its first row; a missing row
// is sql.ErrNoRows from Scan.
func (s *Session) QueryRow(ctx context.Context, query string, args ...any) *Row {
	panic("contract only")
}

// Exec runs a prepared write and returns the number of rows it changed.
func (s *Session) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	panic("contract only")
}

// Row is a row that has not been scanned yet.
type Row struct{}

// Scan copies the row's columns.
func (r *Row) Scan(dest ...any) error { panic("contract only") }

// Now is the instance's clock: it stands still during a call.
func (s *Session) Now() DateTime { panic("contract only") }

// Today is the clock's date.
func (s *Session) Today() Date { panic("contract only") }

// ActorID is the signed-in user's key where it is an integer.
func (s *Session) ActorID() int64 { panic("contract only") }

// ActorKey is the signed-in user's key where it is a text.
func (s *Session) ActorKey() string { panic("contract only") }
