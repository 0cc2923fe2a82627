package emit_test

import (
	"testing"

	"github.com/awmc/awmc/emit"
)

func BenchmarkEmit(b *testing.B) {
	env := richEnvironment()
	for b.Loop() {
		if _, err := emit.Emit(env, emit.Options{Module: "example.com/out"}); err != nil {
			b.Fatal(err)
		}
	}
}
