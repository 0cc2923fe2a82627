package store

import (
	"bytes"
	"slices"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/awmc/awmc/out/rt/core"
)

// LogEntry is one row that a call changed: inserted (Old is nil), deleted
// (New is nil) or updated. The entries of a call are in the order of the
// changes; a call that failed has none.
type LogEntry struct {
	Call  int    `json:"call"` // the number of the call, from 1
	Table string `json:"table"`
	Old   []any  `json:"old,omitempty"`
	New   []any  `json:"new,omitempty"`
}

// table is what the log needs to know about a table.
type table struct {
	name    string
	order   int // in Env.Entities
	columns []string
	at      []int  // where each column stands in the table, generated ones included
	width   int    // number of columns, generated ones included
	key     []int  // indexes of the key columns
	reals   []bool // columns that hold numbers of double precision
}

// recorder collects the rows that the call in progress changes.
type recorder struct {
	tables  map[string]*table
	entries []LogEntry
	err     error
}

func (r *recorder) start() { r.entries, r.err = nil, nil }

// hook is called by SQLite before each row that changes, also in
// transactions that are rolled back later.
func (r *recorder) hook(d sqlite.SQLitePreUpdateData) {
	t := r.tables[d.TableName]
	if t == nil || d.DatabaseName != "main" || r.err != nil {
		return
	}
	e := LogEntry{Table: t.name}
	if d.Op != sqlite3.SQLITE_INSERT {
		if e.Old, r.err = t.row(d.Old); r.err != nil {
			return
		}
	}
	if d.Op != sqlite3.SQLITE_DELETE {
		if e.New, r.err = t.row(d.New); r.err != nil {
			return
		}
	}
	if e.Old != nil && e.New != nil && sameRow(e.Old, e.New) {
		return
	}
	r.entries = append(r.entries, e)
}

// row reads one side of a change.
func (t *table) row(read func(...any) error) ([]any, error) {
	row := make([]any, t.width)
	if err := read(row...); err != nil {
		return nil, err
	}
	if t.width > len(t.columns) {
		// A generated column takes its place in what the hook gives, but not
		// its value.
		for i, at := range t.at {
			row[i] = row[at]
		}
		row = row[:len(t.columns)]
	}
	for i, real := range t.reals {
		if n, ok := row[i].(int64); ok && real { // SQLite stores 2.0 as 2
			row[i] = float64(n)
		}
	}
	return row, nil
}

func sameRow(a, b []any) bool { return slices.EqualFunc(a, b, sameValue) }

func sameValue(a, b any) bool {
	if x, ok := a.([]byte); ok { // can't be compared with ==
		y, ok := b.([]byte)
		return ok && bytes.Equal(x, y)
	}
	if _, ok := b.([]byte); ok {
		return false
	}
	return a == b
}

// tablesOf reads the columns of the environment's tables as the database
// has them.
func tablesOf(env *core.Env, columns func(table string) ([]string, error)) (map[string]*table, error) {
	tables := make(map[string]*table, len(env.Entities))
	for i := range env.Entities {
		e := &env.Entities[i]
		all, err := columns(e.Name)
		if err != nil {
			return nil, err
		}
		t := &table{name: e.Name, order: i, width: len(all)}
		for j, name := range all {
			if name != "" {
				t.columns, t.at = append(t.columns, name), append(t.at, j)
			}
		}
		names := t.columns
		t.reals = make([]bool, len(names))
		for j, name := range names {
			for _, f := range e.Fields {
				if f.Name == name && f.Type == core.Real {
					t.reals[j] = true
				}
			}
		}
		for _, k := range e.Key {
			for j, name := range names {
				if name == k {
					t.key = append(t.key, j)
				}
			}
		}
		tables[e.Name] = t
	}
	return tables, nil
}
