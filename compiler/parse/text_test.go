package parse

import (
	"strings"
	"testing"

	"github.com/awmc/awmc/ir/diag"
)

// SQLite names a byte of a statement; the author must be sent to the character
// of the file it came from, in whatever style the statement is written.
func TestTextAt(t *testing.T) {
	const head = "awmc: 1\nname: x\nentities: {a: {fields: {b: text}}}\ntools: {t: {get: a}}\nviews:\n"
	for _, test := range []struct {
		name, yaml string
		find       string // in the value
		want       string // where it is in the file, counted from `views`
	}{
		{"plain", "  v: SELECT é, here", "here", "6:16-6:20"},
		{"plain over lines", "  v: SELECT a,\n     b,\n\n     here FROM c", "here", "9:6-9:10"},
		{"single quotes", "  v: 'SELECT ''x'', here'", "here", "6:21-6:25"},
		{"an escaped quote", "  v: 'SELECT ''x'''", "'x", "6:14-6:17"},
		{"double quotes", `  v: "SELECT \"x\", \u00e9, here"`, "here", "6:29-6:33"},
		{"an escape", `  v: "SELECT '\u00e9'"`, "é", "6:15-6:21"},
		{"double quotes over lines", "  v: \"SELECT a, \\\n    here\"", "here", "7:5-7:9"},
		{"literal", "  v: |  # about it\n    SELECT a,\n\n      here", "here", "9:7-9:11"},
		{"literal with digit", "  v: |2\n      SELECT\n    here", "here", "8:5-8:9"},
		{"literal kept", "  v: |+\n    SELECT here\n\n", "here", "7:12-7:16"},
		{"folded", "  v: >\n    SELECT a,\n    b,\n\n      more,\n    here", "here", "11:5-11:9"},
		{"folded with digit", "  v: >2\n      SELECT\n    here", "here", "8:5-8:9"},
		{"over two lines", "  v: |\n    SELECT here\n    and there", "here\nand", "7:12-8:8"},
		{"CR LF", "  v: |\r\n    SELECT\r\n    here\r\n", "here", "8:5-8:9"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var ds diag.List
			env := Parse("t.yaml", []byte(head+test.yaml), &ds)
			if ds.Len() > 0 || env == nil {
				t.Fatalf("%v", ds.Sorted())
			}
			text := env.Views[0].Text
			at := strings.Index(text.Value, test.find)
			if at < 0 {
				t.Fatalf("%q is not in %q", test.find, text.Value)
			}
			if got := where(text.SpanOf(at, at+len(test.find))); got != test.want {
				t.Errorf("got %s, want %s in %q", got, test.want, text.Value)
			}
			part := text.Slice(at, len(text.Value)).TrimSpace()
			if !strings.HasPrefix(part.Value, test.find) || part.At(0) != text.At(at) {
				t.Errorf("a slice is %q at %v", part.Value, part.At(0))
			}
		})
	}
}

// SQL that a short form stands for has no place of its own: it leads to the
// tool.
func TestTextAtSynthesized(t *testing.T) {
	span := diag.Span{File: "t.yaml", Start: diag.Pos{Line: 3, Col: 5}, End: diag.Pos{Line: 3, Col: 9}}
	text := Text{Value: "SELECT 1\nFROM a", Span: span, Set: true}
	if got := text.At(12); got != span.Start {
		t.Errorf("At gives %v", got)
	}
	if got := text.SpanOf(3, 12); got != span {
		t.Errorf("SpanOf gives %v", got)
	}
	if got := text.Slice(7, 8); got.Value != "1" || got.Span != span {
		t.Errorf("Slice gives %v", got)
	}
	if got := (Text{}).At(5); !got.IsZero() {
		t.Errorf("an empty text is at %v", got)
	}
}
