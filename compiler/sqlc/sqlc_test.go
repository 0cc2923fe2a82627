package sqlc

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/awmc/awmc/compiler/build"
	"github.com/awmc/awmc/compiler/cache"
)

// TestMain lets the test program stand in for sqlc: a real one takes a minute
// to compile. The stand-in refuses files with the word BAD, and those with
// WORSE only when nothing is BAD, as sqlc's parser and resolver do.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "stand-in" {
		os.Exit(standIn())
	}
	os.Exit(m.Run())
}

func standIn() int {
	files, _ := filepath.Glob("queries/*.sql")
	for _, word := range []string{"BAD", "WORSE"} {
		failed := false
		for _, f := range files {
			text, _ := os.ReadFile(f)
			if i := strings.Index(string(text), word); i >= 0 {
				line := 1 + strings.Count(string(text[:i]), "\n")
				fmt.Fprintf(os.Stderr, "# package \n%s:%d:%d: near %q: syntax error\n", f, line, i-strings.LastIndex(string(text[:i]), "\n"), word)
				failed = true
			}
		}
		if failed {
			return 1
		}
	}
	type query struct {
		Name    string           `json:"name"`
		Columns []map[string]any `json:"columns"`
	}
	var out struct {
		Queries []query `json:"queries"`
	}
	for _, f := range files {
		out.Queries = append(out.Queries, query{
			Name:    strings.TrimSuffix(filepath.Base(f), ".sql"),
			Columns: []map[string]any{{"name": "x", "not_null": true, "type": map[string]string{"name": "INTEGER"}}},
		})
	}
	raw, _ := json.Marshal(out)
	if err := os.MkdirAll("out", 0o755); err != nil {
		return 2
	}
	if os.WriteFile("out/analysis.json", raw, 0o644) != nil {
		return 2
	}
	return 0
}

func TestAnalyse(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := Runner{Path: self, Args: []string{"stand-in"}}
	results, problems, err := Analyse(context.Background(), r, "CREATE TABLE t (x INTEGER);", []Query{
		{"Good", ":one", "SELECT x FROM t"},
		{"First", ":one", "SELECT\n  BAD x"},
		{"Second", ":exec", "WORSE"},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []Problem{{"First", 2, 3, `near "BAD": syntax error`}, {"Second", 1, 1, `near "WORSE": syntax error`}}
	if !slices.Equal(problems, want) {
		t.Errorf("problems %v, want %v", problems, want)
	}
	if got := results["Good"].Columns; len(results) != 1 || !slices.Equal(got, []Column{{"x", "integer", true}}) {
		t.Errorf("results %v", results)
	}
}

func TestAnalyseAllRefused(t *testing.T) {
	self, _ := os.Executable()
	_, problems, err := Analyse(context.Background(), Runner{Path: self, Args: []string{"stand-in"}}, "", []Query{{"A", ":one", "BAD"}})
	if err != nil || len(problems) != 1 {
		t.Errorf("problems %v, err %v", problems, err)
	}
}

// A crash of sqlc is awmc's business, not the author's.
func TestAnalyseCrash(t *testing.T) {
	_, _, err := Analyse(context.Background(), Runner{Path: filepath.Join(t.TempDir(), "missing")}, "", []Query{{"A", ":one", "SELECT 1"}})
	if err == nil {
		t.Error("no error")
	}
}

// TestReal runs the sqlc program itself.
func TestReal(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles sqlc")
	}
	c, err := cache.Open("")
	if err != nil {
		t.Fatal(err)
	}
	path, err := build.Tool(t.Context(), c.Dir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	results, problems, err := Analyse(context.Background(), Runner{Path: path}, "CREATE TABLE t (x INTEGER NOT NULL, y TEXT);", []Query{
		{"Good", ":many", "SELECT x, y, x + 1 AS z FROM t WHERE y = CAST(sqlc.narg('y') AS TEXT)"},
		{"Syntax", ":one", "SELECT x FROM t WHERE (x, y) IS DISTINCT FROM (1, 2)"},
		{"Column", ":one", "SELECT nope FROM t"},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(problems)
	if len(problems) != 2 || len(results["Good"].Columns) != 3 || results["Good"].Columns[0] != (Column{"x", "integer", true}) {
		t.Errorf("results %v, problems %v", results, problems)
	}
}
