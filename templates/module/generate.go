//go:build ignore

// This program writes the go.mod and go.sum that generated modules get: the
// versions of awmc's own go.mod, reduced to what the runtime imports.
package main

import (
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	log.SetFlags(0)
	root := moduleRoot()
	variants := map[string][]string{
		"full":    {"core", "data", "task", "proof", "store", "host", "model", "fleet"},
		"library": {"core", "data", "task", "proof", "store"},
	}
	for name, parts := range variants {
		dir, err := os.MkdirTemp("", "awmc-module-")
		check(err)
		defer os.RemoveAll(dir)
		for _, p := range parts {
			copyPackage(filepath.Join(root, "templates", "rt", p), filepath.Join(dir, "rt", p))
		}
		mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
		check(err)
		sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
		check(err)
		_, rest, _ := strings.Cut(string(mod), "\n")
		check(os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/envs\n"+rest), 0o644))
		check(os.WriteFile(filepath.Join(dir, "go.sum"), sum, 0o644))
		cmd := exec.Command("go", "mod", "tidy")
		cmd.Dir = dir
		cmd.Stderr = os.Stderr
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
		check(cmd.Run())
		for _, ext := range []string{"mod", "sum"} {
			b, err := os.ReadFile(filepath.Join(dir, "go."+ext))
			check(err)
			check(os.WriteFile(filepath.Join(root, "templates", "module", name+"."+ext), b, 0o644))
		}
	}
}

func moduleRoot() string {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	check(err)
	return filepath.Dir(strings.TrimSpace(string(out)))
}

// copyPackage copies a package tree without its tests, under the new
// module's import paths.
func copyPackage(from, to string) {
	check(filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if d != nil && d.Name() == "testdata" {
				return filepath.SkipDir
			}
			return err
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text := strings.ReplaceAll(string(b), `"github.com/awmc/awmc/templates/rt/`, `"example.com/envs/rt/`)
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		// Embedded files are not needed to find out what is imported.
		return os.WriteFile(target, []byte(text), 0o644)
	}))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
