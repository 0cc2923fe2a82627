package analyse

import (
	"slices"
	"strings"

	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// fillOrder puts each table behind those that its generators read, and,
// where that leaves a choice, behind those it refers to; otherwise source
// order stays.
func (a *analyser) fillOrder(fills []*tableFill) []*ir.Fill {
	byName := map[string]*tableFill{}
	for _, f := range fills {
		byName[f.Entity.Name] = f
	}
	const (
		fresh = iota
		open
		done
	)
	state := map[*tableFill]int{}
	var out []*ir.Fill
	var path []*tableFill
	var visit func(f *tableFill, must bool)
	visit = func(f *tableFill, must bool) {
		switch state[f] {
		case done:
			return
		case open:
			if must {
				a.fillCycle(path, f)
			}
			return
		}
		state[f] = open
		path = append(path, f)
		for _, name := range sortedKeys(f.needs) {
			if n := byName[name]; n != nil {
				visit(n, true)
			}
		}
		for _, field := range f.Entity.Fields {
			if field.Ref == nil || field.Ref.Entity == f.Entity {
				continue
			}
			n := byName[field.Ref.Entity.Name]
			// A reference alone gives way to queries that go the other way.
			if n != nil && state[n] == fresh && !slices.ContainsFunc(path, func(p *tableFill) bool {
				return reaches(n, p, byName, map[*tableFill]bool{})
			}) {
				visit(n, false)
			}
		}
		path = path[:len(path)-1]
		state[f] = done
		out = append(out, f.Fill)
	}
	for _, f := range fills {
		visit(f, false)
	}
	return out
}

// reaches reports whether the generators of one table need another one.
func reaches(from, to *tableFill, byName map[string]*tableFill, seen map[*tableFill]bool) bool {
	if seen[from] {
		return false
	}
	seen[from] = true
	for name := range from.needs {
		n := byName[name]
		if n != nil && (n == to || reaches(n, to, byName, seen)) {
			return true
		}
	}
	return false
}

func (a *analyser) fillCycle(path []*tableFill, f *tableFill) {
	var names []string
	for i := len(path) - 1; i >= 0; i-- {
		names = append([]string{path[i].Entity.Name}, names...)
		if path[i] == f {
			break
		}
	}
	a.err(diag.FillCycle, f.Span, "the data of these tables is made from each other: "+strings.Join(append(names, f.Entity.Name), " → "),
		"let one of them use fixed values, or fill it in with `then` at the end")
}
