package core

import (
	"context"
	"database/sql"
	"math"
	"sync"
	"time"
)

// background is the context of statements. A cancellable one costs a
// goroutine and 3 µs for each.
var background = context.Background()

// watch ends a call that takes too long, or whose caller has gone: one timer
// for a call instead of a watcher for each statement.
type watch struct {
	mu       sync.Mutex
	timer    *time.Timer
	call     uint64 // counts the calls, to tell a late stop of the one before
	active   bool
	deadline time.Time
	cause    error
	engine   engine
	release  func() bool
	// ctx replaces the interrupt where the driver has none.
	ctx    context.Context
	cancel context.CancelFunc
}

// again is how often a stop is repeated until the call notices: an interrupt
// that falls between two statements is lost.
const again = 5 * time.Millisecond

func (w *watch) start(ctx context.Context, limit time.Duration, e engine) {
	if e == nil {
		w.ctx, w.cancel = context.WithTimeoutCause(ctx, limit, context.DeadlineExceeded)
		return
	}
	if deadline, ok := ctx.Deadline(); ok {
		limit = min(limit, time.Until(deadline))
	}
	w.mu.Lock()
	w.call++
	call := w.call
	w.active, w.cause, w.engine, w.deadline = true, nil, e, time.Now().Add(limit)
	if w.timer == nil {
		w.timer = time.AfterFunc(limit, w.fire)
	} else {
		w.timer.Reset(limit)
	}
	w.mu.Unlock()
	if ctx.Done() != nil {
		w.release = context.AfterFunc(ctx, func() {
			w.mu.Lock()
			defer w.mu.Unlock()
			if w.call == call {
				w.interrupt(ctx.Err())
			}
		})
	}
}

// fire is the timer's. It may come late, when the next call has begun.
func (w *watch) fire() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cause != nil || !time.Now().Before(w.deadline) {
		w.interrupt(context.DeadlineExceeded)
	}
}

// interrupt ends the statement that is running. The lock is held meanwhile,
// so that stop returns only when nothing reaches into the engine any more.
func (w *watch) interrupt(cause error) {
	if !w.active {
		return
	}
	if w.cause == nil {
		w.cause = cause
	}
	w.engine.Interrupt()
	w.timer.Reset(again)
}

// context is what statements run under.
func (w *watch) context() context.Context {
	if w.ctx != nil {
		return w.ctx
	}
	return background
}

// err is why the call must end, or nil.
func (w *watch) err() error {
	if w.ctx != nil {
		return w.ctx.Err()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.cause
}

// stop ends watching and returns err.
func (w *watch) stop() error {
	if w.ctx != nil {
		err := w.ctx.Err()
		w.cancel()
		w.ctx, w.cancel = nil, nil
		return err
	}
	if w.release != nil {
		w.release()
		w.release = nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer != nil {
		w.timer.Stop()
	}
	w.active = false
	return w.cause
}

// Watched runs fn, whose statements on conn end when ctx does. They are to run
// under the context that fn gets; see Read. The error of a context that ended
// comes before fn's.
func Watched(ctx context.Context, conn *sql.Conn, fn func(ctx context.Context) error) error {
	e, err := engineOf(conn)
	if err != nil {
		return err
	}
	var w watch
	if e == nil {
		err = fn(ctx)
	} else {
		w.start(ctx, math.MaxInt64, e)
		defer w.stop()
		err = fn(background)
	}
	if stop := ctx.Err(); stop != nil {
		return stop
	}
	return err
}
