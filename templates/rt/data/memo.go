package data

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/awmc/awmc/templates/rt/core"
)

// memoRows bounds what a memo holds, in rows of all its results together.
const memoRows = 1 << 16

// memo keeps the results of queries, by what was asked. Rows are drawn by the
// thousand, and most of what they ask for was asked for before.
type memo struct {
	tables map[asked]*core.Table
	rows   int
	text   []byte // see write
}

// asked is a query with its arguments.
type asked struct {
	query *core.SQL
	args  string
}

func newMemo() *memo { return &memo{tables: map[asked]*core.Table{}} }

// get is the result of a query, nil if it is not known.
func (m *memo) get(s *core.SQL, args []any) *core.Table {
	return m.tables[asked{s, string(m.write(args))}]
}

// put keeps the result of a query.
func (m *memo) put(s *core.SQL, args []any, t *core.Table) {
	if m.rows > memoRows {
		clear(m.tables)
		m.rows = 0
	}
	m.tables[asked{s, string(m.write(args))}] = t
	m.rows += 1 + len(t.Rows)
}

// write writes arguments as one text, which is good until the next.
func (m *memo) write(args []any) []byte {
	m.text = m.text[:0]
	for _, a := range args {
		m.text = appendValue(m.text, a)
	}
	return m.text
}

// appendValue tells values of the database apart, and lists of them, 1 from '1'
// and '1.0' from 1.0, too.
func appendValue(b []byte, v any) []byte {
	switch x := v.(type) {
	case nil:
		return append(b, 'n')
	case int64:
		return binary.AppendVarint(append(b, 'i'), x)
	case float64:
		return binary.BigEndian.AppendUint64(append(b, 'f'), math.Float64bits(x))
	case string:
		return append(binary.AppendUvarint(append(b, 's'), uint64(len(x))), x...)
	}
	text := fmt.Sprintf("%T%v", v, v)
	return append(binary.AppendUvarint(append(b, 'o'), uint64(len(text))), text...)
}

// readers lists the names under which a table is read: its own and those of
// the views that read it, directly or through another view.
func readers(table string, views *core.Table) []string {
	names := []string{table}
	for i := 0; i < len(names); i++ {
		for _, v := range views.Rows {
			name, _ := v[0].(string)
			text, _ := v[1].(string)
			if !slices.Contains(names, name) && mentions(text, names[i]) {
				names = append(names, name)
			}
		}
	}
	return names
}

// mentions reports whether a query has the name as a word. One in a text or a
// comment counts as well: it costs a query, nothing else.
func mentions(text, name string) bool { return core.HasWord(text, name, core.InIdentifier) }
