package data

import (
	"context"
	"database/sql"

	"github.com/awmc/awmc/out/rt/core"
)

// Queries runs statements on one connection and keeps them prepared.
type Queries struct {
	ctx   context.Context
	c     Conn
	stmts map[string]*sql.Stmt
	costs *core.Costs
}

// NewQueries prepares nothing yet. Close it when done.
func NewQueries(ctx context.Context, c Conn) *Queries {
	return &Queries{ctx: ctx, c: c, stmts: map[string]*sql.Stmt{}}
}

// Close frees the prepared statements.
func (q *Queries) Close() {
	for _, s := range q.stmts {
		s.Close()
	}
	clear(q.stmts)
}

func (q *Queries) stmt(text string) (*sql.Stmt, error) {
	if s := q.stmts[text]; s != nil {
		return s, nil
	}
	s, err := q.c.PrepareContext(q.ctx, text)
	if err != nil {
		return nil, err
	}
	q.stmts[text] = s
	return s, nil
}

// Exec runs a write.
func (q *Queries) Exec(text string, args ...any) error {
	s, err := q.stmt(text)
	if err != nil {
		return err
	}
	began := q.costs.Now()
	_, err = s.ExecContext(q.ctx, args...)
	q.costs.Add(text, began)
	return err
}

// All returns every row; values are int64, float64, string, []byte or nil.
func (q *Queries) All(text string, args ...any) (*core.Table, error) {
	s, err := q.stmt(text)
	if err != nil {
		return nil, err
	}
	began := q.costs.Now()
	rows, err := s.QueryContext(q.ctx, args...)
	if err != nil {
		return nil, err
	}
	t, err := core.ReadTable(rows)
	q.costs.Add(text, began)
	return t, err
}
