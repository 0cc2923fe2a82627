package task

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/data"
)

// Call is one call that was made, as it was made, with what came of it.
type Call struct {
	Tool    string          `json:"tool"`
	Args    json.RawMessage `json:"arguments"`
	Output  json.RawMessage `json:"output,omitempty"`
	Err     *core.Error     `json:"error,omitempty"`
	Changed bool            `json:"changed,omitempty"`
	Line    int             `json:"line,omitempty"` // of the step in env.yaml
}

// Run is a sequence of calls that was carried out in a world.
type Run struct {
	Drawn *Drawn `json:"-"`
	Calls []Call `json:"calls"`

	vars vars // given values, and results by the name of their step
}

// maxCalls bounds one run: a loop over a list that grew by mistake must end.
const maxCalls = 10_000

// StepError says which step of a solution failed and on what.
type StepError struct {
	Line int
	Tool string          // "" for a loop
	Args json.RawMessage // nil if they could not be worked out
	Err  error           // an *core.Error if the tool refused
}

// Error returns "line N: TOOL ARGS: cause".
func (e *StepError) Error() string {
	if e.Tool == "" {
		return fmt.Sprintf("line %d: %v", e.Line, e.Err)
	}
	if e.Args == nil {
		return fmt.Sprintf("line %d: %s: %v", e.Line, e.Tool, e.Err)
	}
	return fmt.Sprintf("line %d: %s %s: %v", e.Line, e.Tool, e.Args, e.Err)
}

// Unwrap returns the cause.
func (e *StepError) Unwrap() error { return e.Err }

// Solve carries out the steps of a solution. A call that fails ends it: the
// error is a *StepError, and the Run has the calls up to there.
func Solve(ctx context.Context, w core.World, d *Drawn, steps []core.Step) (*Run, error) {
	return play(ctx, w, d, steps, true)
}

// Play carries out the steps of any episode: calls that fail are observed and
// the episode goes on. The error is for what can't be carried out at all,
// such as a path to something that no call returned.
func Play(ctx context.Context, w core.World, d *Drawn, steps []core.Step) (*Run, error) {
	return play(ctx, w, d, steps, false)
}

func play(ctx context.Context, w core.World, d *Drawn, steps []core.Step, strict bool) (*Run, error) {
	p := player{ctx: ctx, w: w, strict: strict, run: &Run{Drawn: d, vars: maps.Clone(d.vars)}}
	if p.run.vars == nil {
		p.run.vars = vars{}
	}
	_, err := p.steps(steps, false)
	return p.run, err
}

type player struct {
	ctx    context.Context
	w      core.World
	strict bool
	run    *Run
}

// steps returns the result of the last one if it is wanted, as a loop that has
// a name wants it.
func (p *player) steps(steps []core.Step, wanted bool) (any, error) {
	var last any
	for i := range steps {
		s := &steps[i]
		wanted := s.As != "" || wanted && i == len(steps)-1
		var err error
		if s.Var != "" {
			last, err = p.loop(s, wanted)
		} else {
			last, err = p.call(s, wanted)
		}
		if err != nil {
			return nil, err
		}
		if s.As != "" {
			p.run.vars[s.As] = last
		}
	}
	return last, nil
}

// loop gives the list of the turns' last results.
func (p *player) loop(s *core.Step, wanted bool) (any, error) {
	v, err := p.run.vars.lookup(s.In)
	if err != nil {
		return nil, &StepError{Line: s.Line, Err: fmt.Errorf("each %s in %s: %w", s.Var, s.In, err)}
	}
	var list []any
	switch x := v.(type) {
	case data.List:
		list = x
	case []any:
		list = x
	default:
		return nil, &StepError{Line: s.Line, Err: fmt.Errorf("each %s in %s: it is not a list", s.Var, s.In)}
	}
	outer, shadows := p.run.vars[s.Var]
	results := make([]any, 0, len(list))
	for _, item := range list {
		p.run.vars[s.Var] = item
		last, err := p.steps(s.Do, wanted)
		if err != nil {
			return nil, err
		}
		results = append(results, last)
	}
	delete(p.run.vars, s.Var)
	if shadows {
		p.run.vars[s.Var] = outer
	}
	return results, nil
}

// call gives its result, decoded, if that is wanted.
func (p *player) call(s *core.Step, wanted bool) (any, error) {
	if len(p.run.Calls) >= maxCalls {
		return nil, &StepError{Line: s.Line, Tool: s.Tool, Err: fmt.Errorf("this would be more than %d calls", maxCalls)}
	}
	template := s.Args
	if template == "" {
		template = "{}"
	}
	args, err := p.run.Expand(template)
	if err != nil {
		return nil, &StepError{Line: s.Line, Tool: s.Tool, Err: err}
	}
	args = conform(p.w.Env(), s.Tool, args)
	if err := p.ctx.Err(); err != nil {
		return nil, err
	}
	r := p.w.Call(p.ctx, s.Tool, args)
	p.run.Calls = append(p.run.Calls, Call{Tool: s.Tool, Args: args, Output: r.Output, Err: r.Err, Changed: r.Changed, Line: s.Line})
	if r.Err != nil && p.strict {
		return nil, &StepError{Line: s.Line, Tool: s.Tool, Args: args, Err: r.Err}
	}
	if !wanted {
		return nil, nil
	}
	out, err := decode(r.Text())
	if err != nil {
		return nil, &StepError{Line: s.Line, Tool: s.Tool, Args: args, Err: errors.Join(errors.New("the result is not JSON"), err)}
	}
	return out, nil
}

// Expand fills a JSON template. A string that is one path, "{book.id}", takes
// the value with its type; paths inside other text are written into it
// ("{n:05}" with leading zeros); "{{" and "}}" are braces. Paths lead into
// given values and results: "qty", "book.id", "x.order.id", "x.items.0.qty".
// Keys are left alone and members keep their order. The error for a path that
// leads nowhere names what there is.
func (r *Run) Expand(template string) (json.RawMessage, error) {
	return expandJSON(template, r.vars)
}
