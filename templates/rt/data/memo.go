package data

import (
	"slices"
	"strconv"

	"github.com/awmc/awmc/templates/rt/core"
)

// memoRows bounds what a memo holds, in rows of all its results together.
const memoRows = 1 << 16

// memo keeps the results of queries, by text and arguments. Rows are drawn by
// the thousand, and most of what they ask for was asked for before.
type memo struct {
	tables map[string]*core.Table
	rows   int
}

func newMemo() *memo { return &memo{tables: map[string]*core.Table{}} }

func (m *memo) put(key string, t *core.Table) {
	if m.rows > memoRows {
		clear(m.tables)
		m.rows = 0
	}
	m.tables[key] = t
	m.rows += 1 + len(t.Rows)
}

// memoKey tells queries with different arguments apart, 1 from '1' and '1.0'
// from 1.0, too.
func memoKey(text string, args []any) string {
	if len(args) == 0 {
		return text
	}
	b := make([]byte, 0, len(text)+16*len(args))
	b = append(b, text...)
	for _, a := range args {
		b = append(b, 0)
		switch x := a.(type) {
		case nil:
			b = append(b, 'n')
		case int64:
			b = strconv.AppendInt(append(b, 'i'), x, 10)
		case float64:
			b = strconv.AppendFloat(append(b, 'f'), x, 'g', -1, 64)
		case string:
			b = append(append(b, 's'), x...)
		case []byte:
			b = append(append(b, 'b'), x...)
		default:
			return ""
		}
	}
	return string(b)
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
