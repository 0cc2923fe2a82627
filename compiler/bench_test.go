package compiler_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/awmc/awmc/compiler"
	"github.com/awmc/awmc/compiler/analyse"
	"github.com/awmc/awmc/compiler/cache"
	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/emit"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// cornerBooks is the environment of the benchmarks: 42 tools in 2,000 lines.
const cornerBooks = "../envs/retail/corner_books.yaml"

func benchmarkCheck(b *testing.B, opt compiler.Options) {
	b.Helper()
	for b.Loop() {
		results, err := compiler.Check(b.Context(), []string{cornerBooks}, opt, quiet{})
		built(b, results, err)
	}
}

// What an author waits for after each change.
func BenchmarkCheckFast(b *testing.B) { benchmarkCheck(b, compiler.Options{Fast: true}) }

// The same with sqlc.
func BenchmarkCheck(b *testing.B) {
	if testing.Short() {
		b.Skip("needs sqlc")
	}
	benchmarkCheck(b, compiler.Options{Cache: userCache(b)})
}

// The stages one by one.
func BenchmarkStages(b *testing.B) {
	source := []byte(readFile(b, cornerBooks))
	parsed := func(ds *diag.List) *parse.Env { return parse.Parse(cornerBooks, source, ds) }
	analysed := func() *ir.Environment {
		var ds diag.List
		env := analyse.Analyse(context.Background(), check.Check(parsed(&ds), &ds), analyse.Options{}, &ds)
		if env == nil || ds.HasErrors() {
			b.Fatal(ds.Sorted())
		}
		return env
	}
	b.Run("parse", func(b *testing.B) {
		for b.Loop() {
			var ds diag.List
			parsed(&ds)
		}
	})
	b.Run("check", func(b *testing.B) {
		var ds diag.List
		spec := parsed(&ds)
		for b.Loop() {
			check.Check(spec, &ds)
		}
	})
	b.Run("analyse", func(b *testing.B) {
		for b.Loop() {
			var ds diag.List
			b.StopTimer()
			resolved := check.Check(parsed(&ds), &ds)
			b.StartTimer()
			analyse.Analyse(b.Context(), resolved, analyse.Options{}, &ds)
		}
	})
	b.Run("emit", func(b *testing.B) {
		env := analysed()
		for b.Loop() {
			if _, err := emit.Emit(env, emit.Options{Module: "example.com/out"}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// From a changed env.yaml to a proved server, where the Go tool has compiled
// the runtime before.
func BenchmarkBuildWarm(b *testing.B) {
	if testing.Short() {
		b.Skip("builds servers")
	}
	source := readFile(b, cornerBooks)
	dir := b.TempDir()
	path := filepath.Join(dir, "corner_books.yaml")
	opt := compiler.Options{Out: filepath.Join(dir, "out"), Cache: userCache(b)}
	n := 0
	build := func() {
		n++
		text := fmt.Sprintf("# change %d of %s\n%s", n, dir, source)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			b.Fatal(err)
		}
		results, err := compiler.Build(b.Context(), []string{path}, opt, quiet{})
		built(b, results, err)
	}
	build()
	for b.Loop() {
		build()
	}
}

// A build of what has not changed.
func BenchmarkBuildUnchanged(b *testing.B) {
	if testing.Short() {
		b.Skip("builds servers")
	}
	kept, err := cache.Open(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	opt := compiler.Options{Out: filepath.Join(b.TempDir(), "out"), Cache: kept, Fast: true}
	build := func() {
		results, err := compiler.Build(b.Context(), []string{cornerBooks}, opt, quiet{})
		built(b, results, err)
	}
	build()
	for b.Loop() {
		build()
	}
}
