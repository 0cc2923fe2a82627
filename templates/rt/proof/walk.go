package proof

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/data"
)

// step is one call of a walk.
type step struct {
	tool *core.Tool
	args json.RawMessage
}

// walk makes one random sequence of calls and checks the world after each.
func (p *prover) walk(ctx context.Context, n int) (Exploration, error) {
	var e Exploration
	seed := int64(n % 5)
	w, err := p.worlds.Open(ctx, seed, nil)
	if err != nil {
		return e, err
	}
	defer w.Close()
	ctx, note := p.cover.trace(ctx)
	defer note()
	r := data.Rand(int64(n), "walk/"+p.env.Name)
	var steps []step
	for i := range p.opt.Steps {
		if err := ctx.Err(); err != nil {
			return e, err
		}
		// Every tool gets its turn; the rest is chance.
		t := &p.env.Tools[(n*p.opt.Steps+i*7)%len(p.env.Tools)]
		if r.IntN(2) == 0 {
			t = &p.env.Tools[r.IntN(len(p.env.Tools))]
		}
		steps = append(steps, step{t, p.drawer.arguments(ctx, w, r, t, drawMode(r))})
		bad, res := p.try(ctx, w, steps[len(steps)-1])
		e.Calls++
		if res.Err == nil {
			e.Succeeded++
		} else {
			e.Refused++
		}
		if bad != nil {
			return e, p.shrink(ctx, seed, steps, bad)
		}
	}
	return e, nil
}

func drawMode(r *rand.Rand) mode {
	switch r.IntN(10) {
	case 0:
		return invalid
	case 1:
		return boundary
	}
	return plausible
}

// try makes one call and checks everything that must hold after it. It
// returns a finding without its calls, or nil.
func (p *prover) try(ctx context.Context, w core.World, s step) (*Finding, core.Result) {
	before := ""
	if s.tool.ReadOnly {
		before = diffText(ctx, w)
	}
	clock := w.Now()
	res := w.Call(ctx, s.tool.Name, s.args)
	p.cover.call(s.tool, res)
	f := &Finding{Line: s.tool.Line, Tool: s.tool.Name}
	switch {
	case res.Err != nil && res.Err.Code == core.CodeInternal:
		f.Code, f.Message = codeInternal, fmt.Sprintf("%s ends in an internal error: %s", s.tool.Name, res.Err.Message)
		f.Hint = "Refuse such arguments with a require, or bound the parameter with min and max."
		return f, res
	case res.Err == nil:
		if why := fits(res.Output, &s.tool.Output); why != "" {
			f.Code, f.Message = codeOutput, fmt.Sprintf("a result of %s does not fit its type: %s", s.tool.Name, why)
			f.Hint = "Say what the column is with CAST(… AS type), or make it impossible for the value to be missing."
			return f, res
		}
	}
	if res.Err != nil && (res.Changed || w.Now() != clock) {
		f.Code, f.Message = codeHalfDone, fmt.Sprintf("a refused call of %s moved the clock or left a change", s.tool.Name)
		f.Hint = "This is a fault of awmc: please report it with this environment."
		return f, res
	}
	if s.tool.ReadOnly && (res.Changed || diffText(ctx, w) != before) {
		f.Code, f.Message = codeReadWrites, fmt.Sprintf("%s only reads, but it changed something", s.tool.Name)
		f.Hint = "This is a fault of awmc: please report it with this environment."
		return f, res
	}
	if !res.Changed {
		return nil, res
	}
	if bad, why := p.broken(ctx, w, true); bad != nil {
		f.Code, f.Line, f.Message = codeInvariant, s.tool.Line, fmt.Sprintf("%s breaks the invariant %s: %s", s.tool.Name, bad.Name, why)
		f.Hint = fmt.Sprintf("Add a require to %s that refuses such a call, or mend the invariant on line %d if the state is legitimate.", s.tool.Name, bad.Line)
		if bad.Name == foreignKeys {
			f.Code, f.Message = codeForeignKey, fmt.Sprintf("after %s %s", s.tool.Name, why)
			f.Hint = "This is a fault of awmc: please report it with this environment."
		}
		return f, res
	}
	p.cover.changed(ctx, w)
	return nil, res
}

func diffText(ctx context.Context, w core.World) string {
	d, err := w.Diff(ctx)
	if err != nil {
		return err.Error()
	}
	b, err := json.Marshal(d)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// foreignKeys stands for the check that every reference leads somewhere.
const foreignKeys = "foreign keys"

// broken is an invariant that does not hold now, and why.
func (p *prover) broken(ctx context.Context, w core.World, references bool) (*core.Check, string) {
	for i := range p.env.Invariants {
		c := &p.env.Invariants[i]
		ok, err := p.holds(ctx, w, &c.SQL)
		if err != nil {
			return c, "it fails to run: " + err.Error()
		}
		if !ok {
			return c, "its query is not true"
		}
	}
	if references {
		t, err := w.Select(ctx, `SELECT "table", parent FROM pragma_foreign_key_check LIMIT 1`)
		if err == nil && len(t.Rows) > 0 {
			return &core.Check{Name: foreignKeys}, fmt.Sprintf("a row of %v refers to a row of %v that does not exist", t.Rows[0][0], t.Rows[0][1])
		}
	}
	return nil, ""
}

// holds evaluates a condition that knows the clock and the signed-in user.
func (p *prover) holds(ctx context.Context, w core.World, s *core.SQL) (bool, error) {
	args := make([]any, len(s.Args))
	for i, a := range s.Args {
		switch a {
		case "now":
			args[i] = string(w.Now())
		case "today":
			args[i] = string(w.Now())[:10]
		case "actor":
			if w.Actor() != nil {
				args[i] = w.Actor().Key
			}
		default:
			return false, fmt.Errorf("there is no value named %s", a)
		}
	}
	t, err := w.Select(ctx, s.Text, args...)
	if err != nil {
		return false, err
	}
	if len(t.Rows) != 1 || len(t.Rows[0]) == 0 {
		return false, fmt.Errorf("it gives %d rows, not one", len(t.Rows))
	}
	switch x := t.Rows[0][0].(type) {
	case int64:
		return x != 0, nil
	case float64:
		return x != 0, nil
	}
	return false, nil
}

// shrink finds a shorter sequence with the same failure and reports it:
// first without whole stretches, then without single calls.
func (p *prover) shrink(ctx context.Context, seed int64, steps []step, bad *Finding) error {
	for size := len(steps) / 2; size >= 1; size /= 2 {
		for from := 0; from+size < len(steps); {
			shorter := append(append([]step{}, steps[:from]...), steps[from+size:]...)
			again, _, err := p.repeat(ctx, seed, shorter)
			if err != nil {
				return err
			}
			if again != nil && again.Code == bad.Code && again.Message == bad.Message {
				steps = shorter
				continue
			}
			from += size
		}
	}
	again, calls, err := p.repeat(ctx, seed, steps)
	if err != nil {
		return err
	}
	if again != nil {
		bad = again
	}
	bad.Seed, bad.Calls = seed, calls
	p.report(*bad)
	return nil
}

// repeat plays a sequence and reports what is wrong after its last call.
func (p *prover) repeat(ctx context.Context, seed int64, steps []step) (*Finding, []Call, error) {
	w, err := p.worlds.Open(ctx, seed, nil)
	if err != nil {
		return nil, nil, err
	}
	defer w.Close()
	var calls []Call
	for i, s := range steps {
		bad, res := p.try(ctx, w, s)
		calls = append(calls, callOf(s.tool.Name, s.args, res))
		if bad != nil {
			if i < len(steps)-1 {
				return nil, nil, nil // something else comes first
			}
			return bad, calls, nil
		}
	}
	return nil, calls, nil
}

// pursue calls the tools that have not succeeded yet, with plausible
// arguments on several seeds and on what solutions leave behind, until they
// do or it is plain that they can't.
func (p *prover) pursue(ctx context.Context) (Exploration, error) {
	var e Exploration
	ctx, note := p.cover.trace(ctx)
	defer note()
	const tries = 400
	for i := range p.env.Tools {
		t := &p.env.Tools[i]
		if p.cover.succeeded(t.Name) {
			continue
		}
		r := data.Rand(0, "pursue/"+t.Name)
		var last core.Result
		var w core.World
		for n := 0; n < tries && !p.cover.succeeded(t.Name); n++ {
			if n%25 == 0 {
				if w != nil {
					w.Close()
				}
				var err error
				if w, err = p.worlds.Open(ctx, int64(n/25), nil); err != nil {
					return e, err
				}
			}
			// What other tools do may be what this one needs.
			if n%5 == 4 {
				o := &p.env.Tools[r.IntN(len(p.env.Tools))]
				w.Call(ctx, o.Name, p.drawer.arguments(ctx, w, r, o, plausible))
			}
			s := step{t, p.drawer.arguments(ctx, w, r, t, plausible)}
			bad, res := p.try(ctx, w, s)
			e.Calls++
			if res.Err == nil {
				e.Succeeded++
			} else {
				e.Refused++
			}
			last = res
			if bad != nil {
				bad.Seed, bad.Calls = w.Seed(), []Call{callOf(t.Name, s.args, res)}
				p.report(*bad)
				break
			}
		}
		if w != nil {
			w.Close()
		}
		if !p.cover.succeeded(t.Name) {
			msg := fmt.Sprintf("%s never succeeded: %d calls with arguments drawn from the data were refused", t.Name, tries)
			if last.Err != nil {
				msg += fmt.Sprintf(", the last with %s: %s", last.Err.Code, last.Err.Message)
			}
			p.report(Finding{Code: codeNeverSucceeds, Line: t.Line, Tool: t.Name, Message: msg,
				Hint: "Check its conditions against the data. If only rare arguments work, add a case (cases: - call: {…}) that succeeds."})
		}
		if err := ctx.Err(); err != nil {
			return e, err
		}
	}
	return e, nil
}
