package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/data"
	"github.com/awmc/awmc/templates/rt/task"
)

// mutant is a near-miss of the solution.
type mutant struct {
	kind   string // what was done to the solution, for people
	calls  []task.Call
	answer json.RawMessage
	// omission is true if a call was left out: then an end in a state that
	// differs at all from the solution's, yet is judged complete, shows that
	// the call is not needed.
	omission bool
	answers  bool // only the answer differs
}

// perSeed bounds the near-misses of the later seeds; the first few try all.
const (
	thoroughSeeds = 4
	perSeed       = 12
)

// mutants shows that near-misses fail.
func (tr *trial) mutants(ctx context.Context, seed int64, ref *task.Reference) error {
	sol := ref.Solutions[0]
	r := data.Rand(seed, "mutants/"+tr.t.Name)
	all, err := tr.nearMisses(ctx, seed, sol, r)
	if err != nil {
		return err
	}
	if tr.report.Seeds > thoroughSeeds && len(all) > perSeed {
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		all = all[:perSeed]
	}
	for i := range all {
		m := &all[i]
		err := tr.play(ctx, seed, ref, m.calls, m.answer, func(w core.World, done []task.Call, v *task.Verdict) error {
			return tr.judgeMutant(ctx, seed, ref, m, w, done, v)
		})
		if err != nil || tr.stop {
			return err
		}
	}
	return nil
}

func (tr *trial) judgeMutant(ctx context.Context, seed int64, ref *task.Reference, m *mutant, w core.World, done []task.Call, v *task.Verdict) error {
	if v.Outcome != task.Complete {
		tr.report.Mutants++
		tr.report.Caught++
		return nil
	}
	same, err := tr.equivalent(ctx, ref, m, w)
	if err != nil {
		return err
	}
	if same && !m.answers {
		tr.report.Equivalent++
		return nil
	}
	tr.report.Mutants++
	f := Finding{Code: codeSurvivor, Seed: seed, Calls: calls(done), Answer: string(m.answer),
		Message: fmt.Sprintf("a near-miss of task %s is judged complete: the solution with %s", tr.t.Name, m.kind),
		Hint:    "Say more in expect, allow less in may_change, or name the columns that are up to the agent in free."}
	if m.omission {
		f.Hint = "The call that was left out is not needed: leave it out of the solution, or add the condition that needs it."
	}
	if m.answers {
		f.Code, f.Hint = codeWrongAnswer, "Compare the answer more closely: another match, a smaller tolerance, or several named parts."
	}
	tr.find(f)
	return nil
}

// equivalent reports whether the world ended as a solution ends: by plain
// comparison for an omission, with what the task leaves free for the others.
func (tr *trial) equivalent(ctx context.Context, ref *task.Reference, m *mutant, w core.World) (bool, error) {
	diff, err := w.Diff(ctx)
	if err != nil {
		return false, err
	}
	for _, sol := range ref.Solutions {
		same, err := task.SameState(tr.env, diff, sol.Diff)
		if err != nil || same {
			return same, err
		}
	}
	if m.omission && !tr.t.FrameOnly {
		return false, nil
	}
	plain := *tr.t
	plain.FrameOnly, plain.MayChange, plain.Expect, plain.Answer = false, nil, nil, nil
	same := *ref
	same.Task = &plain
	v, err := tr.verifier.VerifyWith(ctx, w, &same, task.Ending{})
	if err != nil {
		return false, err
	}
	return v.State == task.Complete, nil
}

// nearMisses makes the near-misses of a solution: one changing call left out
// or repeated, one argument altered, one more changing call, and the right
// calls with a wrong, empty or missing answer.
func (tr *trial) nearMisses(ctx context.Context, seed int64, sol *task.Solution, r *rand.Rand) ([]mutant, error) {
	made := sol.Run.Calls
	answer := task.Told(sol.Answer)
	var all []mutant
	for i, c := range made {
		if !c.Changed {
			continue
		}
		all = append(all,
			mutant{kind: fmt.Sprintf("call %d (%s) left out", i+1, c.Tool), calls: slices.Delete(slices.Clone(made), i, i+1), answer: answer, omission: true},
			mutant{kind: fmt.Sprintf("call %d (%s) made twice", i+1, c.Tool), calls: slices.Insert(slices.Clone(made), i, c), answer: answer})
	}
	w, err := tr.worlds.Open(ctx, seed, tr.t.Actor)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	for i, c := range made {
		if c.Changed {
			for _, altered := range tr.alter(ctx, w, r, c) {
				other := slices.Clone(made)
				other[i].Args = altered.args
				all = append(all, mutant{kind: fmt.Sprintf("%s of call %d (%s) altered", altered.name, i+1, c.Tool), calls: other, answer: answer})
			}
		}
		w.Call(ctx, c.Tool, c.Args)
	}
	all = append(all, tr.extras(ctx, w, r, made, answer)...)
	for _, a := range wrongAnswers(sol.Answer, r) {
		all = append(all, mutant{kind: a.kind, calls: made, answer: a.answer, answers: true})
	}
	return all, nil
}

type alteration struct {
	name string
	args json.RawMessage
}

// alter changes one argument of a call at a time to another value that the
// schema allows.
func (tr *trial) alter(ctx context.Context, w core.World, r *rand.Rand, c task.Call) []alteration {
	t := tr.tool(c.Tool)
	var args map[string]json.RawMessage
	if t == nil || json.Unmarshal(c.Args, &args) != nil {
		return nil
	}
	var out []alteration
	for i := range t.Params {
		p := &t.Params[i]
		was, given := args[p.Name]
		if !given {
			continue
		}
		d := &draw{drawer: tr.drawer, ctx: ctx, w: w, r: r}
		for range 6 {
			b, err := json.Marshal(d.other(p, was))
			if err != nil || bytes.Equal(bytes.TrimSpace(b), bytes.TrimSpace(was)) {
				continue
			}
			changed := maps.Clone(args)
			changed[p.Name] = b
			raw, err := json.Marshal(changed)
			if err == nil {
				out = append(out, alteration{p.Name, raw})
			}
			break
		}
	}
	return out
}

// other is another value for a parameter: one off for numbers, a neighbour
// for keys, another of the values, a longer text.
func (c *draw) other(p *core.Param, was json.RawMessage) any {
	dec := json.NewDecoder(bytes.NewReader(was))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return nil
	}
	if p.Ref != "" || len(p.Type.Enum) > 0 {
		return c.param(p)
	}
	switch x := v.(type) {
	case json.Number:
		if n, err := x.Int64(); err == nil {
			if c.r.IntN(2) == 0 {
				return n - 1
			}
			return n + 1
		}
		f, err := x.Float64()
		if err != nil {
			return nil
		}
		return f + 1
	case bool:
		return !x
	case []any:
		if len(x) > 1 && c.r.IntN(2) == 0 {
			return x[:len(x)-1]
		}
		if len(x) > 0 && p.Type.Elem != nil && p.Type.Elem.Kind == core.ObjectKind {
			if o, ok := x[0].(map[string]any); ok {
				return append([]any{c.otherObject(o, p.Type.Elem)}, x[1:]...)
			}
		}
		return c.value(p.Name, &p.Type)
	case map[string]any:
		return c.otherObject(x, &p.Type)
	case string:
		if p.Type.Kind == core.Text {
			return x + " too"
		}
	}
	return c.param(p)
}

func (c *draw) otherObject(o map[string]any, t *core.Type) map[string]any {
	changed := maps.Clone(o)
	names := slices.Sorted(maps.Keys(o))
	if len(names) == 0 {
		return changed
	}
	name := names[c.r.IntN(len(names))]
	for i := range t.Fields {
		if t.Fields[i].Name == name {
			if was, err := json.Marshal(o[name]); err == nil {
				changed[name] = c.other(&t.Fields[i], was)
			}
		}
	}
	return changed
}

func (tr *trial) tool(name string) *core.Tool {
	for i := range tr.env.Tools {
		if tr.env.Tools[i].Name == name {
			return &tr.env.Tools[i]
		}
	}
	return nil
}

// extraCalls is how many additional changing calls are tried for each seed.
const extraCalls = 4

// extras adds one more changing call at the end: w is a world after the
// solution, in which calls are tried until some change something.
func (tr *trial) extras(ctx context.Context, w core.World, r *rand.Rand, made []task.Call, answer json.RawMessage) []mutant {
	var writers []*core.Tool
	for i := range tr.env.Tools {
		if !tr.env.Tools[i].ReadOnly {
			writers = append(writers, &tr.env.Tools[i])
		}
	}
	if len(writers) == 0 {
		return nil
	}
	var out []mutant
	for range 12 * extraCalls {
		t := writers[r.IntN(len(writers))]
		args := tr.drawer.arguments(ctx, w, r, t, plausible)
		f, err := w.Fork(ctx)
		if err != nil {
			return out
		}
		res := f.Call(ctx, t.Name, args)
		f.Close()
		if res.Err != nil || !res.Changed {
			continue
		}
		out = append(out, mutant{kind: "one more call, of " + t.Name, calls: append(slices.Clone(made), task.Call{Tool: t.Name, Args: args}), answer: answer})
		if len(out) == extraCalls {
			break
		}
	}
	return out
}

type wrongAnswer struct {
	kind   string
	answer json.RawMessage
}

// wrongAnswers makes answers that must not count.
func wrongAnswers(expected []task.Expected, r *rand.Rand) []wrongAnswer {
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
		changed := slices.Clone(expected)
		changed[i].Value = nearMiss(expected[i], r)
		if changed[i].Value == nil {
			continue
		}
		kind := "another answer"
		if expected[i].Name != "" {
			kind = "another value for " + expected[i].Name
		}
		out = append(out, wrongAnswer{kind, task.Told(changed)})
	}
	return out
}

// nearMiss is a value close to the expected one that is not it.
func nearMiss(e task.Expected, r *rand.Rand) json.RawMessage {
	dec := json.NewDecoder(bytes.NewReader(e.Value))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return nil
	}
	var other any
	switch x := v.(type) {
	case json.Number:
		f, err := x.Float64()
		if err != nil {
			return nil
		}
		if n, err := x.Int64(); err == nil && e.Tolerance == 0 {
			other = n + 1 + int64(r.IntN(3))
		} else {
			other = f + 2*e.Tolerance + 1
		}
	case string:
		switch e.Match {
		case "date":
			other = "1999-12-31"
		case "number":
			other = "-1"
		default:
			other = "not " + flip(x)
			if e.Match == "contains" {
				other = flip(x)
			}
		}
	case bool:
		other = !x
	case []any:
		if len(x) == 0 {
			other = []any{"something"}
		} else {
			other = x[1:]
		}
	default:
		return nil
	}
	b, err := json.Marshal(other)
	if err != nil {
		return nil
	}
	return b
}

// flip turns a text around, which no sensible comparison takes for the same.
func flip(s string) string {
	r := []rune(s)
	slices.Reverse(r)
	if string(r) == s {
		return s + "x"
	}
	return string(r)
}
