package synth

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/awmc/awmc/compiler"
	"github.com/awmc/awmc/compiler/cache"
	"github.com/awmc/awmc/ir/diag"
)

// Prover does with a finished env.yaml what `awmc build` does: it compiles
// it and proves its tasks. What it finds comes back as diagnostics; an error
// is a fault of the machine.
type Prover interface {
	Prove(ctx context.Context, name string, source []byte) ([]diag.Diagnostic, error)
}

// Builder is the Prover that builds.
type Builder struct {
	Cache *cache.Cache // nil keeps nothing
	Seeds int          // of the proof; 25 by default
	// Jobs bounds the builds at once; each keeps the Go tool busy.
	Jobs chan struct{}
}

// NewBuilder makes a Builder that builds so many environments at once.
func NewBuilder(c *cache.Cache, seeds, jobs int) *Builder {
	return &Builder{Cache: c, Seeds: seeds, Jobs: make(chan struct{}, max(jobs, 1))}
}

// Prove implements Prover. It builds in a folder of its own, which it
// removes again.
func (b *Builder) Prove(ctx context.Context, name string, source []byte) (ds []diag.Diagnostic, err error) {
	select {
	case b.Jobs <- struct{}{}:
		defer func() { <-b.Jobs }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	dir, err := os.MkdirTemp("", "awmc-synth-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, name+".yaml")
	if err := os.WriteFile(path, source, 0o644); err != nil {
		return nil, err
	}
	results, err := compiler.Build(ctx, []string{path}, compiler.Options{
		Out: filepath.Join(dir, "out"), Seeds: b.Seeds, Cache: b.Cache, Jobs: 1,
	}, silent{})
	if err != nil {
		return nil, err
	}
	for _, r := range results {
		ds = append(ds, r.Diagnostics...)
	}
	return ds, nil
}

// silent is a compiler.Reporter that says nothing.
type silent struct{}

func (silent) Phase(string, int)                           {}
func (silent) Step()                                       {}
func (silent) Stage(string, string, time.Duration, string) {}
func (silent) Message(string)                              {}
