package core

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"strings"
)

// statements keeps the statements of one connection prepared, the most
// recently used ones. An instance's memory is mostly these.
type statements struct {
	byText map[string]*statement
	oldest statement // sentinel of a ring in order of use
}

// maxStatements bounds the prepared statements of a connection. Tools that
// run more different ones are rare, and pay for preparing again.
const maxStatements = 256

type statement struct {
	text       string
	stmt       *Prepared
	writes     bool
	prev, next *statement
}

// prepared returns the statement for a query.
func (s *Session) prepared(query string) (*statement, error) {
	s.trace.run(query)
	c := &s.stmts
	if st := c.byText[query]; st != nil {
		c.unlink(st)
		c.link(st)
		return st, nil
	}
	stmt, err := Prepare(background, s.conn, query)
	if err != nil {
		return nil, err
	}
	st := &statement{text: query, stmt: stmt, writes: isWrite(query)}
	if c.byText == nil {
		c.byText = map[string]*statement{}
		c.oldest.prev, c.oldest.next = &c.oldest, &c.oldest
	}
	if len(c.byText) >= maxStatements {
		old := c.oldest.next
		c.unlink(old)
		delete(c.byText, old.text)
		if err := old.stmt.Close(); err != nil {
			return nil, err
		}
	}
	c.byText[query] = st
	c.link(st)
	return st, nil
}

func (c *statements) unlink(st *statement) { st.prev.next, st.next.prev = st.next, st.prev }

func (c *statements) link(st *statement) {
	st.prev, st.next = c.oldest.prev, &c.oldest
	st.prev.next, st.next.prev = st, st
}

func (c *statements) close() error {
	var first error
	for _, st := range c.byText {
		if err := st.stmt.Close(); err != nil && first == nil {
			first = err
		}
	}
	c.byText = nil
	return first
}

// isWrite reports whether a statement may change rows.
func isWrite(query string) bool {
	word := strings.TrimLeft(query, " \t\r\n(")
	if len(word) > 7 {
		word = word[:7]
	}
	switch strings.ToUpper(word[:min(6, len(word))]) {
	case "INSERT", "UPDATE", "DELETE":
		return true
	}
	return strings.EqualFold(word, "REPLACE")
}

// take prepares a query for a call and pays for it.
func (s *Session) take(query string) (*statement, error) {
	if err := s.watch.err(); err != nil {
		return nil, s.stopped(err)
	}
	if s.inCall {
		if s.left--; s.left < 0 {
			return nil, &Error{Code: CodeFailedPrecondition, Message: fmt.Sprintf(
				"The call needs more than %d statements, which is more than it may; nothing of it was kept. Ask for less at once.", s.limits.Statements)}
		}
	}
	return s.prepared(query)
}

// Query runs a prepared query, counted against the call's budget.
func (s *Session) Query(_ context.Context, query string, args ...any) (*Rows, error) {
	st, err := s.take(query)
	if err != nil {
		return nil, err
	}
	began := s.costs.Now()
	r := &Rows{}
	r.columns, err = st.stmt.each(s.watch.context(), args, func(values []driver.Value) error {
		if s.inCall {
			if s.rows--; s.rows < 0 {
				return &Error{Code: CodeFailedPrecondition, Message: fmt.Sprintf(
					"The call reads more than %d rows, which is more than it may; nothing of it was kept. Ask for less at once.", s.limits.Rows)}
			}
		}
		r.values = append(r.values, values...)
		return nil
	})
	s.costs.Add(query, began)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// QueryRow runs a prepared query and returns its first row; a missing row
// is sql.ErrNoRows from Scan.
func (s *Session) QueryRow(_ context.Context, query string, args ...any) *Row {
	st, err := s.take(query)
	if err != nil {
		return &Row{err: err}
	}
	began := s.costs.Now()
	r := &Row{}
	r.columns, r.err = st.stmt.each(s.watch.context(), args, func(values []driver.Value) error {
		if r.values == nil {
			r.values = append(r.values, values...)
		}
		if st.writes { // a write must run to its end
			return nil
		}
		return errEnough
	})
	s.costs.Add(query, began)
	return r
}

// Exec runs a prepared write and returns the number of rows it changed.
func (s *Session) Exec(_ context.Context, query string, args ...any) (int64, error) {
	st, err := s.take(query)
	if err != nil {
		return 0, err
	}
	began := s.costs.Now()
	n, err := st.stmt.Exec(s.watch.context(), args...)
	s.costs.Add(query, began)
	return n, err
}

// exec runs one of the session's own statements, which no budget counts.
func (s *Session) exec(query string, args ...any) error {
	st, err := s.prepared(query)
	if err != nil {
		return err
	}
	_, err = st.stmt.Exec(background, args...)
	return err
}

// Row is a row that has not been scanned yet.
type Row struct {
	columns []string
	values  []driver.Value // nil if there is no row
	err     error
}

// Scan copies the row's columns.
func (r *Row) Scan(dest ...any) error {
	if r.err != nil {
		return r.err
	}
	if r.values == nil {
		return sql.ErrNoRows
	}
	return scanRow(r.columns, r.values, dest)
}
