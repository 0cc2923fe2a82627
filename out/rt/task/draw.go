package task

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/data"
)

// Value is one given value. Value is int64, float64, string, nil, a data.Row
// or a data.List, as the database stores it (but booleans are bool); Kind is
// the type of a scalar.
type Value struct {
	Name  string
	Kind  core.Kind
	Value any
}

// Drawn is what a task is given for one seed. It is read-only once made.
type Drawn struct {
	Task   *core.Task
	Seed   int64
	Values []Value // in the order of Task.Given

	ask  string
	vars vars
}

// Draw draws the given values of a task in a world that is at its starting
// state. The same task and seed give the same values on every machine. An
// error that wraps data.ErrInvalidDraw means that this seed has no valid
// draw: a tie, no row, a where that does not hold. Any other error is a fault
// of the environment.
func Draw(ctx context.Context, w core.World, t *core.Task, seed int64) (*Drawn, error) {
	d := &Drawn{Task: t, Seed: seed, vars: vars{}}
	scope := data.NewScope()
	always := func(name string, value any) {
		scope.Set(name, value)
		d.vars[name] = value
	}
	always("now", string(w.Now()))
	always("today", today(w.Now()))
	if a := w.Actor(); a != nil {
		always("actor", a.Key)
	}
	maker := data.NewMaker(data.Rand(seed, "task/"+t.Name), selects{ctx, w}, scope)
	for i := range t.Given {
		g := &t.Given[i]
		x, err := maker.Make(g.Name, &g.Gen)
		if err == nil {
			x = ofKind(x, g.Kind)
			scope.Set(g.Name, x)
			d.vars[g.Name] = x
			d.Values = append(d.Values, Value{Name: g.Name, Kind: g.Kind, Value: x})
			err = d.where(ctx, w, g)
		}
		if err != nil {
			return nil, fmt.Errorf("task %s, given %s: %w", t.Name, g.Name, err)
		}
	}
	var err error
	if d.ask, err = expandText(t.Ask, d.vars); err != nil {
		return nil, fmt.Errorf("task %s, ask: %w", t.Name, err)
	}
	return d, nil
}

func (d *Drawn) where(ctx context.Context, w core.World, g *core.Given) error {
	if g.Where == nil {
		return nil
	}
	ok, err := holds(ctx, w, d.vars, g.Where)
	if err == nil && !ok {
		err = fmt.Errorf("%w: the condition under where does not hold", data.ErrInvalidDraw)
	}
	return err
}

func ofKind(x any, kind core.Kind) any {
	if n, ok := x.(int64); ok && kind == core.Boolean {
		return n != 0
	}
	return x
}

// Ask is the request as the agent reads it.
func (d *Drawn) Ask() string { return d.ask }

// JSON is the given values as an object in the order they were drawn.
func (d *Drawn) JSON() json.RawMessage {
	row := data.Row{}
	for _, v := range d.Values {
		row.Columns, row.Values = append(row.Columns, v.Name), append(row.Values, v.Value)
	}
	b, err := appendJSON(nil, row)
	if err != nil { // drawn values are scalars, rows and lists of them
		panic(err)
	}
	return b
}

// MarshalJSON gives the task's name, the seed, the ask and the given values.
func (d *Drawn) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Task  string          `json:"task"`
		Seed  int64           `json:"seed"`
		Ask   string          `json:"ask"`
		Given json.RawMessage `json:"given"`
	}{d.Task.Name, d.Seed, d.ask, d.JSON()})
}

// Expand fills a JSON template from the given values; see Run.Expand.
func (d *Drawn) Expand(template string) (json.RawMessage, error) {
	return expandJSON(template, d.vars)
}

// selects runs a maker's queries in a world.
type selects struct {
	ctx context.Context
	w   core.World
}

func (s selects) All(text string, args ...any) (*core.Table, error) {
	return s.w.Select(s.ctx, text, args...)
}

// holds runs a condition: a query whose one value must be true. No row and
// null are false.
func holds(ctx context.Context, w core.World, v vars, s *core.SQL) (bool, error) {
	args, err := v.args(w, s.Args)
	if err != nil {
		return false, err
	}
	t, err := w.Select(ctx, s.Text, args...)
	if err != nil {
		return false, err
	}
	if len(t.Rows) == 0 {
		return false, nil
	}
	if len(t.Columns) != 1 || len(t.Rows) > 1 {
		return false, fmt.Errorf("the condition gives %d rows of %d columns, and must give one value", len(t.Rows), len(t.Columns))
	}
	switch x := t.Rows[0][0].(type) {
	case nil:
		return false, nil
	case int64:
		return x != 0, nil
	case float64:
		return x != 0, nil
	default:
		return false, fmt.Errorf("the condition gives %q, which is neither true nor false", x)
	}
}

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
