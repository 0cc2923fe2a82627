package compiler

import (
	"crypto/sha256"
	"io"
	"os"
	"sync"
)

// compilerDigest is the digest of the running program, templates included,
// so that a new awmc never takes an old one's results for its own.
var compilerDigest = sync.OnceValues(func() ([]byte, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return nil, err
	}
	return h.Sum(nil), nil
})
