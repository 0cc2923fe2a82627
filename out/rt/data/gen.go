package data

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/awmc/awmc/out/rt/core"
)

// ErrInvalidDraw is wrapped by errors that make a draw of a task invalid
// rather than wrong: no row, a tie, an empty choice.
var ErrInvalidDraw = errors.New("invalid draw")

// errExhausted ends the rows of one parent: a distinct choice has run out.
var errExhausted = errors.New("no choice is left")

// Querier runs reading queries: *Queries on a connection, or a world.
type Querier interface {
	All(text string, args ...any) (*core.Table, error)
}

// Maker draws values from generators. Taken remembers, by a key of the
// caller's, what a distinct pick has given already.
type Maker struct {
	Rand  *rand.Rand
	Q     Querier
	Scope *Scope
	Taken map[string]map[string]bool
	// Changes reports whether a query may give something else from one value
	// to the next, since it reads what is being filled; nil if none does.
	Changes func(text string) bool
	// Before, if there is one, runs before each such query.
	Before func() error

	picks map[string]*core.Table
	memo  *memo
	args  []any // of the query that is asked
}

// NewMaker returns a maker that draws from r.
func NewMaker(r *rand.Rand, q Querier, scope *Scope) *Maker {
	return &Maker{Rand: r, Q: q, Scope: scope, Taken: map[string]map[string]bool{}, picks: map[string]*core.Table{}, memo: newMemo()}
}

// Make draws one value. id names the generator for distinct picks.
func (m *Maker) Make(id string, g *core.Gen) (any, error) {
	if g.Chance != nil && m.Rand.Float64() >= *g.Chance {
		return nil, nil
	}
	switch g.Kind {
	case "const":
		return Value(g.Value)
	case "fake":
		return Fake(m.Rand, g.Name, m.Scope)
	case "between":
		return between(m.Rand, g)
	case "pick":
		return m.pick(id, g)
	case "text":
		return Expand(g.Template, m.Scope.Lookup)
	case "words":
		n := g.Min
		if g.Max > g.Min {
			n += m.Rand.Int64N(g.Max - g.Min + 1)
		}
		return Words(m.Rand, int(n)), nil
	case "sql":
		t, err := m.query(g.SQL)
		if err != nil || len(t.Rows) == 0 {
			return nil, err
		}
		return t.Rows[0][0], nil
	case "first":
		return m.first(g)
	case "row":
		t, err := m.query(g.SQL)
		if err != nil {
			return nil, err
		}
		if len(t.Rows) != 1 {
			return nil, fmt.Errorf("%w: the query gives %d rows, not one", ErrInvalidDraw, len(t.Rows))
		}
		return single(t, 0), nil
	case "rows":
		t, err := m.query(g.SQL)
		if err != nil {
			return nil, err
		}
		list := make(List, len(t.Rows))
		for i := range t.Rows {
			list[i] = single(t, i)
		}
		return list, nil
	}
	return nil, fmt.Errorf("unknown generator %q", g.Kind)
}

// single is row i of a table: a scalar if it has one column.
func single(t *core.Table, i int) any {
	if len(t.Columns) == 1 {
		return t.Rows[i][0]
	}
	return Row{Columns: t.Columns, Values: t.Rows[i]}
}

// query gives the result of a query, which is not to be changed: it is kept
// for the next value that asks the same.
func (m *Maker) query(s *core.SQL) (*core.Table, error) {
	args, err := m.Scope.appendArgs(m.args[:0], s.Args)
	if err != nil {
		return nil, err
	}
	if m.args = args; s.Text == "SELECT ?1" && len(args) == 1 { // a value by its name
		return &core.Table{Columns: []string{"?1"}, Rows: [][]any{{args[0]}}}, nil
	}
	if m.Changes != nil && m.Changes(s.Text) {
		if m.Before != nil {
			if err := m.Before(); err != nil {
				return nil, err
			}
		}
		return m.Q.All(s.Text, args...)
	}
	if t := m.memo.get(s, args); t != nil {
		return t, nil
	}
	t, err := m.Q.All(s.Text, args...)
	if err == nil {
		m.memo.put(s, args, t)
	}
	return t, err
}

// choices is the result of a pick's query. Without arguments it is what there
// was to pick from when the first value was drawn.
func (m *Maker) choices(s *core.SQL) (*core.Table, error) {
	if len(s.Args) > 0 {
		return m.query(s)
	}
	if t := m.picks[s.Text]; t != nil {
		return t, nil
	}
	t, err := m.query(s)
	if err == nil {
		m.picks[s.Text] = t
	}
	return t, err
}

func (m *Maker) pick(id string, g *core.Gen) (any, error) {
	var n int
	var at func(int) (any, error)
	if g.SQL != nil {
		t, err := m.choices(g.SQL)
		if err != nil {
			return nil, err
		}
		n, at = len(t.Rows), func(i int) (any, error) { return single(t, i), nil }
	} else {
		n, at = len(g.Values), func(i int) (any, error) { return Value(g.Values[i]) }
	}
	if n == 0 {
		return nil, fmt.Errorf("%w: there is nothing to pick from", ErrInvalidDraw)
	}
	if !g.Distinct {
		return at(m.choose(n, g.Weights))
	}
	taken := m.Taken[id]
	if taken == nil {
		taken = map[string]bool{}
		m.Taken[id] = taken
	}
	// Chance first, then in order: cheap while little is taken, certain at the end.
	start := m.choose(n, g.Weights)
	for k := range n {
		v, err := at((start + k) % n)
		if err != nil {
			return nil, err
		}
		if key := fmt.Sprintf("%T%v", v, v); !taken[key] {
			taken[key] = true
			return v, nil
		}
	}
	return nil, errExhausted
}

func (m *Maker) choose(n int, weights []float64) int {
	if len(weights) != n {
		return m.Rand.IntN(n)
	}
	total := 0.0
	for _, w := range weights {
		total += w
	}
	x := m.Rand.Float64() * total
	for i, w := range weights {
		if x -= w; x < 0 {
			return i
		}
	}
	return n - 1
}

// first takes the row that comes first by the columns of By. A second row
// that is equal in all of them makes the draw invalid: which of the two is
// meant would be left to chance.
func (m *Maker) first(g *core.Gen) (any, error) {
	t, err := m.query(g.SQL)
	if err != nil {
		return nil, err
	}
	if len(t.Rows) == 0 {
		return nil, fmt.Errorf("%w: the query gives no row", ErrInvalidDraw)
	}
	by := make([]int, len(g.By))
	for i, b := range g.By {
		by[i] = -1
		for j, c := range t.Columns {
			if c == b.Column {
				by[i] = j
			}
		}
		if by[i] < 0 {
			return nil, fmt.Errorf("by: the query has no column %s", b.Column)
		}
	}
	compare := func(a, b []any) int {
		for i, col := range by {
			if c := core.CompareValues(a[col], b[col]); c != 0 {
				if g.By[i].Desc {
					return -c
				}
				return c
			}
		}
		return 0
	}
	best, tie := 0, false
	for i := 1; i < len(t.Rows); i++ {
		switch c := compare(t.Rows[i], t.Rows[best]); {
		case c < 0:
			best, tie = i, false
		case c == 0:
			tie = true
		}
	}
	if tie {
		return nil, fmt.Errorf("%w: two rows come first", ErrInvalidDraw)
	}
	return single(t, best), nil
}

// Value turns a value read from JSON (or written in a Go literal) into what
// the database stores.
func Value(v any) (any, error) {
	switch x := v.(type) {
	case json.Number:
		if n, err := x.Int64(); err == nil {
			return n, nil
		}
		return x.Float64()
	case int:
		return int64(x), nil
	case bool:
		if x {
			return int64(1), nil
		}
		return int64(0), nil
	case nil, string, int64, float64:
		return x, nil
	}
	return nil, fmt.Errorf("a value of type %T can't be stored", v)
}
