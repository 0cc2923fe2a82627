package synth

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/ir/diag"
)

// Problem is one thing that is wrong with a part: a diagnostic of the
// compiler, or something that only synthesis asks for.
type Problem struct {
	Code    diag.Code `json:"code,omitempty"` // "" if it is synthesis's own
	Line    int       `json:"line,omitempty"` // of the file so far; 0 is the whole
	Message string    `json:"message"`
	Hint    string    `json:"hint,omitempty"`
	Notes   []string  `json:"notes,omitempty"`
}

// String is the problem on one line.
func (p Problem) String() string {
	s := p.Message
	if p.Code != "" {
		s = string(p.Code) + ": " + s
	}
	if p.Line > 0 {
		s = fmt.Sprintf("line %d, %s", p.Line, s)
	}
	return s
}

func problemOf(d diag.Diagnostic) Problem {
	p := Problem{Code: d.Code, Line: d.Span.Start.Line, Message: d.Message, Hint: d.Hint}
	for _, n := range d.Notes {
		note := n.Message
		if l := n.Span.Start.Line; l > 0 && l != p.Line {
			note = fmt.Sprintf("line %d: %s", l, note)
		}
		p.Notes = append(p.Notes, note)
	}
	return p
}

// compilerStage is the stage of the compiler that reports a code. Analysis,
// data and Go steps are one: what they find does not follow from each other.
func compilerStage(c diag.Code) byte {
	if len(c) < 4 {
		return '0'
	}
	switch c[3] {
	case '4', '5':
		return '3'
	}
	return c[3]
}

// atOnce is how many problems a model is shown.
const atOnce = 10

// firstFailing picks the errors that a model should mend now: those of the
// first stage that has any, at most ten, of each code one before the second
// of any. all is how many that stage has.
func firstFailing(ds []diag.Diagnostic) (list []Problem, all int) {
	var errs []diag.Diagnostic
	for _, d := range ds {
		if d.Severity == diag.Error {
			errs = append(errs, d)
		}
	}
	if len(errs) == 0 {
		return nil, 0
	}
	first := slices.MinFunc(errs, func(a, b diag.Diagnostic) int {
		return cmp.Compare(compilerStage(a.Code), compilerStage(b.Code))
	})
	errs = slices.DeleteFunc(errs, func(d diag.Diagnostic) bool { return compilerStage(d.Code) != compilerStage(first.Code) })
	seen := map[diag.Code]int{}
	rank := make([]int, len(errs))
	order := make([]int, len(errs))
	for i, d := range errs {
		rank[i], order[i] = seen[d.Code], i
		seen[d.Code]++
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank[a] - rank[b] })
	order = order[:min(len(order), atOnce)]
	slices.Sort(order)
	for _, i := range order {
		list = append(list, problemOf(errs[i]))
	}
	return list, len(errs)
}

// describe writes problems for a model, each with its line.
func describe(list []Problem, text string) string {
	lines := strings.Split(text, "\n")
	var b strings.Builder
	for i, p := range list {
		fmt.Fprintf(&b, "%d. %s\n", i+1, p)
		if p.Line > 0 && p.Line <= len(lines) && strings.TrimSpace(lines[p.Line-1]) != "" {
			fmt.Fprintf(&b, "   %4d| %s\n", p.Line, shorten(lines[p.Line-1], 160))
		}
		if p.Hint != "" {
			fmt.Fprintf(&b, "   hint: %s\n", p.Hint)
		}
		for _, n := range p.Notes {
			fmt.Fprintf(&b, "   %s\n", shorten(strings.ReplaceAll(n, "\n", "\n   "), 1200))
		}
	}
	return b.String()
}

// shorten cuts a text at a number of bytes, between characters.
func shorten(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && s[most]&0xC0 == 0x80 {
		most--
	}
	return s[:most] + "…"
}
