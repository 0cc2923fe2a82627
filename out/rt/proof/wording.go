package proof

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/task"
)

// wordingSeeds is on how many seeds texts are worded otherwise.
const wordingSeeds = 4

// wording shows that no text has to be guessed: where the solution words
// something itself, in words that neither the request nor any result nor the
// environment's rules give, another wording completes the task as well.
func (tr *trial) wording(ctx context.Context, ref *task.Reference, from *way) error {
	if tr.report.Seeds > wordingSeeds {
		return nil
	}
	said := strings.ToLower(ref.Drawn.Ask() + " " + tr.env.Policy)
	for _, k := range from.changing() {
		c := from.calls[from.moves[k]]
		t := tr.drawer.tools[c.Tool]
		args, ok := decode(c.Args)
		if !ok || t == nil {
			continue
		}
		known := said + " " + strings.ToLower(t.Doc)
		for _, r := range from.calls[:from.moves[k]] {
			known += " " + strings.ToLower(string(r.Output))
		}
		var own []string
		other := reworded(args, &core.Type{Kind: core.ObjectKind, Fields: t.Params}, "", func(path, text string) bool {
			if !ownWords(text, known) {
				return false
			}
			own = append(own, path)
			return true
		})
		raw, err := json.Marshal(other)
		if len(own) == 0 || err != nil {
			continue
		}
		if err := tr.reworded(ctx, ref, from, k, raw, own); err != nil || tr.stop {
			return err
		}
	}
	return nil
}

func (tr *trial) reworded(ctx context.Context, ref *task.Reference, from *way, k int, args json.RawMessage, own []string) error {
	c := from.calls[from.moves[k]]
	c.Args = args
	tr.report.Variants++
	b, err := tr.branch(ctx, from, k)
	if err != nil {
		return err
	}
	defer b.world.Close()
	for _, c := range append([]task.Call{c}, from.rest(k+1)...) {
		b.call(ctx, c)
	}
	v, err := tr.judge(ctx, b.world, ref, b.done, from.answer)
	if err != nil || v == nil || v.Outcome == task.Complete || b.done[k].Err != nil {
		return err
	}
	diff, err := b.world.Diff(ctx)
	if err != nil {
		return err
	}
	f := Finding{Code: codeWording, Seed: ref.Seed, Line: c.Line, Calls: calls(b.done), Answer: string(from.answer),
		Message: fmt.Sprintf("task %s counts only with the solution's own wording of %s in call %d (%s), which nothing tells the agent", tr.t.Name, strings.Join(own, ", "), from.moves[k]+1, c.Tool),
		Hint:    "Leave the column to the agent with free:, or give the words in the ask."}
	if how := differs(tr.env, ref.Solutions[0].Diff, diff); how != "" {
		f.Message += ": " + how
	}
	tr.find(f, c.Tool+strings.Join(own, ","))
	return nil
}

// ownWords reports whether a text is a sentence of which some word is known
// from nowhere.
func ownWords(text, known string) bool {
	list := strings.Fields(strings.ToLower(text))
	if len(list) < 3 {
		return false
	}
	for _, w := range list {
		if w = strings.TrimFunc(w, notLetter); len(w) > 3 && !strings.Contains(known, w) {
			return true
		}
	}
	return false
}

// reworded replaces the free texts in a value for which own says so.
func reworded(v any, t *core.Type, path string, own func(path, text string) bool) any {
	if t == nil {
		return v
	}
	switch x := v.(type) {
	case map[string]any:
		if t.Kind != core.ObjectKind {
			return v
		}
		for i := range t.Fields {
			f := &t.Fields[i]
			if e, ok := x[f.Name]; ok && f.Ref == "" {
				x[f.Name] = reworded(e, &f.Type, strings.TrimPrefix(path+"."+f.Name, "."), own)
			}
		}
	case []any:
		for i := range x {
			x[i] = reworded(x[i], t.Elem, path, own)
		}
	case string:
		if t.Kind == core.Text && len(t.Enum) == 0 && t.Pattern == "" && own(path, x) {
			return fitLength("Put in other words by somebody else.", t)
		}
	}
	return v
}
