package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/templates/rt/data"
)

// part is one {path}, {path:05} or {path:day} of a template.
type part struct {
	path   string
	spoken bool // a date or a time is written as people say it
	at     int  // byte offset of the opening brace
	end    int  // behind the closing one
}

// template finds the braces of a text; {{ and }} stand for braces
// themselves. problem says what is wrong, or "" if the text is well-formed.
func template(s string) (parts []part, problem string) {
	for i := 0; i < len(s); i++ {
		two := i+1 < len(s) && s[i+1] == s[i]
		switch {
		case (s[i] == '{' || s[i] == '}') && two:
			i++
		case s[i] == '}':
			return nil, "the text has a } without a { before it"
		case s[i] == '{':
			end := strings.IndexAny(s[i+1:], "{}")
			if end < 0 || s[i+1+end] != '}' {
				return nil, "the text has a { without a } behind it"
			}
			path, format, formatted := strings.Cut(s[i+1:i+1+end], ":")
			p := part{path: strings.TrimSpace(path), spoken: slices.Contains(data.SpokenForms(), format), at: i, end: i + end + 2}
			if !isPath(p.path) {
				return nil, fmt.Sprintf("%s is not a name with columns behind it", quote(s[i:i+end+2]))
			}
			if formatted && !p.spoken && !isWidth(format) {
				return nil, fmt.Sprintf("%s has something other than a width or one of %s behind the colon", quote(s[i:i+end+2]), listing(data.SpokenForms(), "and"))
			}
			parts = append(parts, p)
			i += end + 1
		}
	}
	return parts, ""
}

// isPath reports whether a text is names or numbers joined by dots.
func isPath(s string) bool {
	for i, w := range strings.Split(s, ".") {
		ok := isSnake(w)
		if !ok && i > 0 && w != "" {
			ok = strings.Trim(w, "0123456789") == ""
		}
		if !ok {
			return false
		}
	}
	return true
}

// isWidth reports whether a text is a width such as 05, from 1 to 40.
func isWidth(s string) bool {
	s = strings.TrimPrefix(s, "0")
	switch len(s) {
	case 1:
		return s[0] >= '1' && s[0] <= '9'
	case 2:
		return s >= "10" && s <= "40"
	}
	return false
}

// first is the name at the beginning of a path.
func first(path string) string {
	name, _, _ := strings.Cut(path, ".")
	return name
}
