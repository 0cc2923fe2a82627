package task

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// stamp is the moment in one stamped column of a changed row.
type stamp struct {
	row  *row
	at   int // the column's place in the row
	when string
}

// stampsOf collects the moments in a "table.column" of in_order, earliest
// first. Rows and columns that are free do not count.
func (st *state) stampsOf(column string) []stamp {
	var out []stamp
	tableName, name, _ := strings.Cut(column, ".")
	for _, r := range st.rows {
		if r.table.Name != tableName || r.deleted() || r.exempt {
			continue
		}
		i := slices.Index(r.columns, name)
		if i < 0 || r.fields[i] == nil || !r.fields[i].Stamped || r.isLoose(i) || r.updated() && !r.changed[i] || r.change.New[i] == nil {
			continue
		}
		out = append(out, stamp{row: r, at: i, when: literal(r.change.New[i])})
	}
	slices.SortStableFunc(out, func(a, b stamp) int { return cmp.Compare(a.when, b.when) })
	return out
}

// rank writes the order of the moments into the terms, so that it counts like
// any value. Rows that the reference stamped at the same moment share a place,
// and the agent may stamp them in any order or together; rows that come one
// after the other in the reference must do so. It returns the columns in which
// there is an order to keep.
func rank(columns []string, ref, got *state) []string {
	var ordered []string
	for _, c := range columns {
		want, have := ref.stampsOf(c), got.stampsOf(c)
		place := make([]int, len(want))
		for i := range want {
			place[i] = 1
			if i > 0 {
				place[i] = place[i-1]
				if want[i].when != want[i-1].when {
					place[i]++
				}
			}
			want[i].write(place[i])
		}
		if len(want) > 0 && place[len(want)-1] > 1 {
			ordered = append(ordered, c)
		}
		for i := range have {
			n := 0 // no place: there are more than in the reference, or two that should be apart are not
			if i < len(place) {
				n = place[i]
			}
			if i > 0 && i < len(place) && place[i] != place[i-1] && have[i].when == have[i-1].when {
				n = 0
			}
			have[i].write(n)
		}
	}
	return ordered
}

func (s *stamp) write(place int) {
	s.row.terms[s.at] = term{kind: termLit, text: fmt.Sprintf("stamped as number %d", place)}
}

// outOfOrder says that everything is there but not in order.
func outOfOrder(columns []string) []Difference {
	var out []Difference
	for _, c := range columns {
		table, column, _ := strings.Cut(c, ".")
		out = append(out, Difference{Table: table, Change: "update", Key: []byte("[]"), Column: column,
			Text: c + " should be stamped in another order"})
	}
	return out
}
