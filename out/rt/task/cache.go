package task

import (
	"container/list"
	"context"
	"sync"
)

// cache keeps the results of a function by key: each worked out once at a
// time, the least recently used forgotten. A result that failed because a
// context ended is not kept.
type cache[K comparable, V any] struct {
	mu      sync.Mutex
	most    int
	entries map[K]*list.Element // of *entry
	recent  *list.List          // most recently used first
}

type entry[K comparable, V any] struct {
	key   K
	done  chan struct{}
	value V
	err   error
}

func newCache[K comparable, V any](most int) *cache[K, V] {
	return &cache[K, V]{most: most, entries: map[K]*list.Element{}, recent: list.New()}
}

// get returns the result for a key. The work itself does not end with ctx:
// others may be waiting for it.
func (c *cache[K, V]) get(ctx context.Context, key K, work func(ctx context.Context) (V, error)) (V, error) {
	c.mu.Lock()
	el, ok := c.entries[key]
	if !ok {
		el = c.recent.PushFront(&entry[K, V]{key: key, done: make(chan struct{})})
		c.entries[key] = el
		for c.recent.Len() > c.most {
			c.drop(c.recent.Back())
		}
		c.mu.Unlock()
		e := el.Value.(*entry[K, V])
		go func() {
			defer close(e.done)
			e.value, e.err = work(context.WithoutCancel(ctx))
			if e.err != nil && isContextError(e.err) {
				c.mu.Lock()
				if c.entries[key] == el {
					c.drop(el)
				}
				c.mu.Unlock()
			}
		}()
	} else {
		c.recent.MoveToFront(el)
		c.mu.Unlock()
	}
	e := el.Value.(*entry[K, V])
	select {
	case <-e.done:
		return e.value, e.err
	case <-ctx.Done():
		var none V
		return none, ctx.Err()
	}
}

// drop needs the lock. Whoever waits for the entry still gets its result.
func (c *cache[K, V]) drop(el *list.Element) {
	c.recent.Remove(el)
	delete(c.entries, el.Value.(*entry[K, V]).key)
}
