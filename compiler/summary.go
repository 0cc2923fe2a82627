package compiler

import (
	"encoding/json"

	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/describe"
)

func countStatements(env *ir.Environment) int {
	n := 0
	for _, r := range env.Rules {
		for range describe.Statements(r.Steps) {
			n++
		}
	}
	for _, t := range env.Tools {
		for range describe.Statements(t.Steps) {
			n++
		}
	}
	return n
}

// example finds a call that works as it stands: a reading tool that needs no
// argument, best one that takes words to search for.
func example(env *ir.Environment) (tool, args string) {
	for _, t := range env.Tools {
		if !t.ReadOnly {
			continue
		}
		required := false
		search := ""
		for _, p := range t.Params {
			required = required || !p.Optional && p.Default == nil
			if (p.Name == "search" || p.Name == "words" || p.Name == "query") && p.Type == ir.Type(ir.Text) {
				search = p.Name
			}
		}
		if required {
			continue
		}
		if search != "" {
			b, err := json.Marshal(map[string]string{search: "a"})
			if err == nil {
				return t.Name, string(b)
			}
		}
		if tool == "" {
			tool, args = t.Name, "{}"
		}
	}
	return tool, args
}
