package stats

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/store"
)

// rows counts the rows of an environment's starting data with seed 0.
func rows(ctx context.Context, env *core.Env) (n int, err error) {
	worlds := store.New(env, store.Options{Connections: 1})
	defer func() { err = errors.Join(err, worlds.Close()) }()
	w, err := worlds.Open(ctx, 0, nil)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	var counts []string
	for i := range env.Entities {
		counts = append(counts, fmt.Sprintf(`(SELECT count(*) FROM "%s")`, env.Entities[i].Name))
	}
	if len(counts) == 0 {
		return 0, nil
	}
	t, err := w.Select(ctx, "SELECT "+strings.Join(counts, " + "))
	if err != nil {
		return 0, err
	}
	if c, ok := t.Rows[0][0].(int64); ok {
		n = int(c)
	}
	return n, nil
}
