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

	"github.com/awmc/awmc/templates"
)

func main() {
	log.SetFlags(0)
	root := moduleRoot()
	for name, library := range map[string]bool{"full": false, "library": true} {
		dir, err := os.MkdirTemp("", "awmc-module-")
		check(err)
		defer os.RemoveAll(dir)
		for path, content := range templates.Runtime("example.com/envs", library) {
			target := filepath.Join(dir, filepath.FromSlash(path))
			check(os.MkdirAll(filepath.Dir(target), 0o755))
			check(os.WriteFile(target, content, 0o644))
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

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
