package check

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// FuzzCheck: a file that a model half wrote must end in diagnostics, never
// in a panic, and every error must say what to write instead.
func FuzzCheck(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(section(a, "env.yaml"))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		_, ds := run(src)
		for _, d := range ds {
			if !strings.HasPrefix(string(d.Code), "AWM2") {
				continue // parse has its own tests
			}
			if d.Hint == "" || d.Message == "" || d.Span.Start.IsZero() {
				t.Errorf("a diagnostic without hint, message or place: %+v", d)
			}
		}
	})
}

// TestSameEveryTime: diagnostics and results must not depend on the order of
// maps, or builds would not be reproducible.
func TestSameEveryTime(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		src := section(a, "env.yaml")
		r, ds := run(src)
		for range 5 {
			r2, ds2 := run(src)
			if render(ds) != render(ds2) || r != nil && dump(r) != dump(r2) {
				t.Fatalf("%s: two runs differ", file)
			}
		}
	}
}
