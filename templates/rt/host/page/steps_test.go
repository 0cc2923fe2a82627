package page

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/awmc/awmc/templates/rt/core"
)

func TestBetween(t *testing.T) {
	books := func(changes ...core.Change) *core.Diff {
		if len(changes) == 0 {
			return &core.Diff{}
		}
		return &core.Diff{Tables: []core.TableDiff{{Table: "books", Columns: []string{"id", "stock"}, Changes: changes}}}
	}
	change := func(old, now []any) core.Change {
		c := core.Change{Key: []any{int64(1)}, Old: old, New: now}
		return c
	}
	five, four, three := []any{int64(1), int64(5)}, []any{int64(1), int64(4)}, []any{int64(1), int64(3)}
	for _, c := range []struct {
		name          string
		before, after *core.Diff
		want          *core.Diff
	}{
		{"nothing", books(), books(), books()},
		{"the first change", books(), books(change(five, four)), books(change(five, four))},
		{"the same again", books(change(five, four)), books(change(five, four)), books()},
		{"a further change", books(change(five, four)), books(change(five, three)), books(change(four, three))},
		{"taken back", books(change(five, four)), books(), books(change(four, five))},
		{"added, then changed", books(change(nil, four)), books(change(nil, three)), books(change(four, three))},
		{"added, then removed", books(change(nil, four)), books(), books(change(four, nil))},
		{"changed, then removed", books(change(five, four)), books(change(five, nil)), books(change(four, nil))},
		{"removed, then added", books(change(five, nil)), books(change(five, four)), books(change(nil, four))},
		{"removed, then as it was", books(change(five, nil)), books(), books(change(nil, five))},
	} {
		if d := cmp.Diff(c.want, between(c.before, c.after)); d != "" {
			t.Errorf("%s: (-want +got)\n%s", c.name, d)
		}
	}
}
