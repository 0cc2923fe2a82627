package check

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir/diag"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the expectations of testdata")

// run parses and checks a source.
func run(src []byte) (*Resolved, []diag.Diagnostic) {
	var ds diag.List
	spec := parse.Parse("env.yaml", src, &ds)
	if spec == nil {
		return nil, ds.Sorted()
	}
	return Check(spec, &ds), ds.Sorted()
}

func render(ds []diag.Diagnostic) string {
	var b strings.Builder
	for _, d := range ds {
		fmt.Fprintf(&b, "%d:%d %s %s: %s\n", d.Span.Start.Line, d.Span.Start.Col, d.Severity, d.Code, d.Message)
		fmt.Fprintf(&b, "\thint: %s\n", d.Hint)
		for _, n := range d.Notes {
			fmt.Fprintf(&b, "\tnote %d:%d: %s\n", n.Span.Start.Line, n.Span.Start.Col, n.Message)
		}
	}
	return b.String()
}

// TestGolden compares what is reported for each env.yaml in testdata, and,
// where a file has the section resolved, what the tools become.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no testdata", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			r, ds := run(section(a, "env.yaml"))
			got := map[string]string{"diagnostics": render(ds)}
			if r != nil {
				got["resolved"] = dump(r)
			}
			for i, f := range a.Files {
				g, ok := got[f.Name]
				if !ok || g == string(f.Data) {
					continue
				}
				if *update {
					a.Files[i].Data = []byte(g)
					continue
				}
				t.Errorf("%s (-want +got):\n%s", f.Name, cmp.Diff(string(f.Data), g))
			}
			if *update {
				if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func section(a *txtar.Archive, name string) []byte {
	for _, f := range a.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

// TestEveryCodeHasACase keeps a code from staying untested: a diagnostic
// that no case shows may point anywhere and say anything.
func TestEveryCodeHasACase(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txtar")
	var all strings.Builder
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(section(a, "diagnostics"))
	}
	for _, info := range diag.All() {
		if strings.HasPrefix(string(info.Code), "AWM2") && info.Code < "AWM29" && !strings.Contains(all.String(), string(info.Code)) {
			t.Errorf("no case in testdata shows %s (%s)", info.Code, info.Title)
		}
	}
}
