package emit_test

import (
	"os"
	"testing"

	"github.com/awmc/awmc/compiler/analyse"
	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/emit"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// compile takes an env.yaml through the stages before emission, without
// sqlc and without trying out the data.
func compile(t testing.TB, path string, src []byte) *ir.Environment {
	t.Helper()
	ds := &diag.List{}
	spec := parse.Parse(path, src, ds)
	if spec == nil {
		report(t, ds)
	}
	resolved := check.Check(spec, ds)
	env := analyse.Analyse(t.Context(), resolved, analyse.Options{Seeds: -1}, ds)
	if env == nil {
		report(t, ds)
	}
	return env
}

func report(t testing.TB, ds *diag.List) {
	t.Helper()
	for _, d := range ds.Sorted() {
		if d.Severity == diag.Error {
			t.Errorf("%s:%d:%d: %s %s (%s)", d.Span.File, d.Span.Start.Line, d.Span.Start.Col, d.Code, d.Message, d.Hint)
		}
	}
	t.FailNow()
}

// TestReal emits the reference environments and vets what comes out.
func TestReal(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles whole environments")
	}
	paths := []string{"../envs/retail/corner_books.yaml", "../envs/health/clinic_desk.yaml", "../envs/finance/ledger_bank.yaml"}
	var files []emit.File
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := emit.Emit(compile(t, path, src), emit.Options{Module: "example.com/out"})
		if err != nil {
			t.Fatal(err)
		}
		again, err := emit.Emit(compile(t, path, src), emit.Options{Module: "example.com/out"})
		if err != nil {
			t.Fatal(err)
		}
		sameBytes(t, got, again)
		files = append(files, got...)
	}
	dump(t, files)
	checkFormat(t, files)
	vet(t, files)
}
