package check

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTemplate(t *testing.T) {
	for _, tt := range []struct {
		in, problem string
		paths       []string
	}{
		{in: "no braces"},
		{in: "{a} and {b.c.0.d}", paths: []string{"a", "b.c.0.d"}},
		{in: "SKU-{n:05}", paths: []string{"n"}},
		{in: "{n:40}{n:1}", paths: []string{"n", "n"}},
		{in: "{{a}} {b}", paths: []string{"b"}},
		{in: "{{{a}}}", paths: []string{"a"}},
		{in: "{ a }", paths: []string{"a"}},
		{in: "{a", problem: "without a }"},
		{in: "a}", problem: "without a {"},
		{in: "{a {b}", problem: "without a }"},
		{in: "{}", problem: "not a name"},
		{in: "{a..b}", problem: "not a name"},
		{in: "{0}", problem: "not a name"},
		{in: "{n:}", problem: "width"},
		{in: "{n:41}", problem: "width"},
		{in: "{n:0}", problem: "width"},
		{in: "{n:x}", problem: "width"},
	} {
		parts, problem := template(tt.in)
		var paths []string
		for _, p := range parts {
			paths = append(paths, p.path)
			if tt.in[p.at] != '{' || tt.in[p.end-1] != '}' {
				t.Errorf("%q: part %q is not at %d..%d", tt.in, p.path, p.at, p.end)
			}
		}
		if problem == "" && !cmp.Equal(paths, tt.paths) {
			t.Errorf("%q: %v, want %v", tt.in, paths, tt.paths)
		}
		if (problem == "") != (tt.problem == "") || !strings.Contains(problem, tt.problem) {
			t.Errorf("%q: problem %q, want %q", tt.in, problem, tt.problem)
		}
	}
}

// FuzzTemplate: what is taken for a part must be one in the text.
func FuzzTemplate(f *testing.F) {
	f.Add("{a.b} {{x}} {n:05}")
	f.Add("{{{")
	f.Add("}}}")
	f.Fuzz(func(t *testing.T, s string) {
		parts, problem := template(s)
		if problem != "" {
			return
		}
		last := 0
		for _, p := range parts {
			if p.at < last || p.end > len(s) || !strings.Contains(s[p.at:p.end], p.path) || p.path == "" {
				t.Fatalf("%q: part %+v", s, p)
			}
			last = p.end
		}
	})
}
