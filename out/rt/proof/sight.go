package proof

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/awmc/awmc/out/rt/core"
)

// mostRows bounds what is read of one table; the newest rows come first, since
// what calls just made is what further calls are about.
const mostRows = 250

// sight is what a drawer of arguments knows of one world: its rows, read when
// they are first needed and again when a tool may have changed them.
type sight struct {
	ctx    context.Context
	worlds core.Worlds
	world  core.World
	tables map[string]*rows
	start  *started        // the starting state of the world's seed
	diff   *core.Diff      // from that state; nil until it is needed
	stale  map[string]bool // the tables that are not as at the start
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

// started are the rows of one starting state, shared by all that look at
// worlds of its seed.
type started struct {
	mu     sync.Mutex
	tables map[string]*core.Table
}

// sights makes what drawers know of worlds.
type sights struct {
	worlds core.Worlds
	mu     sync.Mutex
	starts map[int64]*started
}

// of is a sight of a world that is at its start, but for what the given calls
// did.
func (s *sights) of(ctx context.Context, w core.World, made ...*core.Tool) *sight {
	s.mu.Lock()
	st := s.starts[w.Seed()]
	if st == nil {
		st = &started{tables: map[string]*core.Table{}}
		s.starts[w.Seed()] = st
	}
	s.mu.Unlock()
	out := &sight{ctx: ctx, worlds: s.worlds, world: w, tables: map[string]*rows{}, start: st, stale: map[string]bool{}}
	for _, t := range made {
		out.forget(t)
	}
	return out
}

// noticed takes in what a call did.
func (s *sight) noticed(t *core.Tool, res core.Result) {
	if res.Changed {
		s.forget(t)
	}
}

// forget drops the tables a tool may have changed. What it deletes along
// references stays in sight, which does no harm.
func (s *sight) forget(t *core.Tool) {
	s.diff = nil
	for _, name := range t.Writes {
		delete(s.tables, name)
		s.stale[name] = true
	}
}

// of reads the rows of an entity.
func (s *sight) of(e *core.Entity) *rows {
	if r := s.tables[e.Name]; r != nil {
		return r
	}
	t := s.read(e)
	r := &rows{entity: e, columns: make(map[string]int, len(t.Columns)), list: t.Rows}
	for i, name := range t.Columns {
		r.columns[name] = i
	}
	s.tables[e.Name] = r
	return r
}

// read reads the rows of an entity.
func (s *sight) read(e *core.Entity) *core.Table {
	if !s.stale[e.Name] {
		return s.atStart(e)
	}
	if t := s.changed(e); t != nil {
		return t
	}
	return newest(s.ctx, s.world, e)
}

// atStart are the starting rows. They come from a world in which nothing has
// been called, so that it does not matter who asks first.
func (s *sight) atStart(e *core.Entity) *core.Table {
	s.start.mu.Lock()
	defer s.start.mu.Unlock()
	if t := s.start.tables[e.Name]; t != nil {
		return t
	}
	w, err := s.worlds.Open(s.ctx, s.world.Seed(), nil)
	if err != nil { // the context has ended, which the next call reports
		return &core.Table{}
	}
	defer w.Close()
	t := newest(s.ctx, w, e)
	s.start.tables[e.Name] = t
	return t
}

// changed are the starting rows with what the world's calls changed, which is
// little beside reading all of them again; nil if that does not tell.
func (s *sight) changed(e *core.Entity) *core.Table {
	start := s.atStart(e)
	if s.diff == nil {
		d, err := s.world.Diff(s.ctx)
		if err != nil {
			return nil
		}
		s.diff = d
	}
	i := slices.IndexFunc(s.diff.Tables, func(t core.TableDiff) bool { return t.Table == e.Name })
	if i < 0 {
		return start
	}
	d := &s.diff.Tables[i]
	if !slices.Equal(d.Columns, start.Columns) {
		return nil // it has computed columns
	}
	at := make([]int, len(e.Key))
	for i, k := range e.Key {
		at[i] = slices.Index(d.Columns, k)
	}
	key := func(row []any) []any {
		k := make([]any, len(at))
		for i, c := range at {
			k[i] = row[c]
		}
		return k
	}
	// Keys of several columns are told apart as texts.
	one := func(key []any) any {
		if len(key) == 1 {
			return key[0]
		}
		return fmt.Sprintf("%q", key)
	}
	now := map[any][]any{}
	for _, c := range d.Changes {
		if c.New == nil && len(start.Rows) == mostRows {
			return nil // an older row takes its place
		}
		now[one(c.Key)] = c.New
	}
	t := &core.Table{Columns: start.Columns, Rows: make([][]any, 0, len(start.Rows)+len(now))}
	for _, row := range start.Rows {
		if _, ok := now[one(key(row))]; !ok {
			t.Rows = append(t.Rows, row)
		}
	}
	for _, row := range now {
		if row != nil {
			t.Rows = append(t.Rows, row)
		}
	}
	slices.SortFunc(t.Rows, func(a, b []any) int { return slices.CompareFunc(key(b), key(a), core.CompareValues) })
	t.Rows = t.Rows[:min(len(t.Rows), mostRows)]
	return t
}

// newest are the newest rows of an entity; none if the context has ended.
func newest(ctx context.Context, w core.World, e *core.Entity) *core.Table {
	keys := make([]string, len(e.Key))
	for i, k := range e.Key {
		keys[i] = quote(k) + " DESC"
	}
	t, err := w.Select(ctx, fmt.Sprintf("SELECT * FROM %s ORDER BY %s LIMIT %d", quote(e.Name), strings.Join(keys, ", "), mostRows))
	if err != nil {
		return &core.Table{}
	}
	return t
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
