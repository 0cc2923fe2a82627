package parse

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/awmc/awmc/ir/diag"
)

// The environments of the corpus are what the language is for: they must be
// read without complaint.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob("../../envs/*/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var ds diag.List
		env := Parse(filepath.Base(file), src, &ds)
		if ds.Len() > 0 {
			diag.WriteText(os.Stderr, ds.Sorted(), func(string) []byte { return src }, false)
			t.Errorf("%s: %d diagnostics", file, ds.Len())
		}
		if env == nil {
			continue
		}
		t.Logf("%s: %d entities, %d tools, %d tasks", file, len(env.Entities), len(env.Tools), len(env.Tasks))
	}
}
