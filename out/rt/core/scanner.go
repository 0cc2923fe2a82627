package core

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// scanner reads JSON strictly: what encoding/json lets pass (duplicate keys,
// broken UTF-8, lone surrogates) would be a loss that nobody notices.
type scanner struct {
	src   []byte
	pos   int
	depth int
}

// space skips white space.
func (s *scanner) space() {
	for s.pos < len(s.src) {
		switch s.src[s.pos] {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return
		}
	}
}

// peek skips white space and returns the next byte, or 0 at the end.
func (s *scanner) peek() byte {
	s.space()
	if s.pos == len(s.src) {
		return 0
	}
	return s.src[s.pos]
}

// word takes a literal such as null if it is next.
func (s *scanner) word(w string) bool {
	if len(s.src)-s.pos >= len(w) && string(s.src[s.pos:s.pos+len(w)]) == w {
		s.pos += len(w)
		return true
	}
	return false
}

// syntax is the fault of a text that is not JSON.
func (s *scanner) syntax(what string) *fault {
	if s.pos >= len(s.src) {
		what = "the text is cut off after " + strconv.Itoa(len(s.src)) + " bytes"
	} else {
		what += " at byte " + strconv.Itoa(s.pos)
	}
	return &fault{after: " can't be read as JSON: " + what + "."}
}

// mismatch is the fault of a value of the wrong kind, which is next.
func (s *scanner) mismatch(want string) *fault {
	s.space()
	raw, f := s.raw()
	if f != nil {
		return f
	}
	return mustBe(want, describe(raw))
}

// describe shows a value in a message, shortened.
func describe(raw []byte) string {
	switch raw[0] {
	case '[':
		return "a list"
	case '{':
		return "an object"
	}
	return clip(string(raw))
}

func quote(s string) string { return clip(strconv.Quote(s)) }

// clip shortens what may be long, at a rune.
func clip(s string) string {
	const most = 80
	if len(s) <= most {
		return s
	}
	n := most
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// text reads a string.
func (s *scanner) text() (string, *fault) {
	start := s.pos + 1
	for i := start; i < len(s.src); i++ {
		switch c := s.src[i]; {
		case c == '"':
			s.pos = i + 1
			return string(s.src[start:i]), nil
		case c == '\\', c < ' ', c >= utf8.RuneSelf:
			return s.hardText(start, i)
		}
	}
	s.pos = len(s.src)
	return "", s.syntax("")
}

// hardText is text from the first byte that needs a look.
func (s *scanner) hardText(start, i int) (string, *fault) {
	var b strings.Builder
	b.Write(s.src[start:i])
	for i < len(s.src) {
		c := s.src[i]
		switch {
		case c == '"':
			s.pos = i + 1
			return b.String(), nil
		case c < ' ':
			s.pos = i
			return "", s.syntax("a control character inside a text")
		case c == '\\':
			r, n, what := escape(s.src[i:])
			if what != "" || n == 0 {
				s.pos = i
				if n == 0 {
					s.pos = len(s.src)
				}
				return "", s.syntax(what)
			}
			b.WriteRune(r)
			i += n
		case c < utf8.RuneSelf:
			b.WriteByte(c)
			i++
		default:
			r, n := utf8.DecodeRune(s.src[i:])
			if r == utf8.RuneError && n == 1 {
				s.pos = i
				if !utf8.FullRune(s.src[i:]) {
					s.pos = len(s.src)
				}
				return "", s.syntax("a text that is not UTF-8")
			}
			b.Write(s.src[i : i+n])
			i += n
		}
	}
	s.pos = len(s.src)
	return "", s.syntax("")
}

// escape reads a backslash sequence; n is 0 if the text ends in it.
func escape(b []byte) (r rune, n int, what string) {
	if len(b) < 2 {
		return 0, 0, ""
	}
	if i := strings.IndexByte(`"\/bfnrt`, b[1]); i >= 0 {
		return rune("\"\\/\b\f\n\r\t"[i]), 2, ""
	}
	if b[1] != 'u' {
		return 0, 2, "an unknown escape in a text"
	}
	r, ok := hex4(b[2:])
	switch {
	case !ok && len(b) < 6:
		return 0, 0, ""
	case !ok:
		return 0, 6, "an unknown escape in a text"
	case r == 0:
		return 0, 6, "a NUL character in a text"
	case !utf16.IsSurrogate(r):
		return r, 6, ""
	}
	if len(b) >= 8 && b[6] == '\\' && b[7] == 'u' {
		low, ok := hex4(b[8:])
		if full := utf16.DecodeRune(r, low); ok && full != utf8.RuneError {
			return full, 12, ""
		}
	}
	return 0, 6, "half a surrogate pair in a text"
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b[:4]), 16, 16)
	return rune(n), err == nil
}

// number reads a number and returns it as written.
func (s *scanner) number() (string, *fault) {
	start, i := s.pos, s.pos
	digits := func() bool {
		from := i
		for i < len(s.src) && s.src[i] >= '0' && s.src[i] <= '9' {
			i++
		}
		return i > from
	}
	if i < len(s.src) && s.src[i] == '-' {
		i++
	}
	zero := i < len(s.src) && s.src[i] == '0'
	from := i
	ok := digits() && (!zero || i == from+1)
	if ok && i < len(s.src) && s.src[i] == '.' {
		i++
		ok = digits()
	}
	if ok && i < len(s.src) && (s.src[i] == 'e' || s.src[i] == 'E') {
		if i++; i < len(s.src) && (s.src[i] == '+' || s.src[i] == '-') {
			i++
		}
		ok = digits()
	}
	s.pos = i
	if !ok || i-start > maxNumber {
		return "", s.syntax("a malformed number")
	}
	return string(s.src[start:i]), nil
}

// raw takes the next value, of any kind, as it is written.
func (s *scanner) raw() ([]byte, *fault) {
	s.space()
	start := s.pos
	if f := s.skip(); f != nil {
		return nil, f
	}
	return s.src[start:s.pos], nil
}

// skip passes over a value, checking it.
func (s *scanner) skip() *fault {
	switch c := s.peek(); {
	case c == '"':
		_, f := s.text()
		return f
	case c == '-' || c >= '0' && c <= '9':
		_, f := s.number()
		return f
	case c == '[' || c == '{':
		return s.skipNested(c)
	case s.word("null"), s.word("true"), s.word("false"):
		return nil
	case s.pos == len(s.src):
		return s.syntax("")
	default:
		return s.syntax("an unexpected " + fmt.Sprintf("%q", c))
	}
}

func (s *scanner) skipNested(open byte) *fault {
	s.pos++
	if s.depth++; s.depth > maxArgsDepth {
		return s.syntax("it is nested too deeply")
	}
	defer func() { s.depth-- }()
	var names map[string]bool
	for first := true; ; first = false {
		c := s.peek()
		if c == open+2 { // ] and } follow [ and { by two
			s.pos++
			return nil
		}
		if !first {
			if c != ',' {
				return s.syntax("a , is missing")
			}
			s.pos++
		}
		if open == '{' {
			if s.peek() != '"' {
				return s.syntax("a name is missing")
			}
			name, f := s.text()
			if f != nil {
				return f
			}
			if names[name] {
				return s.syntax("the name " + quote(name) + " comes twice before a value")
			}
			if names == nil {
				names = map[string]bool{}
			}
			names[name] = true
			if s.peek() != ':' {
				return s.syntax("a : is missing")
			}
			s.pos++
		}
		if f := s.skip(); f != nil {
			return f
		}
	}
}

// EachScalar calls fn for the numbers and texts of a JSON value, names of
// members not among them, up to where it can't be read.
func EachScalar(raw []byte, fn func(string)) {
	s := scanner{src: raw}
	s.scalars(fn)
}

// scalars reports whether the value could be read.
func (s *scanner) scalars(fn func(string)) bool {
	c := s.peek()
	var text string
	var f *fault
	switch {
	case c == '"':
		text, f = s.text()
	case c == '-' || c >= '0' && c <= '9':
		text, f = s.number()
	case c == '[' || c == '{':
		return s.nestedScalars(c, fn)
	default:
		return s.skip() == nil
	}
	if f != nil {
		return false
	}
	fn(text)
	return true
}

func (s *scanner) nestedScalars(open byte, fn func(string)) bool {
	for {
		s.pos++ // what opens it, or a comma
		c := s.peek()
		if c == open+2 { // ] and } follow [ and { by two
			break
		}
		if open == '{' {
			if c != '"' || s.skip() != nil || s.peek() != ':' {
				return false
			}
			s.pos++
		}
		if !s.scalars(fn) {
			return false
		}
		if c = s.peek(); c == open+2 {
			break
		} else if c != ',' {
			return false
		}
	}
	s.pos++
	return true
}

// compact returns valid JSON without white space between its tokens.
func compact(raw []byte) []byte {
	var b bytes.Buffer
	b.Grow(len(raw))
	if err := json.Compact(&b, raw); err != nil {
		return append([]byte(nil), raw...)
	}
	return b.Bytes()
}
