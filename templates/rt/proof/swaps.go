package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/task"
)

// swapSeeds is on how many seeds calls are swapped: what the order decides
// hardly depends on the draw.
const swapSeeds = 10

// swaps exchanges neighbouring calls that change something. Where both still
// succeed, the order is the agent's to choose, so the end must be judged
// complete as well, unless the task says that its request fixes the order.
func (tr *trial) swaps(ctx context.Context, ref *task.Reference, way *way) error {
	if tr.t.Ordered != "" || tr.report.Seeds > swapSeeds {
		return nil
	}
	changing := way.changing()
	for n := 0; n+1 < len(changing); n++ {
		k, l := changing[n], changing[n+1]
		a, b := way.calls[way.moves[k]], way.calls[way.moves[l]]
		// A call that takes a value from the one before can't come first.
		if l != k+1 || uses(b.Args, a, way.calls[:way.moves[k]]) {
			continue
		}
		if err := tr.swap(ctx, ref, way, k, a, b); err != nil || tr.stop {
			return err
		}
	}
	return nil
}

// swap exchanges the calls a and b, the first two after from.moves[:k].
func (tr *trial) swap(ctx context.Context, ref *task.Reference, from *way, k int, a, b task.Call) error {
	tr.report.Variants++
	done, v, err := tr.swapped(ctx, ref, from, k, a, b, true)
	if err != nil || v == nil {
		return err
	}
	// What looked like a new key may have been a count or a place in a queue:
	// a value that came out otherwise is only a guess at one.
	if _, plain, err := tr.swapped(ctx, ref, from, k, a, b, false); err != nil || plain == nil {
		return err
	}
	tr.find(Finding{Code: codeOrderMatters, Seed: ref.Seed, Line: a.Line, Calls: calls(done), Answer: string(from.answer),
		Message: fmt.Sprintf("task %s ends in another state when %s is called before %s: %s", tr.t.Name, b.Tool, a.Tool, why(v)),
		Hint:    "If the request fixes the order, add ordered: with its words that do; else write expect and may_change so that both orders count."}, a.Tool+" "+b.Tool)
	return nil
}

// swapped makes the calls in the other order. The verdict is nil if that is
// complete as well, or if the world itself refuses it. rename lets later calls
// name the keys that came out otherwise.
func (tr *trial) swapped(ctx context.Context, ref *task.Reference, from *way, k int, a, b task.Call, rename bool) (done []task.Call, v *task.Verdict, err error) {
	br, err := tr.branch(ctx, from, k)
	if err != nil {
		return nil, nil, err
	}
	defer br.world.Close()
	ids := renamed{}
	for i, c := range append([]task.Call{b, a}, from.rest(k+2)...) {
		if i >= 2 && rename {
			c.Args = ids.apply(tr.drawer.tools[c.Tool], c.Args)
		}
		made := br.call(ctx, c)
		if (made.Err == nil) != (c.Err == nil) {
			return br.done, nil, nil // the world itself asks for the order
		}
		ids.learn(c.Output, made.Output)
	}
	v, err = tr.judge(ctx, br.world, ref, br.done, from.answer)
	if err != nil || v == nil || v.Outcome == task.Complete {
		return br.done, nil, err
	}
	if len(tr.t.InOrder) > 0 {
		// in_order says that the order of stamps counts: does anything else?
		loose := *tr.t
		loose.InOrder = nil
		other := *ref
		other.Task = &loose
		if v, err = tr.judge(ctx, br.world, &other, br.done, from.answer); err != nil || v == nil || v.Outcome == task.Complete {
			return br.done, nil, err
		}
	}
	return br.done, v, nil
}

// uses reports whether args hold a value that only the result of c has.
func uses(args json.RawMessage, c task.Call, earlier []task.Call) bool {
	had := map[string]bool{}
	for _, e := range earlier {
		core.EachScalar(e.Output, func(s string) { had[s] = true })
	}
	core.EachScalar(c.Args, func(s string) { had[s] = true })
	fresh := map[string]bool{}
	core.EachScalar(c.Output, func(s string) { fresh[s] = !had[s] })
	found := false
	core.EachScalar(args, func(s string) { found = found || fresh[s] })
	return found
}

// renamed are the generated keys that came out otherwise than in the
// solution: calls that name them must name the new ones.
type renamed map[string]any

// learn compares the results of one call.
func (r renamed) learn(was, is json.RawMessage) {
	if bytes.Equal(was, is) {
		return
	}
	a, ok1 := decode(was)
	b, ok2 := decode(is)
	if ok1 && ok2 {
		r.compare(a, b)
	}
}

func (r renamed) compare(a, b any) {
	switch x := a.(type) {
	case map[string]any:
		if y, ok := b.(map[string]any); ok {
			for k, v := range x {
				r.compare(v, y[k])
			}
		}
	case []any:
		if y, ok := b.([]any); ok && len(x) == len(y) {
			for i := range x {
				r.compare(x[i], y[i])
			}
		}
	case json.Number:
		if y, ok := b.(json.Number); ok && x != y {
			r[x.String()] = y
		}
	case string:
		if y, ok := b.(string); ok && x != y {
			r[x] = y
		}
	}
}

// apply replaces keys in the arguments that refer to rows.
func (r renamed) apply(t *core.Tool, args json.RawMessage) json.RawMessage {
	v, ok := decode(args)
	if !ok || t == nil || len(r) == 0 {
		return args
	}
	b, err := json.Marshal(r.in(v, &core.Type{Kind: core.ObjectKind, Fields: t.Params}, ""))
	if err != nil {
		return args
	}
	return b
}

func (r renamed) in(v any, t *core.Type, ref string) any {
	if t == nil {
		return v
	}
	switch x := v.(type) {
	case map[string]any:
		for i := range t.Fields {
			if e, ok := x[t.Fields[i].Name]; ok {
				x[t.Fields[i].Name] = r.in(e, &t.Fields[i].Type, t.Fields[i].Ref)
			}
		}
	case []any:
		for i := range x {
			if t.Elem != nil {
				x[i] = r.in(x[i], t.Elem, t.Elem.Ref)
			}
		}
	case json.Number, string:
		if to, ok := r[fmt.Sprint(x)]; ok && ref != "" {
			return to
		}
	}
	return v
}
