package proof

import (
	"context"
	"fmt"
	"strings"

	"github.com/awmc/awmc/templates/rt/core"
)

// mostRows bounds what is read of one table; the newest rows come first, since
// what calls just made is what further calls are about.
const mostRows = 400

// sight is what a drawer of arguments knows of one world: its rows, read when
// they are first needed and again after a change.
type sight struct {
	ctx    context.Context
	world  core.World
	tables map[string]*rows
}

// rows are the rows of one entity.
type rows struct {
	entity  *core.Entity
	columns map[string]int
	list    [][]any
	byKey   map[any]int // rows by a key of one column; nil until it is needed
	own     []int       // the signed-in user's; see drawer.own
	owned   bool        // own is filled
}

func newSight(ctx context.Context, w core.World) *sight {
	return &sight{ctx: ctx, world: w, tables: map[string]*rows{}}
}

// noticed forgets the rows after a call that changed some.
func (s *sight) noticed(res core.Result) {
	if res.Changed {
		clear(s.tables)
	}
}

// of reads the rows of an entity.
func (s *sight) of(e *core.Entity) *rows {
	if r := s.tables[e.Name]; r != nil {
		return r
	}
	r := &rows{entity: e, columns: map[string]int{}}
	s.tables[e.Name] = r
	keys := make([]string, len(e.Key))
	for i, k := range e.Key {
		keys[i] = quote(k) + " DESC"
	}
	t, err := s.world.Select(s.ctx, fmt.Sprintf("SELECT * FROM %s ORDER BY %s LIMIT %d", quote(e.Name), strings.Join(keys, ", "), mostRows))
	if err != nil { // the context has ended, which the next call reports
		return r
	}
	for i, name := range t.Columns {
		r.columns[name] = i
	}
	r.list = t.Rows
	return r
}

// at is a value of a row; nil if there is no such column.
func (r *rows) at(row []any, column string) any {
	i, ok := r.columns[column]
	if !ok {
		return nil
	}
	return row[i]
}

// find is the row whose column has a value; nil if there is none.
func (r *rows) find(column string, value any) []any {
	if len(r.entity.Key) == 1 && r.entity.Key[0] == column {
		if r.byKey == nil {
			r.byKey = make(map[any]int, len(r.list))
			for i, row := range r.list {
				r.byKey[r.at(row, column)] = i
			}
		}
		if i, ok := r.byKey[value]; ok {
			return r.list[i]
		}
		return nil
	}
	for _, row := range r.list {
		if r.at(row, column) == value {
			return row
		}
	}
	return nil
}

func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
