package core

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// decode reads one value of the type; v may be invalid, to check only.
func (t *typePlan) decode(s *scanner, v reflect.Value) *fault {
	if v.IsValid() && v.Kind() == reflect.Pointer {
		p := reflect.New(v.Type().Elem())
		v.Set(p)
		v = p.Elem()
	}
	c := s.peek()
	if s.pos == len(s.src) {
		return s.syntax("a value is missing")
	}
	switch t.Kind {
	case Integer:
		return t.integer(s, v, c)
	case Real:
		return t.real(s, v, c)
	case Boolean:
		return t.boolean(s, v, c)
	case JSONKind:
		raw, f := s.raw()
		if f == nil && v.IsValid() {
			v.SetBytes(compact(raw))
		}
		return f
	case ListKind:
		if c == '"' {
			return s.inText('[', t, v)
		}
		if c != '[' {
			return s.mismatch(t.want)
		}
		return t.elements(s, v)
	case ObjectKind:
		if c == '"' {
			return s.inText('{', t, v)
		}
		return t.object.decode(s, v)
	}
	if c != '"' {
		return s.mismatch(t.want)
	}
	text, f := s.text()
	if f != nil {
		return f
	}
	if text, f = t.text(text); f == nil && v.IsValid() {
		v.SetString(text)
	}
	return f
}

// inText decodes a list or an object that came as JSON text.
func (s *scanner) inText(open byte, t *typePlan, v reflect.Value) *fault {
	start := s.pos
	text, f := s.text()
	if f != nil {
		return f
	}
	inner := scanner{src: []byte(text), depth: s.depth + 1}
	if inner.peek() != open {
		s.pos = start
		return s.mismatch(t.want)
	}
	if f := t.decode(&inner, v); f != nil {
		return f
	}
	if inner.space(); inner.pos < len(inner.src) {
		return inner.syntax("something follows the end of the " + string(t.Kind))
	}
	return nil
}

// scalarText returns the text of a number, or of a string that holds one.
func (s *scanner) scalarText(c byte, want string) (string, *fault) {
	switch {
	case c == '"':
		start := s.pos
		text, f := s.text()
		if f != nil {
			return "", f
		}
		if text = strings.TrimSpace(text); !isNumber(text) {
			s.pos = start
			return "", s.mismatch(want)
		}
		return text, nil
	case c == '-' || c >= '0' && c <= '9':
		return s.number()
	}
	return "", s.mismatch(want)
}

func (t *typePlan) integer(s *scanner, v reflect.Value, c byte) *fault {
	start := s.pos
	if n, ok := s.smallInt(); ok && !(t.hasMin && n < t.minInt || t.hasMax && n > t.maxInt) {
		if v.IsValid() {
			v.SetInt(n)
		}
		return nil
	}
	s.pos = start
	lit, f := s.scalarText(c, t.want)
	if f != nil {
		return f
	}
	n, ok := exactInt(lit)
	if !ok {
		if _, frac := strconv.ParseFloat(lit, 64); frac == nil && !strings.ContainsAny(lit, ".eE") {
			return mustBe("a 64-bit integer", lit)
		}
		return mustBe(t.want, lit)
	}
	switch {
	case t.hasMin && n < t.minInt:
		return mustBe("at least "+strconv.FormatInt(t.minInt, 10), lit)
	case t.hasMax && n > t.maxInt:
		return mustBe("at most "+strconv.FormatInt(t.maxInt, 10), lit)
	}
	if v.IsValid() {
		v.SetInt(n)
	}
	return nil
}

// smallInt looks for what nearly all integers are: up to 18 digits and then
// the end of the value.
func (s *scanner) smallInt() (n int64, ok bool) {
	i := s.pos
	for i < len(s.src) && s.src[i] >= '0' && s.src[i] <= '9' && i < s.pos+18 {
		n = n*10 + int64(s.src[i]-'0')
		i++
	}
	if i == s.pos || i == len(s.src) || s.src[s.pos] == '0' && i > s.pos+1 {
		return 0, false
	}
	switch s.src[i] {
	case ',', '}', ']', ' ', '\n', '\t', '\r':
		s.pos = i
		return n, true
	}
	return 0, false
}

func (t *typePlan) real(s *scanner, v reflect.Value, c byte) *fault {
	lit, f := s.scalarText(c, t.want)
	if f != nil {
		return f
	}
	n, err := strconv.ParseFloat(lit, 64)
	if err != nil {
		return mustBe("a number of double precision", clip(lit))
	}
	switch {
	case t.hasMin && n < t.minNum:
		return mustBe("at least "+formatReal(t.minNum), lit)
	case t.hasMax && n > t.maxNum:
		return mustBe("at most "+formatReal(t.maxNum), lit)
	}
	if v.IsValid() {
		v.SetFloat(n)
	}
	return nil
}

func formatReal(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

func (t *typePlan) boolean(s *scanner, v reflect.Value, c byte) *fault {
	var b bool
	switch c {
	case 't', 'f':
		b = c == 't'
		if !s.word(strconv.FormatBool(b)) {
			return s.syntax("a word that is not true, false or null")
		}
	case '"':
		start := s.pos
		text, f := s.text()
		if f != nil {
			return f
		}
		switch strings.ToLower(text) {
		case "true":
			b = true
		case "false":
		default:
			s.pos = start
			return s.mismatch(t.want)
		}
	default:
		return s.mismatch(t.want)
	}
	if v.IsValid() {
		v.SetBool(b)
	}
	return nil
}

// text checks a text, date or time and returns it as it is stored.
func (t *typePlan) text(text string) (string, *fault) {
	stored := text
	var err error
	switch t.Kind {
	case DateKind:
		var d Date
		d, err = ParseDate(text)
		stored = string(d)
	case DateTimeKind:
		var d DateTime
		d, err = ParseDateTime(text)
		stored = string(d)
	case TimeKind:
		var d Time
		d, err = ParseTime(text)
		stored = string(d)
	default:
		return text, t.freeText(text)
	}
	switch {
	case err != nil:
		return "", mustBe(t.want, quote(text))
	case t.hasMin && stored < t.minTxt:
		return "", mustBe(shown(t.Kind, t.minTxt)+" or later", quote(text))
	case t.hasMax && stored > t.maxTxt:
		return "", mustBe(shown(t.Kind, t.maxTxt)+" or earlier", quote(text))
	}
	return stored, nil
}

func (t *typePlan) freeText(text string) *fault {
	if len(t.Enum) > 0 {
		if t.allows(text) {
			return nil
		}
		return mustBe(t.want, quote(text))
	}
	if t.MinLength != nil || t.MaxLength != nil {
		n := utf8.RuneCountInString(text)
		switch {
		case t.MinLength != nil && n < *t.MinLength:
			return mustBe(fmt.Sprintf("at least %d characters long", *t.MinLength), fmt.Sprintf("%d", n))
		case t.MaxLength != nil && n > *t.MaxLength:
			return mustBe(fmt.Sprintf("at most %d characters long", *t.MaxLength), fmt.Sprintf("%d", n))
		}
	}
	if t.re != nil && !t.re.MatchString(text) {
		return &fault{after: " must match the pattern " + t.Pattern + ", got " + quote(text) + "."}
	}
	return nil
}

// exactInt reads an integer in any of JSON's notations (5, 5.0, 5e2) if it
// is one exactly and fits 64 bits.
func exactInt(lit string) (int64, bool) {
	if n, err := strconv.ParseInt(lit, 10, 64); err == nil {
		return n, true
	}
	mantissa, exp := lit, int64(0)
	if i := strings.IndexAny(lit, "eE"); i >= 0 {
		var err error
		if exp, err = strconv.ParseInt(lit[i+1:], 10, 32); err != nil {
			return 0, false
		}
		mantissa = lit[:i]
	}
	whole, frac, _ := strings.Cut(mantissa, ".")
	neg := strings.HasPrefix(whole, "-")
	digits := strings.TrimLeft(strings.TrimPrefix(whole, "-")+frac, "0")
	exp -= int64(len(frac))
	if digits == "" {
		return 0, true
	}
	for exp < 0 && strings.HasSuffix(digits, "0") {
		digits = digits[:len(digits)-1]
		exp++
	}
	if exp < 0 || exp+int64(len(digits)) > 19 {
		return 0, false
	}
	digits += strings.Repeat("0", int(exp))
	if neg {
		digits = "-" + digits
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	return n, err == nil
}

// isNumber reports whether a text is a number in JSON's notation.
func isNumber(text string) bool {
	s := scanner{src: []byte(text)}
	_, f := s.number()
	return f == nil && s.pos == len(s.src) && len(text) <= maxNumber
}

// maxNumber is the length of the longest number worth reading: more digits
// than any double has.
const maxNumber = 1100
