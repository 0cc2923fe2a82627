package service_test

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/awmc/awmc/templates/rt/host/service"
	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
)

// Everything at once, for the race detector; what is deleted or expires in
// the middle of something is an error, never a crash.
func TestParallel(t *testing.T) {
	ctx := context.Background()
	s := shop.Open(t, func(o *service.Options) {
		o.Limits.Idle = 20 * time.Millisecond
		o.StateDir = t.TempDir()
	})
	shared := shop.Create(t, s, service.Start{Task: "buy_the_cheapest"})
	check := func(what string, err error) {
		if err != nil && service.KindOf(err) != service.Gone && service.KindOf(err) != service.NotFound {
			t.Errorf("%s: %v", what, err)
		}
	}
	var wg sync.WaitGroup
	for w := range 6 {
		wg.Go(func() {
			for k := range 8 {
				in, err := s.Create(ctx, service.Start{Task: "buy_the_cheapest", Seed: int64(w)})
				if err != nil {
					t.Error(err)
					return
				}
				for _, i := range []*service.Instance{in, shared} {
					_, err = i.Call(ctx, "place_order", []byte(`{"book_id":1,"qty":1}`))
					check("call", err)
					_, err = i.Fork(ctx, 2)
					check("fork", err)
					_, err = i.Diff(ctx)
					check("diff", err)
					_, err = i.Trajectory(ctx)
					check("trajectory", err)
					_, err = i.Verify(ctx, service.Finish{Peek: k%2 == 0})
					check("verify", err)
					_, err = i.Reset(ctx, service.Again{})
					check("reset", err)
				}
				for _, i := range s.Instances("") {
					if i.Peek().ID != i.ID {
						t.Error("another instance")
					}
				}
				if k%3 > 0 {
					check("delete", s.Delete(in.ID))
				}
			}
		})
	}
	wg.Wait()
}

// Ending an instance frees everything: nothing may be left of a thousand.
func TestNoLeak(t *testing.T) {
	ctx := context.Background()
	s := shop.Open(t, shop.Patient)
	round := func(n int) {
		for i := range n {
			in := shop.Create(t, s, service.Start{Seed: int64(i % 3)})
			call(t, in, "place_order", `{"book_id":1,"qty":1}`)
			forks, err := in.Fork(ctx, 1)
			if err != nil {
				t.Fatal(err)
			}
			for _, id := range []string{in.ID, forks[0].ID} {
				if err := s.Delete(id); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	used := func() (heap uint64, goroutines int) {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc, runtime.NumGoroutine()
	}
	round(100)
	heap, goroutines := used()
	round(1000)
	heap2, goroutines2 := used()
	// What remains is the memory of the dead: about 200 bytes each.
	if heap2 > heap+2<<20 || goroutines2 > goroutines+2 {
		t.Errorf("before: %d bytes, %d goroutines; after 1000 instances: %d bytes, %d goroutines", heap, goroutines, heap2, goroutines2)
	}
}

// A service that closes while calls run ends them, and leaves no goroutine.
func TestCloseInTheMiddle(t *testing.T) {
	before := runtime.NumGoroutine()
	s := shop.Open(t, shop.Patient)
	var wg sync.WaitGroup
	for i := range 4 {
		in := shop.Create(t, s, service.Start{})
		wg.Go(func() {
			res, err := in.Call(context.Background(), "dawdle", nil)
			if err == nil && res.Err == nil {
				t.Error(fmt.Sprint("call ", i, " succeeded"))
			}
		})
	}
	time.Sleep(30 * time.Millisecond)
	start := time.Now()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	wg.Wait()
	if took := time.Since(start); took > 250*time.Millisecond {
		t.Errorf("closing took %v", took)
	}
	for deadline := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines are left, %d were there before", runtime.NumGoroutine(), before)
		}
	}
}
