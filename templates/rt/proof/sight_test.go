package proof

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/awmc/awmc/templates/rt/data"
	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
	"github.com/awmc/awmc/templates/rt/store"
)

// What a drawer sees is put together from the start and the changes. If it
// were not what the tables hold, arguments would be drawn from rows that are
// not there.
func TestSightSeesTheTables(t *testing.T) {
	env := shop.Honest()
	worlds := store.New(env, store.Options{})
	defer worlds.Close()
	s := &sights{worlds: worlds, starts: map[int64]*started{}}
	d := newDrawer(env)
	patched := 0
	for seed := range int64(4) {
		w, err := worlds.Open(t.Context(), seed, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		see := s.of(t.Context(), w)
		r := data.Rand(seed, "sight")
		for range 60 {
			tool := &env.Tools[r.IntN(len(env.Tools))]
			see.noticed(tool, w.Call(t.Context(), tool.Name, d.arguments(see, r, tool, plausible)))
			for i := range env.Entities {
				e := &env.Entities[i]
				got, want := see.read(e), newest(t.Context(), w, e)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("%s with seed %d:\n%s", e.Name, seed, diff)
				}
				if see.stale[e.Name] && see.changed(e) != nil {
					patched++
				}
			}
		}
	}
	if patched == 0 {
		t.Error("no table was put together from its changes")
	}
}
