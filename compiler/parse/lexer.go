package parse

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/ir/diag"
)

// lexer walks over lines that are not YAML and collects what the traps of
// YAML look like. It need not be exact: it only speaks once the library has
// refused the lines.
type lexer struct {
	src   *source
	to    int // exclusive
	found []diag.Diagnostic
	cuts  []diag.Span // comments behind plain text
	// dedents are lines that end the text after a | too early.
	dedents []diag.Diagnostic
}

func (l *lexer) report(code diag.Code, span diag.Span, message, hint string) {
	l.found = append(l.found, diag.Diagnostic{Code: code, Span: span, Message: message, Hint: hint})
}

// run looks at the lines from..to; from must not be inside of a text.
func (l *lexer) run(from int) {
	for line := from; line < l.to; {
		line = max(l.line(line), line+1)
	}
}

// line looks at one line of block structure and what hangs on it, and returns
// the next one.
func (l *lexer) line(line int) int {
	s := l.src
	if s.content[line] == 0 {
		return line + 1
	}
	c := cursor{line, s.indent(line)}
	if r, _ := s.rune(c); isOddSpace(r) {
		l.report(diag.TabIndent, s.at(c.line, c.col), oddSpace(r)+" in the indentation", "indent with spaces only")
		return line + 1
	}
	column := c.col
	for {
		r, _ := s.rune(c)
		next, more := s.rune(cursor{line, c.col + 1})
		if r != '-' && r != '?' || more && !isBlank(next) {
			break
		}
		column = c.col
		c = s.skipBlank(cursor{line, c.col + 1})
	}
	if r, ok := s.rune(c); !ok || r == '#' {
		return line + 1
	}
	if end, ok := l.blockKey(c); ok {
		if end.col == c.col+1 {
			l.report(diag.BadKey, s.rest(c), "there is no key before the colon",
				"write `key: value`; text that begins with `:` is quoted or on a line of its own after `|`")
		}
		column = c.col
		c = end
	}
	return l.value(c, column)
}

// blockKey finds the end of `key:`.
func (l *lexer) blockKey(c cursor) (cursor, bool) {
	line := l.src.lines[c.line]
	i := c.col
	if line[i] == '\'' || line[i] == '"' {
		quote := line[i]
		for i++; i < len(line) && line[i] != quote; i++ {
		}
		i++
	} else if line[i] == '{' || line[i] == '[' {
		return c, false
	}
	for ; i < len(line); i++ {
		if line[i] == '#' && i > 0 && isBlank(line[i-1]) {
			break
		}
		if line[i] == ':' && (i+1 == len(line) || isBlank(line[i+1])) {
			return cursor{c.line, i + 1}, true
		}
	}
	return c, false
}

// value looks at a value in block context and returns the line after it.
func (l *lexer) value(c cursor, column int) int {
	s := l.src
	c = s.skipBlank(c)
	r, ok := s.rune(c)
	if !ok || r == '#' {
		return c.line + 1
	}
	rest := string(s.lines[c.line][c.col:s.content[c.line]])
	switch r {
	case '\'', '"':
		end, closed := l.quoted(c, r)
		if !closed {
			l.report(diag.Unclosed, s.rest(c), "the quote that begins here is not closed",
				"close it, or write the text after `|`; an apostrophe at the beginning of a text needs double quotes around all of it")
			return l.to
		}
		l.after(c, end, string(r))
		return end.line + 1
	case '{', '[':
		end, good := l.flow(c)
		if !good {
			return l.to
		}
		l.after(c, end, string(r))
		return end.line + 1
	case '|', '>':
		header, _, _ := strings.Cut(rest[1:], " ")
		if strings.Trim(header, "+-123456789") != "" || header == "" && strings.TrimSpace(strings.SplitN(rest[1:], "#", 2)[0]) != "" {
			l.report(diag.TextStart, s.rest(c), fmt.Sprintf("a value can't begin with `%c` and go on in the same line", r),
				"quote the text, or put it on the next line, indented")
			return c.line + 1
		}
		return l.block(c.line, column, strings.ContainsAny(header, "123456789"))
	case '%', '@', '`', '*', '&', ',', ']', '}':
		l.report(diag.TextStart, s.rest(c), "a value can't begin with "+character(r),
			"quote the text, or put it on its own line after `|`")
	case '-', '?':
		if next, more := s.rune(cursor{c.line, c.col + 1}); !more || isBlank(next) {
			l.report(diag.TextStart, s.rest(c), "a value can't begin with "+character(r)+" and a space behind its key",
				"a list stands on the lines below its key; text is quoted or put after `|`")
			return c.line + 1
		}
		return l.plain(c, column)
	default:
		return l.plain(c, column)
	}
	return c.line + 1
}

// block moves over the text after a | whose key is at column, and looks at
// how it ends.
func (l *lexer) block(header, column int, indented bool) int {
	s := l.src
	line := header + 1
	least := column + 1
	for ; line < l.to && (s.content[line] == 0 || s.indent(line) >= least); line++ {
		if least == column+1 && s.content[line] > 0 && !indented {
			least = s.indent(line) // the first line says how much is indentation
		}
	}
	next := line
	for next < l.to && s.empty(next) {
		next++
	}
	if next >= l.to {
		return line
	}
	_, key := l.blockKey(cursor{next, s.indent(next)})
	if s.indent(next) > column || !key && !strings.HasPrefix(s.trimmed(next), "-") && line > header+1 {
		l.dedents = append(l.dedents, diag.Diagnostic{
			Code: diag.Indentation, Span: s.rest(cursor{line, s.indent(line)}),
			Message: fmt.Sprintf("this line ends the text that begins below line %d, since it is indented less", header+1),
			Hint:    fmt.Sprintf("indent all lines of the text alike, by %d spaces or more", max(least, column+2)),
		})
	}
	return line
}

// after checks that nothing stands behind a quote or bracket.
func (l *lexer) after(start, end cursor, opening string) {
	c := l.src.skipBlank(end)
	r, ok := l.src.rune(c)
	if !ok || r == '#' && c != end || r == ':' {
		return
	}
	quote := "double quotes"
	if opening == `"` {
		quote = "single quotes"
	}
	l.report(diag.TextStart, l.src.rest(start),
		fmt.Sprintf("the value begins with `%s`, so YAML expects nothing after its end, but `%s` follows", opening,
			short(string(l.src.lines[c.line][c.col:l.src.content[c.line]]))),
		"put "+quote+" around the whole text, or write it on its own line after `|`")
}

// plain looks at plain text and the lines that go on with it, and returns the
// line after it.
func (l *lexer) plain(c cursor, column int) int {
	for {
		if !l.plainLine(c) {
			return c.line + 1
		}
		next := c.line + 1
		for next < l.to && l.src.content[next] == 0 {
			next++
		}
		if next >= l.to || l.src.indent(next) <= column || l.src.tabbed(next) || l.src.empty(next) {
			return c.line + 1
		}
		start := cursor{next, l.src.indent(next)}
		if _, key := l.blockKey(start); key {
			return next
		}
		c = start
	}
}

// plainLine looks at plain text up to the end of the line; false if it can't
// go on in the next.
func (l *lexer) plainLine(c cursor) bool {
	line := l.src.lines[c.line]
	for i := c.col; i < l.src.content[c.line]; i++ {
		if line[i] == '#' && i > c.col && isBlank(line[i-1]) {
			l.cuts = append(l.cuts, l.src.rest(cursor{c.line, i}))
			return false
		}
		if line[i] == ':' && (i+1 >= l.src.content[c.line] || isBlank(line[i+1])) {
			l.report(diag.ColonInText, l.src.span(cursor{c.line, i}, cursor{c.line, i + 1}),
				"a colon before a space inside plain text begins a new `key: value` for YAML",
				"quote the whole text, or write it on its own line after `|`")
			return false
		}
	}
	return true
}

// cutBefore returns a comment that ended the text which a line goes on with.
func (l *lexer) cutBefore(line int) (diag.Diagnostic, bool) {
	for _, cut := range l.cuts {
		if cut.Start.Line == line || cut.Start.Line == line+1 {
			return commentCuts(cut), true
		}
	}
	return diag.Diagnostic{}, false
}

// commentCuts is the diagnostic for a comment behind text.
func commentCuts(comment diag.Span) diag.Diagnostic {
	return diag.Diagnostic{
		Code: diag.CommentCuts, Span: comment,
		Message: "for YAML a `#` after a space begins a comment, which ends the text before it",
		Hint:    "put the comment on a line of its own; if the `#` belongs to the text, quote all of it or write it after `|`",
	}
}

// quoted finds the end of a quoted scalar.
func (l *lexer) quoted(c cursor, quote rune) (cursor, bool) {
	for c.col++; c.line < l.to; c = (cursor{c.line + 1, 0}) {
		line := l.src.lines[c.line]
		for ; c.col < len(line); c.col++ {
			switch {
			case line[c.col] == '\\' && quote == '"':
				c.col++
				if c.col < len(line) && !simpleEscape(line[c.col]) && !strings.ContainsRune("xuU", line[c.col]) {
					l.report(diag.Syntax, l.src.span(cursor{c.line, c.col - 1}, cursor{c.line, c.col + 1}),
						fmt.Sprintf("inside double quotes a backslash begins an escape, and there is no `\\%c`", line[c.col]),
						"write the backslash twice, or use single quotes: '…'")
				}
			case line[c.col] == quote && quote == '\'' && c.col+1 < len(line) && line[c.col+1] == '\'':
				c.col++
			case line[c.col] == quote:
				return cursor{c.line, c.col + 1}, true
			}
		}
	}
	return c, false
}

// isOddSpace says whether a character looks like a space and is none.
func isOddSpace(r rune) bool {
	return r == '\t' || r == '\u00a0' || r == '\u3000' || r >= '\u2000' && r <= '\u200b' || r == '\u202f'
}

func oddSpace(r rune) string {
	if r == '\t' {
		return "a tab"
	}
	return fmt.Sprintf("the character U+%04X, which only looks like a space,", r)
}

// character names a character in a message.
func character(r rune) string {
	if r == '`' {
		return "a backquote"
	}
	return fmt.Sprintf("`%c`", r)
}
