package core

import (
	"database/sql"
	"fmt"
	"time"
)

// Rows are the rows of a query that a tool runs. They count against the rows
// that one call may read into a result.
type Rows struct {
	*sql.Rows
	session *Session
	text    string
	began   time.Time
	err     error
}

// Next goes on to the next row, as sql.Rows does.
func (r *Rows) Next() bool {
	if r.err != nil || !r.Rows.Next() {
		return false
	}
	if s := r.session; s.inCall {
		if s.rows--; s.rows < 0 {
			r.err = &Error{Code: CodeFailedPrecondition, Message: fmt.Sprintf(
				"The call reads more than %d rows, which is more than it may; nothing of it was kept. Ask for less at once.", s.limits.Rows)}
			return false
		}
	}
	return true
}

// Close ends the query. It may be called again.
func (r *Rows) Close() error {
	if r.text != "" {
		r.session.costs.Add(r.text, r.began)
		r.text = ""
	}
	return r.Rows.Close()
}

// Err is what ended Next, other than the end of the rows.
func (r *Rows) Err() error {
	if r.err != nil {
		return r.err
	}
	return r.Rows.Err()
}
