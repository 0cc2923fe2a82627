// Package templates holds what awmc writes but does not generate: the
// runtime that every build gets a copy of, the start of a new environment,
// and static text. It imports the standard library only; what it embeds is
// compiled and tested where it lies.
package templates

import (
	"embed"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

//go:embed rt
var runtime embed.FS

// home is where the runtime's packages import each other from in this
// repository.
const home = "github.com/awmc/awmc/templates/rt"

// libraryParts are the packages that a vendored environment needs: what it
// imports, and what opens and fills its database.
var libraryParts = []string{"store"}

// Runtime is the source of the runtime, by path relative to an output folder
// whose import path is given: everything, or (library) only what a vendored
// environment needs. Only import paths are changed; tests and their data
// stay behind.
func Runtime(importPath string, library bool) map[string][]byte {
	packages := sources(runtime)
	keep := slices.Sorted(maps.Keys(packages))
	if library {
		keep = closure(packages, libraryParts)
	}
	files := map[string][]byte{}
	for _, dir := range keep {
		for name, content := range packages[dir] {
			if strings.HasSuffix(name, ".go") {
				content = rehome(path.Join(dir, name), content, importPath+"/rt")
			}
			files[path.Join("rt", dir, name)] = content
		}
	}
	return files
}

// sources reads the runtime's files by package folder, relative to rt, and
// by path relative to that folder: files that a package embeds belong to it.
func sources(fsys fs.FS) map[string]map[string][]byte {
	packages := map[string]map[string][]byte{}
	var others []string
	err := fs.WalkDir(fsys, "rt", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "testdata":
			return fs.SkipDir
		case d.IsDir() || strings.HasSuffix(p, "_test.go"):
			return nil
		case !strings.HasSuffix(p, ".go"):
			others = append(others, p)
			return nil
		}
		return add(packages, fsys, p, path.Dir(p))
	})
	for _, p := range others {
		dir := path.Dir(p)
		for packages[inside(dir)] == nil && dir != "rt" && dir != "." {
			dir = path.Dir(dir)
		}
		if err == nil {
			err = add(packages, fsys, p, dir)
		}
	}
	if err != nil { // the files are part of the program
		panic(fmt.Sprintf("templates: %v", err))
	}
	return packages
}

func add(packages map[string]map[string][]byte, fsys fs.FS, file, dir string) error {
	content, err := fs.ReadFile(fsys, file)
	if err != nil {
		return err
	}
	key := inside(dir)
	if packages[key] == nil {
		packages[key] = map[string][]byte{}
	}
	packages[key][strings.TrimPrefix(file, dir+"/")] = content
	return nil
}

// inside is a folder relative to rt; "" is rt itself.
func inside(dir string) string { return strings.TrimPrefix(strings.TrimPrefix(dir, "rt"), "/") }

// closure is the given packages and those they import, sorted.
func closure(packages map[string]map[string][]byte, roots []string) []string {
	seen := map[string]bool{}
	for todo := slices.Clone(roots); len(todo) > 0; todo = todo[1:] {
		dir := todo[0]
		if seen[dir] || packages[dir] == nil {
			continue
		}
		seen[dir] = true
		for name, content := range packages[dir] {
			if !strings.HasSuffix(name, ".go") {
				continue
			}
			for _, imp := range imports(path.Join(dir, name), content) {
				if rest, ok := strings.CutPrefix(imp.path, home+"/"); ok {
					todo = append(todo, rest)
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// importSpec is an import path and where its literal stands.
type importSpec struct {
	path       string
	start, end int
}

func imports(name string, src []byte) []importSpec {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.ImportsOnly)
	if err != nil { // the files compile, or this program would not
		panic(fmt.Sprintf("templates: %v", err))
	}
	var specs []importSpec
	for _, s := range f.Imports {
		p, err := strconv.Unquote(s.Path.Value)
		if err != nil {
			panic(fmt.Sprintf("templates: %v", err))
		}
		specs = append(specs, importSpec{p, fset.Position(s.Path.Pos()).Offset, fset.Position(s.Path.End()).Offset})
	}
	return specs
}

// rehome makes a file import the runtime from its new home. Formatting sorts
// the imports again.
func rehome(name string, src []byte, newHome string) []byte {
	specs := imports(name, src)
	changed := false
	for _, s := range slices.Backward(specs) {
		if s.path != home && !strings.HasPrefix(s.path, home+"/") {
			continue
		}
		changed = true
		src = slices.Concat(src[:s.start], []byte(strconv.Quote(newHome+strings.TrimPrefix(s.path, home))), src[s.end:])
	}
	if !changed {
		return src
	}
	out, err := format.Source(src)
	if err != nil {
		panic(fmt.Sprintf("templates: %s: %v", name, err))
	}
	return out
}
