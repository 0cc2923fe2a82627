package emit_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/awmc/awmc/emit"
	"github.com/awmc/awmc/templates"
)

// vet builds and vets the library part of emitted environments (tests and
// mains need the rest of the runtime) in a module of their own.
func vet(t *testing.T, files []emit.File) {
	t.Helper()
	if testing.Short() {
		t.Skip("runs the Go tool")
	}
	dir := t.TempDir()
	write := func(path string, content []byte) {
		writeFile(t, filepath.Join(dir, filepath.FromSlash(path)), content)
	}
	write("go.mod", []byte("module example.com/out\n\ngo 1.26\n"))
	for path, content := range templates.Runtime("example.com/out", true) {
		if filepath.Dir(path) == "rt/core" {
			write(path, content)
		}
	}
	for _, f := range files {
		if filepath.Base(f.Path) != "env_test.go" && filepath.Base(f.Path) != "main.go" {
			write(f.Path, f.Content)
		}
	}
	cmd := exec.Command("go", "vet", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go vet: %v\n%s", err, out)
	}
}

func writeFile(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestBuilds(t *testing.T) { vet(t, emitRich(t)) }
