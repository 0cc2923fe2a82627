package sqltext

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// ASCII returns SQL that means the same, with every character beyond ASCII
// in a text written as a call of char: 'a × b' becomes ('a ' || char(215) ||
// ' b'). sqlc edits statements by offsets that count characters in one place
// and bytes in another, and breaks what has such characters.
func ASCII(src string) string {
	if isASCII(src) {
		return src
	}
	var edits []Edit
	for _, t := range Lex(src) {
		if text := t.Text(src); t.Kind == String && !isASCII(text) {
			edits = append(edits, Edit{Range{t.Start, t.End}, asciiText(Unquote(text))})
		}
	}
	return Apply(src, Range{0, len(src)}, edits)
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// asciiText writes a text as an expression.
func asciiText(text string) string {
	var parts []string
	for text != "" {
		end := strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
		if end != 0 {
			if end < 0 {
				end = len(text)
			}
			parts = append(parts, Literal(text[:end]))
			text = text[end:]
			continue
		}
		var codes []string
		for text != "" {
			r, size := utf8.DecodeRuneInString(text)
			if r < utf8.RuneSelf {
				break
			}
			codes = append(codes, strconv.Itoa(int(r)))
			text = text[size:]
		}
		parts = append(parts, "char("+strings.Join(codes, ", ")+")")
	}
	return "(" + strings.Join(parts, " || ") + ")"
}
