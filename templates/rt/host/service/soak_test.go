package service_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/awmc/awmc/templates/rt/host/service"
	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
)

var soak = flag.Int("soak", 0, "how many instances the soak test opens in all; 0 leaves it out")

// TestSoak opens, writes, forks, verifies and deletes instances, a thousand
// at a time, and fails if the process has grown by the end.
func TestSoak(t *testing.T) {
	if *soak == 0 {
		t.Skip("takes minutes: -soak 100000 runs it")
	}
	const atOnce = 1000
	s := shop.Open(t, shop.Patient, func(o *service.Options) { o.Limits.Instances = 3 * atOnce })
	var low footprint
	var opened atomic.Int64
	start := time.Now()
	for round := 0; int(opened.Load()) < *soak; round++ {
		var wg sync.WaitGroup
		for i := range atOnce {
			wg.Go(func() {
				n, err := live(s, int64(i%8))
				opened.Add(int64(n))
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if t.Failed() {
			return
		}
		now := measure(t)
		if round == 4 { // the pools and caches are full
			low = now
		}
		if round%10 == 4 {
			t.Logf("%7d instances, %v: %v", opened.Load(), time.Since(start).Round(time.Second), now)
		}
	}
	end := measure(t)
	t.Logf("%7d instances, %v: %v", opened.Load(), time.Since(start).Round(time.Second), end)
	if end.rss > low.rss+32<<20 || end.goroutines > low.goroutines+8 {
		t.Errorf("it began with %v and ended with %v", low, end)
	}
	if left := len(s.Instances("")); left != 0 {
		t.Errorf("%d instances are left", left)
	}
}

// live leads an instance and its fork through their lives, and says how many
// instances that were.
func live(s *service.Service, seed int64) (int, error) {
	ctx := context.Background()
	in, err := s.Create(ctx, service.Start{Environment: "shop", Task: "buy_the_cheapest", Seed: seed})
	if err != nil {
		return 0, err
	}
	if _, err := in.Call(ctx, "place_order", []byte(`{"book_id":1,"qty":1}`)); err != nil {
		return 1, err
	}
	forks, err := in.Fork(ctx, 1)
	if err != nil {
		return 1, err
	}
	if _, err := forks[0].Call(ctx, "place_order", []byte(`{"book_id":2,"qty":1}`)); err != nil {
		return 2, err
	}
	for _, i := range []*service.Instance{in, forks[0]} {
		if _, err := i.Verify(ctx, service.Finish{}); err != nil {
			return 2, err
		}
		if err := s.Delete(i.ID); err != nil {
			return 2, err
		}
	}
	return 2, nil
}

// footprint is what a process holds.
type footprint struct {
	rss        int64 // resident bytes: SQLite's memory is not Go's
	goroutines int
}

func (f footprint) String() string {
	return fmt.Sprintf("%d MB, %d goroutines", f.rss>>20, f.goroutines)
}

func measure(t testing.TB) footprint {
	t.Helper()
	debug.FreeOSMemory()
	return footprint{resident(t), runtime.NumGoroutine()}
}

func resident(t testing.TB) int64 {
	f, err := os.Open("/proc/self/status")
	if err != nil {
		t.Skip("needs /proc")
	}
	defer f.Close()
	for sc := bufio.NewScanner(f); sc.Scan(); {
		var kb int64
		if rest, ok := strings.CutPrefix(sc.Text(), "VmRSS:"); ok {
			if _, err := fmt.Sscan(rest, &kb); err != nil {
				t.Fatal(err)
			}
			return kb << 10
		}
	}
	t.Fatal("no VmRSS in /proc/self/status")
	return 0
}

// BenchmarkUntouched is an instance of a task that nobody has called yet, and
// what a hundred thousand of them hold.
func BenchmarkUntouched(b *testing.B) {
	const many = 100_000
	s := shop.Open(b, func(o *service.Options) { o.Limits.Instances = 50 * many })
	create := func() {
		if _, err := s.Create(context.Background(), service.Start{Environment: "shop", Task: "buy_the_cheapest", Seed: 1}); err != nil {
			b.Fatal(err)
		}
	}
	create()
	before := measure(b).rss
	for range many {
		create()
	}
	held := measure(b).rss - before
	for _, in := range s.Instances("") {
		if err := s.Delete(in.ID); err != nil {
			b.Fatal(err)
		}
	}
	b.ResetTimer()
	for range b.N {
		create()
	}
	b.ReportMetric(float64(held)/many, "B/instance")
	b.ReportMetric(float64(held)/1e6, "MB/100000")
}
