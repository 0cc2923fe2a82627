// Package cache keeps results of the compiler's expensive stages by content:
// a key is the digest of everything the result depends on, so an entry never
// goes stale and can be shared between runs, branches and machines. It
// imports the standard library only.
package cache

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Cache is a folder of results. The zero Cache (and a nil one) keeps nothing.
type Cache struct{ dir string }

// Open uses dir, or AWMC_CACHE, or the user's cache folder, in this order.
// The folder is made when the first result is kept.
func Open(dir string) (*Cache, error) {
	if dir == "" {
		dir = os.Getenv("AWMC_CACHE")
	}
	if dir == "" {
		base, err := os.UserCacheDir()
		if err != nil {
			return nil, fmt.Errorf("there is no cache folder (set AWMC_CACHE): %w", err)
		}
		dir = filepath.Join(base, "awmc")
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	return &Cache{dir: abs}, nil
}

// Dir is the cache's folder, "" if nothing is kept.
func (c *Cache) Dir() string {
	if c == nil {
		return ""
	}
	return c.dir
}

// Key digests the parts, each with its length, so that no two lists of parts
// share a key by accident.
func Key(parts ...[]byte) string {
	h := sha256.New()
	var n [8]byte
	for _, p := range parts {
		binary.LittleEndian.PutUint64(n[:], uint64(len(p)))
		h.Write(n[:])
		h.Write(p)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func (c *Cache) path(kind, key string) string {
	return filepath.Join(c.dir, kind, key[:2], key)
}

// Get returns what is kept under a kind ("emit", "proof") and a key.
func (c *Cache) Get(kind, key string) ([]byte, bool) {
	if c.Dir() == "" {
		return nil, false
	}
	b, err := os.ReadFile(c.path(kind, key))
	return b, err == nil
}

// Put keeps a result. It appears whole or not at all, so parallel runs may
// share a cache.
func (c *Cache) Put(kind, key string, value []byte) error {
	if c.Dir() == "" {
		return nil
	}
	path := c.path(kind, key)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(value)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// Clean removes everything that is kept.
func (c *Cache) Clean() error {
	if c.Dir() == "" {
		return nil
	}
	err := os.RemoveAll(c.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
