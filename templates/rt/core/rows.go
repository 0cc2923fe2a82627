package core

import (
	"database/sql/driver"
	"fmt"
)

// Rows are the rows of a query that a tool runs. All of them have been read:
// they count against the rows that one call may read into a result.
type Rows struct {
	columns []string
	values  []driver.Value // of all rows, one after the other
	next    int            // the first value of the row after the current one
}

// Next goes on to the next row, as sql.Rows does.
func (r *Rows) Next() bool {
	if r.next >= len(r.values) {
		return false
	}
	r.next += len(r.columns)
	return true
}

// Scan copies the current row's columns.
func (r *Rows) Scan(dest ...any) error {
	if r.next == 0 {
		return fmt.Errorf("Scan was called before Next")
	}
	return scanRow(r.columns, r.values[r.next-len(r.columns):r.next], dest)
}

// Close ends the query. It may be called again.
func (r *Rows) Close() error {
	r.values, r.next = nil, 0
	return nil
}

// Err is what ended Next, other than the end of the rows: nothing can, once
// they are read.
func (r *Rows) Err() error { return nil }
