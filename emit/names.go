package emit

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// nameSet hands out identifiers that are not taken yet.
type nameSet map[string]bool

// pick returns want, or want with the lowest number from 2 that makes it
// free, and takes it.
func (n nameSet) pick(want string) string {
	name := want
	for i := 2; n[name] || reserved(name); i++ {
		name = want + strconv.Itoa(i)
	}
	n[name] = true
	return name
}

// reserved reports whether an identifier must not be declared: keywords,
// what the universe declares, and the packages that emitted code imports.
func reserved(name string) bool {
	return name == "" || name == "_" || name == "init" || name == "main" ||
		token.IsKeyword(name) || types.Universe.Lookup(name) != nil ||
		slices.Contains([]string{"context", "core", "errors", "fmt", "json", "slices", "sql", "testing"}, name)
}

// lower is an exported identifier in its unexported form: "OrderID" becomes
// "orderID", "ID" becomes "id", "URLPath" becomes "urlPath".
func lower(name string) string {
	r := []rune(name)
	for i := range r {
		if !unicode.IsUpper(r[i]) {
			break
		}
		// The last capital of a run starts the next word.
		if i > 0 && i+1 < len(r) && unicode.IsLower(r[i+1]) {
			break
		}
		r[i] = unicode.ToLower(r[i])
	}
	return string(r)
}

// upper is an identifier in its exported form.
func upper(name string) string {
	if name == "" {
		return ""
	}
	r := []rune(name)
	r[0] = unicode.ToUpper(r[0])
	return string(r)
}

// goName turns snake_case into an exported identifier with the usual
// initialisms: "order_id" becomes "OrderID".
func goName(name string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		switch w := strings.ToUpper(word); w {
		case "ID", "URL", "SQL", "JSON", "HTTP", "API", "IP", "UTC", "UUID":
			b.WriteString(w)
		case "IDS":
			b.WriteString("IDs")
		default:
			b.WriteString(upper(word))
		}
	}
	if b.Len() == 0 || unicode.IsDigit(rune(b.String()[0])) {
		return "X" + b.String()
	}
	return b.String()
}
