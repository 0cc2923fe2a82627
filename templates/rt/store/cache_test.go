package store

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/awmc/awmc/templates/rt/core"
)

func TestStartIsBuiltOnce(t *testing.T) {
	c := NewCache(1 << 20)
	var built atomic.Int32
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			img, err := c.get(ctx, cacheKey{nil, 1}, func(context.Context) (*image, error) {
				built.Add(1)
				return &image{data: make([]byte, 100)}, nil
			})
			if err != nil || len(img.data) != 100 {
				t.Error(img, err)
			}
		})
	}
	wg.Wait()
	if built.Load() != 1 {
		t.Errorf("built %d times", built.Load())
	}
}

func TestCacheIsBounded(t *testing.T) {
	c := NewCache(1000)
	get := func(seed int64) (built bool) {
		_, err := c.get(ctx, cacheKey{nil, seed}, func(context.Context) (*image, error) {
			built = true
			return &image{data: make([]byte, 400)}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return built
	}
	get(1)
	get(2)
	get(1)
	get(3) // 2 was not used for longest
	if get(1) || get(3) || !get(2) || c.size > 1000 || len(c.entries) != c.recent.Len() {
		t.Errorf("size %d, %d entries", c.size, len(c.entries))
	}
}

// A start that could not be built must not stick: the next one tries again.
func TestCacheForgetsErrors(t *testing.T) {
	c := NewCache(1000)
	fail := errors.New("no")
	if _, err := c.get(ctx, cacheKey{nil, 1}, func(context.Context) (*image, error) { return nil, fail }); !errors.Is(err, fail) {
		t.Error(err)
	}
	if _, err := c.get(ctx, cacheKey{nil, 1}, func(context.Context) (*image, error) { return &image{}, nil }); err != nil {
		t.Error(err)
	}
}

// The connections of many environments must not pile up.
func TestIdleConnectionsAreBounded(t *testing.T) {
	cache := NewCache(64 << 20)
	var stores []*Store
	for range maxIdle + 10 {
		s := New(shopEnv(t), Options{Cache: cache})
		stores = append(stores, s)
		must(t, s.New(0, nil), "get_book", `{"book_id":5}`)
	}
	if n := cache.idle.Load(); n > maxIdle {
		t.Errorf("%d connections are idle", n)
	}
	must(t, stores[0].New(0, nil), "get_book", `{"book_id":5}`)
	for _, s := range stores {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if n := cache.idle.Load(); n != 0 || len(cache.entries) != 0 || cache.size != 0 || cache.pools.Len() != 0 {
		t.Errorf("%d connections, %d states, %d bytes, %d pools are left", n, len(cache.entries), cache.size, cache.pools.Len())
	}
}

func TestBadDataIsAnError(t *testing.T) {
	env := shopEnv(t)
	env.Data = []byte(`{"tables":[{"entity":"books","columns":["id","title"],"rows":[[1,"x"]]}]}`)
	s := New(env, Options{})
	defer s.Close()
	r := s.New(0, nil).Call(ctx, "get_book", readArgs)
	if r.Err == nil || r.Err.Code != core.CodeInternal {
		t.Errorf("%+v", r)
	}
}
