package task

import "slices"

// closest pairs what can be paired where the states are not equal: rows that
// equal each other under the pairs made so far, rows that others refer to
// before those others, and among several candidates the one with the most
// similar company. It need not be the best pairing there is: it serves to say
// what is missing and how much is there.
func (p *pairing) closest() *renaming {
	m := p.renaming
	clear(m.to)
	clear(m.from)
	x, y := p.ref.companies(), p.got.companies()
	for _, r := range p.parentsFirst() {
		if r.exempt {
			continue
		}
		var best *row
		bestScore := -1
		for _, a := range m.got.fresh {
			if a.exempt || m.from[a.index] != nil || p.ref.own[r.index] != p.got.own[a.index] {
				continue
			}
			m.pair(r, a) // a row may refer to itself
			ok := m.rows(r, a)
			m.unpair(r, a)
			if !ok {
				continue
			}
			if score := inCommon(x[r.index], y[a.index]); score > bestScore {
				best, bestScore = a, score
			}
		}
		if best != nil {
			m.pair(r, best)
		}
	}
	return m
}

// parentsFirst orders the reference's new rows so that a row comes behind
// those it refers to, as far as there is no circle.
func (p *pairing) parentsFirst() []*row {
	var out []*row
	done := make([]bool, len(p.ref.st.fresh))
	var visit func(r *row)
	visit = func(r *row) {
		if done[r.index] {
			return
		}
		done[r.index] = true
		for i := range r.terms {
			r.terms[i].references(0, func(n *row, _ uint64) { visit(n) })
		}
		out = append(out, r)
	}
	for _, r := range p.ref.st.fresh {
		visit(r)
	}
	return out
}

// companies are, for each row, the references to it from rows of which kind,
// sorted.
func (g *graph) companies() [][]uint64 {
	all := make([][]uint64, len(g.in))
	for i, in := range g.in {
		for _, e := range in {
			if e.from.inserted() {
				all[i] = append(all[i], mix(e.label, g.own[e.from.index]))
			} else {
				all[i] = append(all[i], hashText(e.label, e.from.key))
			}
		}
		slices.Sort(all[i])
	}
	return all
}

// inCommon counts what two sorted lists have in common.
func inCommon(x, y []uint64) int {
	n := 0
	for i, j := 0, 0; i < len(x) && j < len(y); {
		switch {
		case x[i] == y[j]:
			n, i, j = n+1, i+1, j+1
		case x[i] < y[j]:
			i++
		default:
			j++
		}
	}
	return n
}
