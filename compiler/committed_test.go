package compiler_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/awmc/awmc/compiler"
)

// references are the environments whose servers are committed under out.
var references = []string{"envs/retail/corner_books.yaml", "envs/health/clinic_desk.yaml", "envs/finance/ledger_bank.yaml"}

// The committed servers are what readers judge the compiler by, and what
// other modules vendor: they must be what the compiler emits today, byte for
// byte.
func TestCommittedServersAreWhatIsEmitted(t *testing.T) {
	t.Chdir("..")
	dir := filepath.Join(t.TempDir(), "out")
	goMod, err := os.ReadFile("out/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), goMod, 0o644); err != nil {
		t.Fatal(err)
	}
	results, err := compiler.Emit(t.Context(), references, compiler.Options{Out: dir}, logged{t})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Failed {
			t.Fatalf("%s: %v", r.Path, r.Diagnostics)
		}
		for path, content := range r.Files {
			have, err := os.ReadFile(filepath.Join("out", filepath.FromSlash(path)))
			if err != nil {
				t.Errorf("out/%s is not committed: run make generate", path)
				continue
			}
			if !bytes.Equal(have, content) {
				t.Errorf("out/%s is not what the compiler emits: run make generate", path)
			}
		}
	}
	committed, err := filepath.Glob("out/*/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range committed {
		rel := strings.TrimPrefix(filepath.ToSlash(path), "out/")
		for _, r := range results {
			if strings.HasPrefix(rel, r.Name+"/") && r.Files[rel] == nil && filepath.Base(rel) != "awmc.json" {
				t.Errorf("out/%s is committed, but the compiler no longer emits it: run make generate", rel)
			}
		}
	}
}
