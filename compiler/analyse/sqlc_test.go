package analyse

import (
	"strings"
	"testing"

	"github.com/awmc/awmc/ir/diag"

	"github.com/awmc/awmc/compiler/build"
	"github.com/awmc/awmc/compiler/cache"
)

// sqlcPath is the sqlc program, if this machine has it: it takes a minute of
// processor time to compile.
func sqlcPath(tb testing.TB) string {
	tb.Helper()
	if testing.Short() {
		tb.Skip("compiles sqlc")
	}
	c, err := cache.Open("")
	if err != nil {
		tb.Fatal(err)
	}
	path, err := build.Tool(tb.Context(), c.Dir(), nil)
	if err != nil {
		tb.Fatal(err)
	}
	return path
}

// TestSQLC shows what the goldens are lowered to, and what sqlc has no
// grammar for, to sqlc itself.
func TestSQLC(t *testing.T) {
	path := sqlcPath(t)
	src := string(shopText(t))
	ds := &diag.List{}
	if env := compileSource("env.yaml", []byte(src), Options{SQLC: path, Seeds: -1}, ds); env == nil {
		t.Error(render(ds.Sorted()))
	}

	// What only SQLite understands, and a type that nobody can tell.
	bad := strings.Replace(src, "SELECT title, stock FROM books ORDER BY id",
		"SELECT title, sum(stock) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE TIES) AS stock FROM books ORDER BY id", 1)
	bad = strings.Replace(bad, "SELECT c.id, c.percent FROM", "SELECT c.id, json_extract('{}', '$.x') AS size, c.percent FROM", 1)
	ds = &diag.List{}
	compileSource("env.yaml", []byte(bad), Options{SQLC: path, Seeds: -1}, ds)
	out := render(ds.Sorted())
	t.Log(out)
	for _, code := range []diag.Code{diag.OpenType, diag.SQLCRefused} {
		if !strings.Contains(out, string(code)) {
			t.Errorf("no %s:\n%s", code, out)
		}
	}
}
