package store

import (
	"container/list"
	"context"
	"errors"
	"sync"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/data"
)

// use is what the connections of a pool are for.
type use int

const (
	calling use = iota // tools: changes are logged
	judging            // reading, with the starting state attached
	filling            // making starting states
)

// pool lends connections of one environment, for one use. All of them need
// the processor, so a few connections are enough for any number of instances.
type pool struct {
	env *core.Env
	use use
	// reversed is set for a store made by Reversed.
	reversed bool
	slots    chan struct{} // one for each connection that may be lent
	cache    *Cache
	costs    *core.Costs
	element  *list.Element // in cache.pools; guarded by cache.mu

	mu     sync.Mutex // taken after cache.mu, if both
	idle   []*worker  // the one used last at the end
	closed bool
}

func newPool(env *core.Env, use use, opt Options) *pool {
	return &pool{env: env, use: use, slots: make(chan struct{}, opt.Connections), cache: opt.Cache, costs: opt.Costs}
}

var errClosed = errors.New("the store is closed")

// lend returns a connection that shows p, if possible the one that showed it
// last.
func (l *pool) lend(ctx context.Context, p *pages, tables map[string]*table) (*worker, error) {
	select {
	case l.slots <- struct{}{}:
	default:
		select {
		case l.slots <- struct{}{}:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	w, err := l.take(p)
	if w == nil && err == nil {
		w, err = l.open(ctx, p, tables)
	}
	if err != nil {
		<-l.slots
		return nil, err
	}
	w.show(p)
	return w, nil
}

func (l *pool) take(p *pages) (*worker, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil, errClosed
	}
	n := len(l.idle)
	if n == 0 {
		return nil, nil
	}
	at := n - 1
	for i, w := range l.idle {
		if w.pages == p {
			at = i
		}
	}
	w := l.idle[at]
	l.idle = append(l.idle[:at], l.idle[at+1:]...)
	l.cache.idle.Add(-1)
	if p.base != nil && w.sig != p.base.sig {
		return nil, w.close() // its schema is laid out differently
	}
	return w, nil
}

func (l *pool) open(ctx context.Context, p *pages, tables map[string]*table) (*worker, error) {
	attached := 0
	if l.use == judging {
		attached = 1 // "before"
	}
	w, err := newWorker(ctx, l.env, p, attached)
	if err != nil {
		return nil, err
	}
	w.sig, w.costs = p.base.sig, l.costs
	switch l.use {
	case calling:
		w.session.SetCosts(l.costs)
		err = w.record(tables)
	case judging:
		_, err = w.conn.ExecContext(ctx, "PRAGMA query_only=ON")
	case filling:
		if w.filler, err = data.NewFiller(ctx, w.conn, l.env); err == nil {
			w.filler.SetCosts(l.costs)
		}
	}
	if err == nil && l.reversed {
		err = w.reverse(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, w.close())
	}
	return w, nil
}

// back takes a connection back; err is how its last use ended.
func (l *pool) back(w *worker, err error) error {
	defer func() { <-l.slots }()
	w.done()
	broken := w.broken(err)
	l.mu.Lock()
	keep := !l.closed && !broken
	if keep {
		l.idle = append(l.idle, w)
	}
	l.mu.Unlock()
	if !keep {
		return w.close()
	}
	return l.cache.used(l)
}

// trim closes all connections that are not lent, up to keep.
func (l *pool) trim(keep int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var errs []error
	for len(l.idle) > keep {
		errs = append(errs, l.idle[0].close())
		l.idle = l.idle[1:]
		l.cache.idle.Add(-1)
	}
	return errors.Join(errs...)
}

func (l *pool) close() error {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	l.cache.gone(l)
	return l.trim(0)
}
