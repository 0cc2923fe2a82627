package proof

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/task"
)

// wrongAnswer is an answer that must not count.
type wrongAnswer struct {
	kind   string
	answer json.RawMessage
}

// wrongAnswers makes missing, empty and wrong answers.
func wrongAnswers(env *core.Env, expected []task.Expected, r *rand.Rand) []wrongAnswer {
	if len(expected) == 0 {
		return nil
	}
	out := []wrongAnswer{
		{"no answer", nil},
		{"an empty answer", json.RawMessage(`""`)},
		{"an answer that names nothing", json.RawMessage(`"I am done."`)},
	}
	// One part at a time is replaced by a near-miss of itself.
	for i := range expected {
		for _, other := range append(nearAnswers(expected[i], r), hedges(env, expected[i])...) {
			b, err := json.Marshal(other.value)
			if err != nil {
				continue
			}
			changed := slices.Clone(expected)
			changed[i].Value = b
			kind := other.kind
			if expected[i].Name != "" {
				kind += " for " + expected[i].Name
			}
			out = append(out, wrongAnswer{kind, task.Told(changed)})
		}
	}
	return out
}

type nearAnswer struct {
	kind  string
	value any
}

// nearAnswers are values close to the expected one that are not it.
func nearAnswers(e task.Expected, r *rand.Rand) []nearAnswer {
	v, ok := decode(e.Value)
	if !ok {
		return nil
	}
	switch x := v.(type) {
	case json.Number:
		f, err := x.Float64()
		if err != nil {
			return nil
		}
		if n, err := x.Int64(); err == nil && e.Tolerance == 0 {
			return []nearAnswer{{"a number that is a little off", n + 1 + int64(r.IntN(3))}, {"a number ten times as large", 10*n + 10}}
		}
		return []nearAnswer{{"a number outside of the tolerance", f + 2*e.Tolerance + 1}}
	case string:
		switch e.Match {
		case "date":
			return []nearAnswer{{"another date", "1999-12-31"}}
		case "number":
			return []nearAnswer{{"another number", "-1"}}
		}
		return []nearAnswer{{"another text", flip(x)}}
	case bool:
		return []nearAnswer{{"the opposite", !x}}
	case []any:
		return nearLists(x, e.Match == "list")
	}
	return nil
}

func nearLists(x []any, ordered bool) []nearAnswer {
	out := []nearAnswer{{"a list with one value more", append(slices.Clone(x), "something else")}}
	if len(x) > 0 {
		out = append(out, nearAnswer{"a list with one value less", x[1:]})
	}
	if back := slices.Clone(x); ordered {
		slices.Reverse(back)
		if !reflect.DeepEqual(back, x) {
			out = append(out, nearAnswer{"a list in another order", back})
		}
	}
	return out
}

// flip turns a text around, which no sensible comparison takes for the same.
func flip(s string) string {
	r := []rune(s)
	slices.Reverse(r)
	if back := string(r); !strings.EqualFold(back, s) {
		return "not " + back
	}
	return "none of them"
}

// hedges are answers that name every possibility, where there are a few.
func hedges(env *core.Env, e task.Expected) []nearAnswer {
	v, _ := decode(e.Value)
	said, ok := v.(string)
	if !ok {
		return nil
	}
	choices := [][]string{{"yes", "no"}, {"true", "false"}}
	for i := range env.Entities {
		for _, f := range env.Entities[i].Fields {
			if len(f.Enum) > 1 {
				choices = append(choices, f.Enum)
			}
		}
	}
	for _, list := range choices {
		if slices.ContainsFunc(list, func(s string) bool { return strings.EqualFold(s, said) }) {
			return []nearAnswer{{"an answer that names every possibility", strings.Join(list, " or ")}}
		}
	}
	return nil
}

// finalAnswer warns of an answer that the solution itself changes: w is at
// the start. Where the request asks for what was there before, the answer
// that is expected would be wrong, and every right one would fail.
func (tr *trial) finalAnswer(ctx context.Context, w core.World, seed int64, ref *task.Reference) error {
	sol := ref.Solutions[0]
	if sol.Diff.Empty() || !slices.ContainsFunc(tr.t.Answer, func(a core.Answer) bool { return a.SQL != nil }) {
		return nil
	}
	before, err := task.Answer(ctx, w, sol.Run)
	if err != nil {
		return ctx.Err() // it has no value yet: it can't be what was asked for
	}
	for i := range tr.t.Answer {
		a := &tr.t.Answer[i]
		if a.SQL == nil || i >= len(before) || i >= len(sol.Answer) {
			continue
		}
		was, is := task.Told(before[i:i+1]), task.Told(sol.Answer[i:i+1])
		if string(was) == string(is) {
			continue
		}
		tr.find(Finding{Code: codeFinalAnswer, Warning: true, Seed: seed, Line: a.Line,
			Message: fmt.Sprintf("the answer of task %s is read after its solution, %s; before, it was %s", tr.t.Name, short(is), short(was)),
			Hint:    "If the request asks for what was there before, draw it under given and write value; if it asks for what is there then, drawing it makes that plain, too."}, a.Name)
	}
	return nil
}
