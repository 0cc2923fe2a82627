package proof

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/awmc/awmc/templates/rt/core"
)

// step is one call of a walk.
type step struct {
	tool *core.Tool
	args json.RawMessage
}

// failure is what is wrong after a call, before the shortest sequence that
// shows it is known.
type failure struct {
	Finding
	// cause is the same for the same failure in another sequence.
	cause string
	// spoils says that the state is not sound any more.
	spoils bool
}

// try makes one call and checks everything that must hold after it; nil if
// all of it does. strict looks at the whole database, which else happens at
// the end of a walk.
func (p *prover) try(ctx context.Context, w core.World, s step, strict bool) (*failure, core.Result) {
	clock := w.Now()
	res := w.Call(ctx, s.tool.Name, s.args)
	p.cover.call(s.tool.Name, res)
	fail := func(code, cause, message, hint string) *failure {
		return &failure{Finding: Finding{Code: code, Line: s.tool.Line, Tool: s.tool.Name, Message: message, Hint: hint}, cause: cause}
	}
	switch {
	case res.Err != nil && res.Err.Code == core.CodeInternal:
		return fail(codeInternal, codeInternal, fmt.Sprintf("%s ends in an internal error: %s", s.tool.Name, res.Err.Message),
			"Refuse such arguments with a require, or bound the parameter with min and max."), res
	case res.Err == nil:
		if why := fits(res.Output, &s.tool.Output); why != "" {
			return fail(codeOutput, codeOutput, fmt.Sprintf("a result of %s does not fit its type: %s", s.tool.Name, why),
				"Say what the column is with CAST(… AS type), or make it impossible for the value to be missing."), res
		}
	}
	f := p.sound(ctx, w, s, res, clock, strict)
	if f != nil {
		f.spoils = true
	}
	return f, res
}

// ourFault is the hint for what awmc should have made impossible.
const ourFault = "This is a fault of awmc: please report it with this environment."

// sound checks the state after a call.
func (p *prover) sound(ctx context.Context, w core.World, s step, res core.Result, clock core.DateTime, strict bool) *failure {
	fail := func(code, cause, message, hint string) *failure {
		return &failure{Finding: Finding{Code: code, Line: s.tool.Line, Tool: s.tool.Name, Message: message, Hint: hint}, cause: cause}
	}
	if res.Err != nil && (res.Changed || w.Now() != clock) {
		return fail(codeHalfDone, codeHalfDone, fmt.Sprintf("a refused call of %s moved the clock or left a change", s.tool.Name), ourFault)
	}
	if s.tool.ReadOnly && (res.Changed || w.Now() != clock) {
		return fail(codeReadWrites, codeReadWrites, fmt.Sprintf("%s only reads, but it changed something", s.tool.Name), ourFault)
	}
	if res.Changed || strict {
		if bad, why := p.broken(ctx, w); bad != nil {
			return fail(codeInvariant, codeInvariant+bad.Name, fmt.Sprintf("%s breaks the invariant %s: %s", s.tool.Name, bad.Name, why),
				fmt.Sprintf("Add a require to %s that refuses such a call, or mend the invariant on line %d if the state is legitimate.", s.tool.Name, bad.Line))
		}
	}
	if !strict {
		return nil
	}
	if code, why := p.whole(ctx, w); code != "" {
		return fail(code, code, fmt.Sprintf("after a call of %s %s", s.tool.Name, why), ourFault)
	}
	return nil
}

// broken is an invariant that does not hold now, and why.
func (p *prover) broken(ctx context.Context, w core.World) (*core.Check, string) {
	for i := range p.env.Invariants {
		c := &p.env.Invariants[i]
		ok, err := holds(ctx, w, &c.SQL)
		if err != nil {
			return c, "it fails to run: " + err.Error()
		}
		if !ok {
			return c, "its query is not true"
		}
	}
	return nil, ""
}

// holds evaluates a condition that knows the clock and the signed-in user.
func holds(ctx context.Context, w core.World, s *core.SQL) (bool, error) {
	args, err := sessionArgs(w, s.Args)
	if err != nil {
		return false, err
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

// sessionArgs are the values of :now, :today and :actor.
func sessionArgs(w core.World, names []string) ([]any, error) {
	args := make([]any, len(names))
	for i, a := range names {
		switch a {
		case "now":
			args[i] = string(w.Now())
		case "today":
			args[i] = string(w.Now().Date())
		case "actor":
			if w.Actor() != nil {
				args[i] = w.Actor().Key
			}
		default:
			return nil, fmt.Errorf("there is no value named %s", a)
		}
	}
	return args, nil
}
