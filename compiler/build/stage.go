package build

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Stage is a temporary module in which a build is compiled and proved before
// anything of it reaches the output folder. Import paths are those of the
// final place.
type Stage struct {
	Dir    string // the module's root
	Module Module
}

// NewStage makes a stage with the given go.mod and go.sum.
func NewStage(m Module, goMod, goSum []byte) (*Stage, error) {
	dir, err := os.MkdirTemp("", "awmc-stage-")
	if err != nil {
		return nil, err
	}
	s := &Stage{Dir: dir, Module: m}
	err = errors.Join(
		os.WriteFile(filepath.Join(dir, "go.mod"), goMod, 0o644),
		os.WriteFile(filepath.Join(dir, "go.sum"), goSum, 0o644),
	)
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Close removes the stage.
func (s *Stage) Close() error { return os.RemoveAll(s.Dir) }

// Package is the path of an output path relative to the module, as the Go
// tool takes it.
func (s *Stage) Package(rel string) string { return path.Join(s.Module.Rel, rel) }

// Add writes files, named relative to the output folder.
func (s *Stage) Add(files map[string][]byte) error {
	for name, content := range files {
		full := filepath.Join(s.Dir, filepath.FromSlash(s.Package(name)))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(full, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// AddFolder takes over a folder of the output as it is there, by hard links
// where the file system allows them. A missing folder is none.
func (s *Stage) AddFolder(out, rel string) error {
	from := filepath.Join(out, filepath.FromSlash(rel))
	to := filepath.Join(s.Dir, filepath.FromSlash(s.Package(rel)))
	err := filepath.WalkDir(from, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		sub, err := filepath.Rel(from, p)
		if err != nil {
			return err
		}
		target := filepath.Join(to, sub)
		if d.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		if strings.HasSuffix(p, "_test.go") {
			return nil
		}
		if os.Link(p, target) == nil {
			return nil
		}
		b, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		return os.WriteFile(target, b, 0o644)
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
