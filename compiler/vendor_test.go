package compiler_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/awmc/awmc/compiler"
	"github.com/awmc/awmc/compiler/build"
	"github.com/awmc/awmc/templates"
)

const vendoringProgram = `package main

import (
	"context"
	"fmt"
	"log"

	"example.com/team/internal/worlds/corner_books"
	"example.com/team/internal/worlds/rt/core"
	"example.com/team/internal/worlds/rt/store"
)

func main() {
	ctx := context.Background()
	env := corner_books.Env()
	db, err := store.OpenDB(":memory:")
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	if err := store.Prepare(ctx, db, env, 0); err != nil {
		log.Fatal(err)
	}
	s, err := core.OpenSession(ctx, db, env, env.Actor)
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	tools := corner_books.New(s)
	words := "the"
	found, err := tools.SearchBooks(ctx, corner_books.SearchBooksInput{Words: &words})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("found", found.Total > 0, len(found.Items) > 0)
}
`

// A team that vendors a world must not have to take over a server's
// dependencies: go.mod gains the driver and nothing else.
func TestVendoredEnvironmentBringsOnlyTheDriver(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a module")
	}
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/team\n\ngo 1.26\n")
	write("main.go", vendoringProgram)
	results, err := compiler.Build(t.Context(), []string{"../envs/retail/corner_books.yaml"}, compiler.Options{
		Out: filepath.Join(dir, "internal", "worlds"), Library: true, NoProof: true, Cache: userCache(t),
	}, logged{t})
	built(t, results, err)

	run := func(args ...string) string {
		t.Helper()
		out, err := build.Go(t.Context(), dir, nil, args...)
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	run("get", "modernc.org/sqlite@"+templates.Versions()["modernc.org/sqlite"])
	run("build", "./...")
	run("vet", "./...")
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	// What the driver itself needs is marked as indirect, or comes from the
	// driver's own project.
	direct := regexp.MustCompile(`(?m)^(?:require|\t)\s*(\S+) v\S+$`).FindAllStringSubmatch(string(mod), -1)
	for _, m := range direct {
		if !strings.HasPrefix(m[1], "modernc.org/") {
			t.Errorf("go.mod gained %s", m[1])
		}
	}
	for _, unwanted := range []string{"mcp-go", "cobra", "danielgtaylor", "awmc/awmc"} {
		if strings.Contains(string(mod), unwanted) {
			t.Errorf("go.mod gained %s", unwanted)
		}
	}
	cmd := exec.CommandContext(t.Context(), "go", "run", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil || string(out) != "found true true\n" {
		t.Fatalf("the vendored environment answers %q, %v", out, err)
	}
}
