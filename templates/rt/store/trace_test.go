package store

import (
	"maps"
	"testing"

	"github.com/awmc/awmc/templates/rt/core"
)

// Sessions serve one instance after another. A trace that outlived its call
// was written to by whoever came next, two goroutines at once at worst, which
// ended the process.
func TestTraceEndsWithItsCall(t *testing.T) {
	s := New(shopEnv(t), Options{Connections: 1})
	defer s.Close()
	open := func(actor *core.Actor) core.World {
		w, err := s.Open(ctx, 0, actor)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	// Another user has to be recorded before the first call.
	traced, other := open(nil), open(&core.Actor{Entity: "customers", Key: int64(2)})
	defer traced.Close()
	defer other.Close()
	trace := &core.Trace{Ran: map[string]int{}}
	if r := traced.Call(core.WithTrace(ctx, trace), "place_order", []byte(`{"items":[{"book_id":1,"qty":1}]}`)); r.Err != nil {
		t.Fatal(r.Err)
	}
	before := maps.Clone(trace.Ran)
	if len(before) == 0 {
		t.Fatal("the call is not traced")
	}
	must(t, other, "place_order", `{"items":[{"book_id":1,"qty":1}]}`)
	if err := other.Reset(ctx, 1, nil); err != nil {
		t.Fatal(err)
	}
	must(t, other, "my_orders", `{}`)
	if !maps.Equal(trace.Ran, before) {
		t.Errorf("the trace went on: %v, and was %v", trace.Ran, before)
	}
}
