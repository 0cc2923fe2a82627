// Package sqltext reads SQLite's SQL as text: tokens with offsets, one
// statement's structure, and edits that change named places and nothing else.
//
// SQLite itself decides whether a statement is right; this package only has to
// know where its parts are. The stages that resolve parameters, work out types
// and place errors stand on it. It imports the standard library only and never
// panics, whatever the text.
package sqltext

// Kind is the kind of a token.
type Kind uint8

// The kinds of tokens. White space is not a token.
const (
	Illegal  Kind = iota // a character or an unterminated string that SQL has no use for
	Word                 // a bare word, keyword or name
	Quoted               // "name", [name] or `name`
	String               // 'text'
	Blob                 // x'00ff'
	Integer              // 12, 0x1F
	Real                 // 1.5, 2e10
	Param                // :name or :name.column.column
	BadParam             // ?, ?1, @name, $name: parameters the language does not have
	Op                   // an operator or punctuation
	Comment              // -- to the end of the line, or /* … */
)

// Token is one token and its place in the text, in bytes, End exclusive.
type Token struct {
	Kind       Kind
	Start, End int
}

// Text returns the token as written.
func (t Token) Text(src string) string { return src[t.Start:t.End] }

// Lex splits a text into tokens. Every byte that is not white space belongs
// to exactly one token, so that a text can be put together again.
func Lex(src string) []Token {
	out := make([]Token, 0, len(src)/4+4)
	for i := 0; i < len(src); {
		if isSpace(src[i]) {
			i++
			continue
		}
		kind, end := next(src, i)
		out = append(out, Token{kind, i, end})
		i = end
	}
	return out
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isStart(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func isPart(c byte) bool { return isStart(c) || isDigit(c) || c == '$' }

// isNameStart and isNamePart are for parameters, whose names are those of
// the language: ASCII only.
func isNameStart(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func isNamePart(c byte) bool { return isNameStart(c) || isDigit(c) }

// next returns the token that begins at i, which is not white space.
func next(src string, i int) (Kind, int) {
	c := src[i]
	rest := src[i:]
	switch {
	case hasPrefix(rest, "--"):
		return Comment, lineEnd(src, i)
	case hasPrefix(rest, "/*"):
		for j := i + 2; j < len(src); j++ {
			if hasPrefix(src[j:], "*/") {
				return Comment, j + 2
			}
		}
		return Comment, len(src)
	case (c == 'x' || c == 'X') && len(rest) > 1 && rest[1] == '\'':
		return blob(src, i)
	case isStart(c):
		j := i + 1
		for j < len(src) && isPart(src[j]) {
			j++
		}
		return Word, j
	case isDigit(c) || c == '.' && len(rest) > 1 && isDigit(rest[1]):
		return number(src, i)
	case c == '\'':
		return quoted(src, i, '\'', String)
	case c == '"':
		return quoted(src, i, '"', Quoted)
	case c == '`':
		return quoted(src, i, '`', Quoted)
	case c == '[':
		for j := i + 1; j < len(src); j++ {
			if src[j] == ']' {
				return Quoted, j + 1
			}
		}
		return Illegal, len(src)
	case c == ':' && len(rest) > 1 && isNameStart(rest[1]):
		return Param, paramEnd(src, i)
	case c == '?':
		j := i + 1
		for j < len(src) && isDigit(src[j]) {
			j++
		}
		return BadParam, j
	case (c == '@' || c == '$') && len(rest) > 1 && isPart(rest[1]):
		j := i + 1
		for j < len(src) && isPart(src[j]) {
			j++
		}
		return BadParam, j
	}
	for _, op := range operators {
		if hasPrefix(rest, op) {
			return Op, i + len(op)
		}
	}
	return Illegal, i + 1
}

// operators in an order in which a longer one comes before its prefixes.
var operators = []string{
	"->>", "->", "<<", ">>", "<=", ">=", "<>", "!=", "==", "||",
	"+", "-", "*", "/", "%", "<", ">", "=", "&", "|", "~", "(", ")", ",", ".", ";",
}

func hasPrefix(s, p string) bool { return len(s) >= len(p) && s[:len(p)] == p }

func lineEnd(src string, i int) int {
	for i < len(src) && src[i] != '\n' {
		i++
	}
	return i
}

func quoted(src string, i int, q byte, kind Kind) (Kind, int) {
	for j := i + 1; j < len(src); j++ {
		if src[j] != q {
			continue
		}
		if j+1 < len(src) && src[j+1] == q {
			j++
			continue
		}
		return kind, j + 1
	}
	return Illegal, len(src)
}

func blob(src string, i int) (Kind, int) {
	kind, end := quoted(src, i+1, '\'', Blob)
	if kind == Illegal {
		return Illegal, end
	}
	digits := src[i+2 : end-1]
	if len(digits)%2 != 0 {
		return Illegal, end
	}
	for k := range len(digits) {
		if !isHex(digits[k]) {
			return Illegal, end
		}
	}
	return Blob, end
}

func isHex(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func number(src string, i int) (Kind, int) {
	j := i
	kind := Integer
	if src[j] == '0' && j+2 < len(src) && (src[j+1] == 'x' || src[j+1] == 'X') && isHex(src[j+2]) {
		for j += 2; j < len(src) && isHex(src[j]); {
			j++
		}
	} else {
		j = digits(src, j)
		if j < len(src) && src[j] == '.' {
			kind = Real
			j = digits(src, j+1)
		}
		if j < len(src) && (src[j] == 'e' || src[j] == 'E') {
			k := j + 1
			if k < len(src) && (src[k] == '+' || src[k] == '-') {
				k++
			}
			if k < len(src) && isDigit(src[k]) {
				kind = Real
				j = digits(src, k)
			}
		}
	}
	if j < len(src) && isPart(src[j]) { // 12abc
		for j < len(src) && isPart(src[j]) {
			j++
		}
		return Illegal, j
	}
	return kind, j
}

// digits skips digits, and single underscores between digits.
func digits(src string, j int) int {
	for j < len(src) && (isDigit(src[j]) || src[j] == '_' && j+1 < len(src) && isDigit(src[j+1]) && j > 0 && isDigit(src[j-1])) {
		j++
	}
	return j
}

// paramEnd returns the end of the parameter whose colon is at i: dots belong
// to it where a name follows.
func paramEnd(src string, i int) int {
	j := i + 1
	for {
		for j < len(src) && isNamePart(src[j]) {
			j++
		}
		if j+1 >= len(src) || src[j] != '.' || !isNameStart(src[j+1]) {
			return j
		}
		j++
	}
}
