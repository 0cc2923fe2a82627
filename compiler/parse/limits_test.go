package parse

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/awmc/awmc/ir/diag"
)

// limitCodes are the codes whose sources are too large for a golden file.
var limitCodes = []diag.Code{diag.FileTooLarge, diag.TooDeep}

// A file that is made to exhaust the compiler must be refused quickly and in
// words that say what is too much.
func TestLimits(t *testing.T) {
	aliases := "a: &a [x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c <= 'z'; c++ {
		p := string(c - 1)
		aliases += string(c) + ": &" + string(c) + " [" + strings.Repeat("*"+p+",", 8) + "*" + p + "]\n"
	}
	for _, test := range []struct {
		name string
		src  string
		want diag.Code
	}{
		{"one byte too many", strings.Repeat("#\n", maxBytes/2) + "\n", diag.FileTooLarge},
		{"41 lists", "awmc: " + strings.Repeat("[", 41) + strings.Repeat("]", 41), diag.TooDeep},
		{"41 maps", deepMaps(41), diag.TooDeep},
		{"open brackets only", strings.Repeat("[", 1<<18), diag.Unclosed},
		{"open braces only", strings.Repeat("{a: ", 1<<16), diag.Unclosed},
		{"dashes", strings.Repeat("- ", 1<<19) + "x", diag.TooDeep},
		{"comments", strings.Repeat("# c\n", 1<<18), diag.EmptyFile},
		{"billion laughs", aliases, diag.Anchor},
		{"one long line", "awmc: " + strings.Repeat("a ", 1<<18), diag.LanguageVersion},
		{"one long quoted line", "awmc: \"" + strings.Repeat("a ", 1<<18) + "\"", diag.LanguageVersion},
		{"many keys with errors", "awmc: 1\ntools:\n" + strings.Repeat("  a: 'b' c\n", 10000), diag.TextStart},
		{"one entry with many lines and an error", "awmc: 1\ntools:\n  a:\n" + strings.Repeat("    - b: c\n", 20000) + "    - d: 'e' f\n", diag.TextStart},
		{"commas", "awmc: {" + strings.Repeat("a,", 1<<17) + "}", diag.TextStart},
		{"open quote", "awmc: 'x\n" + strings.Repeat("  a: b\n", 1<<14), diag.Unclosed},
	} {
		t.Run(test.name, func(t *testing.T) {
			start := time.Now()
			var ds diag.List
			Parse("big.yaml", []byte(test.src), &ds)
			var text bytes.Buffer
			if err := diag.WriteText(&text, ds.Sorted(), nil, false); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(text.String(), string(test.want)) {
				t.Errorf("want %s, got %.600s", test.want, text.String())
			}
			// Generous, since machines are busy: what must not happen is minutes.
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
			t.Log(time.Since(start), ds.Len())
		})
	}
}

// The deepest nesting that is allowed is read.
func TestDepthAllowed(t *testing.T) {
	var ds diag.List
	Parse("deep.yaml", []byte("awmc: "+strings.Repeat("[", maxDepth-1)+strings.Repeat("]", maxDepth-1)), &ds)
	for _, d := range ds.Sorted() {
		if d.Code == diag.TooDeep {
			t.Errorf("%v", d)
		}
	}
}

func deepMaps(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}
