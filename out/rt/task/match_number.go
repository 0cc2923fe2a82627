package task

import (
	"encoding/json"
	"math"
	"math/big"
	"strings"
	"unicode"
)

// matchesNumber accepts a number, or a text with exactly one number in it:
// with currency signs, units, a percent sign or words around it, with a sign,
// and with separators in any common style ("1,234.50", "1.234,50", "1 234,5",
// "1'234"). A comma before exactly three digits may be either, so both
// readings count. "k", "thousand", "million" and "billion" multiply. The
// words zero to twelve alone are numbers too.
func matchesNumber(want, got any, tolerance float64) bool {
	w, ok := wanted(want)
	if !ok {
		return matchesPlainText(want, got)
	}
	for _, g := range readNumbers(got) {
		if near(w, g, tolerance) {
			return true
		}
	}
	return false
}

func matchesPlainText(want, got any) bool {
	_, isText := want.(string)
	return isText && sameText(textOf(want), textOf(got))
}

func wanted(v any) (*big.Rat, bool) {
	switch x := v.(type) {
	case json.Number:
		return exact(x.String())
	case string:
		all := readNumbers(x)
		if len(all) > 0 {
			return all[0], true
		}
	}
	return nil, false
}

// exact reads a decimal number. What would need thousands of digits is
// refused: the text is the agent's.
func exact(s string) (*big.Rat, bool) {
	if len(s) > 60 {
		return nil, false
	}
	if i := strings.IndexAny(s, "eE"); i >= 0 && len(s)-i > 4 {
		return nil, false
	}
	return new(big.Rat).SetString(s)
}

// near compares exactly where both are whole; else it allows for what binary
// fractions lose.
func near(a, b *big.Rat, tolerance float64) bool {
	d := new(big.Rat).Sub(a, b)
	if d.Sign() == 0 {
		return true
	}
	diff, _ := d.Float64()
	diff = math.Abs(diff)
	if a.IsInt() && b.IsInt() {
		return tolerance > 0 && diff <= tolerance
	}
	size, _ := a.Float64()
	return diff <= tolerance+1e-9*math.Max(1, math.Abs(size))
}

// readNumbers gives the readings of the one number in an answer; none if
// there is no number in it, or more than one.
func readNumbers(got any) []*big.Rat {
	switch x := got.(type) {
	case json.Number:
		if r, ok := exact(x.String()); ok {
			return []*big.Rat{r}
		}
	case string:
		if n, ok := numberWords[plain(x)]; ok {
			return []*big.Rat{new(big.Rat).SetInt64(n)}
		}
		if all := numbersIn(x); len(all) == 1 {
			return all[0]
		}
	case []any:
		if len(x) == 1 {
			return readNumbers(x[0])
		}
	}
	return nil
}

var numberWords = map[string]int64{"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
	"seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12}

func hasNumber(text string, want json.Number) bool {
	w, ok := exact(want.String())
	if !ok {
		return false
	}
	for _, readings := range numbersIn(text) {
		for _, g := range readings {
			if near(w, g, 0) {
				return true
			}
		}
	}
	return false
}

// numbersIn finds the numbers of a text, each with its possible readings
// (none for digits that can't be read, which count as a number all the same).
// Digits glued to a letter before them (CO2, m2, HF-12A's A12) are no number.
func numbersIn(text string) [][]*big.Rat {
	rs := []rune(text)
	var all [][]*big.Rat
	for i := 0; i < len(rs); {
		if !isASCIIDigit(rs[i]) {
			i++
			continue
		}
		start := i
		for i < len(rs) && (isASCIIDigit(rs[i]) || separates(rs, i)) {
			i++
		}
		if gluedBefore(rs, start) {
			continue
		}
		readings := readDigits(string(rs[start:i]))
		factor := magnitude(string(rs[i:min(len(rs), i+16)]))
		negative := signBefore(rs, start)
		for _, r := range readings {
			if negative {
				r.Neg(r)
			}
			r.Mul(r, factor)
		}
		all = append(all, readings)
	}
	return all
}

func isASCIIDigit(r rune) bool { return r >= '0' && r <= '9' }

// separates reports whether a sign between digits belongs to the number.
func separates(rs []rune, i int) bool {
	if i+1 >= len(rs) || !isASCIIDigit(rs[i+1]) || !isASCIIDigit(rs[i-1]) {
		return false
	}
	switch rs[i] {
	case '.', ',', '\'', '’', '_':
		return true
	case ' ', '\u00a0', '\u202f', '\u2009':
		return groupOfThree(rs, i+1)
	}
	return false
}

func groupOfThree(rs []rune, i int) bool {
	n := 0
	for i+n < len(rs) && isASCIIDigit(rs[i+n]) {
		n++
	}
	return n == 3
}

func gluedBefore(rs []rune, start int) bool {
	return start > 0 && (unicode.IsLetter(rs[start-1]) || rs[start-1] == '_') && !isCurrencyLetter(rs, start)
}

// isCurrencyLetter allows "EUR5" and "CHF12": three capitals.
func isCurrencyLetter(rs []rune, start int) bool {
	n := 0
	for start-n-1 >= 0 && unicode.IsUpper(rs[start-n-1]) {
		n++
	}
	return n == 3 && (start-4 < 0 || !unicode.IsLetter(rs[start-4]))
}

func signBefore(rs []rune, start int) bool {
	i := start - 1
	for i >= 0 && (unicode.Is(unicode.Sc, rs[i]) || rs[i] == ' ') {
		i--
	}
	if i < 0 || rs[i] != '-' && rs[i] != '\u2212' {
		return false
	}
	// "3-5" and "a - 5" are no minus five.
	if i == start-1 || unicode.Is(unicode.Sc, rs[start-1]) {
		return i == 0 || unicode.IsSpace(rs[i-1]) || strings.ContainsRune("(:=", rs[i-1])
	}
	return i == 0
}

// readDigits gives the readings of digits with separators between them.
func readDigits(s string) []*big.Rat {
	s = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "\u2009", "", "'", "", "’", "", "_", "").Replace(s)
	commas, points := strings.Count(s, ","), strings.Count(s, ".")
	var texts []string
	switch {
	case commas == 0 && points <= 1:
		texts = []string{s}
	case points == 0 && commas == 1:
		if grouped(s, ',') {
			texts = append(texts, strings.ReplaceAll(s, ",", ""))
		}
		texts = append(texts, strings.Replace(s, ",", ".", 1))
	case points == 0 && grouped(s, ','):
		texts = []string{strings.ReplaceAll(s, ",", "")}
	case commas == 0 && grouped(s, '.'):
		texts = []string{strings.ReplaceAll(s, ".", "")}
	case points == 1 && strings.Index(s, ".") > strings.LastIndex(s, ",") && grouped(s[:strings.Index(s, ".")], ','):
		texts = []string{strings.ReplaceAll(s, ",", "")}
	case commas == 1 && strings.Index(s, ",") > strings.LastIndex(s, ".") && grouped(s[:strings.Index(s, ",")], '.'):
		texts = []string{strings.Replace(strings.ReplaceAll(s, ".", ""), ",", ".", 1)}
	default: // "1.2.3", "1,2,3": a version or a list
		return nil
	}
	var out []*big.Rat
	for _, t := range texts {
		if r, ok := exact(t); ok {
			out = append(out, r)
		}
	}
	return out
}

// grouped reports whether sep divides s into groups of three digits.
func grouped(s string, sep byte) bool {
	parts := strings.Split(s, string(sep))
	for i, p := range parts {
		if i > 0 && len(p) != 3 || i == 0 && (len(p) == 0 || len(p) > 3) {
			return false
		}
	}
	return len(parts) > 1
}

// magnitude is what the word behind a number multiplies it by.
func magnitude(rest string) *big.Rat {
	word := strings.ToLower(strings.TrimLeft(rest, " \u00a0"))
	if end := strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }); end >= 0 {
		word = word[:end]
	}
	n := int64(1)
	switch word {
	case "k", "thousand":
		n = 1_000
	case "million", "mio", "mn":
		n = 1_000_000
	case "billion", "bn":
		n = 1_000_000_000
	}
	return new(big.Rat).SetInt64(n)
}
