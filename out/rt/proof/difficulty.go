package proof

import (
	"encoding/json"
	"slices"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/task"
)

// figures are what a task's solution took, one element for each seed.
type figures struct{ calls, changing, carried, tools []int }

// measure takes the figures of one seed, and returns the tools that the
// solution calls.
func (f *figures) measure(ref *task.Reference) map[string]bool {
	made := solved(ref)
	changing, carried := 0, 0
	tools, seen := map[string]bool{}, map[string]bool{}
	for _, c := range made {
		tools[c.Tool] = true
		if c.Changed {
			changing++
		}
		carried += facts(c.Args, seen, ref.Drawn.Ask())
		core.EachScalar(c.Output, func(s string) { seen[s] = true })
	}
	f.calls, f.changing = append(f.calls, len(made)), append(f.changing, changing)
	f.carried, f.tools = append(f.carried, carried), append(f.tools, len(tools))
	return tools
}

// difficulty adds the medians.
func (f *figures) difficulty(d Difficulty) Difficulty {
	d.Calls, d.Changing, d.Carried, d.DistinctTools = median(f.calls), median(f.changing), median(f.carried), median(f.tools)
	return d
}

func median(n []int) int {
	if len(n) == 0 {
		return 0
	}
	slices.Sort(n)
	return n[len(n)/2]
}

// facts counts the values of args that an earlier result gave and the request
// does not: what the agent has to carry from one call to another.
func facts(args json.RawMessage, earlier map[string]bool, ask string) int {
	n := 0
	core.EachScalar(args, func(s string) {
		if earlier[s] && !mentions(ask, s) {
			n++
		}
	})
	return n
}

// mentions reports whether a text has a value in it, not as part of a longer
// word or number.
func mentions(text, value string) bool {
	return core.HasWord(text, value, func(c byte) bool { return !notLetter(rune(c)) })
}

func notLetter(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }
