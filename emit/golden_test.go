package emit_test

import (
	"bytes"
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/awmc/awmc/emit"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden compiles the env.yaml of each case and compares what is emitted
// with what the case shows. A case shows the tools, their queries and the
// rows; one whose comment says "All files are shown" shows everything.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	var all []emit.File
	for _, path := range paths {
		ok := t.Run(filepath.Base(path), func(t *testing.T) {
			files := golden(t, path)
			checkFormat(t, files)
			all = append(all, files...)
		})
		if !ok {
			return
		}
	}
	dump(t, all)
	vet(t, all)
}

func golden(t *testing.T, path string) []emit.File {
	t.Helper()
	arch, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(arch.Files) == 0 || arch.Files[0].Name != "env.yaml" {
		t.Fatal("the first file must be env.yaml")
	}
	src := arch.Files[0]
	files, err := emit.Emit(compile(t, "env.yaml", src.Data), emit.Options{Module: "example.com/out"})
	if err != nil {
		t.Fatal(err)
	}
	shown := []txtar.File{src}
	for _, f := range files {
		if bytes.Contains(arch.Comment, []byte("All files")) || isCore(f.Path) {
			shown = append(shown, txtar.File{Name: f.Path, Data: f.Content})
		}
	}
	want := txtar.Format(arch)
	got := txtar.Format(&txtar.Archive{Comment: arch.Comment, Files: shown})
	if *update {
		writeFile(t, path, got)
	} else if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("run go test -update and look at the difference (- golden, + emitted):\n%s", diff)
	}
	return files
}

// The fleet's main links what lies in the output folder, in whatever order
// it was found.
func TestFleet(t *testing.T) {
	f, err := emit.Fleet([]string{"depot", "bank", "depot"}, emit.Options{Module: "example.com/out"})
	if err != nil {
		t.Fatal(err)
	}
	want, err := txtar.ParseFile("testdata/fleet.golden")
	if err != nil {
		t.Fatal(err)
	}
	got := &txtar.Archive{Comment: want.Comment, Files: []txtar.File{{Name: f.Path, Data: f.Content}}}
	if *update {
		writeFile(t, "testdata/fleet.golden", txtar.Format(got))
	} else if diff := cmp.Diff(string(txtar.Format(want)), string(txtar.Format(got))); diff != "" {
		t.Errorf("run go test -update and look at the difference (- golden, + emitted):\n%s", diff)
	}
}

// isCore reports whether a file holds what the tools do.
func isCore(path string) bool {
	base := filepath.Base(path)
	for _, part := range []string{"_tools", "_queries", "rules", "go_steps", "entities.go"} {
		if strings.Contains(base, part) && !strings.HasPrefix(base, "env_") {
			return true
		}
	}
	return false
}
