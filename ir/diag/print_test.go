package diag

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func span(file string, line, col, endLine, endCol int) Span {
	return Span{File: file, Start: Pos{line, col}, End: Pos{endLine, endCol}}
}

func sample() []Diagnostic {
	var l List
	l.Error(UnknownKey, span("a.yaml", 2, 3, 2, 8), "no key `filtr`", "did you mean `filter`?",
		Note{Span: span("a.yaml", 1, 1, 1, 6), Message: "in this tool"})
	l.Warn(Code("AWM3999"), span("a.yaml", 3, 4, 4, 2), "a date: 5% < \"x\" & y,\nsays SQLite", "one\ntwo")
	l.Error(EmptyFile, Span{File: "b,c:d.yaml"}, "the file is empty", "write it")
	return l.Sorted()
}

func sources(file string) []byte {
	if file != "a.yaml" {
		return nil
	}
	return []byte("\ufefftools:\r\n  filtr: x\r\n\tdé日本: {a}\r\nend")
}

// What people read. A mark under the wrong word is worse than none: tabs,
// wide characters, byte order marks and CR LF must not shift it.
func TestWriteText(t *testing.T) {
	var b bytes.Buffer
	if err := WriteText(&b, sample(), sources, false); err != nil {
		t.Fatal(err)
	}
	want := `a.yaml:2:3: error AWM1003: no key ` + "`filtr`" + `
    2 |   filtr: x
      |   ^^^^^
  hint: did you mean ` + "`filter`" + `?
  note: a.yaml:1:1: in this tool
    1 | tools:
      | ^^^^^
a.yaml:3:4: warning AWM3999: a date: 5% < "x" & y,
says SQLite
    3 |     dé日本: {a}
      |       ^^^^^^^^^
  hint: one
        two
b,c:d.yaml: error AWM1005: the file is empty
  hint: write it
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// A position that is not in the source, as when the file has changed since,
// must not stop the printer.
func TestWriteTextOutside(t *testing.T) {
	for _, s := range []Span{
		span("a.yaml", 99, 1, 99, 2), span("a.yaml", 2, 400, 2, 500), span("a.yaml", 2, 5, 2, 2),
		span("a.yaml", 2, 0, 2, 0), span("a.yaml", -1, -1, -1, -1), {File: "a.yaml", Start: Pos{2, 3}},
	} {
		var b bytes.Buffer
		if err := WriteText(&b, []Diagnostic{{Code: Syntax, Span: s, Message: "m"}}, sources, false); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), "error AWM1006: m\n") {
			t.Errorf("%v: %s", s, b.String())
		}
	}
}

func TestWriteTextLongLine(t *testing.T) {
	line := strings.Repeat("a", 5000) + "HERE" + strings.Repeat("b", 5000)
	d := Diagnostic{Code: Syntax, Span: span("x", 1, 5001, 1, 5005), Message: "m"}
	var b bytes.Buffer
	if err := WriteText(&b, []Diagnostic{d}, func(string) []byte { return []byte(line) }, false); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	if n := len([]rune(lines[1])); n > maxWidth+12 {
		t.Errorf("the excerpt is %d wide", n)
	}
	at := []rune(lines[1])[strings.Index(lines[2], "^"):]
	if !strings.HasPrefix(string(at), "HERE") || strings.Count(lines[2], "^") != 4 {
		t.Errorf("the mark is not under the word:\n%s", b.String())
	}
}

func TestWriteTextColor(t *testing.T) {
	var plain, color bytes.Buffer
	if err := WriteText(&plain, sample(), sources, false); err != nil {
		t.Fatal(err)
	}
	if err := WriteText(&color, sample(), sources, true); err != nil {
		t.Fatal(err)
	}
	stripped := color.String()
	for _, escape := range []string{bold, red, yellow, blue, reset} {
		stripped = strings.ReplaceAll(stripped, escape, "")
	}
	if color.String() == plain.String() || stripped != plain.String() {
		t.Error("color changes more than the color")
	}
}

func TestWriteJSON(t *testing.T) {
	var b bytes.Buffer
	if err := WriteJSON(&b, sample()[:1]); err != nil {
		t.Fatal(err)
	}
	want := "[\n " + `{"code":"AWM1003","severity":"error","file":"a.yaml","line":2,"column":3,"end_line":2,"end_column":8,` +
		"\"message\":\"no key `filtr`\",\"hint\":\"did you mean `filter`?\"," +
		`"notes":[{"file":"a.yaml","line":1,"column":1,"end_line":1,"end_column":6,"message":"in this tool"}]}` + "\n]\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	b.Reset()
	if err := WriteJSON(&b, nil); err != nil || b.String() != "[]\n" {
		t.Errorf("no diagnostics: %q, %v", b.String(), err)
	}
}

// Diagnostics that come out of a cache are the ones that went in, severity
// included: a warning that became an error would fail a build.
func TestJSONRoundTrip(t *testing.T) {
	data, err := json.Marshal(sample())
	if err != nil {
		t.Fatal(err)
	}
	var got []Diagnostic
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(sample(), got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// A message with a line break or "::" must not end the command early: the rest
// would be lost, or run as another command.
func TestWriteGitHub(t *testing.T) {
	var b bytes.Buffer
	if err := WriteGitHub(&b, sample()); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"::error file=a.yaml,line=2,col=3,endLine=2,endColumn=7,title=AWM1003 Unknown key::no key `filtr`%0Ahint: did you mean `filter`?%0Anote: a.yaml:1:1: in this tool",
		"::warning file=a.yaml,line=3,col=4,endLine=4,title=AWM3999::a date: 5%25 < \"x\" & y,%0Asays SQLite%0Ahint: one%0Atwo",
		"::error file=b%2Cc%3Ad.yaml,title=AWM1005 Empty file::the file is empty%0Ahint: write it",
	}
	got := strings.Split(strings.TrimSpace(b.String()), "\n")
	if !slices.Equal(got, want) {
		t.Errorf("-want +got:\n%s", cmp.Diff(want, got))
	}
}
