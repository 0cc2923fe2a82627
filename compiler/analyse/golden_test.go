package analyse

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/awmc/awmc/ir/diag"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the expectations of testdata")

func render(ds []diag.Diagnostic) string {
	var b strings.Builder
	for _, d := range ds {
		fmt.Fprintf(&b, "%d:%d-%d:%d %s %s: %s\n", d.Span.Start.Line, d.Span.Start.Col, d.Span.End.Line, d.Span.End.Col, d.Severity, d.Code, d.Message)
		fmt.Fprintf(&b, "\thint: %s\n", d.Hint)
		for _, n := range d.Notes {
			fmt.Fprintf(&b, "\tnote %d:%d: %s\n", n.Span.Start.Line, n.Span.Start.Col, n.Message)
		}
	}
	return b.String()
}

// TestGolden compares what is reported for each env.yaml in testdata, and
// where a file has them, the schema and the lowered tools.
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
			var ds diag.List
			env := compileSource("env.yaml", section(a, "env.yaml"), Options{Seeds: 25}, &ds)
			got := map[string]string{"diagnostics": render(ds.Sorted())}
			if env != nil {
				got["schema.sql"] = env.Schema
				got["lowered"] = dump(env)
			}
			for i, f := range a.Files {
				g, ok := got[f.Name]
				if !ok && f.Name != "env.yaml" {
					t.Errorf("there is no %s:\n%s", f.Name, got["diagnostics"])
				}
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
		switch {
		case info.Code == diag.SQLCRefused: // in TestSQLC
		case info.Code == diag.GoStepBuild: // package build
		case info.Code[:4] >= "AWM3" && info.Code[:4] <= "AWM5" && !strings.Contains(all.String(), string(info.Code)):
			t.Errorf("no case in testdata shows %s (%s)", info.Code, info.Title)
		}
	}
}
