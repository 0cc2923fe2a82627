package emit

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"
)

// stringLit is a string constant: as it is written in the source, between
// backquotes, if it has several lines and holds nothing that backquotes
// can't; else quoted.
func stringLit(s string) *jen.Statement {
	if strings.Contains(s, "\n") && rawSafe(s) {
		return jen.Id("`" + s + "`")
	}
	if !strings.Contains(s, "\n") && len(s) < 100 {
		if strings.Count(s, `"`) > 1 && rawSafe(s) {
			return jen.Id("`" + s + "`")
		}
		return jen.Id(strconv.Quote(s))
	}
	// Several lines that need escapes: one constant for each line.
	var parts *jen.Statement
	for line := range strings.SplitAfterSeq(s, "\n") {
		if line == "" {
			continue
		}
		if parts == nil {
			parts = jen.Id(strconv.Quote(line))
			continue
		}
		parts.Op("+").Line().Id(strconv.Quote(line))
	}
	if parts == nil {
		return jen.Id(`""`)
	}
	return parts
}

// rawSafe reports whether a string can stand between backquotes and be read
// there: no backquote, nothing invisible.
func rawSafe(s string) bool {
	for _, r := range s {
		if r == '`' || r == unicode.ReplacementChar || r != '\n' && r != '\t' && !strconv.IsPrint(r) {
			return false
		}
	}
	return true
}
