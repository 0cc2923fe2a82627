package emit

import (
	"fmt"
	"go/scanner"
	"go/token"
	"strings"
	"testing"

	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// positions maps each token of a text to the line that the Go compiler would
// report for it, line directives followed.
func positions(t *testing.T, src string) map[string][]int {
	t.Helper()
	fset := token.NewFileSet()
	file := fset.AddFile("go_steps.go", fset.Base(), len(src))
	var s scanner.Scanner
	s.Init(file, []byte(src), func(pos token.Position, msg string) { t.Errorf("%s: %s", pos, msg) }, 0)
	lines := map[string][]int{}
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return lines
		}
		if tok == token.IDENT {
			lines[lit] = append(lines[lit], fset.Position(pos).Line)
		}
	}
}

// A mistake in a Go step must be reported on its line of env.yaml, however
// the author laid out the body.
func TestMappedBody(t *testing.T) {
	for name, body := range map[string]string{
		"formatted":    "a := 1\nfor b := range 3 {\n\tc(b)\n}\nd()",
		"one line":     "for a := range 3 { b(a) }; if c { d() } else { e() }",
		"two spaces":   "a:=1\nif b {\n  c()\n\n\n  d()\n}\ne()",
		"raw string":   "a := `x\ny\n  z`\nfor {\n  b(a)\n}\nc()",
		"comments":     "// about a\na()\n/* long\n  comment */\nb()\nfor { // endless\n  // inside\n  c()\n}\nd()",
		"literals":     "a := func(b int) int { return b }\nc := func() {\n  for d := range 2 { e(d) }\n}\nf(a, c)",
		"wrapped call": "a(\n  b,\n  c)\nfor d {\n e(\n f)\n}\ng()",
		"blank lines":  "\n\na()\n\nfor {\n\n  b()\n}\n\n\nc()\n\n",
		"labels":       "outer:\nfor a := range 3 {\n  for b := range 3 {\n    if c { continue outer }\n  }\n}",
		"return fail":  "if a {\n  return fail.Conflict(b)\n}\nfor { return fail.NotFound(c) }\nreturn nil",
		"named budget": "budget := 3\nfor budget > 0 { budget-- }",
	} {
		t.Run(name, func(t *testing.T) {
			const first = 40
			step := goStep{owner: "Tool", step: &ir.GoStep{Name: "x", Body: body, BodyPos: diag.Pos{Line: first, Col: 9}}}
			budget := freeIdent("budget", body)
			got := mappedBody(step, budget, "env.yaml")
			// The directive before the body is part of the text; its lines
			// count from the one that it names.
			lines := positions(t, got)
			source := positions(t, body)
			delete(source, "nil")
			for ident, want := range source {
				for i := range want {
					want[i] += first - 1
				}
				if fmt.Sprint(lines[ident]) != fmt.Sprint(want) {
					t.Errorf("%s is on lines %v, want %v\n%s", ident, lines[ident], want, got)
				}
			}
			loops := strings.Count(body, "for ") + strings.Count(body, "func(")
			if n := len(lines[budget]); n != loops {
				t.Errorf("the budget is paid %d times in %d loops and literals\n%s", n, loops, got)
			}
		})
	}
}
