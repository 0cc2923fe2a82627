package parse

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/ir/diag"
)

// level is one open bracket.
type level struct {
	at      cursor
	closing rune
	colon   bool // a colon was seen since the last comma
	// text is plain text that opened a parenthesis, for the comma after it
	// may have been meant as part of it.
	text *diag.Span
}

// flow looks at a list or map in brackets and returns the cursor after it;
// false if something is wrong with it, which has been reported. If a comment
// inside has swallowed a bracket, that is what is wrong.
func (l *lexer) flow(c cursor) (cursor, bool) {
	before := len(l.found)
	var comments []diag.Span
	end, ok := l.flowItems(c, &comments)
	if !ok && len(comments) > 0 {
		l.found = append(l.found[:before], commentCuts(comments[0]))
	}
	return end, ok
}

// flowItems does the work of flow and collects comments with brackets.
func (l *lexer) flowItems(c cursor, comments *[]diag.Span) (cursor, bool) {
	s := l.src
	var stack []level
	fresh := true // a value or key may begin here
	for c.line < l.to {
		r, ok := s.rune(c)
		if !ok {
			c = cursor{c.line + 1, 0}
			continue
		}
		switch {
		case isBlank(r):
			c.col++
		case r == '#' && (c.col == 0 || isBlank(s.lines[c.line][c.col-1])):
			if comment := s.rest(c); strings.ContainsAny(string(s.lines[c.line][c.col:]), "]}") {
				*comments = append(*comments, comment)
			}
			c = cursor{c.line + 1, 0}
		case r == ']' || r == '}':
			top := stack[len(stack)-1]
			if r != top.closing {
				l.report(diag.Unclosed, s.at(c.line, c.col), fmt.Sprintf("`%c` closes what began with another bracket", r),
					fmt.Sprintf("write `%c`", top.closing))
				return c, false
			}
			stack = stack[:len(stack)-1]
			c.col++
			if len(stack) == 0 {
				return c, true
			}
			fresh = false
		case r == ',':
			stack[len(stack)-1].colon = false
			fresh = true
			c.col++
		case r == ':' && (!fresh || l.ends(cursor{c.line, c.col + 1})):
			if stack[len(stack)-1].colon {
				l.report(diag.ColonInText, s.at(c.line, c.col), "a second colon in one `key: value`",
					"quote the whole text")
				return c, false
			}
			stack[len(stack)-1].colon = true
			fresh = true
			c.col++
		case !fresh && stack[len(stack)-1].text != nil:
			l.report(diag.CommaSplits, *stack[len(stack)-1].text, "inside brackets a comma ends plain text, even within parentheses",
				"quote the whole text, or put it on a line of its own")
			return c, false
		case !fresh:
			l.report(diag.TextStart, s.rest(c), "text follows a quote or bracket that has ended",
				"a value that begins with a quote or `{` must be quoted as a whole")
			return c, false
		case r == '{' || r == '[':
			stack = append(stack, level{at: c, closing: map[rune]rune{'{': '}', '[': ']'}[r]})
			c.col++
		case r == '\'' || r == '"':
			end, closed := l.quoted(c, r)
			if !closed {
				l.report(diag.Unclosed, s.rest(c), "the quote that begins here is not closed", "close it on the same line")
				return c, false
			}
			c = end
			fresh = false
		default:
			start := c
			if c, ok = l.flowPlain(c, stack[len(stack)-1]); !ok {
				return c, false
			}
			span := s.span(start, c)
			if opens(string(s.lines[start.line][start.col:c.col])) != 0 {
				stack[len(stack)-1].text = &span
			}
			fresh = false
		}
	}
	open := stack[len(stack)-1]
	l.report(diag.Unclosed, s.at(open.at.line, open.at.col), "this bracket is not closed",
		fmt.Sprintf("write `%c` where it ends; text with brackets, commas or colons in it must be quoted", open.closing))
	return c, false
}

// flowPlain looks at plain text in brackets.
func (l *lexer) flowPlain(c cursor, in level) (cursor, bool) {
	s := l.src
	start := c
	first, _ := s.rune(c)
	switch first {
	case ':':
		l.report(diag.ColonName, s.rest(c), "inside brackets a value can't begin with `:`",
			"quote it, as in {key: \":order_id\"}, or put it on a line of its own")
		return c, false
	case '%', '@', '`', '|', '>', '*', '&':
		l.report(diag.TextStart, s.rest(c), "a value can't begin with "+character(first), "quote the text")
		return c, false
	}
	for {
		r, ok := s.rune(c)
		switch {
		case !ok || r == ',' || r == ']' || r == '}':
			return c, true
		case r == '#' && c != start && isBlank(s.lines[c.line][c.col-1]):
			l.found = append(l.found, commentCuts(s.rest(c)))
			return c, false
		case r == '{' || r == '[':
			l.report(diag.CommaSplits, s.rest(start), fmt.Sprintf("inside brackets plain text can't contain `%c`", r),
				"quote the whole text, or put it on a line of its own after `|`")
			return c, false
		case r == ':' && l.ends(cursor{c.line, c.col + 1}):
			if in.colon {
				l.report(diag.ColonInText, s.at(c.line, c.col),
					"a colon before a space inside plain text begins a new `key: value` for YAML",
					"quote the whole text")
				return c, false
			}
			return c, true
		}
		c.col++
	}
}

// ends says whether a colon before the cursor separates key and value.
func (l *lexer) ends(c cursor) bool {
	r, ok := l.src.rune(c)
	return !ok || isBlank(r) || r == ',' || r == ']' || r == '}' || r == '{' || r == '[' || r == '"' || r == '\''
}
