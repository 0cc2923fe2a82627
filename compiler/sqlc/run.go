package sqlc

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const (
	queryDir   = "queries"
	outputDir  = "out"
	outputFile = "analysis.json"
	// textLine is the line of a query's file on which its text begins.
	textLine = 2
)

// prepare writes the folder that sqlc runs in: one file for each query, since
// a syntax error hides the rest of its file.
func prepare(dir, schema string, queries []Query) error {
	if err := os.Mkdir(filepath.Join(dir, queryDir), 0o755); err != nil {
		return err
	}
	files := map[string]string{
		"schema.sql": schema,
		"sqlc.json": `{"version": "2", "sql": [{"engine": "sqlite", "schema": "schema.sql", "queries": "` + queryDir + `",
			"gen": {"json": {"out": "` + outputDir + `", "filename": "` + outputFile + `"}}}]}`,
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	for _, q := range queries {
		text := fmt.Sprintf("-- name: %s %s\n%s;\n", q.Name, q.Command, strings.TrimRight(q.Text, "; \n"))
		if err := os.WriteFile(queryPath(dir, q.Name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func queryPath(dir, name string) string { return filepath.Join(dir, queryDir, name+".sql") }

// run starts sqlc and returns what it printed.
func run(ctx context.Context, r Runner, dir string) (string, error) {
	args := append(append([]string(nil), r.Args...), "generate", "--no-remote", "-f", "sqlc.json")
	path, err := exec.LookPath(r.Path)
	if err == nil {
		path, err = filepath.Abs(path) // it runs in another folder
	}
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	// Nothing leaves the machine, whatever the environment says. A process
	// lives for a second and parses with much garbage: collecting it four
	// times as late saves a quarter of its time and costs some 60 MB.
	cmd.Env = append(os.Environ(), "SQLCTELEMETRY=off", "SQLC_AUTH_TOKEN=", "SQLCDEBUG=", "GOGC=400")
	err = cmd.Run()
	return out.String(), err
}

// analysis is the part of sqlc's output that is of use here.
type analysis struct {
	Queries []struct {
		Name    string   `json:"name"`
		Columns []column `json:"columns"`
		Params  []struct {
			Number int    `json:"number"`
			Column column `json:"column"`
		} `json:"params"`
	} `json:"queries"`
}

type column struct {
	Name    string `json:"name"`
	NotNull bool   `json:"not_null"`
	Type    struct {
		Name string `json:"name"`
	} `json:"type"`
}

func (c column) public() Column {
	return Column{Name: c.Name, Type: strings.ToLower(c.Type.Name), NotNull: c.NotNull}
}

func read(path string) (map[string]Result, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var a analysis
	if err := json.Unmarshal(raw, &a); err != nil {
		return nil, fmt.Errorf("sqlc's output: %w", err)
	}
	out := make(map[string]Result, len(a.Queries))
	for _, q := range a.Queries {
		var r Result
		for _, c := range q.Columns {
			r.Columns = append(r.Columns, c.public())
		}
		for _, p := range q.Params {
			r.Params = append(r.Params, p.Column.public())
		}
		out[q.Name] = r
	}
	return out, nil
}
