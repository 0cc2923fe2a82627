package task

import (
	"github.com/awmc/awmc/templates/rt/core"
)

// comparison is how an agent's difference stands to a solution's.
type comparison struct {
	equal       bool
	missing     []Difference
	unexpected  []Difference
	have, total int // of the changes that the solution makes
}

// share of the required difference that is there.
func (c *comparison) share() float64 {
	if c.total == 0 {
		return 1
	}
	return float64(c.have) / float64(c.total)
}

// side is one of two differences that are compared, with what is free in it.
type side struct {
	diff *core.Diff
	free freedom
}

// compare compares two differences from the same start: starting rows by key,
// new rows up to a renaming of generated ids.
func compare(s *schema, want, have side, inOrder []string) (*comparison, error) {
	ref, got, err := states(s, want, have)
	if err != nil {
		return nil, err
	}
	return compareStates(ref, got, inOrder)
}

// sameState is whether compare finds them equal.
func sameState(s *schema, want, have side, inOrder []string) (bool, error) {
	ref, got, err := states(s, want, have)
	if err != nil || !alike(ref, got) {
		return false, err
	}
	c, err := compareStates(ref, got, inOrder)
	return err == nil && c.equal, err
}

func states(s *schema, want, have side) (ref, got *state, err error) {
	if ref, err = newState(s, want.diff, want.free); err == nil {
		got, err = newState(s, have.diff, have.free)
	}
	return ref, got, err
}

// alike reports whether the same starting rows are changed, and as many rows
// are new, without which no two states are equal.
func alike(ref, got *state) bool {
	for key, r := range ref.started {
		a := got.started[key]
		if !r.exempt && (a == nil || !a.exempt && r.deleted() != a.deleted()) {
			return false
		}
	}
	for key := range got.started {
		if ref.started[key] == nil {
			return false
		}
	}
	counted := func(st *state) (n int) {
		for _, r := range st.fresh {
			if !r.exempt {
				n++
			}
		}
		return n
	}
	return counted(ref) == counted(got)
}

func compareStates(ref, got *state, inOrder []string) (*comparison, error) {
	// Digits are taken as they are first: mostly the ids are the same too.
	ref.build(nil)
	got.build(nil)
	ordered := rank(inOrder, ref, got)
	p := newPairing(ref, got, startedEqual)
	equal, err := p.find()
	if err != nil {
		return nil, err
	}
	ids := sharedIDs(ref, got)
	renamed := !equal && ref.build(ids)
	if renamed {
		got.build(ids)
		rank(inOrder, ref, got)
		p = newPairing(ref, got, startedEqual)
		if equal, err = p.find(); err != nil {
			return nil, err
		}
	}
	if equal {
		n := units(ref)
		return &comparison{equal: true, have: n, total: n}, nil
	}
	// What is missing is told without the order of stamps first. The terms of
	// ref have been made for these ids; got's only if a renaming was tried.
	if len(inOrder) > 0 {
		ref.build(ids)
	}
	if len(inOrder) > 0 || !renamed && len(ids) > 0 {
		got.build(ids)
	}
	c := differences(ref, got, newPairing(ref, got, startedEqual).closest())
	if len(c.missing)+len(c.unexpected) == 0 {
		c.missing = outOfOrder(ordered)
		c.total += len(ordered)
		c.equal = len(ordered) == 0
	}
	return c, nil
}

// sharedIDs are the generated ids of the new rows of two states.
func sharedIDs(states ...*state) map[int64]bool {
	ids := map[int64]bool{}
	for _, st := range states {
		for _, rows := range st.byID {
			for id := range rows {
				ids[id] = true
			}
		}
	}
	return ids
}

// startedEqual compares the starting rows that either side changed.
func startedEqual(m *renaming) bool {
	for key, r := range m.ref.started {
		a := m.got.started[key]
		switch {
		case r.exempt || a != nil && a.exempt:
		case a == nil || r.deleted() != a.deleted():
			return false
		case r.updated() && !updatesEqual(m, r, a):
			return false
		}
	}
	for key := range m.got.started {
		if m.ref.started[key] == nil {
			return false
		}
	}
	return true
}

func updatesEqual(m *renaming, r, a *row) bool {
	for i := range r.columns {
		if cellOf(m, r, a, i) != cellEqual {
			return false
		}
	}
	return true
}

// cell is how one column of a starting row compares that both sides update.
type cell int

const (
	cellEqual cell = iota // also: neither changes it, or it is free
	cellMissing
	cellUnexpected
)

func cellOf(m *renaming, r, a *row, i int) cell {
	switch {
	case r.isLoose(i) || a.isLoose(i), r.terms[i].equal(a.terms[i], m):
		return cellEqual
	case r.changed[i]:
		return cellMissing
	}
	return cellUnexpected
}

// units are the changes of a state that are counted for the share: new and
// deleted rows, and columns of updated ones.
func units(st *state) int {
	n := 0
	for _, r := range st.rows {
		n += r.units()
	}
	return n
}

func (r *row) units() int {
	if r.exempt {
		return 0
	}
	if !r.updated() {
		return 1
	}
	n := 0
	for i := range r.changed {
		if r.changed[i] && !r.isLoose(i) {
			n++
		}
	}
	return max(n, 1) // a row with free changes only must at least be changed
}
