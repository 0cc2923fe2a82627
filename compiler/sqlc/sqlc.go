// Package sqlc runs the sqlc program over an environment's statements and
// reads what it makes of them: which it refuses, and the types of columns and
// parameters of the others. sqlc is a program of its own here because its
// library exits the process on bad SQL.
//
// It imports the standard library only.
package sqlc

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Runner is how sqlc is started: the program and the arguments that come
// before sqlc's own.
type Runner struct {
	Path string
	Args []string
}

// Query is one statement, as queries.sql has it: with sqlc.arg and casts.
type Query struct {
	Name    string // a Go identifier, unique
	Command string // ":one", ":many" or ":exec"
	Text    string
}

// Result is what sqlc says of one statement.
type Result struct {
	Columns []Column
	Params  []Column
}

// Column is a result column or a parameter. Type is SQLite's, in lower case,
// as sqlc spells it; "" or "any" if it does not know.
type Column struct {
	Name    string
	Type    string
	NotNull bool
}

// Problem is a statement that sqlc refuses. Line and Col count from 1 in the
// statement's own text; Line 0 means that the place is not known.
type Problem struct {
	Query     string
	Line, Col int
	Message   string
}

// Analyse shows statements to sqlc over a schema. Statements that it refuses
// are reported and left out of a second run, so that one does not hide the
// others; err is a failure of sqlc itself.
func Analyse(ctx context.Context, r Runner, schema string, queries []Query) (map[string]Result, []Problem, error) {
	if len(queries) == 0 {
		return nil, nil, nil
	}
	dir, err := os.MkdirTemp("", "awmc-sqlc-")
	if err != nil {
		return nil, nil, err
	}
	results, problems, err := analyse(ctx, r, dir, schema, queries)
	return results, problems, errors.Join(err, os.RemoveAll(dir))
}

func analyse(ctx context.Context, r Runner, dir, schema string, queries []Query) (map[string]Result, []Problem, error) {
	if err := prepare(dir, schema, queries); err != nil {
		return nil, nil, err
	}
	var problems []Problem
	rest := queries
	// The first run finds statements that sqlc can't parse, the second those
	// that it can't resolve; a third one is then clean.
	for range 3 {
		output, err := run(ctx, r, dir)
		if err == nil {
			results, err := read(filepath.Join(dir, outputDir, outputFile))
			return results, problems, err
		}
		found := parseProblems(output, rest)
		if len(found) == 0 {
			return nil, nil, fmt.Errorf("sqlc: %w\n%s", err, output)
		}
		problems = append(problems, found...)
		for _, p := range found {
			if err := os.Remove(queryPath(dir, p.Query)); err != nil && !errors.Is(err, os.ErrNotExist) {
				return nil, nil, err
			}
			rest = slices.DeleteFunc(slices.Clone(rest), func(q Query) bool { return q.Name == p.Query })
		}
		if len(rest) == 0 {
			return nil, problems, nil
		}
	}
	return nil, nil, errors.New("sqlc: it refuses other statements each time")
}
