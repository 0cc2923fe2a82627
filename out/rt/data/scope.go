package data

import (
	"fmt"
	"strings"
)

// Scope holds the values that generators, tasks and templates can name by
// path: "n", "book_id", "order.id". A value is int64, float64, string, bool
// or nil, a Row, or a List.
type Scope struct{ vars map[string]any }

// Row is one row: column names and values in the query's order.
type Row struct {
	Columns []string
	Values  []any
}

// Get returns a column's value.
func (r Row) Get(column string) (any, bool) {
	for i, c := range r.Columns {
		if c == column {
			return r.Values[i], true
		}
	}
	return nil, false
}

// List is the rows of a query, or scalars if it has one column.
type List []any

// NewScope returns an empty scope.
func NewScope() *Scope { return &Scope{vars: map[string]any{}} }

// Clone returns a copy that can be added to without changing s.
func (s *Scope) Clone() *Scope {
	c := NewScope()
	for k, v := range s.vars {
		c.vars[k] = v
	}
	return c
}

// Set binds a name.
func (s *Scope) Set(name string, value any) { s.vars[name] = value }

// Lookup finds the value of a path.
func (s *Scope) Lookup(path string) (any, error) {
	if v, ok := s.vars[path]; ok {
		return v, nil
	}
	head, rest, found := strings.Cut(path, ".")
	v, ok := s.vars[head]
	if !ok {
		return nil, fmt.Errorf("there is no value named %s", head)
	}
	if !found {
		return v, nil
	}
	row, ok := v.(Row)
	if !ok {
		if v == nil {
			return nil, nil
		}
		return nil, fmt.Errorf("%s is a single value and has no member %s", head, rest)
	}
	if c, ok := row.Get(rest); ok {
		return c, nil
	}
	return nil, fmt.Errorf("%s has no column %s", head, rest)
}

// Args returns the values of the paths as query arguments.
func (s *Scope) Args(paths []string) ([]any, error) {
	return s.appendArgs(make([]any, 0, len(paths)), paths)
}

func (s *Scope) appendArgs(args []any, paths []string) ([]any, error) {
	for _, p := range paths {
		v, err := s.Lookup(p)
		if err != nil {
			return nil, err
		}
		switch x := v.(type) {
		case Row:
			if len(x.Values) == 0 {
				return nil, fmt.Errorf("%s is an empty row", p)
			}
			v = x.Values[0]
		case List:
			return nil, fmt.Errorf("%s is a list and can't be a parameter", p)
		case bool:
			v = int64(0)
			if x {
				v = int64(1)
			}
		}
		args = append(args, v)
	}
	return args, nil
}
