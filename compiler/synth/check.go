package synth

import (
	"context"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/analyse"
	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir/diag"
)

// fault is an error that is awmc's own. It is never shown to a model.
type fault struct{ err error }

func (f *fault) Error() string { return f.err.Error() }
func (f *fault) Unwrap() error { return f.err }

// checkPart checks a file as far as it goes at a stage. all counts the
// problems of which list is a choice. The error is a fault, or ctx's.
func checkPart(ctx context.Context, name string, st int, doc document, want wanted) (list []Problem, all int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &fault{fmt.Errorf("the compiler stopped: %v\n%s", r, debug.Stack())}
		}
	}()
	for _, k := range stages[st].need {
		if _, ok := doc[k]; !ok {
			list = append(list, Problem{Message: fmt.Sprintf("there is no `%s:` in the file", k), Hint: "write it, at the margin, as part of this stage"})
		}
	}
	if len(list) > 0 {
		return list, len(list), nil
	}
	text := doc.render(stages[st].later...)
	var ds diag.List
	spec := parse.Parse(name+".yaml", []byte(text), &ds)
	found := slices.DeleteFunc(ds.Sorted(), func(d diag.Diagnostic) bool { return expected(st, d) })
	if list, all = firstFailing(found); all > 0 || spec == nil {
		return list, all, faults(found)
	}
	if list = want.problems(st, spec); len(list) > 0 || st == stageTasks {
		return list, len(list), nil
	}
	var rest diag.List
	resolved := check.Check(spec, &rest)
	if !rest.HasErrors() {
		analyse.Analyse(ctx, resolved, analyse.Options{}, &rest)
	}
	if err := ctx.Err(); err != nil {
		return nil, 0, err
	}
	found = slices.DeleteFunc(rest.Sorted(), func(d diag.Diagnostic) bool { return expected(st, d) })
	list, all = firstFailing(found)
	return list, all, faults(found)
}

// expected reports whether a diagnostic only says that a later stage's part
// is not there yet.
func expected(st int, d diag.Diagnostic) bool {
	if d.Code != diag.MissingKey {
		return false
	}
	switch {
	case strings.HasSuffix(d.Message, "has no `entities`"), strings.HasSuffix(d.Message, "has no `solve`"):
		return st == stageTasks
	case strings.HasSuffix(d.Message, "has no `tools`"):
		return st < stageTools
	}
	return false
}

// faults returns the first diagnostic that is awmc's own to mend.
func faults(ds []diag.Diagnostic) error {
	for _, d := range ds {
		if d.Code.IsFault() {
			return &fault{fmt.Errorf("%s: %s", d.Code, d.Message)}
		}
	}
	return nil
}

// wanted is what a part must have beside being right.
type wanted struct {
	tasks, tools int               // at least
	asks         map[string]string // that stay, by task
}

func (w wanted) problems(st int, spec *parse.Env) (list []Problem) {
	if n := len(spec.Tasks); (st == stageTasks || st == stageSolutions) && n < w.tasks {
		list = append(list, Problem{Message: fmt.Sprintf("there are only %d tasks; at least %d are wanted", n, w.tasks), Hint: "write more"})
	}
	if n := len(spec.Tools); st == stageTools && n < w.tools {
		list = append(list, Problem{Message: fmt.Sprintf("there are only %d tools; at least %d are wanted", n, w.tools), Hint: "write more"})
	}
	words := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	if st != stageSolutions {
		return list
	}
	for _, name := range slices.Sorted(maps.Keys(w.asks)) {
		i := slices.IndexFunc(spec.Tasks, func(t *parse.Task) bool { return t.Name.Value == name })
		switch {
		case i < 0:
			list = append(list, Problem{Message: fmt.Sprintf("the task %s is gone; it stays", name), Hint: "write it again, with this ask: " + words(w.asks[name])})
		case words(spec.Tasks[i].Ask.Value) != words(w.asks[name]):
			list = append(list, Problem{Line: spec.Tasks[i].Ask.Span.Start.Line, Message: fmt.Sprintf("the ask of %s was changed; it stays word for word", name), Hint: "write: " + words(w.asks[name])})
		}
	}
	return list
}
