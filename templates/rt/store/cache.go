package store

import (
	"container/list"
	"context"
	"sync"
)

// Cache keeps starting states by environment and seed, the most recently
// used ones. A state that instances still use stays alive without it. One
// cache may serve many stores.
type Cache struct {
	mu      sync.Mutex
	max     int64
	size    int64
	entries map[cacheKey]*list.Element
	recent  *list.List // of *cacheEntry, the one used last in front
}

type cacheKey struct {
	store *Store
	seed  int64
}

type cacheEntry struct {
	key   cacheKey
	ready chan struct{} // closed when image or err is there
	image *image
	err   error
}

// NewCache makes a cache that holds up to max bytes of starting states.
func NewCache(max int64) *Cache {
	return &Cache{max: max, entries: map[cacheKey]*list.Element{}, recent: list.New()}
}

// get returns the state for a key; the first one to ask builds it. An error
// is not kept, so that the next one to ask tries again.
func (c *Cache) get(ctx context.Context, key cacheKey, build func(context.Context) (*image, error)) (*image, error) {
	c.mu.Lock()
	if el := c.entries[key]; el != nil {
		c.recent.MoveToFront(el)
		c.mu.Unlock()
		e := el.Value.(*cacheEntry)
		select {
		case <-e.ready:
			return e.image, e.err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	e := &cacheEntry{key: key, ready: make(chan struct{})}
	el := c.recent.PushFront(e)
	c.entries[key] = el
	c.mu.Unlock()

	// Others may wait for it when this caller's context has ended.
	e.image, e.err = build(context.WithoutCancel(ctx))
	close(e.ready)

	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries[key] != el { // forgotten meanwhile
		return e.image, e.err
	}
	if e.err != nil {
		c.remove(el)
		return nil, e.err
	}
	c.size += int64(len(e.image.data))
	for c.size > c.max && c.recent.Len() > 1 && c.recent.Back() != el {
		c.remove(c.recent.Back())
	}
	return e.image, nil
}

func (c *Cache) remove(el *list.Element) {
	e := el.Value.(*cacheEntry)
	c.recent.Remove(el)
	delete(c.entries, e.key)
	select {
	case <-e.ready:
		if e.image != nil {
			c.size -= int64(len(e.image.data))
		}
	default: // still being built, not counted yet
	}
}

// forget drops what belongs to a store.
func (c *Cache) forget(s *Store) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, el := range c.entries {
		if key.store == s {
			c.remove(el)
		}
	}
}
