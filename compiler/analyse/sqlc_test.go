package analyse

import (
	"os"
	"path/filepath"
	"testing"
)

// sqlcPath is the sqlc program, if this machine has it: it takes a minute of
// processor time to compile.
func sqlcPath(tb testing.TB) string {
	tb.Helper()
	if path := os.Getenv("AWMC_SQLC"); path != "" {
		return path
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		tb.Skip(err)
	}
	found, _ := filepath.Glob(filepath.Join(cache, "awmc", "tools", "sqlc@*", "sqlc"))
	if len(found) == 0 {
		tb.Skip("sqlc is not compiled here: `awmc check` does it on first use")
	}
	return found[0]
}

// TestSQLC shows the real environments to sqlc: queries.sql must work with it.
func TestSQLC(t *testing.T) {
	path := sqlcPath(t)
	paths, _ := filepath.Glob("../../envs/*/*.yaml")
	for _, p := range paths {
		t.Run(filepath.Base(p), func(t *testing.T) {
			env, ds := compileFile(t, p, Options{SQLC: path, Seeds: 1})
			if env == nil {
				t.Error(render(ds.Sorted()))
			}
		})
	}
}
