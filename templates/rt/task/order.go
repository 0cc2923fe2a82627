package task

import (
	"fmt"
	"slices"
	"strings"
)

// stamps are the moments in one stamped column of a state's changed rows.
type stamps struct {
	column string // "table.column"
	at     map[*row]string
	places map[*row]int // the column's place in the row
	ties   bool
}

// stampsOf collects the moments whose order counts.
func (st *state) stampsOf(column string) stamps {
	s := stamps{column: column, at: map[*row]string{}, places: map[*row]int{}}
	tableName, name, _ := strings.Cut(column, ".")
	seen := map[string]bool{}
	for _, r := range st.rows {
		if r.table.Name != tableName || r.deleted() || r.exempt {
			continue
		}
		i := slices.Index(r.columns, name)
		if i < 0 || r.fields[i] == nil || !r.fields[i].Stamped || r.isLoose(i) || r.updated() && !r.changed[i] || r.change.New[i] == nil {
			continue
		}
		v := literal(r.change.New[i])
		s.at[r], s.places[r] = v, i
		s.ties = s.ties || seen[v]
		seen[v] = true
	}
	return s
}

// rank writes the places of the moments into the terms.
func (s *stamps) rank() {
	all := make([]string, 0, len(s.at))
	for _, v := range s.at {
		all = append(all, v)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	for r, v := range s.at {
		n, _ := slices.BinarySearch(all, v)
		r.terms[s.places[r]] = term{kind: termLit, text: fmt.Sprintf("stamped as number %d", n+1)}
	}
}

// order is one column of in_order, in both states.
type order struct{ ref, got stamps }

// orders prepares the columns of in_order. Where the reference has no two
// rows of the same moment, the place of each counts like any value; where it
// has, only what it has in strict order must be so.
func orders(columns []string, ref, got *state) []order {
	var loose []order
	for _, c := range columns {
		o := order{ref: ref.stampsOf(c), got: got.stampsOf(c)}
		if o.ref.ties {
			loose = append(loose, o)
			continue
		}
		o.ref.rank()
		o.got.rank()
	}
	return loose
}

// kept reports whether what the reference has in order is in that order.
// partner gives the agent's row for one of the reference's.
func (o *order) kept(partner func(*row) *row) bool {
	for a, va := range o.ref.at {
		for b, vb := range o.ref.at {
			if va >= vb {
				continue
			}
			x, xok := o.got.at[partner(a)]
			y, yok := o.got.at[partner(b)]
			if xok && yok && x >= y {
				return false
			}
		}
	}
	return true
}
