package parse

import (
	"os"
	"testing"

	"github.com/awmc/awmc/ir/diag"
)

// Checking one environment is meant to take 50 ms in all; reading it must be a
// small part of that.
func BenchmarkParse(b *testing.B) {
	src, err := os.ReadFile("../../envs/retail/corner_books.yaml")
	if err != nil {
		b.Skip(err)
	}
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		var ds diag.List
		Parse("bench.yaml", src, &ds)
	}
}
