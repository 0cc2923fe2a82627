package proof

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/awmc/awmc/out/rt/core"
)

// cases makes the calls that authors list under a tool, on the starting data
// of seed 0.
func (p *prover) cases(ctx context.Context) error {
	ctx, note := p.cover.trace(ctx)
	defer note()
	for i := range p.env.Tools {
		t := &p.env.Tools[i]
		for j := range t.Cases {
			if err := p.oneCase(ctx, t, &t.Cases[j]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *prover) oneCase(ctx context.Context, t *core.Tool, c *core.Case) error {
	w, err := p.worlds.Open(ctx, 0, nil)
	if err != nil {
		return err
	}
	defer w.Close()
	find := func(message, hint string, made ...Call) {
		p.report(Finding{Code: codeCase, Line: c.Line, Tool: t.Name, Message: message, Hint: hint, Calls: made}, fmt.Sprint(c.Line))
	}
	arguments := func(of *core.Tool, templates map[string]json.RawMessage) (json.RawMessage, bool) {
		args := map[string]json.RawMessage{}
		for _, name := range slices.Sorted(maps.Keys(templates)) {
			v, err := p.caseValue(ctx, w, templates[name])
			if err != nil {
				find(fmt.Sprintf("the argument %s of %s in a case can't be worked out: %v", name, of.Name, err), "Its SQL must give a row in the starting data of seed 0, after the calls before it.")
				return nil, false
			}
			args[name] = v
		}
		raw, err := json.Marshal(args)
		return raw, err == nil
	}
	var made []Call
	for _, b := range c.Before {
		first := p.drawer.tools[b.Tool]
		raw, ok := arguments(first, b.Args)
		if !ok {
			return ctx.Err()
		}
		bad, res := p.try(ctx, w, step{first, raw}, usual)
		made = append(made, callOf(b.Tool, raw, res))
		switch {
		case bad != nil:
			bad.Calls = made
			p.report(bad.Finding, bad.cause)
			return nil
		case res.Err != nil:
			find(fmt.Sprintf("a call before a case of %s fails with %s: %s", t.Name, res.Err.Code, res.Err.Message), "The calls under before must succeed.", made...)
			return nil
		}
	}
	raw, ok := arguments(t, c.Args)
	if !ok {
		return ctx.Err()
	}
	how := usual
	if c.Fails != "" { // nothing of it may stay
		how = thorough
	}
	bad, res := p.try(ctx, w, step{t, raw}, how)
	made = append(made, callOf(t.Name, raw, res))
	switch {
	case bad != nil:
		bad.Calls = made
		p.report(bad.Finding, bad.cause)
	case c.Fails == "" && res.Err != nil:
		find(fmt.Sprintf("a case of %s should succeed, but ends in %s: %s", t.Name, res.Err.Code, res.Err.Message), "Mend the case or the tool.", made...)
	case c.Fails != "" && res.Err == nil:
		find(fmt.Sprintf("a case of %s should fail with %s, but succeeds", t.Name, c.Fails), "Mend the case, or add the require that refuses it.", made...)
	case c.Fails != "" && res.Err.Code != c.Fails:
		find(fmt.Sprintf("a case of %s should fail with %s, but fails with %s: %s", t.Name, c.Fails, res.Err.Code, res.Err.Message), "Mend the case, or the order of the tool's conditions.", made...)
	}
	return nil
}

// caseValue is an argument as written, or what its SQL gives.
func (p *prover) caseValue(ctx context.Context, w core.World, raw json.RawMessage) (json.RawMessage, error) {
	var q struct {
		SQL  *string  `json:"sql"`
		Args []string `json:"args"`
	}
	if json.Unmarshal(raw, &q) != nil || q.SQL == nil {
		return raw, nil
	}
	args, err := sessionArgs(w, q.Args)
	if err != nil {
		return nil, err
	}
	t, err := w.Select(ctx, *q.SQL, args...)
	if err != nil {
		return nil, err
	}
	if len(t.Rows) == 0 {
		return nil, fmt.Errorf("its SQL gives no row")
	}
	return json.Marshal(t.Rows[0][0])
}
