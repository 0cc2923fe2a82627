package task

import "slices"

// colours tell new rows apart by what they hold and by what they are
// connected to. They are hashes: equal rows have equal colours, so unequal
// ones settle the question; equal ones are checked value by value in the end.
type colours struct {
	ref, got []uint64 // by index in state.fresh
}

// graph is the new rows of a state and the references to them.
type graph struct {
	st  *state
	in  [][]edge // by index of the row referred to
	own []uint64 // hash of each row's values, new rows in them left out
	// named are the ids that digits somewhere in the state may stand for.
	named map[int64]bool
}

func (g *graph) isNamed(r *row) bool {
	if len(g.named) == 0 || !r.table.AutoID {
		return false
	}
	id, ok := r.change.Key[0].(int64)
	return ok && g.named[id]
}

// edge is a reference to a new row: from another new row, or from a starting
// row, which is known by its key.
type edge struct {
	from  *row
	label uint64 // hash of the column and the place in it
}

func newGraph(st *state) *graph {
	g := &graph{st: st, in: make([][]edge, len(st.fresh)), own: make([]uint64, len(st.fresh)), named: map[int64]bool{}}
	for _, r := range st.rows {
		if r.exempt {
			continue
		}
		for i := range r.terms {
			r.terms[i].nums(func(id int64) { g.named[id] = true })
			r.terms[i].references(hashText(seed, r.columns[i]), func(n *row, label uint64) {
				if !n.exempt {
					g.in[n.index] = append(g.in[n.index], edge{from: r, label: label})
				}
			})
		}
		if r.inserted() {
			g.own[r.index] = r.hash(nil)
		}
	}
	return g
}

// hash is the hash of a row's values; new rows in them count by colour, or
// not at all if there are no colours yet.
func (r *row) hash(colour []uint64) uint64 {
	h := hashText(seed, r.table.Name)
	for i := range r.terms {
		h = r.terms[i].hash(h, colour)
	}
	return h
}

func (t *term) hash(h uint64, colour []uint64) uint64 {
	h = mix(h, uint64(t.kind))
	switch t.kind {
	case termLit:
		return hashText(h, t.text)
	case termNode:
		h = hashText(h, t.node.table.Name)
		if colour != nil && !t.node.exempt {
			h = mix(h, colour[t.node.index])
		}
	case termList:
		h = mix(hashText(h, t.text), uint64(len(t.parts)))
		for i := range t.parts {
			h = t.parts[i].hash(h, colour)
		}
	case termSet:
		sum := uint64(0)
		for i := range t.parts {
			sum += t.parts[i].hash(seed, colour)
		}
		h = mix(mix(h, uint64(len(t.parts))), sum)
	}
	return h
}

// refine colours each row by its own colour, its values and its references,
// both ways, until that tells no more rows apart. It returns false as soon as
// the two states have different numbers of some colour: then they are not
// equal.
func (p *pairing) refine(c *colours) bool {
	kinds := 0
	for {
		n, same := p.census(c)
		if !same {
			return false
		}
		if n == kinds || n == len(c.ref) {
			return true
		}
		kinds = n
		p.spent += len(c.ref) + len(c.got)
		if p.spent > p.budget {
			return true
		}
		*c = colours{ref: p.ref.next(c.ref), got: p.got.next(c.got)}
	}
}

func (g *graph) next(colour []uint64) []uint64 {
	out := make([]uint64, len(colour))
	for i, r := range g.st.fresh {
		if r.exempt {
			continue
		}
		h := mix(colour[i], r.hash(colour))
		sum := uint64(0)
		for _, e := range g.in[i] {
			x := e.label
			if e.from.inserted() {
				x = mix(x, colour[e.from.index])
			} else {
				x = hashText(x, e.from.key)
			}
			sum += mix(seed, x)
		}
		out[i] = mix(h, sum)
	}
	return out
}

// census counts the colours, and reports whether both states have the same
// number of rows of each.
func (p *pairing) census(c *colours) (kinds int, same bool) {
	a, b := p.ref.sorted(c.ref), p.got.sorted(c.got)
	if !slices.Equal(a, b) {
		return 0, false
	}
	return len(slices.Compact(a)), true
}

// sorted are the colours of the rows that count.
func (g *graph) sorted(colour []uint64) []uint64 {
	out := make([]uint64, 0, len(colour))
	for i, r := range g.st.fresh {
		if !r.exempt {
			out = append(out, colour[i])
		}
	}
	slices.Sort(out)
	return out
}

// seed starts every hash (FNV's offset basis).
const seed = 14695981039346656037

func hashText(h uint64, s string) uint64 {
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return mix(h, uint64(len(s)))
}

// mix is the finaliser of SplitMix64 over both numbers.
func mix(h, x uint64) uint64 {
	h ^= x + 0x9e3779b97f4a7c15 + h<<6 + h>>2
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}
