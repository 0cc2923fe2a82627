package compiler_test

import (
	"testing"
	"time"

	"github.com/awmc/awmc/compiler"
	"github.com/awmc/awmc/compiler/cache"
)

// logged is a Reporter that writes to the test's log.
type logged struct{ t testing.TB }

func (l logged) Phase(string, int) {}
func (l logged) Step()             {}
func (l logged) Stage(env, stage string, took time.Duration, note string) {
	l.t.Logf("%s %s %v %s", env, stage, took, note)
}
func (l logged) Message(text string) { l.t.Log(text) }

// userCache is the user's cache, where the SQL analyser is compiled.
func userCache(t testing.TB) *cache.Cache {
	t.Helper()
	c, err := cache.Open("")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// built fails the test unless every environment is sound.
func built(t testing.TB, results []*compiler.Result, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Failed {
			for _, d := range r.Diagnostics {
				t.Errorf("%s:%d:%d: %s %s (%s)", d.Span.File, d.Span.Start.Line, d.Span.Start.Col, d.Code, d.Message, d.Hint)
			}
		}
	}
	if t.Failed() {
		t.FailNow()
	}
}
