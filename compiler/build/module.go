package build

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

// Module says under which import path an output folder lies.
type Module struct {
	Root string // folder of the go.mod
	Path string // module path
	Rel  string // output folder relative to Root, "" if it is Root
	Own  bool   // the output folder is a module of its own, whose go.mod awmc writes
}

// Import is the import path of the output folder.
func (m Module) Import() string { return path.Join(m.Path, m.Rel) }

// self is awmc's own module. What is built in a checkout of it becomes a
// module of its own, so that awmc's tests and dependencies stay apart from it.
const self = "github.com/awmc/awmc"

// FindModule finds the module that the folder out belongs to. If out is in
// none, or a name is given, out becomes a module of its own.
func FindModule(out, name string) (Module, error) {
	abs, err := filepath.Abs(out)
	if err != nil {
		return Module{}, err
	}
	if name != "" {
		if err := module.CheckImportPath(name); err != nil {
			return Module{}, fmt.Errorf("--module: %w", err)
		}
	}
	for dir := abs; ; dir = filepath.Dir(dir) {
		b, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil {
			have := modfile.ModulePath(b)
			if have == "" {
				return Module{}, fmt.Errorf("%s names no module", filepath.Join(dir, "go.mod"))
			}
			if dir == abs && (name == "" || name == have) {
				return Module{Root: abs, Path: have, Own: ownedGoMod(b)}, nil
			}
			if dir == abs {
				return Module{}, fmt.Errorf("%s is module %s already, so it can't become %s: choose another folder with -o, or leave out --module", abs, have, name)
			}
			if name != "" || have == self {
				break // a nested module was asked for, or is better
			}
			rel, err := filepath.Rel(dir, abs)
			return Module{Root: dir, Path: have, Rel: filepath.ToSlash(rel)}, err
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return Module{}, err
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	if name == "" {
		name = "example.com/" + strings.ToLower(sanitize(filepath.Base(abs)))
	}
	return Module{Root: abs, Path: name, Own: true}, nil
}

// ownedGoMod reports whether awmc wrote this go.mod.
func ownedGoMod(b []byte) bool { return generated(b) }

// sanitize keeps what an import path may hold.
func sanitize(s string) string {
	s = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return -1
	}, s)
	if s == "" {
		return "envs"
	}
	return s
}
