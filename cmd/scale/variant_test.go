package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir/diag"
)

// A variant that is not sound, or that is the same as another, would measure
// something else than many environments.
func TestVariantsAreEnvironmentsOfTheirOwn(t *testing.T) {
	sources, err := readSources("../../envs")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := writeVariants(sources, 2*len(sources), dir); err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*", "*.yaml"))
	if err != nil || len(paths) != 2*len(sources) {
		t.Fatalf("%d variants of %d environments, %v", len(paths), len(sources), err)
	}
	names := map[string]bool{}
	for _, p := range paths {
		b, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		var ds diag.List
		spec := parse.Parse(filepath.Base(p), b, &ds)
		if ds.HasErrors() {
			t.Fatalf("%s: %v", p, ds.Sorted())
		}
		r := check.Check(spec, &ds)
		if ds.HasErrors() || names[r.Env.Name] || r.Env.Name != strings.TrimSuffix(filepath.Base(p), ".yaml") {
			t.Errorf("%s: %q, %v", p, r.Env.Name, ds.Sorted())
		}
		names[r.Env.Name] = true
		if !strings.HasPrefix(r.Env.Entities[0].Name, "variant_") {
			t.Errorf("%s has no entity of its own", p)
		}
	}
}
