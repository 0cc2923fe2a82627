package proof

import (
	"cmp"
	"fmt"
	"slices"
)

// mostCauses bounds the findings of one kind about one task or tool: whoever
// mends the first few mends the others with them.
const mostCauses = 6

// report records a finding. cause tells findings of the same kind about the
// same thing apart; those of one cause are shown once, by the shortest
// episode.
func (p *prover) report(f Finding, cause string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.findings = append(p.findings, caused{f, cause})
}

type caused struct {
	Finding
	cause string
}

// about says what a finding is about.
func (f *Finding) about() string { return fmt.Sprintf("%08d %s %s %s", f.Line, f.Code, f.Task, f.Tool) }

// settled orders the findings and keeps one for each cause.
func (p *prover) settled() []Finding {
	all := p.findings
	slices.SortStableFunc(all, func(a, b caused) int {
		return cmp.Or(cmp.Compare(a.about(), b.about()), cmp.Compare(a.cause, b.cause),
			cmp.Compare(len(a.Calls), len(b.Calls)), cmp.Compare(a.Seed, b.Seed), cmp.Compare(a.Message, b.Message))
	})
	out := []Finding{}
	kept := 0
	for i := range all {
		f := &all[i]
		switch {
		case i == 0 || all[i-1].about() != f.about():
			kept = 0
		case all[i-1].cause == f.cause:
			continue
		}
		if kept++; kept <= mostCauses {
			out = append(out, f.Finding)
		}
	}
	return out
}
