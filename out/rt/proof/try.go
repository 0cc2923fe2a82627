package proof

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/awmc/awmc/out/rt/core"
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

// look says how closely a world is looked at after a call.
type look int

const (
	glance   look = iota // only at the call
	usual                // also at the invariants, if something changed
	thorough             // also at the whole database
)

// try makes one call and checks what must hold after it; nil if all of it
// does.
func (p *prover) try(ctx context.Context, w core.World, s step, how look) (*failure, core.Result) {
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
	f := p.sound(ctx, w, s, res, clock, how)
	if f != nil {
		f.spoils = true
	}
	return f, res
}

// ourFault is the hint for what awmc should have made impossible.
const ourFault = "This is a fault of awmc: please report it with this environment."

// sound checks the state after a call.
func (p *prover) sound(ctx context.Context, w core.World, s step, res core.Result, clock core.DateTime, how look) *failure {
	fail := func(code, cause, message, hint string) *failure {
		return &failure{Finding: Finding{Code: code, Line: s.tool.Line, Tool: s.tool.Name, Message: message, Hint: hint}, cause: cause}
	}
	if res.Err != nil && (res.Changed || w.Now() != clock) {
		return fail(codeHalfDone, codeHalfDone, fmt.Sprintf("a refused call of %s moved the clock or left a change", s.tool.Name), ourFault)
	}
	if s.tool.ReadOnly && (res.Changed || w.Now() != clock) {
		return fail(codeReadWrites, codeReadWrites, fmt.Sprintf("%s only reads, but it changed something", s.tool.Name), ourFault)
	}
	suspect, by := how == usual && res.Changed, s.tool
	var code, why string
	if how == thorough {
		var changed []string
		changed, code, why = p.whole(ctx, w)
		// At the start the invariants were shown to hold.
		suspect, by = code != "" || len(changed) > 0 || w.Now() != p.env.Now || w.Actor() != p.env.Actor, nil
	}
	if suspect {
		if bad, why := p.invariants.broken(ctx, w, by); bad != nil {
			return fail(codeInvariant, codeInvariant+bad.Name, fmt.Sprintf("%s breaks the invariant %s: %s", s.tool.Name, bad.Name, why),
				fmt.Sprintf("Add a require to %s that refuses such a call, or mend the invariant on line %d if the state is legitimate.", s.tool.Name, bad.Line))
		}
	}
	if code != "" {
		return fail(code, code, fmt.Sprintf("after a call of %s %s", s.tool.Name, why), ourFault)
	}
	return nil
}
