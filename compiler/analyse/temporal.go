package analyse

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/awmc/awmc/ir"
)

// layouts of the temporal types in Go's notation.
var layouts = map[ir.Scalar]string{
	ir.Date:     "2006-01-02",
	ir.DateTime: "2006-01-02 15:04:05",
	ir.Time:     "15:04:05",
}

// temporalForm reports whether a text is a date, datetime or time.
func temporalForm(s string, t ir.Scalar) bool {
	_, err := time.Parse(layouts[t], s)
	return err == nil && len(s) == len(layouts[t])
}

func temporalExample(t ir.Scalar) string {
	switch t {
	case ir.Date:
		return "2026-03-02"
	case ir.DateTime:
		return "2026-03-02 09:00:00"
	}
	return "09:00:00"
}

// article puts "a" or "an" before a word.
func article(word string) string {
	if word != "" && strings.ContainsRune("aeiou", rune(word[0])) {
		return "an " + word
	}
	return "a " + word
}

func validJSON(s string) bool { return json.Valid([]byte(s)) }
