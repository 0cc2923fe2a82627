package store

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestManyInstancesAtOnce runs hundreds of instances in parallel on a few
// connections and compares each with what it would be alone.
func TestManyInstancesAtOnce(t *testing.T) {
	s := newStore(t)
	const calls = 12
	instances := 300
	if testing.Short() {
		instances = 60
	}
	work := func(in *Instance, n int) string {
		var out strings.Builder
		rnd := rand.New(rand.NewPCG(uint64(n), 0))
		for range calls {
			id := rnd.IntN(500) + 1
			var tool, args string
			switch rnd.IntN(5) {
			case 0:
				tool, args = "place_order", fmt.Sprintf(`{"items":[{"book_id":%d,"qty":1}]}`, id)
			case 1:
				tool, args = "set_status", fmt.Sprintf(`{"order_id":%d,"status":"shipped"}`, id%200+1)
			case 2:
				tool, args = "my_orders", `{}`
			default:
				tool, args = "get_book", fmt.Sprintf(`{"book_id":%d}`, id)
			}
			out.Write(in.Call(ctx, tool, json.RawMessage(args)).Text())
		}
		d, err := in.Diff(ctx)
		if err != nil {
			t.Error(err)
		}
		raw, _ := json.Marshal(d)
		out.Write(raw)
		tab, err := in.Select(ctx, "SELECT sum(stock) FROM books UNION ALL SELECT sum(stock) FROM before.books")
		if err != nil {
			t.Error(err)
		}
		fmt.Fprint(&out, tab)
		return out.String()
	}
	const kinds = 10
	var want [kinds]string
	for i := range want {
		want[i] = work(s.New(0, nil), i)
	}
	var wg sync.WaitGroup
	for i := range instances {
		wg.Go(func() {
			in := s.New(0, nil)
			defer in.Close()
			if diff := cmp.Diff(want[i%kinds], work(in, i%kinds)); diff != "" {
				t.Errorf("instance %d: %s", i, diff)
			}
		})
	}
	wg.Wait()
}

// TestOneInstanceFromManySides: calls on one instance are serialised.
func TestOneInstanceFromManySides(t *testing.T) {
	s := newStore(t)
	in := s.New(0, nil)
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			in.Call(ctx, "run", json.RawMessage(`{"sql":["UPDATE books SET stock = stock + 1 WHERE id = 5"]}`))
			in.Now()
			in.Changes()
			if f, err := in.Fork(ctx); err != nil {
				t.Error(err)
			} else {
				must(t, f, "place_order", `{"items":[{"book_id":5,"qty":1}]}`)
				f.Close()
			}
			if _, err := in.Select(ctx, "SELECT 1"); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := stock(t, in, "5"); got != "55" || in.Calls() != 51 {
		t.Errorf("stock is %s after 50 calls (%d)", got, in.Calls())
	}
}

// TestClosingFreesEverything: no goroutine, no file, no page stays.
func TestClosingFreesEverything(t *testing.T) {
	round := func() {
		s := New(shopEnv(t), Options{})
		var wg sync.WaitGroup
		for range 50 {
			wg.Go(func() {
				in := s.New(0, nil)
				must(t, in, "place_order", `{"items":[{"book_id":5,"qty":2}]}`)
				if _, err := in.Select(ctx, "SELECT count(*) FROM before.books"); err != nil {
					t.Error(err)
				}
				in.Close()
			})
		}
		wg.Wait()
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	round()
	goroutines := settled()
	before := heap()
	resident := rss(t)
	for range 5 {
		round()
	}
	if n := settled(); n > goroutines {
		t.Errorf("%d goroutines, %d before", n, goroutines)
	}
	if grown := heap() - before; grown > 256<<10 {
		t.Errorf("the heap has grown by %d bytes", grown)
	}
	if grown := rss(t) - resident; grown > 32<<20 {
		t.Errorf("the process has grown by %d MB", grown>>20)
	}
	for i, f := range *files.table.Load() {
		if f != nil {
			t.Errorf("file %d is still open", i)
		}
	}
}

// settled waits for goroutines that are on their way out.
func settled() int {
	n := runtime.NumGoroutine()
	for range 50 {
		time.Sleep(2 * time.Millisecond)
		if m := runtime.NumGoroutine(); m < n {
			n = m
		}
	}
	return n
}

// rss is the resident memory of the process in bytes; SQLite's is not Go's.
func rss(t *testing.T) int64 {
	raw, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip("needs /proc")
	}
	var total, resident int64
	fmt.Sscan(string(raw), &total, &resident)
	return resident * int64(os.Getpagesize())
}
