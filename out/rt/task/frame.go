package task

import (
	"context"
	"fmt"

	"github.com/awmc/awmc/out/rt/core"
)

// frame is what may_change allows in one world: for each entry the keys of
// the rows it is about. A row that is deleted is in no final state, so the
// condition is asked of the starting state for it.
type frame struct {
	task  *core.Task
	final []map[string]bool // by entry; nil for all rows
	start []map[string]bool
}

// frameKeys runs the conditions of may_change in a world.
func frameKeys(ctx context.Context, w core.World, d *Drawn) ([]map[string]bool, error) {
	keys := make([]map[string]bool, len(d.Task.MayChange))
	for i := range d.Task.MayChange {
		f := &d.Task.MayChange[i]
		if f.Keys == nil {
			continue
		}
		var err error
		if keys[i], err = keysOf(ctx, w, d.vars, f.Keys); err != nil {
			return nil, fmt.Errorf("may_change (line %d): %w", f.Line, err)
		}
	}
	return keys, nil
}

// outside lists the changes that the frame does not allow.
func (f *frame) outside(s *schema, d *core.Diff) ([]Difference, error) {
	st, err := newState(s, d, nil)
	if err != nil {
		return nil, err
	}
	st.build(nil)
	c := &comparison{}
	m := newRenaming(&state{}, st)
	for _, r := range st.rows {
		if r.updated() {
			for i := range r.columns {
				if r.changed[i] && f.allows(r, r.columns[i]) {
					r.changed[i] = false
				}
			}
		} else if f.allows(r, "") {
			continue
		}
		c.stray(&state{}, m, r)
	}
	return c.unexpected, nil
}

// allows reports whether a change of a row (column is "" for a new or
// deleted one) is inside the frame: a table's entry covers whole rows, a
// column's entry that column of starting rows.
func (f *frame) allows(r *row, column string) bool {
	key := keyText(r.change.Key)
	for i := range f.task.MayChange {
		e := &f.task.MayChange[i]
		if e.Table != r.table.Name || e.New && !r.inserted() || e.Column != "" && e.Column != column {
			continue
		}
		keys := f.final[i]
		if r.deleted() {
			keys = f.start[i]
		}
		if keys == nil || keys[key] {
			return true
		}
	}
	return false
}
