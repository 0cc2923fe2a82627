package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"

	"modernc.org/libc"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// language is the driver with the functions of the language.
var language = sync.OnceValues(func() (*sqlite.Driver, error) {
	d := new(sqlite.Driver)
	return d, register(d)
})

// OpenDB opens a database with the functions of the language: a file, or
// ":memory:" for one that lives until the handle is closed and that all its
// connections share. Constraints on references are on. Beside the name, dsn
// takes the parameters of modernc.org/sqlite.
func OpenDB(dsn string) (*sql.DB, error) {
	d, err := language()
	if err != nil {
		return nil, err
	}
	memory := dsn == ":memory:" || strings.HasPrefix(dsn, ":memory:?")
	if memory {
		dsn = fmt.Sprintf("file:/awmc-%d%s", memories.Add(1), strings.TrimPrefix(dsn, ":memory:"))
		dsn += sep(dsn) + "vfs=memdb"
	}
	dsn += sep(dsn) + "_pragma=busy_timeout(5000)&_pragma=foreign_keys(1)&_dqs=0"
	c := &connector{driver: d, dsn: dsn}
	if memory {
		// The database ends with its last connection, so one is kept.
		if c.anchor, err = d.Open(dsn); err != nil {
			return nil, err
		}
	}
	return sql.OpenDB(c), nil
}

// memories numbers the databases in memory.
var memories atomic.Int64

func sep(dsn string) string {
	if strings.Contains(dsn, "?") {
		return "&"
	}
	return "?"
}

// connector opens connections that core's sessions can interrupt.
type connector struct {
	driver *sqlite.Driver
	dsn    string
	anchor driver.Conn // nil, or what keeps a database in memory alive
}

// Close is called by the handle's Close.
func (c *connector) Close() error {
	if c.anchor == nil {
		return nil
	}
	return c.anchor.Close()
}

func (c *connector) Driver() driver.Driver { return c.driver }

func (c *connector) Connect(ctx context.Context) (driver.Conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	dc, err := c.driver.Open(c.dsn)
	if err != nil {
		return nil, err
	}
	dc = wrap(dc)
	if own, ok := dc.(*conn); ok {
		// Otherwise a plan depends on the values bound, down to the order of
		// rows that nothing orders, and a statement is prepared again for some
		// of them.
		if err := own.configure(sqlite3.SQLITE_DBCONFIG_ENABLE_QPSG, true); err != nil {
			return nil, errors.Join(err, dc.Close())
		}
	}
	return dc, nil
}

// driverConn is what modernc's connections can do.
type driverConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
	sqlite.HookRegisterer
	sqlite.AuthorizerRegisterer
	sqlite.DBStatus
	ColumnInfo(query string) ([]sqlite.ColumnInfo, error)
	NewBackup(dstURI string) (*sqlite.Backup, error)
	NewRestore(srcURI string) (*sqlite.Backup, error)
	Serialize() ([]byte, error)
	Deserialize([]byte) error
}

// conn adds to a connection what core's sessions ask for and database/sql
// has no way to say: interrupting a statement without a context for each,
// and counting changes without a statement.
type conn struct {
	driverConn
	turned bool       // see Store.Reversed
	mu     sync.Mutex // Interrupt against Close
	db     uintptr    // SQLite's handle; 0 once closed
	tls    *libc.TLS
}

// wrap returns dc itself if the driver has changed so much that its handle
// is not where it was. Sessions work on such a connection too, only slower.
func wrap(dc driver.Conn) driver.Conn {
	inner, ok := dc.(driverConn)
	if !ok {
		return dc
	}
	handle := reflect.Indirect(reflect.ValueOf(dc)).FieldByName("db")
	if handle.Kind() != reflect.Uintptr || handle.Uint() == 0 {
		return dc
	}
	return &conn{driverConn: inner, db: uintptr(handle.Uint()), tls: libc.NewTLS()}
}

// PrepareContext prepares a statement.
func (c *conn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	if c.turned {
		if columns, err := c.ColumnInfo(query); err == nil {
			query = turnTies(query, len(columns))
		}
	}
	return c.driverConn.PrepareContext(ctx, query)
}

// Unwrap lets sqlite.Limit find its own connection.
func (c *conn) Unwrap() driver.Conn { return c.driverConn }

// Interrupt ends the statement that is running, if any.
func (c *conn) Interrupt() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.db != 0 {
		// Not c.tls, which a statement may be using.
		tls := libc.NewTLS()
		sqlite3.Xsqlite3_interrupt(tls, c.db)
		tls.Close()
	}
}

// TotalChanges counts the rows changed since the connection was opened.
func (c *conn) TotalChanges() int64 { return sqlite3.Xsqlite3_total_changes64(c.tls, c.db) }

// EnableTriggers says whether triggers fire.
func (c *conn) EnableTriggers(on bool) error {
	return c.configure(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, on)
}

// configure turns an option of the connection on or off.
func (c *conn) configure(option int32, on bool) error {
	v := int32(0)
	if on {
		v = 1
	}
	args := c.tls.Alloc(16)
	defer c.tls.Free(16)
	if rc := sqlite3.Xsqlite3_db_config(c.tls, c.db, option, libc.VaList(args, v, uintptr(0))); rc != sqlite3.SQLITE_OK {
		return fmt.Errorf("SQLite refuses option %d of a connection: code %d", option, rc)
	}
	return nil
}

// inTransaction reports whether a transaction is open, or the connection closed.
func (c *conn) inTransaction() bool {
	return c.db == 0 || sqlite3.Xsqlite3_get_autocommit(c.tls, c.db) == 0
}

// Close closes the connection.
func (c *conn) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.db != 0 {
		c.db = 0
		c.tls.Close()
	}
	return c.driverConn.Close()
}
