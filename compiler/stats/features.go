package stats

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/templates/rt/core"
)

// The parts by which environments are compared.
const (
	partNames = iota // stems of what things are called
	partShape        // entities and tools without their names
	partTexts        // stems of what is said
)

// item is an environment as something to compare: the names, the shape of
// schema and tools with all names taken away, and the words of title,
// summary, documentation and requests.
func (l *loaded) item() Item {
	return Item{ID: l.Name, Parts: []Part{
		{Name: "names", Weight: 1, Features: unique(l.names())},
		{Name: "shape", Weight: 1, Features: l.shape()},
		{Name: "texts", Weight: 1, Features: unique(l.texts())},
	}}
}

func unique(list []string) []string {
	out := slices.Clone(list)
	slices.Sort(out)
	return slices.Compact(out)
}

func (l *loaded) names() []string {
	var out []string
	for _, e := range l.env.Entities {
		out = append(out, words(e.Name)...)
		for _, f := range e.Fields {
			out = append(out, words(f.Name)...)
		}
	}
	for _, t := range l.env.Tools {
		out = append(out, words(t.Name)...)
		for _, p := range t.Params {
			out = append(out, words(p.Name)...)
		}
	}
	return out
}

func (l *loaded) texts() []string {
	out := words(l.env.Title, l.env.Summary, l.env.Policy)
	for _, e := range l.env.Entities {
		out = append(out, words(e.Doc)...)
	}
	for _, t := range l.env.Tools {
		out = append(out, words(t.Doc)...)
	}
	for _, t := range l.env.Tasks {
		out = append(out, words(plainAsk(t.Ask))...)
	}
	return out
}

// shape describes each entity by its fields' types, all together and how many
// there are of each, each reference by the sizes at its ends, and each tool by
// its form with what goes in, what comes out, and how many tables it touches.
func (l *loaded) shape() []string {
	var out []string
	for _, e := range l.env.Entities {
		var types []string
		for _, f := range e.Fields {
			types = append(types, fieldShape(f))
			if f.Ref != nil {
				out = append(out, fmt.Sprintf("ref %d→%d", len(e.Fields), len(f.Ref.Entity.Fields)))
			}
		}
		slices.Sort(types)
		for t, n := range counted(types) {
			out = append(out, fmt.Sprintf("%d × %s", n, t))
		}
		out = append(out, fmt.Sprintf("entity %s flow %d unique %d", strings.Join(types, " "), len(e.Flows), len(e.Unique)))
	}
	for i := range l.desc.Tools {
		t := &l.desc.Tools[i]
		out = append(out, fmt.Sprintf("tool %s (%s)", t.Form, paramShape(t.Params)), "result "+typeShape(&t.Output, 2),
			fmt.Sprintf("tool %s reads %d writes %d", t.Form, len(t.Reads), len(t.Writes)))
	}
	return out
}

func counted(list []string) map[string]int {
	out := map[string]int{}
	for _, s := range list {
		out[s]++
	}
	return out
}

func fieldShape(f *ir.Field) string {
	s := "json"
	if t, ok := f.Type.(ir.Scalar); ok {
		s = t.String()
	}
	switch {
	case f.Ref != nil:
		s = "ref"
	case len(f.Constraints.Enum) > 0:
		s = "enum"
	}
	if f.Optional {
		s += "?"
	}
	return s
}

func paramShape(params []core.Param) string {
	var list []string
	for i := range params {
		s := typeShape(&params[i].Type, 2)
		if params[i].Ref != "" {
			s = "ref"
		}
		if params[i].Optional {
			s += "?"
		}
		list = append(list, s)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func typeShape(t *core.Type, depth int) string {
	switch {
	case t.Kind == core.ListKind && t.Elem != nil && depth > 0:
		return "[" + typeShape(t.Elem, depth-1) + "]"
	case t.Kind == core.ObjectKind && depth > 0:
		var list []string
		for i := range t.Fields {
			list = append(list, typeShape(&t.Fields[i].Type, depth-1))
		}
		slices.Sort(list)
		return "{" + strings.Join(list, " ") + "}"
	}
	return string(t.Kind)
}

// taskItem is a task as something to compare: the words of its request, and
// the calls of its solution with who follows whom.
func taskItem(env string, t *Task) Item {
	calls := slices.Clone(t.calls)
	for i := 1; i < len(t.calls); i++ {
		calls = append(calls, t.calls[i-1]+" then "+t.calls[i])
	}
	return Item{ID: env + "/" + t.Name, Parts: []Part{
		{Name: "request", Weight: 1, Features: unique(words(plainAsk(t.ask)))},
		{Name: "solution", Weight: 1, Features: calls},
	}}
}

// plainAsk is a request without the places where values come in.
func plainAsk(ask string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(ask, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, ask, _ = strings.Cut(rest, "}")
		b.WriteByte(' ')
	}
}

// Idea is a scenario: an environment before it is written.
type Idea struct{ Name, Category, Summary, Distinct string }

// Ideas makes scenarios comparable, with Similar and Nearest: by the stems of
// their names, and by those of what is said about them.
func Ideas(list []Idea) []Item {
	out := make([]Item, len(list))
	for i, s := range list {
		out[i] = Item{ID: s.Name, Parts: []Part{
			{Name: "name", Weight: 1, Features: unique(words(s.Name))},
			{Name: "text", Weight: 3, Features: unique(words(s.Summary, s.Distinct))},
		}}
	}
	return out
}
