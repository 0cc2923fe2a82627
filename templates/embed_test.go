package templates

import (
	"bytes"
	"go/format"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestRuntime(t *testing.T) {
	files := Runtime("example.com/other/out", false)
	if files["rt/core/env.go"] == nil || files["rt/store/store.go"] == nil {
		t.Fatalf("core or store is missing among %d files", len(files))
	}
	for name, content := range files {
		if strings.HasSuffix(name, "_test.go") || strings.Contains(name, "testdata") {
			t.Errorf("%s is copied, but tests must stay behind", name)
		}
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		if bytes.Contains(content, []byte(`"`+home)) {
			t.Errorf("%s still imports from the runtime's old home", name)
		}
		formatted, err := format.Source(content)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if !bytes.Equal(formatted, content) {
			t.Errorf("%s is not as gofmt writes it", name)
		}
	}
}

// A vendored environment must bring its new home the driver and nothing
// else: no server, no client of a language model.
func TestLibrary(t *testing.T) {
	files := Runtime("example.com/out", true)
	for _, want := range []string{"rt/core/env.go", "rt/store/store.go"} {
		if files[want] == nil {
			t.Errorf("%s is missing", want)
		}
	}
	for name, content := range files {
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		for _, imp := range imports(name, content) {
			first, _, _ := strings.Cut(imp.path, "/")
			own := strings.HasPrefix(imp.path, "example.com/out/rt/")
			if strings.Contains(first, ".") && !own && !strings.HasPrefix(imp.path, "modernc.org/") {
				t.Errorf("%s imports %s", name, imp.path)
			}
		}
	}
}

func TestSources(t *testing.T) {
	fsys := fstest.MapFS{
		"rt/a/a.go":            {Data: []byte("package a\n")},
		"rt/a/a_test.go":       {Data: []byte("package a\n")},
		"rt/a/testdata/x.txt":  {Data: []byte("x")},
		"rt/a/page/index.html": {Data: []byte("<p>")},
		"rt/a/list.txt":        {Data: []byte("names")},
		"rt/a/b/b.go":          {Data: []byte("package b\n")},
	}
	got := sources(fsys)
	for dir, want := range map[string][]string{
		"a":   {"a.go", "list.txt", "page/index.html"},
		"a/b": {"b.go"},
	} {
		if names := slices.Sorted(maps.Keys(got[dir])); !slices.Equal(names, want) {
			t.Errorf("package %s: %v, want %v", dir, names, want)
		}
	}
}

func TestRehome(t *testing.T) {
	src := `package x

import (
	"fmt"

	"github.com/awmc/awmc/templates/rt/core"
	other "github.com/awmc/awmc/templates/rt/store"
)

// See github.com/awmc/awmc/templates/rt/core in the text.
var text = "github.com/awmc/awmc/templates/rt/core"

var _ = fmt.Sprint(core.X, other.Y)
`
	want := strings.Replace(src, `"github.com/awmc/awmc/templates/rt/core"`, `"my.org/rt/core"`, 1)
	want = strings.Replace(want, `"github.com/awmc/awmc/templates/rt/store"`, `"my.org/rt/store"`, 1)
	if got := string(rehome("x.go", []byte(src), "my.org/rt")); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
