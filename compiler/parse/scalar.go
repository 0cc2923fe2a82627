package parse

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// The YAML library says where a scalar starts and what it means, not which
// character of the file each character of the value is. The functions here
// walk the file and the value side by side to find that out. They decide
// nothing: if the two don't agree they say so, and the start has to do.

// aligner matches a scalar's value with the source.
type aligner struct {
	src   *source
	value string
	off   int // how much of value has been found
	c     cursor
	runs  []run
	open  cursor // where the last run would go on, if it is not an escape
}

// align returns the runs of a scalar node and the cursor after its end.
func (s *source) align(n *yaml.Node, start cursor) (runs []run, end cursor, ok bool) {
	a := &aligner{src: s, value: n.Value, c: start}
	switch {
	case n.Style&yaml.LiteralStyle != 0:
		ok = a.literal()
	case n.Style&yaml.FoldedStyle != 0:
		ok = a.folded()
	case n.Style&yaml.SingleQuotedStyle != 0:
		ok = a.quoted('\'', a.singleChar)
	case n.Style&yaml.DoubleQuotedStyle != 0:
		ok = a.quoted('"', a.doubleChar)
	default:
		ok = a.plain()
	}
	return a.runs, a.c, ok
}

// take matches width columns of the source with size bytes of the value.
func (a *aligner) take(size, width int, escape bool) {
	last := len(a.runs) - 1
	if !escape && last >= 0 && a.runs[last].width == 0 && a.runs[last].to == a.off && a.open == a.c {
		a.runs[last].to += size
	} else {
		r := run{from: a.off, to: a.off + size, pos: a.c.pos()}
		if escape {
			r.width = width
		}
		a.runs = append(a.runs, r)
	}
	a.off += size
	a.c.col += width
	a.open = a.c
}

// fold matches the line breaks at the cursor with the space or the newlines
// that they became. It returns false if the cursor is not at a line's end.
func (a *aligner) fold() bool {
	if a.c.line >= len(a.src.lines) || a.c.col < a.src.content[a.c.line] {
		return false
	}
	breaks := 0
	for a.c.line+1 < len(a.src.lines) {
		a.c.line++
		a.c.col = 0
		breaks++
		if a.src.content[a.c.line] > 0 {
			break
		}
	}
	if breaks == 0 {
		return false
	}
	a.c = a.src.skipBlank(a.c)
	want := " "
	if breaks > 1 {
		want = strings.Repeat("\n", breaks-1)
	}
	if !strings.HasPrefix(a.value[a.off:], want) {
		return false
	}
	a.off += len(want)
	return true
}

// next matches one character that stands for itself, or a fold.
func (a *aligner) next() bool {
	want, size := utf8.DecodeRuneInString(a.value[a.off:])
	got, ok := a.src.rune(a.c)
	if !ok || got != want || isBlank(got) && a.c.col >= a.src.content[a.c.line] {
		return a.fold()
	}
	a.take(size, 1, false)
	return true
}

func (a *aligner) plain() bool {
	for a.off < len(a.value) {
		if !a.next() {
			return false
		}
	}
	return true
}

// quoted matches a quoted scalar; char matches one character inside.
func (a *aligner) quoted(quote rune, char func() bool) bool {
	if r, ok := a.src.rune(a.c); !ok || r != quote {
		return false
	}
	a.c.col++
	for a.off < len(a.value) {
		if !char() {
			return false
		}
	}
	// An escaped line break may stand before the closing quote.
	for quote == '"' && a.skipEscapedBreak() {
	}
	if r, ok := a.src.rune(a.c); !ok || r != quote {
		return false
	}
	a.c.col++
	return true
}

func (a *aligner) singleChar() bool {
	if r, _ := a.src.rune(a.c); r == '\'' {
		if a.value[a.off] != '\'' {
			return false
		}
		a.take(1, 2, true)
		return true
	}
	return a.next()
}

// simpleEscapes are the escapes of one letter and what they stand for.
const simpleEscapes = "0\x00a\ab\bt\t\t\tn\nv\vf\fr\re\x1b  \"\"//\\\\N\u0085_\u00a0L\u2028P\u2029"

func (a *aligner) doubleChar() bool {
	if r, _ := a.src.rune(a.c); r != '\\' {
		return a.next()
	}
	if a.skipEscapedBreak() {
		return true
	}
	letter, _ := a.src.rune(cursor{a.c.line, a.c.col + 1})
	width := 2
	switch letter {
	case 'x':
		width = 4
	case 'u':
		width = 6
	case 'U':
		width = 10
	default:
		if !simpleEscape(letter) {
			return false
		}
	}
	_, size := utf8.DecodeRuneInString(a.value[a.off:])
	a.take(size, width, true)
	return true
}

func simpleEscape(letter rune) bool {
	escapes := []rune(simpleEscapes)
	for i := 0; i < len(escapes); i += 2 {
		if escapes[i] == letter {
			return true
		}
	}
	return false
}

// skipEscapedBreak moves over a backslash at the end of a line, which takes
// the break and the next line's indentation out of the value.
func (a *aligner) skipEscapedBreak() bool {
	if r, _ := a.src.rune(a.c); r != '\\' || a.c.col+1 != len(a.src.lines[a.c.line]) {
		return false
	}
	for a.c.line+1 < len(a.src.lines) {
		a.c = cursor{a.c.line + 1, 0}
		if a.src.content[a.c.line] > 0 {
			a.c = a.src.skipBlank(a.c)
			return true
		}
		// Blank lines after the break stay in the value as newlines.
		if strings.HasPrefix(a.value[a.off:], "\n") {
			a.off++
		}
	}
	return true
}

// literal matches a "|" scalar, whose lines are the file's lines.
func (a *aligner) literal() bool {
	header := a.c.line
	a.c.col = a.src.content[header]
	for i, line := range strings.SplitAfter(a.value, "\n") {
		text := strings.TrimSuffix(line, "\n")
		at := header + 1 + i
		if text == "" {
			if line != "" {
				a.off++
			}
			continue
		}
		if at >= len(a.src.lines) {
			return false
		}
		col := len(a.src.lines[at]) - utf8.RuneCountInString(text)
		if col < 0 || string(a.src.lines[at][col:]) != text {
			return false
		}
		a.c = cursor{at, col}
		a.take(len(text), utf8.RuneCountInString(text), false)
		a.off += len(line) - len(text)
	}
	return a.off == len(a.value)
}

// folded matches a ">" scalar, whose lines are joined.
func (a *aligner) folded() bool {
	header, col := a.c.line, a.c.col
	a.c.col = a.src.content[header]
	first := header + 1
	for first < len(a.src.lines) && a.src.content[first] == 0 {
		first++
	}
	if first >= len(a.src.lines) {
		return strings.Trim(a.value, "\n") == ""
	}
	// The indentation is that of the first line, unless a digit behind ">"
	// says less; then trying is simpler than to know the parent's.
	least := a.src.indent(first)
	if strings.ContainsAny(string(a.src.lines[header][min(a.c.col, col):a.c.col]), "123456789") {
		least = max(0, least-9)
	}
	for indent := a.src.indent(first); indent >= least; indent-- {
		try := *a
		try.runs = nil
		if try.foldedAt(first, indent) {
			*a = try
			return true
		}
	}
	return false
}

func (a *aligner) foldedAt(first, indent int) bool {
	for line := first; strings.Trim(a.value[a.off:], "\n") != ""; line++ {
		if line >= len(a.src.lines) {
			return false
		}
		if len(a.src.lines[line]) <= indent {
			if a.src.content[line] > 0 {
				return false
			}
			continue
		}
		if a.src.indent(line) < indent {
			return false
		}
		text := string(a.src.lines[line][indent:])
		for a.off < len(a.value) && !strings.HasPrefix(a.value[a.off:], text) {
			if c := a.value[a.off]; c != ' ' && c != '\n' {
				return false
			}
			a.off++
		}
		if a.off >= len(a.value) {
			return false
		}
		a.c = cursor{line, indent}
		a.take(len(text), utf8.RuneCountInString(text), false)
	}
	return true
}
