package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"awmc": func() { os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// The scripts show the commands as users run them. Those that build keep
// their compiled tools and packages in the user's caches, so that only the
// first run on a machine is slow.
func TestScripts(t *testing.T) {
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	tools := os.Getenv("AWMC_CACHE")
	if tools == "" {
		tools = filepath.Join(cache, "awmc")
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOFLAGS"} {
				if v := goEnv(name); v != "" {
					env.Setenv(name, v)
				}
			}
			env.Setenv("AWMC_CACHE", filepath.Join(env.WorkDir, ".awmc"))
			// The compiled SQL analyser is shared; results are not.
			if err := os.MkdirAll(filepath.Join(tools, "tools"), 0o755); err != nil {
				return err
			}
			if err := os.MkdirAll(filepath.Join(env.WorkDir, ".awmc"), 0o755); err != nil {
				return err
			}
			return os.Symlink(filepath.Join(tools, "tools"), filepath.Join(env.WorkDir, ".awmc", "tools"))
		},
	})
}
