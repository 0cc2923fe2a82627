package task

import (
	"context"
	"fmt"

	"github.com/awmc/awmc/out/rt/core"
)

// keysOf runs a query for the keys of rows and returns them as key texts.
func keysOf(ctx context.Context, w core.World, v vars, s *core.SQL) (map[string]bool, error) {
	args, err := v.args(w, s.Args)
	if err != nil {
		return nil, err
	}
	t, err := w.Select(ctx, s.Text, args...)
	if err != nil {
		return nil, err
	}
	keys := make(map[string]bool, len(t.Rows))
	for _, r := range t.Rows {
		keys[keyText(r)] = true
	}
	return keys, nil
}

// freedomIn works out what free exempts in a world.
func freedomIn(ctx context.Context, w core.World, d *Drawn) (freedom, error) {
	if len(d.Task.Free) == 0 {
		return nil, nil
	}
	free := freedom{}
	for i := range d.Task.Free {
		f := &d.Task.Free[i]
		if free[f.Table] == nil {
			free[f.Table] = map[string]map[string]bool{}
		}
		if f.Keys == nil {
			free[f.Table][f.Column] = nil
			continue
		}
		keys, err := keysOf(ctx, w, d.vars, f.Keys)
		if err != nil {
			return nil, fmt.Errorf("free (line %d): %w", f.Line, err)
		}
		if have, ok := free[f.Table][f.Column]; ok {
			if have == nil { // all rows already
				continue
			}
			for k := range have {
				keys[k] = true
			}
		}
		free[f.Table][f.Column] = keys
	}
	return free, nil
}
