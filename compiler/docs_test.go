package compiler_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/awmc/awmc/compiler"
	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates/rt/data"
)

// example is a fenced block of YAML in a page. The words behind "yaml" say
// what it is: nothing for a complete environment, in=NAME for sections that
// may be added to one, wrong=CODE where that is refused.
type example struct {
	line  int
	in    string
	wrong diag.Code
	text  string
}

var environmentName = regexp.MustCompile(`(?m)^name: (\w+)$`)

// examples reads the YAML blocks of a page.
func examples(t testing.TB, page string) []example {
	t.Helper()
	var out []example
	var open *example
	for i, line := range strings.Split(readFile(t, page), "\n") {
		switch {
		case open == nil && strings.HasPrefix(line, "```yaml"):
			open = &example{line: i + 2}
			for _, word := range strings.Fields(line)[1:] {
				key, value, _ := strings.Cut(word, "=")
				switch key {
				case "in":
					open.in = value
				case "wrong":
					open.wrong = diag.Code(value)
				default:
					t.Fatalf("%s:%d: what is %q?", page, i+1, word)
				}
			}
		case open != nil && strings.HasPrefix(line, "```"):
			out = append(out, *open)
			open = nil
		case open != nil:
			open.text += line + "\n"
		}
	}
	return out
}

func readFile(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// complete turns the examples into files: an environment as it is, sections
// put into the environment that they belong to.
func complete(t testing.TB, page string, list []example) []string {
	t.Helper()
	whole := map[string]string{}
	for _, e := range list {
		if strings.HasPrefix(e.text, "awmc: 1\n") {
			whole[environmentName.FindStringSubmatch(e.text)[1]] = e.text
		}
	}
	out := make([]string, len(list))
	for i, e := range list {
		switch base := whole[e.in]; {
		case e.in == "" && strings.HasPrefix(e.text, "awmc: 1\n"):
			out[i] = e.text
		case base == "":
			t.Fatalf("%s:%d: neither a complete environment nor part of one on this page", page, e.line)
		default:
			out[i] = merge(base, e.text)
		}
	}
	return out
}

// merge adds the entries of sections to an environment's own.
func merge(base, sections string) string {
	added := map[string]string{}
	var order []string
	for line := range strings.Lines(sections) {
		if key, ok := sectionOf(line); ok {
			order = append(order, key)
			continue
		}
		added[order[len(order)-1]] += line
	}
	var out strings.Builder
	at := ""
	for line := range strings.Lines(base + "end:\n") {
		key, ok := sectionOf(line)
		if ok || line[0] != ' ' && line != "\n" {
			out.WriteString(added[at])
			delete(added, at)
			at = key
		}
		if line != "end:\n" {
			out.WriteString(line)
		}
	}
	for _, key := range order {
		if text, left := added[key]; left {
			out.WriteString(key + ":\n" + text)
		}
	}
	return out.String()
}

// sectionOf reads a line that begins a section: "tools:".
func sectionOf(line string) (string, bool) {
	key, found := strings.CutSuffix(line, ":\n")
	return key, found && !strings.HasPrefix(line, " ")
}

// checked writes texts to files and checks them without sqlc.
func checked(t testing.TB, texts []string) []*compiler.Result {
	t.Helper()
	dir := t.TempDir()
	var paths []string
	for i, text := range texts {
		path := filepath.Join(dir, fmt.Sprintf("%03d.yaml", i))
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	results, err := compiler.Check(context.Background(), paths, compiler.Options{Fast: true}, quiet{})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(results, func(a, b *compiler.Result) int { return strings.Compare(a.Path, b.Path) })
	return results
}

// quiet is a Reporter that says nothing.
type quiet struct{}

func (quiet) Phase(string, int)                            {}
func (quiet) Step()                                        {}
func (quiet) Stage(_, _ string, _ time.Duration, _ string) {}
func (quiet) Message(string)                               {}

// unimportant are warnings about parts that stand alone in an example.
var unimportant = []diag.Code{diag.UnusedTool, diag.UnusedName, diag.HeaderText}

// Whoever copies an example out of the documentation must get what the page
// says: an environment without a complaint, or the error that it is about.
func TestExamples(t *testing.T) {
	for _, page := range []string{"../docs/language.md", "../README.md"} {
		list := examples(t, page)
		texts := complete(t, page, list)
		if len(list) == 0 {
			t.Errorf("%s has no examples", page)
		}
		for i, r := range checked(t, texts) {
			e := list[i]
			if e.wrong != "" {
				if !slices.ContainsFunc(r.Diagnostics, func(d diag.Diagnostic) bool { return d.Code == e.wrong }) {
					t.Errorf("%s:%d: the example does not give %s but %v", page, e.line, e.wrong, r.Diagnostics)
				}
				continue
			}
			for _, d := range r.Diagnostics {
				if !slices.Contains(unimportant, d.Code) {
					line, _, _ := strings.Cut(at(texts[i], d.Span.Start.Line), "\n")
					t.Errorf("%s:%d: %s: %s (%s)\n\t%s", page, e.line, d.Code, d.Message, d.Hint, strings.TrimSpace(line))
				}
			}
		}
	}
}

// The table of YAML's traps must name the code that an author sees.
func TestTraps(t *testing.T) {
	page := readFile(t, "../docs/language.md")
	tool := "awmc: 1\nname: tiny\nnow: 2026-03-02 09:00:00\nentities: {things: {fields: {name: text}}}\ntools:\n  t:\n    doc: Look.\n"
	list := []struct {
		code diag.Code
		text string
	}{
		{diag.CommaSplits, "    do:\n      - return: {x: {rows: SELECT id, name FROM things}}\n"},
		{diag.CommentCuts, "    row: SELECT id FROM things # the first\n"},
		{diag.ColonInText, "    do:\n      - require: 1 = 2\n        conflict: Not now: later.\n"},
		{diag.TextStart, "    do:\n      - require: 1 = 2\n        conflict: {x} is gone.\n"},
		{diag.TextStart, "    do:\n      - require: 1 = 2\n        conflict: %s\n"},
		{diag.TextStart, "    do:\n      - let: x\n        value: 'open'\n"},
		{diag.ColonName, "    do:\n      - return: {x: {value: :x}}\n"},
		{diag.Tag, "    do:\n      - require: !x\n        conflict: No.\n"},
	}
	texts := make([]string, len(list))
	for i, trap := range list {
		texts[i] = tool + trap.text
		if !strings.Contains(page, "| "+string(trap.code)+" |") {
			t.Errorf("the table of traps lacks %s", trap.code)
		}
	}
	for i, r := range checked(t, texts) {
		if !slices.ContainsFunc(r.Diagnostics, func(d diag.Diagnostic) bool { return d.Code == list[i].code }) {
			t.Errorf("%q gives no %s but %v", list[i].text, list[i].code, r.Diagnostics)
		}
	}
}

// at is a text from one of its lines on.
func at(text string, line int) string {
	for ; line > 1; line-- {
		_, text, _ = strings.Cut(text, "\n")
	}
	return text
}

// The page must name every kind of fake value with what it is, and every
// function that SQL may call.
func TestLanguageListsAreComplete(t *testing.T) {
	page := readFile(t, "../docs/language.md")
	table := "| kind | what | such as |\n|---|---|---|\n"
	for _, k := range data.FakeKinds() {
		table += fmt.Sprintf("| `%s` | %s | %s |\n", k.Name, k.Doc, k.Example)
	}
	if !strings.Contains(page, table) {
		t.Errorf("the table of fake values should be:\n%s", table)
	}
	_, section, _ := strings.Cut(page, "### Functions\n")
	section, _, _ = strings.Cut(section, "\n### ")
	for _, name := range allowedFunctions(t) {
		if !strings.Contains(section, "`"+name+"`") {
			t.Errorf("the list of functions lacks %s", name)
		}
	}
}

// allowedFunctions reads the allow-list in the source of package analyse.
func allowedFunctions(t testing.TB) []string {
	t.Helper()
	_, list, ok := strings.Cut(readFile(t, "analyse/functions.go"), "var functions = map[string]function{\n")
	if !ok {
		t.Fatal("analyse/functions.go has no list of functions")
	}
	list, _, _ = strings.Cut(list, "\n}\n")
	var out []string
	for _, m := range regexp.MustCompile(`(?m)^\t"([^"]+)":`).FindAllStringSubmatch(list, -1) {
		out = append(out, m[1])
	}
	if len(out) < 100 {
		t.Fatalf("only %d functions were found", len(out))
	}
	return out
}

// The reference of diagnostics is written from the registry.
func TestDiagnosticsPage(t *testing.T) {
	var want bytes.Buffer
	if err := diag.Markdown(&want); err != nil {
		t.Fatal(err)
	}
	if got := readFile(t, "../docs/diagnostics.md"); got != want.String() {
		t.Error("docs/diagnostics.md is old: run `go run ./cmd/awmc explain --markdown > docs/diagnostics.md`")
	}
}
