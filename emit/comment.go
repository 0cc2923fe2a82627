package emit

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"
)

// textWidth is the width at which comments are wrapped, the slashes included.
const textWidth = 98

// doc writes paragraphs as a doc comment in front of a declaration. Lines
// that begin with "  - " are items of a list and stay lines of their own.
func doc(paragraphs ...string) *jen.Statement {
	s := &jen.Statement{}
	for _, line := range commentLines(textWidth, paragraphs...) {
		s.Comment(line).Line()
	}
	return s
}

// commentLines wraps paragraphs into comment lines, with an empty comment
// line between paragraphs; empty paragraphs are left out.
func commentLines(width int, paragraphs ...string) []string {
	var out []string
	for _, p := range paragraphs {
		var lines []string
		for block := range strings.SplitSeq(printable(p), "\n\n") {
			wrapped := wrapBlock(block, width-len("// "))
			if len(wrapped) == 0 {
				continue
			}
			if len(lines) > 0 {
				lines = append(lines, "//")
			}
			lines = append(lines, wrapped...)
		}
		if len(lines) > 0 && len(out) > 0 {
			out = append(out, "//")
		}
		out = append(out, lines...)
	}
	return out
}

func wrapBlock(block string, width int) []string {
	var out []string
	var words []string
	flush := func(indent string) {
		out = append(out, fill(words, width, indent)...)
		words = nil
	}
	for line := range strings.SplitSeq(block, "\n") {
		if item, ok := strings.CutPrefix(line, "  - "); ok {
			flush("")
			words = append([]string{"  -"}, strings.Fields(item)...)
			flush("    ")
			continue
		}
		words = append(words, strings.Fields(line)...)
	}
	flush("")
	return out
}

// fill sets words in lines of at most width columns; later lines are
// indented.
func fill(words []string, width int, indent string) []string {
	var out []string
	line, size := "", 0
	for _, w := range words {
		n := utf8.RuneCountInString(w)
		if size > 0 && size+1+n > width {
			out = append(out, "// "+line)
			line, size = indent+w, len(indent)+n
			continue
		}
		if size > 0 {
			line, size = line+" ", size+1
		}
		line, size = line+w, size+n
	}
	if size > 0 {
		out = append(out, "// "+line)
	}
	for i, l := range out {
		// No comment must become a build constraint.
		text := strings.TrimPrefix(l, "//")
		if bare := strings.TrimLeft(text, " "); strings.HasPrefix(bare, "+build") {
			out[i] = "//" + text[:len(text)-len(bare)] + "'" + bare
		}
	}
	return out
}

// printable escapes what has no place in source text: control characters,
// byte order marks, and marks that change the direction of what follows.
func printable(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n':
			b.WriteByte('\n')
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case !unicode.IsPrint(r) && r != '\u200d': // emoji are joined with U+200D
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// sentence ends a phrase with a full stop.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || strings.ContainsAny(s[len(s)-1:], ".!?:") {
		return s
	}
	return s + "."
}
