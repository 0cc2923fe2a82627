package data

import (
	"context"
	"database/sql"
	"errors"

	"github.com/awmc/awmc/out/rt/core"
)

// Queries runs statements on one connection and keeps them prepared.
type Queries struct {
	ctx   context.Context
	c     *sql.Conn
	stmts map[string]*core.Prepared
	costs *core.Costs
}

// NewQueries prepares nothing yet. Close it when done.
func NewQueries(ctx context.Context, c *sql.Conn) *Queries {
	return &Queries{ctx: ctx, c: c, stmts: map[string]*core.Prepared{}}
}

// Close frees the prepared statements.
func (q *Queries) Close() error {
	var errs []error
	for _, s := range q.stmts {
		errs = append(errs, s.Close())
	}
	clear(q.stmts)
	return errors.Join(errs...)
}

func (q *Queries) stmt(text string) (*core.Prepared, error) {
	if s := q.stmts[text]; s != nil {
		return s, nil
	}
	s, err := core.Prepare(q.ctx, q.c, text)
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
	_, err = s.Exec(q.ctx, args...)
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
	t, err := s.Table(q.ctx, args...)
	q.costs.Add(text, began)
	return t, err
}
