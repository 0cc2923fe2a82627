package proof

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/awmc/awmc/out/rt/core"
)

// cases makes the calls that authors list under a tool, on the starting data
// of seed 0. A refused call leaves nothing, so all that are refused right at the
// start share a world, which is looked at when they are through; only if
// something is wrong is each one tried in a world of its own.
func (p *prover) cases(ctx context.Context) (err error) {
	ctx, note := p.cover.trace(ctx)
	defer note()
	shared, err := p.worlds.Open(ctx, 0, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shared.Close()) }()
	var refused, others []oneCase
	for i := range p.env.Tools {
		t := &p.env.Tools[i]
		for j := range t.Cases {
			c := oneCase{prover: p, tool: t, Case: &t.Cases[j]}
			if c.Fails != "" && len(c.Before) == 0 {
				refused = append(refused, c)
			} else {
				others = append(others, c)
			}
		}
	}
	good := true
	for _, c := range refused {
		if good = good && len(c.try(ctx, shared, glance)) == 0; !good {
			break
		}
	}
	if good {
		changed, code, _ := p.whole(ctx, shared)
		good = len(changed) == 0 && code == "" && shared.Now() == p.env.Now
	}
	if !good {
		others = append(others, refused...)
	}
	for _, c := range others {
		w, err := p.worlds.Open(ctx, 0, nil)
		if err != nil {
			return err
		}
		for _, f := range c.try(ctx, w, thorough) {
			p.report(f.Finding, f.cause)
		}
		if err := w.Close(); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// oneCase is a case of a tool.
type oneCase struct {
	*prover
	*core.Case
	tool *core.Tool
}

// try makes the case's calls; how is how closely a refused one is looked at.
func (c oneCase) try(ctx context.Context, w core.World, how look) (bad []caused) {
	t := c.tool
	find := func(message, hint string, made ...Call) {
		bad = append(bad, caused{Finding{Code: codeCase, Line: c.Line, Tool: t.Name, Message: message, Hint: hint, Calls: made}, fmt.Sprint(c.Line)})
	}
	arguments := func(of *core.Tool, templates map[string]json.RawMessage) (json.RawMessage, bool) {
		args := map[string]json.RawMessage{}
		for _, name := range slices.Sorted(maps.Keys(templates)) {
			v, err := caseValue(ctx, w, templates[name])
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
		first := c.drawer.tools[b.Tool]
		raw, ok := arguments(first, b.Args)
		if !ok {
			return bad
		}
		f, res := c.prover.try(ctx, w, step{first, raw}, usual)
		made = append(made, callOf(b.Tool, raw, res))
		switch {
		case f != nil:
			f.Calls = made
			return append(bad, caused{f.Finding, f.cause})
		case res.Err != nil:
			find(fmt.Sprintf("a call before a case of %s fails with %s: %s", t.Name, res.Err.Code, res.Err.Message), "The calls under before must succeed.", made...)
			return bad
		}
	}
	raw, ok := arguments(t, c.Args)
	if !ok {
		return bad
	}
	if c.Fails == "" {
		how = usual
	}
	f, res := c.prover.try(ctx, w, step{t, raw}, how)
	made = append(made, callOf(t.Name, raw, res))
	switch {
	case f != nil:
		f.Calls = made
		bad = append(bad, caused{f.Finding, f.cause})
	case c.Fails == "" && res.Err != nil:
		find(fmt.Sprintf("a case of %s should succeed, but ends in %s: %s", t.Name, res.Err.Code, res.Err.Message), "Mend the case or the tool.", made...)
	case c.Fails != "" && res.Err == nil:
		find(fmt.Sprintf("a case of %s should fail with %s, but succeeds", t.Name, c.Fails), "Mend the case, or add the require that refuses it.", made...)
	case c.Fails != "" && res.Err.Code != c.Fails:
		find(fmt.Sprintf("a case of %s should fail with %s, but fails with %s: %s", t.Name, c.Fails, res.Err.Code, res.Err.Message), "Mend the case, or the order of the tool's conditions.", made...)
	}
	return bad
}

// caseValue is an argument as written, or what its SQL gives.
func caseValue(ctx context.Context, w core.World, raw json.RawMessage) (json.RawMessage, error) {
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
