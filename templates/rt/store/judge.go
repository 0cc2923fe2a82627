package store

import (
	"context"

	"github.com/awmc/awmc/templates/rt/core"
)

// Diff is the net difference of the state from the starting state.
func (in *Instance) Diff(ctx context.Context) (*core.Diff, error) {
	if err := in.enter(ctx); err != nil {
		return nil, err
	}
	defer in.leave()
	if len(in.log) == 0 {
		return &core.Diff{Tables: []core.TableDiff{}}, nil
	}
	return netDiff(in.log, in.store.described()), nil
}

// Select runs a reading query over the current state, with the starting
// state attached as schema "before". Values are int64, float64, string,
// []byte or nil.
func (in *Instance) Select(ctx context.Context, query string, args ...any) (*core.Table, error) {
	if err := in.enter(ctx); err != nil {
		return nil, err
	}
	defer in.leave()
	if !in.recorded { // views would read another user
		w, err := in.lend(ctx)
		if err != nil {
			return nil, err
		}
		if err := in.store.callers.back(w, nil); err != nil {
			return nil, err
		}
	}
	if err := in.touch(ctx); err != nil {
		return nil, err
	}
	w, err := in.store.judges.lend(ctx, in.pages, nil)
	if err != nil {
		return nil, err
	}
	t, err := w.query(ctx, in.pages.base, query, args)
	if back := in.store.judges.back(w, err); err == nil {
		err = back
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// maxSelects bounds the queries that a judging connection keeps prepared.
const maxSelects = 256

func (w *worker) query(ctx context.Context, start *image, query string, args []any) (*core.Table, error) {
	if err := w.attach(ctx, start); err != nil {
		return nil, err
	}
	stmt := w.selects[query]
	if stmt == nil {
		if len(w.selects) >= maxSelects {
			for _, s := range w.selects {
				if err := s.Close(); err != nil {
					return nil, err
				}
			}
			w.selects = nil
		}
		var err error
		if stmt, err = core.Prepare(ctx, w.conn, query); err != nil {
			return nil, err
		}
		if w.selects == nil {
			w.selects = map[string]*core.Prepared{}
		}
		w.selects[query] = stmt
	}
	run := ctx
	if ctx.Done() != nil && w.inner != nil {
		// The driver's own watch takes longer than most queries.
		defer w.interruptWith(ctx)()
		run = context.WithoutCancel(ctx)
	}
	began := w.costs.Now()
	t, err := stmt.Table(run, args...)
	w.costs.Add(query, began)
	if stop := ctx.Err(); err != nil && stop != nil {
		return nil, stop // and not that SQLite was interrupted
	}
	return t, err
}
