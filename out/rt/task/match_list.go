package task

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/awmc/awmc/out/rt/data"
)

// matchesList compares element by element, in order or (as a set) in any
// order, where saying an element twice counts once. The answer may be a JSON
// list, or a text with one element a line (bullets and numbers before them
// aside), or parted by semicolons, commas or "and". An element that is a
// number matches as a number, a date as a date, any other text as text; one
// that is an object may come as an object, as a list of its values, or as a
// text of them. An empty list must be said: [] or "none".
func matchesList(want []any, got any, set bool) bool {
	if set {
		want = distinct(want)
	}
	for _, reading := range listReadings(got) {
		if set {
			reading = distinct(reading)
		}
		if len(reading) != len(want) {
			continue
		}
		if set && sameSet(want, reading) || !set && sameList(want, reading) {
			return true
		}
	}
	return false
}

// listReadings are the lists that an answer may be.
func listReadings(got any) [][]any {
	switch x := got.(type) {
	case []any:
		return [][]any{x}
	case map[string]any:
		out := [][]any{{x}}
		if len(x) == 1 {
			for _, v := range x {
				out = append(out, listReadings(v)...)
			}
		}
		return out
	case string:
		if list, ok := readText(x).([]any); ok {
			return [][]any{list}
		}
		if plain(x) == "none" {
			return [][]any{{}}
		}
		out := [][]any{{x}}
		for _, split := range []func(string) []string{
			func(s string) []string { return strings.Split(s, "\n") },
			func(s string) []string { return strings.Split(s, ";") },
			func(s string) []string { return strings.Split(lastAnd.ReplaceAllString(s, ", $1"), ",") },
		} {
			if list := elements(split(x)); len(list) > 1 {
				out = append(out, list)
			}
		}
		return out
	case nil:
		return nil
	}
	return [][]any{{got}}
}

var (
	lastAnd = regexp.MustCompile(`,?\s+(?:and|&)\s+([^,]+)$`)
	bullet  = regexp.MustCompile(`^\s*(?:[-*•]|\d+[.)])\s+`)
)

func elements(parts []string) []any {
	var out []any
	for _, p := range parts {
		if p = strings.TrimSpace(bullet.ReplaceAllString(p, "")); p != "" {
			out = append(out, p)
		}
	}
	return out
}

func distinct(list []any) []any {
	var out []any
	seen := map[string]bool{}
	for _, v := range list {
		k := plain(textOf(v))
		if k == "" {
			k = textOf(v)
		}
		if !seen[k] {
			seen[k] = true
			out = append(out, v)
		}
	}
	return out
}

func sameList(want, got []any) bool {
	for i := range want {
		if !sameElement(want[i], got[i]) {
			return false
		}
	}
	return true
}

// sameSet pairs the elements: one may match more than one other, as a date
// that can be read two ways does.
func sameSet(want, got []any) bool {
	return paired(len(want), func(i, j int) bool { return sameElement(want[i], got[j]) })
}

func sameElement(want, got any) bool {
	switch w := want.(type) {
	case json.Number:
		return matchesNumber(w, got, 0)
	case []any:
		g, ok := got.([]any)
		if ok {
			return len(g) == len(w) && sameList(w, g)
		}
		s, ok := got.(string)
		return ok && sameText(strings.ReplaceAll(textOf(w), "\n", " "), s)
	case data.Row:
		return sameRow(w, got)
	case string:
		return matchesText(w, got) || len(readMoments(w)) == 1 && matchesDate(w, got)
	case nil:
		return got == nil || textOf(got) == ""
	}
	return matchesText(want, got)
}

func sameRow(want data.Row, got any) bool {
	switch g := got.(type) {
	case map[string]any:
		for i, name := range want.Columns {
			v, ok := named(g, name)
			if !ok || !sameElement(want.Values[i], v) {
				return false
			}
		}
		return true
	case []any:
		return len(g) == len(want.Values) && sameList(want.Values, g)
	case string:
		return sameText(textOf(want), g)
	}
	return false
}
