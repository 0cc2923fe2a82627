package parse

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/awmc/awmc/ir/diag"
)

// FuzzParse: no file stops the compiler; every position that it speaks of is
// in the file; and every character of a text that was read is found in the
// file at the place that Text.At says.
func FuzzParse(f *testing.F) {
	for _, src := range seeds(f) {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) { checkParse(t, src) })
}

// Slips of authors, made by chance but the same in every run: characters that
// mean something to YAML put in or taken out, lines lost, doubled or shifted.
func TestSlips(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	marks := []string{"'", "\"", "{", "}", "[", "]", ":", ": ", " #", "- ", "|", ">", "&a ", "*a", "!x ", "%", ",", "\t", "\n", " ", "\\", "\u00a0", "---\n", "é", "🙂", "\r\n"}
	for _, seed := range seeds(t) {
		for range 15 {
			src := seed
			for range 1 + rng.IntN(3) {
				at := rng.IntN(len(src) + 1)
				switch rng.IntN(4) {
				case 0:
					src = slices.Concat(src[:at], src[min(len(src), at+1+rng.IntN(3)):])
				case 1:
					lines := bytes.SplitAfter(src, []byte("\n"))
					i := rng.IntN(len(lines))
					src = bytes.Join(slices.Insert(lines, i, lines[rng.IntN(len(lines))]), nil)
				case 2:
					lines := bytes.SplitAfter(src, []byte("\n"))
					i := rng.IntN(len(lines))
					lines[i] = append([]byte(strings.Repeat(" ", rng.IntN(4))), bytes.TrimLeft(lines[i], " ")...)
					src = bytes.Join(lines, nil)
				default:
					src = slices.Concat(src[:at], []byte(marks[rng.IntN(len(marks))]), src[at:])
				}
			}
			if checkParse(t, src); t.Failed() {
				t.Fatalf("in:\n%s", src)
			}
		}
	}
}

func checkParse(t *testing.T, src []byte) {
	t.Helper()
	var ds diag.List
	env := Parse("fuzz.yaml", src, &ds)
	if env == nil && !ds.HasErrors() {
		t.Error("nothing was read, and nothing said")
	}
	lines := fileLines(src)
	for _, d := range ds.Sorted() {
		checkSpan(t, lines, d.Span, d.Message)
		for _, n := range d.Notes {
			checkSpan(t, lines, n.Span, n.Message)
		}
		if d.Hint == "" || d.Message == "" {
			t.Errorf("%s says nothing", d.Code)
		}
	}
	if env != nil {
		walk(reflect.ValueOf(env), func(x Text) { checkText(t, lines, x) })
	}
}

// seeds are the sources of the golden files and of the corpus.
func seeds(tb testing.TB) [][]byte {
	var out [][]byte
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		tb.Fatal(err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		for _, f := range archive.Files {
			if strings.HasSuffix(f.Name, ".yaml") {
				out = append(out, f.Data)
			}
		}
	}
	return out
}

// fileLines splits a file the way an editor shows it.
func fileLines(src []byte) [][]rune {
	text := strings.TrimPrefix(string(src), "\ufeff")
	var out [][]rune
	for _, line := range strings.Split(text, "\n") {
		out = append(out, []rune(strings.TrimSuffix(line, "\r")))
	}
	return out
}

func checkSpan(t *testing.T, lines [][]rune, s diag.Span, what string) {
	t.Helper()
	if s.Start.IsZero() {
		return
	}
	inside := func(p diag.Pos) bool {
		// One column after the end of a line is where something is missing;
		// a marked character at the end of a line ends one later.
		return p.Line >= 1 && p.Line <= len(lines) && p.Col >= 1 && p.Col <= len(lines[p.Line-1])+2
	}
	if !inside(s.Start) || !s.End.IsZero() && !inside(s.End) {
		t.Errorf("%s: the span %s is not in the file", what, where(s))
	}
	if !s.End.IsZero() && (s.End.Line < s.Start.Line || s.End.Line == s.Start.Line && s.End.Col < s.Start.Col) {
		t.Errorf("%s: the span %s ends before it begins", what, where(s))
	}
}

// checkText compares a text with the file, character by character.
func checkText(t *testing.T, lines [][]rune, x Text) {
	t.Helper()
	checkSpan(t, lines, x.Span, x.Value)
	if !x.Set || len(x.runs) == 0 {
		return
	}
	for i, r := range x.Value {
		p := x.At(i)
		checkSpan(t, lines, diag.Span{Start: p}, x.Value)
		if p.Line > len(lines) || r == ' ' || r == '\n' {
			continue
		}
		line := lines[p.Line-1]
		if p.Col > len(line) {
			t.Errorf("%q at %d: nothing at %d:%d", x.Value, i, p.Line, p.Col)
			continue
		}
		got := line[p.Col-1]
		escape := got == '\\' || got == '\'' && r == '\''
		if got != r && !escape {
			t.Errorf("%q at %d: want %q, the file has %q at %d:%d", x.Value, i, r, got, p.Line, p.Col)
		}
		one := x.SpanOf(i, i+utf8.RuneLen(r))
		if one.Start != p || one.End.Line != p.Line || one.End.Col <= p.Col {
			t.Errorf("%q at %d: the span of one character is %s", x.Value, i, where(one))
		}
	}
	if len(x.Lines) == 0 {
		t.Errorf("%q has no lines", x.Value)
	}
}

// walk calls f for every Text below v.
func walk(v reflect.Value, f func(Text)) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			walk(v.Elem(), f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			walk(v.Index(i), f)
		}
	case reflect.Struct:
		if x, ok := v.Interface().(Text); ok {
			f(x)
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				walk(v.Field(i), f)
			}
		}
	}
}

// Every text of the real environments is found in its file: a position that
// could not be worked out would put each mistake in it on the wrong line.
func TestCorpusPositions(t *testing.T) {
	files, err := filepath.Glob("../../envs/*/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var ds diag.List
		env := Parse(file, src, &ds)
		lines := fileLines(src)
		walk(reflect.ValueOf(env), func(x Text) {
			checkText(t, lines, x)
			if x.Set && x.Value != "" && len(x.runs) == 0 {
				t.Errorf("%s: %q has no positions", x.Span, x.Value)
			}
		})
	}
}
