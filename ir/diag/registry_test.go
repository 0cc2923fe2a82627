package diag

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The registry is what `awmc explain` and the reference page are made of: a
// code without an entry, or with half of one, leaves an author alone.
func TestRegistryIsComplete(t *testing.T) {
	seen := map[Code]bool{}
	var last Code
	for _, info := range All() {
		if !regexp.MustCompile(`^AWM[1-9][0-9]{3}$`).MatchString(string(info.Code)) {
			t.Errorf("%q is not a code", info.Code)
		}
		if seen[info.Code] {
			t.Errorf("%s is there twice", info.Code)
		}
		if info.Code < last {
			t.Errorf("%s comes after %s", info.Code, last)
		}
		seen[info.Code], last = true, info.Code
		if info.Title == "" || info.Explanation == "" {
			t.Errorf("%s has no title or no explanation", info.Code)
		}
		if strings.HasSuffix(info.Title, ".") {
			t.Errorf("%s: a title has no full stop", info.Code)
		}
		if !info.Code.IsFault() && info.Code[3] < '6' && (info.Wrong == "" || info.Right == "") {
			t.Errorf("%s has no examples", info.Code)
		}
		if strings.ContainsRune(info.Wrong+info.Right, '\t') && info.Code != TabIndent && info.Code[3] != '5' {
			t.Errorf("%s: an example has tabs", info.Code)
		}
		if got, ok := Lookup(info.Code); !ok || got != info {
			t.Errorf("Lookup(%s) gives %v, %v", info.Code, got, ok)
		}
	}
	for name, code := range constants(t) {
		if !seen[code] {
			t.Errorf("the constant %s = %s is not in the registry", name, code)
		}
	}
	if _, ok := Lookup("AWM0000"); ok {
		t.Error("Lookup finds a code that does not exist")
	}
}

// constants reads the constants of type Code out of the package's source.
func constants(t *testing.T) map[string]Code {
	files, err := filepath.Glob("codes_*.go")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]Code{}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Values) != 1 {
				return true
			}
			if kind, ok := spec.Type.(*ast.Ident); ok && kind.Name == "Code" {
				value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				out[spec.Names[0].Name] = Code(value)
			}
			return true
		})
	}
	return out
}

func TestMarkdown(t *testing.T) {
	var b strings.Builder
	if err := Markdown(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"# Diagnostics\n", "\n## AWM1xxx: the file and its shape\n", "\n### AWM1003: Unknown key\n",
		"\nWrong:\n\n```yaml\ntools:\n  search_books:\n    filtr:",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(b.String(), "\n\n\n") {
		t.Error("the page has two empty lines in a row")
	}
}
