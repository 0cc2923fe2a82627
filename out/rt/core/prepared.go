package core

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
)

// Prepared is a statement prepared on one connection for one user at a time.
// It asks the driver itself, under the connection's lock, for what
// database/sql spends on statements that many goroutines share is as much as
// a small query takes. It is to be closed before its connection.
type Prepared struct {
	conn *sql.Conn
	stmt driverStmt
	args []driver.NamedValue
}

// driverStmt is what drivers for SQLite offer.
type driverStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// Prepare prepares a statement on a connection.
func Prepare(ctx context.Context, conn *sql.Conn, query string) (*Prepared, error) {
	p := &Prepared{conn: conn}
	err := conn.Raw(func(dc any) error {
		c, ok := dc.(driver.ConnPrepareContext)
		if !ok {
			return fmt.Errorf("the driver's %T can't prepare statements with a context", dc)
		}
		stmt, err := c.PrepareContext(ctx, query)
		if err != nil {
			return err
		}
		if p.stmt, ok = stmt.(driverStmt); !ok {
			return errors.Join(fmt.Errorf("the driver's %T can't run with a context", stmt), stmt.Close())
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Close frees the statement, unless its connection was closed before it.
func (p *Prepared) Close() error {
	err := p.conn.Raw(func(any) error { return p.stmt.Close() })
	if errors.Is(err, sql.ErrConnDone) {
		return nil
	}
	return err
}

// Exec runs the statement to its end and returns how many rows it changed. A
// context that can be cancelled costs microseconds.
func (p *Prepared) Exec(ctx context.Context, args ...any) (n int64, err error) {
	if err := p.bind(args); err != nil {
		return 0, err
	}
	err = p.conn.Raw(func(any) error {
		r, err := p.stmt.ExecContext(ctx, p.args)
		if err == nil {
			n, err = r.RowsAffected()
		}
		return err
	})
	return n, err
}

// Table runs the statement and returns all rows; values are int64, float64,
// string, []byte or nil.
func (p *Prepared) Table(ctx context.Context, args ...any) (*Table, error) {
	t := &Table{}
	var slab []any // of several rows
	var err error
	t.Columns, err = p.each(ctx, args, func(values []driver.Value) error {
		n := len(values)
		if len(slab) < n {
			slab = make([]any, n*min(max(len(t.Rows), 1), 64))
		}
		row := slab[:n:n]
		slab = slab[n:]
		for i, v := range values {
			row[i] = v
		}
		t.Rows = append(t.Rows, row)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

// errEnough ends each early.
var errEnough = errors.New("enough rows")

// each runs the statement and gives its rows to fn, whose argument is only
// good until it returns, and returns the names of the columns. fn must not use
// the connection.
func (p *Prepared) each(ctx context.Context, args []any, fn func([]driver.Value) error) (columns []string, err error) {
	if err := p.bind(args); err != nil {
		return nil, err
	}
	err = p.conn.Raw(func(any) (err error) {
		rows, err := p.stmt.QueryContext(ctx, p.args)
		if err != nil {
			return err
		}
		defer func() {
			if end := rows.Close(); err == nil {
				err = end
			}
		}()
		columns = rows.Columns()
		values := make([]driver.Value, len(columns))
		for {
			if err := rows.Next(values); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
			if err := fn(values); err == errEnough {
				return nil
			} else if err != nil {
				return err
			}
		}
	})
	return columns, err
}

// bind makes driver's values of the arguments.
func (p *Prepared) bind(args []any) error {
	p.args = p.args[:0]
	for i, a := range args {
		v, err := bindable(a)
		if err != nil {
			return fmt.Errorf("argument %d: %w", i+1, err)
		}
		p.args = append(p.args, driver.NamedValue{Ordinal: i + 1, Value: v})
	}
	return nil
}

func bindable(a any) (driver.Value, error) {
	switch a := a.(type) {
	case nil, int64, float64, string, bool, []byte:
		return a, nil
	case Date:
		return string(a), nil
	case DateTime:
		return string(a), nil
	case Time:
		return string(a), nil
	case *int64:
		return pointed(a), nil
	case *string:
		return pointed(a), nil
	case *float64:
		return pointed(a), nil
	case *bool:
		return pointed(a), nil
	}
	return driver.DefaultParameterConverter.ConvertValue(a)
}

func pointed[T int64 | string | float64 | bool](p *T) driver.Value {
	if p == nil {
		return nil
	}
	return *p
}
