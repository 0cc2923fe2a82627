package parse

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf8"

	"github.com/awmc/awmc/ir/diag"
)

// source is the text of a file as lines of code points, so that a position
// is an index.
type source struct {
	path  string
	text  []byte   // without byte order mark, lines end in "\n"
	lines [][]rune // without line ends
	// content[i] is the length of line i without blanks at its end.
	content []int
}

// newSource checks what any text file must be and splits it into lines. It
// returns false if the file can't be read at all.
func newSource(path string, src []byte, ds *diag.List) (*source, bool) {
	s := &source{path: path}
	whole := diag.Span{File: path}
	if len(src) > maxBytes {
		ds.Error(diag.FileTooLarge, whole,
			fmt.Sprintf("the file has %d bytes, more than the limit of %d", len(src), maxBytes),
			"describe large data with generate instead of rows, or split the environment in two")
		return nil, false
	}
	if bytes.HasPrefix(src, []byte("\xff\xfe")) || bytes.HasPrefix(src, []byte("\xfe\xff")) {
		ds.Error(diag.NotUTF8, s.at(0, 0), "the file is encoded in UTF-16",
			"save it as UTF-8")
		return nil, false
	}
	s.text = bytes.ReplaceAll(bytes.TrimPrefix(src, []byte("\ufeff")), []byte("\r\n"), []byte("\n"))
	ok := true
	for i, line := range bytes.Split(s.text, []byte("\n")) {
		ok = s.addLine(i, line, ok, ds)
	}
	return s, ok
}

// addLine appends one line and reports the first character of the file that
// has no place in a text; ok says that there was none yet.
func (s *source) addLine(i int, line []byte, ok bool, ds *diag.List) bool {
	runes := make([]rune, 0, len(line))
	for len(line) > 0 {
		r, size := utf8.DecodeRune(line)
		at := s.at(i, len(runes))
		switch {
		case !ok:
		case r == utf8.RuneError && size == 1:
			ds.Error(diag.NotUTF8, at, fmt.Sprintf("byte 0x%02X is not UTF-8", line[0]),
				"save the file as UTF-8")
			ok = false
		case r == '\r':
			ds.Error(diag.ControlCharacter, at, "a carriage return without a line feed after it",
				"end lines with a line feed, or with both")
			ok = false
		case r == '\u0085' || r == '\u2028' || r == '\u2029':
			ds.Error(diag.ControlCharacter, at, fmt.Sprintf("the invisible character U+%04X ends a line for YAML", r),
				fmt.Sprintf(`delete it, or write it as "\u%04X" inside double quotes`, r))
			ok = false
		case r != '\t' && unicode.IsControl(r) || r == '\ufeff' || r == '\ufffe' || r == '\uffff':
			ds.Error(diag.ControlCharacter, at, fmt.Sprintf("the invisible character U+%04X", r),
				fmt.Sprintf(`delete it, or write it as "\u%04X" inside double quotes`, r))
			ok = false
		}
		runes = append(runes, r)
		line = line[size:]
	}
	s.lines = append(s.lines, runes)
	end := len(runes)
	for end > 0 && isBlank(runes[end-1]) {
		end--
	}
	s.content = append(s.content, end)
	return ok
}

// cursor is a position in source: indices, not the numbers people count by.
type cursor struct{ line, col int }

// pos converts a cursor to what people count by.
func (c cursor) pos() diag.Pos { return diag.Pos{Line: c.line + 1, Col: c.col + 1} }

// cursorAt converts back.
func cursorAt(p diag.Pos) cursor { return cursor{p.Line - 1, p.Col - 1} }

// at is the span of one character.
func (s *source) at(line, col int) diag.Span {
	return s.span(cursor{line, col}, cursor{line, col + 1})
}

// span makes a span of two cursors.
func (s *source) span(start, end cursor) diag.Span {
	return diag.Span{File: s.path, Start: start.pos(), End: end.pos()}
}

// rest is the span from a cursor to the end of what the line says.
func (s *source) rest(start cursor) diag.Span {
	end := start.col + 1
	if start.line < len(s.lines) {
		end = max(end, s.content[start.line])
	}
	return s.span(start, cursor{start.line, end})
}

// rune returns the character at a cursor; false at the end of a line.
func (s *source) rune(c cursor) (rune, bool) {
	if c.line < 0 || c.line >= len(s.lines) || c.col < 0 || c.col >= len(s.lines[c.line]) {
		return 0, false
	}
	return s.lines[c.line][c.col], true
}

// skipBlank moves over spaces and tabs in the line.
func (s *source) skipBlank(c cursor) cursor {
	for {
		r, ok := s.rune(c)
		if !ok || !isBlank(r) {
			return c
		}
		c.col++
	}
}

// indent is the number of spaces that a line begins with.
func (s *source) indent(line int) int {
	n := 0
	for n < len(s.lines[line]) && s.lines[line][n] == ' ' {
		n++
	}
	return n
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' }
