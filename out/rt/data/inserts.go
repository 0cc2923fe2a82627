package data

import (
	"strings"

	"github.com/awmc/awmc/out/rt/core"
)

// perInsert is how many rows go into one INSERT: more of them save little
// time, and their statement takes longer to prepare.
const perInsert = 8

// inserts puts the rows of a block into their table, several at a time once
// there are many.
type inserts struct {
	f         *filler
	t         *core.TablePlan
	b         *core.Block
	one, many string
	written   int
	waiting   [][]any
}

func (f *filler) inserts(t *core.TablePlan, b *core.Block) *inserts {
	in := &inserts{f: f, t: t, b: b, one: insert(t.Entity, columns(b))}
	if head, _, ok := strings.Cut(in.one, " VALUES ("); ok {
		// Plain ? take their values in order.
		marks := "(" + strings.Repeat("?, ", len(b.Fields)-1) + "?)"
		in.many = head + " VALUES " + strings.Repeat(marks+", ", perInsert-1) + marks
	}
	return in
}

// add takes a row, which is in the table at the next flush at the latest.
func (in *inserts) add(row []any) error {
	if in.many == "" || in.written < 2*perInsert {
		return in.write(row)
	}
	if in.waiting = append(in.waiting, row); len(in.waiting) < perInsert {
		return nil
	}
	all := make([]any, 0, perInsert*len(row))
	for _, r := range in.waiting {
		all = append(all, r...)
	}
	if in.f.q.Exec(in.many, all...) != nil {
		return in.flush() // one by one, to say which row it is
	}
	in.written += perInsert
	in.waiting = in.waiting[:0]
	return nil
}

// flush writes the rows that wait.
func (in *inserts) flush() error {
	for _, r := range in.waiting {
		if err := in.write(r); err != nil {
			return err
		}
	}
	in.waiting = in.waiting[:0]
	return nil
}

func (in *inserts) write(row []any) error {
	if err := in.f.q.Exec(in.one, row...); err != nil {
		return &Error{Entity: in.t.Entity, Line: in.b.Line, Row: describe(columns(in.b), row), Err: err}
	}
	in.written++
	return nil
}
