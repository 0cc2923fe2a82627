package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/awmc/awmc/templates/rt/core"
)

// The worlds of a reversed store choose otherwise wherever SQL leaves a choice:
// the pragma reverse_unordered_selects turns round what no ORDER BY orders,
// and turnTies what an ORDER BY leaves in a tie.

// reverse makes a connection choose otherwise from now on.
func (w *worker) reverse(ctx context.Context) error {
	if w.inner != nil {
		w.inner.turned = true
	}
	_, err := w.conn.ExecContext(ctx, "PRAGMA reverse_unordered_selects=ON")
	return err
}

// turnTies ends every ORDER BY of a query with its first columns, downwards,
// and gives one to every LIMIT that has none. The result of a query with a
// total order stays the same. columns is how many the query itself has; of
// those in brackets only the first is known to be there.
func turnTies(query string, columns int) string {
	t := ties{src: query, levels: []level{{columns: max(columns, 1)}}}
	for t.next() {
	}
	t.end()
	t.out.WriteString(t.src[t.copied:])
	return t.out.String()
}

// ties is a pass over a query.
type ties struct {
	src    string
	pos    int
	copied int // of src, into out
	out    strings.Builder
	levels []level // the brackets that are open
}

// level is one pair of brackets, or the query itself.
type level struct {
	columns  int
	words    int
	isSelect bool
	compound bool // parts of recursive queries are left alone
	ordered  bool
	done     bool // its LIMIT has been passed
}

// next reads one token; false at the end.
func (t *ties) next() bool {
	if t.pos >= len(t.src) {
		return false
	}
	c := t.src[t.pos]
	switch {
	case c == '\'' || c == '"' || c == '`':
		t.skipTo(string(c), 1)
	case c == '[':
		t.skipTo("]", 1)
	case strings.HasPrefix(t.src[t.pos:], "--"):
		t.skipTo("\n", 2)
	case strings.HasPrefix(t.src[t.pos:], "/*"):
		t.skipTo("*/", 2)
	case c == '(':
		t.pos++
		t.levels = append(t.levels, level{columns: 1})
	case c == ')':
		if len(t.levels) > 1 {
			t.end()
			t.levels = t.levels[:len(t.levels)-1]
		}
		t.pos++
	case core.InIdentifier(c):
		from := t.pos
		for t.pos < len(t.src) && core.InIdentifier(t.src[t.pos]) {
			t.pos++
		}
		t.word(strings.ToUpper(t.src[from:t.pos]), from)
	default:
		t.pos++
	}
	return true
}

func (t *ties) skipTo(end string, from int) {
	i := strings.Index(t.src[min(t.pos+from, len(t.src)):], end)
	if i < 0 {
		t.pos = len(t.src)
		return
	}
	t.pos += from + i + len(end)
}

func (t *ties) word(w string, at int) {
	l := &t.levels[len(t.levels)-1]
	l.words++
	switch w {
	case "SELECT":
		l.isSelect = l.isSelect || l.words == 1 || len(t.levels) == 1
	case "WITH", "VALUES":
		l.isSelect = l.isSelect || l.words == 1
	case "UNION", "RECURSIVE":
		l.compound = true
	case "BY":
		l.ordered = l.ordered || strings.EqualFold(lastWord(t.src[:at]), "ORDER")
	case "LIMIT":
		t.add(at)
	}
}

// lastWord is the last word of a text.
func lastWord(s string) string {
	s = strings.TrimRight(s, " \t\r\n")
	i := len(s)
	for i > 0 && core.InIdentifier(s[i-1]) {
		i--
	}
	return s[i:]
}

// end is the end of a level.
func (t *ties) end() {
	if l := &t.levels[len(t.levels)-1]; l.ordered {
		t.add(len(strings.TrimRight(t.src[:t.pos], " \t\r\n;")))
	}
}

// add puts the columns at a place.
func (t *ties) add(at int) {
	l := &t.levels[len(t.levels)-1]
	if !l.isSelect || l.done || l.compound && !l.ordered || l.compound && len(t.levels) > 1 {
		return
	}
	l.done = true
	t.out.WriteString(t.src[t.copied:at])
	t.copied = at
	if l.ordered {
		t.out.WriteString(", ")
	} else {
		t.out.WriteString("ORDER BY ")
	}
	for i := range l.columns {
		if i > 0 {
			t.out.WriteString(", ")
		}
		fmt.Fprintf(&t.out, "%d DESC", i+1)
	}
	t.out.WriteByte(' ')
}
