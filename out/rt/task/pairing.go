package task

import (
	"errors"
	"slices"
)

// errUndecided means that the rows are too alike to tell within the budget
// whether a renaming of ids makes two states equal.
var errUndecided = errors.New("the new rows are too much alike to be compared within the budget")

// defaultBudget is how many rows may be coloured in one comparison. A
// comparison of 1,000 rows that can be told apart takes a few thousand.
const defaultBudget = 2_000_000

// pairing looks for the renaming under which the new rows of two states are
// equal: colour refinement, then trying where rows stay alike. extra checks
// what is not about single rows, at the end.
type pairing struct {
	ref, got *graph
	renaming *renaming
	extra    func(*renaming) bool
	budget   int
	spent    int
}

func newPairing(ref, got *state, extra func(*renaming) bool) *pairing {
	return &pairing{ref: newGraph(ref), got: newGraph(got), renaming: newRenaming(ref, got), extra: extra, budget: defaultBudget}
}

// find reports whether there is such a renaming, and leaves it in p.renaming.
func (p *pairing) find() (bool, error) {
	c := &colours{ref: slices.Clone(p.ref.own), got: slices.Clone(p.got.own)}
	return p.search(c)
}

func (p *pairing) search(c *colours) (bool, error) {
	p.spent += len(c.ref) + len(c.got)
	if !p.refine(c) {
		return false, nil
	}
	if p.spent > p.budget {
		return false, errUndecided
	}
	classes := p.classes(c)
	for _, k := range classes { // what is settled already must fit together
		if len(k.ref) == 1 && p.digits(k.ref[0].terms, k.got[0].terms, c) == digitsDiffer {
			return false, nil
		}
	}
	open := p.smallestOpen(classes)
	if open == nil || p.interchangeable(classes) {
		return p.check(classes), nil
	}
	// One of the rows that look alike is as good as another to start from; its
	// partner is not.
	r := open.ref[0]
	for _, a := range p.candidates(r, open.got, c) {
		d := &colours{ref: slices.Clone(c.ref), got: slices.Clone(c.got)}
		d.ref[r.index] = mix(d.ref[r.index], seed)
		d.got[a.index] = mix(d.got[a.index], seed)
		if ok, err := p.search(d); ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

// candidates are the rows that may be the partner of r by the digits that they
// hold, those with the very same digits first.
func (p *pairing) candidates(r *row, among []*row, c *colours) []*row {
	var same, other []*row
	for _, a := range among {
		switch p.digits(r.terms, a.terms, c) {
		case digitsSame:
			same = append(same, a)
		case digitsRenamed:
			other = append(other, a)
		}
	}
	return append(same, other...)
}

// digits says how the digits in two lists of terms compare that are equal
// otherwise.
type digits int

const (
	digitsSame    digits = iota
	digitsRenamed        // they may be ids of rows that may be partners
	digitsDiffer
)

func (p *pairing) digits(ref, got []term, c *colours) digits {
	worst := digitsSame
	for i := range ref {
		if i >= len(got) || ref[i].kind == termSet {
			continue
		}
		d := digitsSame
		if ref[i].kind == termNum && got[i].kind == termNum && ref[i].text != got[i].text {
			d = digitsDiffer
			for name, rows := range p.ref.st.byID {
				x, y := rows[ref[i].id], p.got.st.byID[name][got[i].id]
				if x != nil && y != nil && c.ref[x.index] == c.got[y.index] {
					d = digitsRenamed
				}
			}
		}
		worst = max(worst, d, p.digits(ref[i].parts, got[i].parts, c))
	}
	return worst
}

// class is the rows of one colour in both states; as many in one as in the
// other.
type class struct{ ref, got []*row }

func (p *pairing) classes(c *colours) map[uint64]*class {
	all := make(map[uint64]*class, len(c.ref))
	at := func(colour uint64) *class {
		if all[colour] == nil {
			all[colour] = &class{}
		}
		return all[colour]
	}
	for i, r := range p.ref.st.fresh {
		if !r.exempt {
			k := at(c.ref[i])
			k.ref = append(k.ref, r)
		}
	}
	for i, a := range p.got.st.fresh {
		if !a.exempt {
			k := at(c.got[i])
			k.got = append(k.got, a)
		}
	}
	return all
}

// smallestOpen is the class with the fewest rows that are alike, nil if all
// rows can be told apart; of several the one whose row comes first.
func (p *pairing) smallestOpen(classes map[uint64]*class) *class {
	var best *class
	for _, k := range classes {
		if len(k.ref) < 2 {
			continue
		}
		if best == nil || len(k.ref) < len(best.ref) || len(k.ref) == len(best.ref) && k.ref[0].index < best.ref[0].index {
			best = k
		}
	}
	return best
}

// interchangeable reports whether rows that are alike are connected only to
// rows that are told apart, and have nothing to do with digits that may be an
// id: then any pairing of them is as good as another.
func (p *pairing) interchangeable(classes map[uint64]*class) bool {
	single := make([]bool, len(p.ref.st.fresh))
	for _, k := range classes {
		if len(k.ref) == 1 {
			single[k.ref[0].index] = true
		}
	}
	for _, k := range classes {
		if len(k.ref) < 2 {
			continue
		}
		for i, r := range k.ref {
			ok := !p.ref.isNamed(r) && !p.got.isNamed(k.got[i])
			for _, e := range p.ref.in[r.index] {
				ok = ok && (!e.from.inserted() || single[e.from.index])
			}
			for i := range r.terms {
				ok = ok && !r.terms[i].hasNum()
				r.terms[i].references(0, func(n *row, _ uint64) { ok = ok && (n.exempt || single[n.index]) })
			}
			if !ok {
				return false
			}
		}
	}
	return true
}

// check pairs the rows of each class in order and compares them.
func (p *pairing) check(classes map[uint64]*class) bool {
	clear(p.renaming.to)
	clear(p.renaming.from)
	for _, k := range classes {
		for i, r := range k.ref {
			p.renaming.pair(r, k.got[i])
		}
	}
	return p.renaming.all() && p.extra(p.renaming)
}
