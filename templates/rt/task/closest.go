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
	decided := make([]bool, len(m.ref.fresh))
	for _, r := range p.parentsFirst() {
		decided[r.index] = true
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
			if score := p.company(r, a); score > bestScore {
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

// company counts the references to two rows that come from like rows.
func (p *pairing) company(r, a *row) int {
	x, y := p.ref.company(r.index), p.got.company(a.index)
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

func (g *graph) company(i int) []uint64 {
	out := make([]uint64, 0, len(g.in[i]))
	for _, e := range g.in[i] {
		if e.from.inserted() {
			out = append(out, mix(e.label, g.own[e.from.index]))
		} else {
			out = append(out, hashText(e.label, e.from.key))
		}
	}
	slices.Sort(out)
	return out
}
