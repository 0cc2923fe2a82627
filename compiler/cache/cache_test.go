package cache_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/awmc/awmc/compiler/cache"
)

func TestWhatIsPutIsGot(t *testing.T) {
	c, err := cache.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	key := cache.Key([]byte("source"), []byte("runtime"))
	if _, ok := c.Get("emit", key); ok {
		t.Fatal("an empty cache has an entry")
	}
	if err := c.Put("emit", key, []byte("result")); err != nil {
		t.Fatal(err)
	}
	if got, ok := c.Get("emit", key); !ok || string(got) != "result" {
		t.Fatalf("got %q, %v", got, ok)
	}
	if _, ok := c.Get("proof", key); ok {
		t.Error("kinds are not kept apart")
	}
	if err := c.Clean(); err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Get("emit", key); ok {
		t.Error("an entry survived Clean")
	}
}

// Moving a byte from one part to the next must not give the same key: a
// stale result would be taken for a fresh one.
func TestKeysSeparateTheirParts(t *testing.T) {
	if cache.Key([]byte("ab"), []byte("c")) == cache.Key([]byte("a"), []byte("bc")) {
		t.Error("two lists of parts share a key")
	}
}

// Two builds at once must never read half an entry.
func TestParallelPutsAreWhole(t *testing.T) {
	c, err := cache.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	key := cache.Key([]byte("x"))
	want := make([]byte, 1<<16)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if err := c.Put("emit", key, want); err != nil {
				t.Error(err)
			}
			if got, ok := c.Get("emit", key); !ok || fmt.Sprint(len(got)) != fmt.Sprint(len(want)) {
				t.Errorf("got %d bytes, %v", len(got), ok)
			}
		})
	}
	wg.Wait()
}
