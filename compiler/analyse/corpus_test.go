package analyse

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// compileFile runs the stages up to this one.
func compileFile(tb testing.TB, path string, opt Options) (*ir.Environment, *diag.List) {
	tb.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	ds := &diag.List{}
	return compileSource(path, src, opt, ds), ds
}

func compileSource(path string, src []byte, opt Options, ds *diag.List) *ir.Environment {
	spec := parse.Parse(path, src, ds)
	if spec == nil {
		return nil
	}
	r := check.Check(spec, ds)
	return Analyse(context.Background(), r, opt, ds)
}

// TestCorpus makes sure that real environments raise no false alarm; all of
// them are built elsewhere.
func TestCorpus(t *testing.T) {
	for _, path := range []string{"../../envs/retail/corner_books.yaml", "../../envs/health/clinic_desk.yaml", "../../envs/finance/ledger_bank.yaml"} {
		t.Run(filepath.Base(path), func(t *testing.T) {
			env, ds := compileFile(t, path, Options{Seeds: 1})
			for _, d := range ds.Sorted() {
				t.Logf("%s:%d:%d: %s %s: %s (%s)", filepath.Base(path), d.Span.Start.Line, d.Span.Start.Col, d.Severity, d.Code, d.Message, d.Hint)
			}
			if env == nil {
				t.Fatal("no environment")
			}
		})
	}
}

func BenchmarkFast(b *testing.B) {
	const path = "../../envs/finance/ledger_bank.yaml"
	src, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("parse", func(b *testing.B) {
		for b.Loop() {
			parse.Parse(path, src, &diag.List{})
		}
	})
	b.Run("check", func(b *testing.B) {
		spec := parse.Parse(path, src, &diag.List{})
		for b.Loop() {
			check.Check(spec, &diag.List{})
		}
	})
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			compileSource(path, src, Options{Seeds: -1}, &diag.List{})
		}
	})
}
