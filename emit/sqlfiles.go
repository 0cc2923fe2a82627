package emit

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/ir"
)

// sqlFiles writes schema.sql, queries.sql and sqlc.yaml, on which stock sqlc
// runs too.
func (e *emitter) sqlFiles() {
	e.addFile(e.env.Name+"/schema.sql", []byte(strings.TrimRight(e.env.Schema, "\n")+"\n"))
	var b strings.Builder
	b.WriteString("-- " + header + "\n")
	for _, s := range e.allStatements() {
		text := s.SQLC
		if text == "" {
			continue
		}
		fmt.Fprintf(&b, "\n-- name: %s %s\n%s;\n", upper(s.Name), command(s), strings.TrimRight(text, "; \n"))
	}
	e.addFile(e.env.Name+"/queries.sql", []byte(b.String()))
	e.addFile(e.env.Name+"/sqlc.yaml", []byte(`# `+header+`
version: "2"
sql:
  - engine: sqlite
    schema: schema.sql
    queries: queries.sql
    gen:
      json:
        out: sqlc
        filename: queries.json
`))
}

// command is how sqlc is told what a statement returns.
func command(s *ir.Statement) string {
	switch {
	case len(s.Columns) == 0:
		return ":exec"
	case s.IsWrite:
		return ":one"
	}
	return ":many"
}
