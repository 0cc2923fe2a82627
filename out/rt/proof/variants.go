package proof

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/data"
	"github.com/awmc/awmc/out/rt/task"
)

// readingSeeds is on how many seeds the variants have all calls of the
// solution; on the later ones they leave out those that only read.
const readingSeeds = 3

// variants shows that harmless variants of each solution complete the task:
// reading calls in between, and numbers sent as text. They are tried together;
// only where that fails is it found out which of them it was.
func (tr *trial) variants(ctx context.Context, seed int64, ref *task.Reference, way *way) error {
	for n, sol := range ref.Solutions {
		if n == 0 && way.varied {
			continue
		}
		made := sol.Run.Calls
		if tr.report.Seeds > readingSeeds {
			made = tr.moves(made) // what the solution reads was shown to be harmless
		}
		reading := tr.withReads(ctx, seed, way.end, made, n)
		ok, err := tr.harmless(ctx, ref, tr.asText(reading), sol, "with reading calls in between and numbers sent as text", false)
		if err != nil || ok || tr.stop {
			if err != nil || tr.stop {
				return err
			}
			continue
		}
		ok, err = tr.harmless(ctx, ref, reading, sol, "with reading calls in between", true)
		if err == nil && ok {
			_, err = tr.harmless(ctx, ref, tr.asText(sol.Run.Calls), sol, "with numbers sent as text", true)
		}
		if err != nil || tr.stop {
			return err
		}
	}
	return nil
}

// moves are the calls that may change something.
func (tr *trial) moves(made []task.Call) []task.Call {
	return slices.DeleteFunc(slices.Clone(made), func(c task.Call) bool { return tr.reads(c.Tool) })
}

// harmless plays a variant and reports whether it is judged complete.
func (tr *trial) harmless(ctx context.Context, ref *task.Reference, made []task.Call, sol *task.Solution, how string, say bool) (bool, error) {
	tr.report.Variants++
	answer := task.Told(sol.Answer)
	done, v, err := tr.play(ctx, ref, made, answer)
	if err != nil || v == nil {
		return true, err
	}
	if v.Outcome == task.Complete {
		return true, nil
	}
	if say {
		tr.find(Finding{Code: codeVariantFails, Seed: ref.Seed, Calls: calls(done), Answer: string(answer),
			Message: fmt.Sprintf("%s of task %s %s is not judged complete: %s", sol.Name, tr.t.Name, how, why(v)),
			Hint:    "The judgement depends on something that does not matter; leave it out of the comparison with free."}, how)
	}
	return false, nil
}

// withReads puts a reading call, with arguments drawn from the data, before
// every call and at the end.
func (tr *trial) withReads(ctx context.Context, seed int64, w core.World, made []task.Call, n int) []task.Call {
	read := tr.readings(ctx, seed, w, n, func(t *core.Tool) bool { return t.ReadOnly || looksReading(t.Name) }, tr.toolsOf(made)...)
	var out []task.Call
	for i, c := range made {
		if i == 0 || tr.report.Seeds <= readingSeeds {
			out = append(out, read()...)
		}
		out = append(out, c)
	}
	return append(out, read()...)
}

// readings draws calls of the tools that reads accepts, for the n-th solution,
// one at a time: none if there is no such tool. The world is at its start but
// for what the given tools did.
func (tr *trial) readings(ctx context.Context, seed int64, w core.World, n int, reads func(*core.Tool) bool, made ...*core.Tool) (read func() []task.Call) {
	var readers []*core.Tool
	for i := range tr.env.Tools {
		if t := &tr.env.Tools[i]; reads(t) {
			readers = append(readers, t)
		}
	}
	r := data.Rand(seed, fmt.Sprintf("reads/%s/%d", tr.t.Name, n))
	see := tr.sights.of(ctx, w, made...)
	return func() []task.Call {
		if len(readers) == 0 {
			return nil
		}
		t := readers[r.IntN(len(readers))]
		return []task.Call{{Tool: t.Name, Args: tr.drawer.arguments(see, r, t, plausible)}}
	}
}

// looksReading reports whether a tool is called like one that only reads.
// Agents take it for one, so that calling it once more must do no harm, even
// if it writes something such as when it was looked at.
func looksReading(tool string) bool {
	verb, _, _ := strings.Cut(tool, "_")
	switch verb {
	case "get", "list", "search", "find", "show", "view": // not "check": a receptionist's check_in changes things
		return true
	}
	return false
}

// asText writes the numbers of the arguments as texts, where a number is
// expected.
func (tr *trial) asText(made []task.Call) []task.Call {
	out := append([]task.Call(nil), made...)
	for i := range out {
		t := tr.drawer.tools[out[i].Tool]
		v, ok := decode(out[i].Args)
		if !ok || t == nil {
			continue
		}
		if b, err := json.Marshal(textual(v, &core.Type{Kind: core.ObjectKind, Fields: t.Params})); err == nil {
			out[i].Args = b
		}
	}
	return out
}

func textual(v any, t *core.Type) any {
	if t == nil {
		return v
	}
	switch x := v.(type) {
	case json.Number:
		if t.Kind == core.Integer || t.Kind == core.Real {
			return x.String()
		}
	case []any:
		for i := range x {
			x[i] = textual(x[i], t.Elem)
		}
	case map[string]any:
		if t.Kind != core.ObjectKind {
			break
		}
		for i := range t.Fields {
			if e, ok := x[t.Fields[i].Name]; ok {
				x[t.Fields[i].Name] = textual(e, &t.Fields[i].Type)
			}
		}
	}
	return v
}
