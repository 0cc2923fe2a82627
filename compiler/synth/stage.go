package synth

import (
	"slices"
	"strings"
)

// stage is one step in which a part of the file is written.
type stage struct {
	name  string
	keys  []string // what the answer may have
	need  []string // what it must have
	later []string // what the file does not have yet when the part is checked
}

// The stages in their order. Scenarios come before them, for many
// environments at once.
var stages = []stage{
	{"tasks", []string{"title", "summary", "category", "policy", "tasks"}, []string{"title", "summary", "tasks"}, nil},
	{"entities", []string{"now", "actor", "entities", "views", "invariants", "data"}, []string{"now", "entities", "data"}, []string{"tasks"}},
	{"tools", []string{"views", "rules", "tools"}, []string{"tools"}, []string{"tasks"}},
	{"solutions", []string{"tasks"}, []string{"tasks"}, nil},
}

// The numbers of the stages that others speak of.
const (
	stageTasks = iota
	stageEntities
	stageTools
	stageSolutions
)

// StageNames lists the stages of an environment in their order.
func StageNames() []string {
	var names []string
	for _, s := range stages {
		names = append(names, s.name)
	}
	return names
}

// wanted are the keys that the model is to write: those that nobody has
// written for it.
func (s stage) wanted(locked map[string]bool) []string {
	return slices.DeleteFunc(slices.Clone(s.keys), func(k string) bool { return locked[k] })
}

// settled reports whether there is nothing left for the model to do.
func (s stage) settled(locked map[string]bool) bool {
	return !slices.ContainsFunc(s.need, func(k string) bool { return !locked[k] })
}

// keyList writes keys as a prompt names them: `a`, `b` and `c`.
func keyList(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = "`" + n + "`"
	}
	if len(quoted) < 2 {
		return strings.Join(quoted, "")
	}
	return strings.Join(quoted[:len(quoted)-1], ", ") + " and " + quoted[len(quoted)-1]
}
