package parse

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/awmc/awmc/ir/diag"
)

func TestExp(t *testing.T) {
	src, _ := os.ReadFile("../../envs/retail/corner_books.yaml")
	rng := rand.New(rand.NewPCG(3, 4))
	marks := []string{"'", "\"", "{", "}", "[", "]", ": ", " #", "\n", "  ", "\t"}
	near, far, silent, multi := 0, 0, 0, 0
	var worst time.Duration
	for range 300 {
		at := rng.IntN(len(src))
		m := marks[rng.IntN(len(marks))]
		mod := append(append(append([]byte{}, src[:at]...), m...), src[at:]...)
		line := 1 + bytes.Count(src[:at], []byte("\n"))
		var ds diag.List
		start := time.Now()
		Parse("x", mod, &ds)
		if d := time.Since(start); d > worst {
			worst = d
		}
		l := ds.Sorted()
		if len(l) == 0 {
			silent++
			continue
		}
		if len(l) > 3 {
			multi++
		}
		ok := false
		for _, d := range l {
			if d.Span.Start.Line >= line-1 && d.Span.Start.Line <= line+1 {
				ok = true
			}
		}
		if ok {
			near++
		} else {
			far++
			fmt.Printf("--- %q inserted at line %d: %q\n", m, line, bytes.Split(mod, []byte("\n"))[line-1])
			diag.WriteText(os.Stdout, l[:1], func(string) []byte { return mod }, false)
		}
	}
	fmt.Println("near", near, "far", far, "silent", silent, "multi", multi, "worst", worst)
}
