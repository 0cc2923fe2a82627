package store

import (
	"container/list"
	"context"
	"errors"
	"sync"
	"sync/atomic"
)

// Cache keeps what a process with many stores has to share: starting states
// by environment and seed, and connections that are idle, of both the most
// recently used ones. A state that instances still use stays alive without
// it.
type Cache struct {
	mu      sync.Mutex
	max     int64
	size    int64
	entries map[cacheKey]*list.Element
	recent  *list.List // of *cacheEntry, the one used last in front

	idle  atomic.Int64 // connections that are idle
	pools *list.List   // of *pool, the one used last in front
}

// maxIdle bounds the idle connections of all stores that share a cache. One
// takes up to a megabyte: its schema and its prepared statements.
const maxIdle = 64

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
	return &Cache{max: max, entries: map[cacheKey]*list.Element{}, recent: list.New(), pools: list.New()}
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

// used notes that a pool has one more idle connection, and closes those of
// pools that were not used for longest if there are too many.
func (c *Cache) used(p *pool) error {
	c.idle.Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	if p.element == nil {
		p.element = c.pools.PushFront(p)
	} else {
		c.pools.MoveToFront(p.element)
	}
	var errs []error
	for el := c.pools.Back(); el != nil && c.idle.Load() > maxIdle; {
		old := el.Value.(*pool)
		el = el.Prev()
		if old == p {
			errs = append(errs, p.trim(1))
			break
		}
		errs = append(errs, old.trim(0))
		c.pools.Remove(old.element)
		old.element = nil
	}
	return errors.Join(errs...)
}

// gone forgets a pool that is closed.
func (c *Cache) gone(p *pool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p.element != nil {
		c.pools.Remove(p.element)
		p.element = nil
	}
}
