package check

import (
	"strings"

	"github.com/awmc/awmc/templates/rt/core"
)

// words returns a snake_case name as English words.
func words(name string) string { return strings.ReplaceAll(name, "_", " ") }

// oneWords is one thing of an entity in words: "order item".
func oneWords(entity string) string { return words(core.Singular(entity)) }

// article puts "a" or "an" before words.
func article(s string) string {
	if s == "" {
		return s
	}
	for _, consonant := range []string{"uni", "use", "one", "eu"} {
		if strings.HasPrefix(s, consonant) && !strings.HasPrefix(s, "unin") {
			return "a " + s
		}
	}
	if strings.HasPrefix(s, "hour") || strings.ContainsRune("aeiou", rune(s[0])) {
		return "an " + s
	}
	return "a " + s
}

// capital puts the first letter in upper case.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// sentence makes sure that a text ends like one.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || strings.ContainsRune(".!?", rune(s[len(s)-1])) {
		return s
	}
	return s + "."
}

// listing joins words with commas and a last word such as "and".
func listing(items []string, last string) string {
	switch len(items) {
	case 0:
		return ""
	case 1:
		return items[0]
	}
	return strings.Join(items[:len(items)-1], ", ") + " " + last + " " + items[len(items)-1]
}
