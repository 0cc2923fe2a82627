package task

import (
	"encoding/json"
	"strings"
	"time"
	"unicode"

	"github.com/awmc/awmc/out/rt/data"
)

// matchesText compares the whole text: case, spacing and punctuation aside.
// Two numbers are compared as numbers, true and false also as yes and no, and
// a day or moment of the database may come in any notation of match: date.
// There is no search inside a longer text; that is what contains is for.
func matchesText(want, got any) bool {
	switch x := want.(type) {
	case bool:
		b, ok := truth(got)
		return ok && b == x
	case json.Number:
		if matchesNumber(x, got, 0) {
			return true
		}
	case []any, data.Row:
		return equalJSON(want, got)
	}
	switch got.(type) {
	case []any, map[string]any:
		return false
	}
	if s, ok := want.(string); ok && isISO(s) && matchesDate(want, got) {
		return true
	}
	return sameText(textOf(want), textOf(got))
}

// isISO reports whether a text is a day or a moment as the database writes
// them; tools write moments differently.
func isISO(s string) bool {
	_, day := time.Parse("2006-01-02", s)
	_, moment := time.Parse("2006-01-02 15:04:05", s)
	return day == nil || moment == nil
}

func sameText(a, b string) bool {
	x, y := plain(a), plain(b)
	if x == "" || y == "" { // nothing but signs: they are what it is about
		a, b = strings.TrimSpace(a), strings.TrimSpace(b)
		return a != "" && a == b
	}
	return strings.ReplaceAll(x, " ", "") == strings.ReplaceAll(y, " ", "") && digitGroups(x) == digitGroups(y)
}

func truth(v any) (value, ok bool) {
	switch x := v.(type) {
	case bool:
		return x, true
	case string:
		switch plain(x) {
		case "true", "yes":
			return true, true
		case "false", "no":
			return false, true
		}
	}
	return false, false
}

// plain is a text in lower case, with one space where there was spacing or
// punctuation. Signs that carry meaning stay: the point or comma inside a
// number, a minus before one, the plus and sharp behind a letter or sign
// ("C++", "F#"), a minus that ends a single letter (the grade "A-"), currency
// and other symbols that are not punctuation.
func plain(s string) string {
	rs := []rune(strings.ToLower(strings.TrimSpace(s)))
	var b strings.Builder
	gap := false
	for i, r := range rs {
		if !keeps(rs, i) {
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte(' ')
			gap = false
		}
		if r == '\u2212' {
			r = '-'
		}
		b.WriteRune(r)
	}
	return b.String()
}

func keeps(rs []rune, i int) bool {
	r := rs[i]
	at := func(j int) rune {
		if j < 0 || j >= len(rs) {
			return ' '
		}
		return rs[j]
	}
	before, after := at(i-1), at(i+1)
	switch r {
	case '.', ',':
		return unicode.IsDigit(before) && unicode.IsDigit(after)
	case '-', '\u2212':
		if unicode.IsDigit(after) && unicode.IsSpace(before) {
			return true
		}
		return len(rs) == 2 && unicode.IsLetter(before)
	case '+', '#':
		return unicode.IsLetter(before) || before == '+'
	case '`', '^', '~', '|', '=', '<', '>':
		return false
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || unicode.IsNumber(r) || unicode.IsSymbol(r)
}

// digitGroups are the numbers of a plain text, so that leaving spaces aside
// does not make "room 1 23" and "room 12 3" the same.
func digitGroups(s string) string {
	var b strings.Builder
	inside := false
	for _, r := range s {
		if unicode.IsDigit(r) || inside && (r == '.' || r == ',') {
			b.WriteRune(r)
			inside = true
		} else if inside {
			b.WriteByte(' ')
			inside = false
		}
	}
	return strings.TrimSpace(b.String())
}

// matchesContains looks for the value among the whole words of the answer.
// Numbers are looked for among the numbers of the text, dates in any notation
// that match: date accepts; of a list every element must be there.
func matchesContains(want, got any) bool {
	if list, ok := want.([]any); ok {
		for _, e := range list {
			if !matchesContains(e, got) {
				return false
			}
		}
		return len(list) > 0
	}
	text := textOf(got)
	if n, ok := want.(json.Number); ok {
		return hasNumber(text, n)
	}
	w := plain(textOf(want))
	if w == "" {
		return strings.TrimSpace(textOf(want)) != "" && strings.Contains(text, strings.TrimSpace(textOf(want)))
	}
	if strings.Contains(" "+plain(text)+" ", " "+w+" ") {
		return true
	}
	return hasDate(text, textOf(want))
}
