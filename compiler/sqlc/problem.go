package sqlc

import (
	"path"
	"regexp"
	"strconv"
	"strings"
)

// problemLine is how sqlc reports: file:line:column: message.
var problemLine = regexp.MustCompile(`(?m)^(\S+\.sql):(\d+):(\d+): (.*)$`)

// parseProblems reads what sqlc printed: the first problem of each query.
func parseProblems(output string, queries []Query) []Problem {
	var out []Problem
	seen := map[string]bool{}
	known := map[string]bool{}
	for _, q := range queries {
		known[q.Name] = true
	}
	for _, m := range problemLine.FindAllStringSubmatch(output, -1) {
		name := strings.TrimSuffix(path.Base(strings.ReplaceAll(m[1], `\`, "/")), ".sql")
		if !known[name] || seen[name] {
			continue
		}
		seen[name] = true
		line, _ := strconv.Atoi(m[2])
		col, _ := strconv.Atoi(m[3])
		p := Problem{Query: name, Message: m[4]}
		if line >= textLine {
			p.Line, p.Col = line-textLine+1, col
		}
		out = append(out, p)
	}
	return out
}
