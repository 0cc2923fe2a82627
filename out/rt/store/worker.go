package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/data"
)

// worker is one connection of the pool with its session. For the time of a
// call it shows the pages of one instance.
type worker struct {
	db      *sql.DB
	number  int // of file
	file    *file
	session *core.Session
	conn    *sql.Conn
	inner   *conn // behind conn; nil if the driver has changed, see wrap
	log     recorder
	filler  *data.Filler // of a connection that makes starting states

	before       *file // the starting state, attached for judging; nil until it is
	beforeNumber int
	selects      map[string]*core.Prepared
	costs        *core.Costs

	// What the connection's page cache holds.
	pages   *pages
	version uint64
	sig     string
}

// Settings of an instance's connection: everything in memory, nothing to
// wait for, and a cache that is small because a page that is not in it is
// only a copy away.
const workerDSN = "file:%s?vfs=" + vfsName + "&_defensive=1&_dqs=0" +
	"&_pragma=page_size(%d)&_pragma=journal_mode(MEMORY)&_pragma=synchronous(OFF)&_pragma=temp_store(MEMORY)" +
	"&_pragma=cache_size(%d)&_pragma=max_page_count(%d)&_pragma=foreign_keys(1)"

// Limits that SQLite itself keeps, in pages and bytes. They bound what one
// instance can make the process hold.
const (
	maxPages   = 64 << 20 / pageSize
	maxText    = 16 << 20
	cachePages = 256 << 10 / pageSize
)

// newWorker opens a connection that shows p and to which so many databases
// can be attached.
func newWorker(ctx context.Context, env *core.Env, p *pages, attached int) (_ *worker, err error) {
	if err := registerVFS(); err != nil {
		return nil, err
	}
	d, err := language()
	if err != nil {
		return nil, err
	}
	w := &worker{file: &file{pages: p}, pages: p, version: p.version}
	w.number = addFile(w.file)
	w.db = sql.OpenDB(&connector{driver: d, dsn: fmt.Sprintf(workerDSN, fileName(w.number), pageSize, cachePages, maxPages)})
	defer func() {
		if err != nil {
			err = errors.Join(err, w.close())
		}
	}()
	if w.conn, err = w.db.Conn(ctx); err != nil {
		return nil, err
	}
	err = w.conn.Raw(func(dc any) error {
		w.inner, _ = dc.(*conn)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for id, limit := range map[int]int{sqlite3.SQLITE_LIMIT_ATTACHED: attached, sqlite3.SQLITE_LIMIT_LENGTH: maxText} {
		if _, err := sqlite.Limit(w.conn, id, limit); err != nil {
			return nil, err
		}
	}
	if w.session, err = core.NewSession(ctx, w.conn, env); err != nil {
		return nil, err
	}
	return w, nil
}

// record starts the log of changed rows. It comes before any statement is
// prepared: SQLite leaves the hook out of those that are.
func (w *worker) record(tables map[string]*table) error {
	w.log.tables = tables
	return w.conn.Raw(func(dc any) error {
		h, ok := dc.(sqlite.HookRegisterer)
		if !ok {
			return fmt.Errorf("the driver's %T has no hooks", dc)
		}
		h.RegisterPreUpdateHook(w.log.hook)
		return nil
	})
}

// show makes the connection see p.
func (w *worker) show(p *pages) {
	if w.pages == p && w.version == p.version {
		return
	}
	w.file.show(p)
	w.pages = p
}

// done remembers what the cache holds.
func (w *worker) done() { w.version = w.pages.version }

// attach makes the starting state visible as schema "before".
func (w *worker) attach(ctx context.Context, start *image) error {
	if w.before != nil {
		if w.before.pages.base != start {
			w.before.show(newPages(start))
		}
		return nil
	}
	before := &file{pages: newPages(start), readOnly: true}
	w.beforeNumber = addFile(before)
	w.before = before
	_, err := w.conn.ExecContext(ctx, fmt.Sprintf("ATTACH 'file:%s?vfs=%s&mode=ro' AS before", fileName(w.beforeNumber), vfsName))
	return err
}

// interruptWith ends the statement that runs on the connection when ctx
// ends. The function it returns ends that, and waits for an interrupt that
// is under way, so that it can't hit the connection's next user.
func (w *worker) interruptWith(ctx context.Context) (stop func()) {
	done := make(chan struct{})
	cancel := context.AfterFunc(ctx, func() {
		defer close(done)
		if w.inner != nil {
			w.inner.Interrupt()
		}
	})
	return func() {
		if !cancel() {
			<-done
		}
	}
}

func (w *worker) close() error {
	var errs []error
	for _, s := range w.selects {
		errs = append(errs, s.Close())
	}
	if w.filler != nil {
		errs = append(errs, w.filler.Close())
	}
	if w.session != nil {
		errs = append(errs, w.session.Close())
	} else if w.conn != nil {
		errs = append(errs, w.conn.Close())
	}
	errs = append(errs, w.db.Close())
	removeFile(w.number)
	if w.before != nil {
		removeFile(w.beforeNumber)
	}
	return errors.Join(errs...)
}

// broken reports whether the connection is not to be used again after a use
// that ended in err. Closing it rolls back what is open.
func (w *worker) broken(err error) bool {
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || w.inner != nil && w.inner.inTransaction()
}
