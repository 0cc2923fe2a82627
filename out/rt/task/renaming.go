package task

// renaming pairs new rows: to[i] is the agent's row for the reference's row
// i, or nil; from is the way back.
type renaming struct {
	ref, got *state
	to, from []*row
}

func newRenaming(ref, got *state) *renaming {
	return &renaming{ref: ref, got: got, to: make([]*row, len(ref.fresh)), from: make([]*row, len(got.fresh))}
}

func (m *renaming) pair(r, a *row)   { m.to[r.index], m.from[a.index] = a, r }
func (m *renaming) unpair(r, a *row) { m.to[r.index], m.from[a.index] = nil, nil }

// mapsID reports whether some new row of the reference with id r is renamed
// to one of the agent's with id a.
func (m *renaming) mapsID(r, a int64) bool {
	if m == nil {
		return false
	}
	for name, rows := range m.ref.byID {
		if row := rows[r]; row != nil && m.to[row.index] != nil && m.to[row.index] == m.got.byID[name][a] {
			return true
		}
	}
	return false
}

// rows reports whether a row of the reference equals one of the agent's,
// column by column.
func (m *renaming) rows(r, a *row) bool {
	if r.table != a.table || len(r.terms) != len(a.terms) {
		return false
	}
	for i := range r.terms {
		if !r.terms[i].equal(a.terms[i], m) {
			return false
		}
	}
	return true
}

// all reports whether every new row is paired with an equal one.
func (m *renaming) all() bool {
	for i, r := range m.ref.fresh {
		if r.exempt {
			continue
		}
		if m.to[i] == nil || !m.rows(r, m.to[i]) {
			return false
		}
	}
	for i, a := range m.got.fresh {
		if !a.exempt && m.from[i] == nil {
			return false
		}
	}
	return true
}

// partner is the agent's row for one of the reference's: the pair of a new
// row, the same key of a starting one. Nil if there is none.
func (m *renaming) partner(r *row) *row {
	if r.inserted() {
		return m.to[r.index]
	}
	return m.got.started[r.key]
}
