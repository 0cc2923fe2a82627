package compiler_test

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/awmc/awmc/compiler"
	"github.com/awmc/awmc/compiler/build"
	"github.com/awmc/awmc/templates"
)

// A null where the generated code has no room for one breaks a call when
// somebody meets that row, long after the build. So every query method of the
// reference servers runs over a database without rows, and over one with null
// in every column that may have it.
func TestNullNeverBreaksAScan(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a module")
	}
	t.Chdir("..")
	const module = "example.com/nulls"
	dir := t.TempDir()
	goMod, goSum := templates.Module(module, false)
	writeFiles(t, dir, map[string][]byte{"go.mod": goMod, "go.sum": goSum})
	writeFiles(t, dir, templates.Runtime(module, false))
	results, err := compiler.Emit(t.Context(), references, compiler.Options{Out: dir, Cache: userCache(t)}, quiet{})
	built(t, results, err)
	args := []string{"test", "-v", "-vet=off"}
	for _, r := range results {
		pkg := map[string][]byte{}
		for path, content := range r.Files {
			if strings.HasPrefix(path, r.Name+"/") && !strings.HasSuffix(path, "_test.go") {
				pkg[path] = content
			}
		}
		pkg[r.Name+"/null_test.go"] = nullTest(t, r.Name, module, pkg)
		writeFiles(t, dir, pkg)
		args = append(args, "./"+r.Name)
	}
	out, err := build.Go(t.Context(), dir, nil, args...)
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	} else {
		t.Logf("%s", out)
	}
}

// nullTest is testdata/null_test.go.txt with the query methods of a package.
func nullTest(t testing.TB, name, module string, pkg map[string][]byte) []byte {
	t.Helper()
	calls := queryCalls(t, pkg)
	if len(calls) < 50 {
		t.Fatalf("%s: only %d query methods were found", name, len(calls))
	}
	text := readFile(t, "compiler/testdata/null_test.go.txt")
	text = strings.NewReplacer("PACKAGE", name, "MODULE", module, "CALLS", strings.Join(calls, "")).Replace(text)
	out, err := format.Source([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// queryCalls finds the methods of type queries and writes a call of each.
func queryCalls(t testing.TB, pkg map[string][]byte) []string {
	t.Helper()
	var out []string
	for path, content := range pkg {
		if !strings.HasSuffix(path, ".go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, content, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		text := func(n ast.Node) string { return string(content[n.Pos()-file.FileStart : n.End()-file.FileStart]) }
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv == nil || text(fn.Recv.List[0].Type) != "queries" {
				continue
			}
			var args []string
			for _, p := range fn.Type.Params.List[1:] { // after the context
				for range max(len(p.Names), 1) {
					args = append(args, fmt.Sprintf("arg[%s](a)", text(p.Type)))
				}
			}
			blanks := strings.Repeat("_, ", fn.Type.Results.NumFields()-1)
			call := fmt.Sprintf("q.%s(%s)", fn.Name.Name, strings.Join(append([]string{"ctx"}, args...), ", "))
			out = append(out, fmt.Sprintf("{%q, func(ctx context.Context, q queries, a *args) error { %serr := %s; return err }},\n", fn.Name.Name, blanks, call))
		}
	}
	slices.Sort(out)
	return out
}

// writeFiles writes files below a folder.
func writeFiles(t testing.TB, dir string, files map[string][]byte) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
