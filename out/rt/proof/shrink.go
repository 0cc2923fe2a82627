package proof

import (
	"context"
	"encoding/json"
	"slices"
)

// shrink reports each failure of the walks once, by a sequence from which no
// call and no optional argument can be left out.
func (p *prover) shrink(ctx context.Context, walks []*walk) error {
	type candidate struct {
		walk *walk
		stumble
	}
	best := map[string]candidate{}
	var order []string
	for _, k := range walks {
		for _, f := range k.failures {
			key := f.about() + f.cause
			b, known := best[key]
			if !known {
				order = append(order, key)
			}
			if !known || f.after < b.after {
				best[key] = candidate{k, f}
			}
		}
	}
	slices.Sort(order)
	for _, key := range order {
		c := best[key]
		s := shrinking{p, c.walk.start, key, c.look}
		steps, err := s.calls(ctx, slices.Clone(c.walk.steps[:c.after]))
		if err == nil {
			steps, err = s.arguments(ctx, steps)
		}
		if err != nil {
			return err
		}
		bad, _, made, err := p.repeat(ctx, s.start, steps, s.look)
		if err != nil {
			return err
		}
		if bad == nil { // it does not show again: say what was seen
			bad = c.failure
			for _, st := range steps {
				made = append(made, Call{Tool: st.tool.Name, Arguments: string(st.args)})
			}
		}
		bad.Seed, bad.Calls = s.start.seed, made
		p.report(bad.Finding, bad.cause)
	}
	return nil
}

// shrinking is the search for the shortest sequence that shows one failure.
type shrinking struct {
	*prover
	start start
	key   string
	look  look
}

// shows reports whether a sequence still ends in the failure. One that fails
// earlier or otherwise does not count.
func (s *shrinking) shows(ctx context.Context, steps []step) (bool, error) {
	bad, after, _, err := s.repeat(ctx, s.start, steps, s.look)
	return bad != nil && after == len(steps) && bad.about()+bad.cause == s.key, err
}

// calls leaves out calls before the last: whole stretches first, then single
// ones until none can go.
func (s *shrinking) calls(ctx context.Context, steps []step) ([]step, error) {
	for size := max(len(steps)/2, 1); ; size = max(size/2, 1) {
		again := false
		for from := 0; from+size < len(steps); {
			shorter := append(slices.Clone(steps[:from]), steps[from+size:]...)
			ok, err := s.shows(ctx, shorter)
			if err != nil {
				return nil, err
			}
			if ok {
				steps, again = shorter, true
			} else {
				from += size
			}
		}
		if size == 1 && !again {
			return steps, nil
		}
	}
}

// arguments leaves out optional arguments.
func (s *shrinking) arguments(ctx context.Context, steps []step) ([]step, error) {
	for i, st := range steps {
		for j := range st.tool.Params {
			p := &st.tool.Params[j]
			var args map[string]json.RawMessage
			if !p.Optional && p.Default == nil || json.Unmarshal(steps[i].args, &args) != nil || args[p.Name] == nil {
				continue
			}
			delete(args, p.Name)
			raw, err := json.Marshal(args)
			if err != nil {
				return nil, err
			}
			fewer := slices.Clone(steps)
			fewer[i].args = raw
			ok, err := s.shows(ctx, fewer)
			if err != nil {
				return nil, err
			}
			if ok {
				steps = fewer
			}
		}
	}
	return steps, nil
}
