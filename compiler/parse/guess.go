package parse

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/ir/diag"
)

// guess names what an author most likely did when a block is not YAML; line
// is the first that can't be read.
func guess(s *source, b block, line int) diag.Diagnostic {
	if d, ok := notEntry(s, b); ok {
		return d
	}
	l := &lexer{src: s, to: b.to}
	l.run(b.from)
	for _, d := range l.dedents {
		if d.Span.Start.Line <= line+1 {
			return d
		}
	}
	for _, d := range l.found {
		if d.Span.Start.Line > line {
			return d
		}
	}
	if d, ok := l.cutBefore(line); ok {
		return d
	}
	if len(l.found) > 0 {
		return l.found[len(l.found)-1]
	}
	return guessLine(s, b, line)
}

// notEntry is for a block that does not even begin with a key: the rest of a
// text or list above it that has lost its indentation.
func notEntry(s *source, b block) (diag.Diagnostic, bool) {
	start := cursor{b.from, s.indent(b.from)}
	first, ok := s.rune(start)
	if !ok || s.isKey(b.from) || s.empty(b.from) || isOddSpace(first) || strings.ContainsRune("-?{[%.'\"", first) ||
		isName(s.trimmed(b.from)) || missingSpace(s.trimmed(b.from)) != "" {
		return diag.Diagnostic{}, false
	}
	before := b.from - 1
	for before >= 0 && s.empty(before) {
		before--
	}
	if before < 0 {
		return diag.Diagnostic{}, false
	}
	return diag.Diagnostic{
		Code: diag.Indentation, Span: s.rest(start),
		Message: "this line is neither `key: value` nor indented like the text above it",
		Hint:    fmt.Sprintf("if it goes on with line %d, indent it by %d spaces", before+1, s.indent(before)),
	}, true
}

// guessLine is for lines with nothing odd in themselves: what is wrong is how
// they follow the ones above.
func guessLine(s *source, b block, line int) diag.Diagnostic {
	start := cursor{line, s.indent(line)}
	d := diag.Diagnostic{Code: diag.Syntax, Span: s.rest(start), Message: explain(b.err)}
	text := s.trimmed(line)
	before := line - 1
	for before >= 0 && s.empty(before) {
		before--
	}
	switch plain := plainError(b.err); {
	case before >= b.from && missingDash(s.trimmed(before)) != "":
		d.Span = s.rest(cursor{before, s.indent(before)})
		d.Message, d.Hint = dashHint(s.trimmed(before))
	case missingDash(text) != "":
		d.Message, d.Hint = dashHint(text)
	case strings.Contains(plain, "<document start>"):
		d.Message = "the file begins with a map or list in brackets, which has ended before this"
		d.Hint = "write each key on a line of its own: `awmc: 1`, `name: …`"
	case isName(text) && strings.Contains(plain, "could not find expected ':'"):
		d.Message, d.Hint = "there is no colon behind this key", "write `"+short(text)+": …`"
	case before >= b.from && isName(s.trimmed(before)) && s.indent(before) < s.indent(line):
		d.Span = s.rest(cursor{before, s.indent(before)})
		d.Message, d.Hint = "there is no colon behind this key", "write `"+short(s.trimmed(before))+":`"
	case missingSpace(text) != "":
		d.Message = "a key needs a space after its colon"
		d.Hint = "write `" + short(missingSpace(text)) + "`"
	case strings.Contains(plain, "mapping values are not allowed") && before >= 0 && s.indent(before) < s.indent(line):
		d.Code = diag.Indentation
		d.Message = fmt.Sprintf("this line is indented under line %d, which already has a value", before+1)
		d.Hint = fmt.Sprintf("indent it by %d spaces like the line above, or, if it belongs to that line's text, put the text after `|`", s.indent(before))
		d.Notes = []diag.Note{{Span: s.rest(cursor{before, s.indent(before)}), Message: "the line above"}}
	case strings.Contains(plain, "did not find expected key"), strings.Contains(plain, "'-' indicator"),
		strings.Contains(plain, "mapping values are not allowed"), strings.Contains(plain, "could not find expected ':'"):
		d.Code = diag.Indentation
		d.Hint = "indent it by as many spaces as its siblings: " + s.levels(b.from, line) +
			"; text of several lines stands after `|`, indented more than its key"
	case strings.Contains(plain, "escape character"):
		d.Hint = `write the backslash twice, or use single quotes ('…')`
	case strings.Contains(plain, "unexpected end of stream"):
		d.Code = diag.Unclosed
		d.Hint = "close the quote, or write the text after `|`"
	case strings.Contains(plain, "unknown anchor"):
		d.Code = diag.Anchor
		d.Message = "YAML takes a word that begins with `*` for an alias"
		d.Hint = "quote the text, or put it on its own line after `|`"
	case strings.Contains(plain, "max depth"):
		d.Code = diag.TooDeep
		d.Hint = "flatten the structure"
	default:
		d.Hint = "write maps as `key: value` lines, lists as `- item` lines, and quote text with `{ } [ ] , # :` in it"
	}
	return d
}

// missingDash repairs "-item", or returns "".
func missingDash(text string) string {
	rest, ok := strings.CutPrefix(text, "-")
	if !ok || rest == "" || rest[0] == ' ' || rest[0] == '-' || rest[0] >= '0' && rest[0] <= '9' {
		return ""
	}
	return "- " + rest
}

func dashHint(text string) (message, hint string) {
	return "a list item needs a space after its dash", "write `" + short(missingDash(text)) + "`"
}

// trimmed is what a line says.
func (s *source) trimmed(line int) string {
	return strings.TrimSpace(string(s.lines[line]))
}

// missingSpace repairs "key:value", or returns "".
func missingSpace(text string) string {
	key, value, ok := strings.Cut(strings.TrimPrefix(text, "- "), ":")
	if !ok || key == "" || value == "" || value[0] == ' ' || value[0] == ':' || strings.ContainsAny(key, " '\"{[(") {
		return ""
	}
	return key + ": " + value
}

// levels lists the indentations that are open above a line.
func (s *source) levels(from, line int) string {
	var out []string
	limit := int(^uint(0) >> 1)
	for i := line - 1; i >= max(from-1, 0); i-- {
		if s.empty(i) || s.indent(i) >= limit {
			continue
		}
		limit = s.indent(i)
		out = append(out, fmt.Sprintf("%d (line %d)", limit, i+1))
		if len(out) == 4 {
			break
		}
	}
	if len(out) == 0 {
		return "0"
	}
	return strings.Join(out, ", ")
}
