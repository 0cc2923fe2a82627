package compiler_test

import (
	"context"
	"errors"
	"testing"

	"github.com/awmc/awmc/compiler"
)

// interrupting is a Reporter that interrupts the build when a phase begins.
type interrupting struct {
	quiet
	phase  string
	cancel context.CancelFunc
}

func (r interrupting) Phase(name string, _ int) {
	if name == r.phase {
		r.cancel()
	}
}

// Whoever presses Ctrl-C must not read that their environments have failed:
// what an interrupted tool says is nobody's mistake.
func TestAnInterruptedBuildFailsNoEnvironment(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses an environment")
	}
	t.Chdir("..")
	for _, phase := range []string{"analyse", "compile", "link"} {
		t.Run(phase, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			results, err := compiler.Build(ctx, references[:1], compiler.Options{Out: t.TempDir(), Module: "example.com/interrupted", Cache: userCache(t)},
				interrupting{phase: phase, cancel: cancel})
			if !errors.Is(err, context.Canceled) || results != nil {
				t.Errorf("%d results and the error %v, want the interruption alone", len(results), err)
			}
		})
	}
}
