package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/data"
	"github.com/awmc/awmc/out/rt/task"
)

// The order of rows that no ORDER BY fixes is the database's to choose. It is
// the same on every run, so replaying does not show what depends on it; but
// Options.Reversed makes worlds that choose otherwise, and what comes out
// differently there has no right answer.

// chanceSeeds is on how many seeds a task is held against reversed worlds,
// and chanceWalks how many of the walks are.
const (
	chanceSeeds = 3
	chanceWalks = 8
)

// chance shows that the order of unordered rows decides neither what a task
// is given nor what comes of its solution.
func (tr *trial) chance(ctx context.Context, seed int64, ref *task.Reference) (err error) {
	if tr.opt.Reversed == nil || tr.report.Seeds > chanceSeeds {
		return nil
	}
	w, err := tr.opt.Reversed.Open(ctx, seed, tr.t.Actor)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	if done, err := tr.chanceOfDraw(ctx, w, ref); done || err != nil {
		return err
	}
	sol := ref.Solutions[0]
	run, err := task.Solve(ctx, w, ref.Drawn, tr.t.Solve)
	for i, c := range run.Calls {
		if was := sol.Run.Calls[i]; !bytes.Equal(c.Args, was.Args) || !bytes.Equal(c.Output, was.Output) {
			tr.chancyCall(seed, ref, run.Calls[:i+1], was)
			return nil
		}
	}
	if err != nil {
		return ctx.Err()
	}
	answer, err := task.Answer(ctx, w, run)
	if err != nil {
		return err
	}
	for i, a := range answer {
		if was := sol.Answer[i]; !bytes.Equal(a.Value, was.Value) && a.Match != "set" {
			tr.find(Finding{Code: codeChance, Seed: seed, Line: a.Line, Calls: calls(run.Calls), Answer: string(task.Told(answer)),
				Message: fmt.Sprintf("two answers to task %s are equally good: %s, and %s if rows that no ORDER BY orders come the other way round", tr.t.Name, short(was.Value), short(a.Value)),
				Hint:    "Draw what is given so that there is one best row (first: with by: passes over ties), or ask for all of them with match: set."}, "answer")
		}
	}
	return nil
}

// chancyCall reports the first call whose result or arguments differ.
func (tr *trial) chancyCall(seed int64, ref *task.Reference, made []task.Call, was task.Call) {
	c := made[len(made)-1]
	t := tr.drawer.tools[c.Tool]
	if t == nil {
		return
	}
	tr.find(Finding{Code: codeReplayDiffers, Seed: seed, Line: t.Line, Tool: c.Tool, Calls: calls(made),
		Message: fmt.Sprintf("%s gives another result if rows that no ORDER BY orders come the other way round: %s", c.Tool, difference(was.Output, c.Output)),
		Hint:    "Give every list, and every query of which only the first rows count, a total order: end ORDER BY with the key."}, "")
}

// chanceOfDraw reports a value that is given by a query whose first row is a
// matter of order.
func (tr *trial) chanceOfDraw(ctx context.Context, w core.World, ref *task.Reference) (found bool, err error) {
	scope := data.NewScope()
	scope.Set("now", string(w.Now()))
	scope.Set("today", string(w.Now().Date()))
	if a := w.Actor(); a != nil {
		scope.Set("actor", a.Key)
	}
	for i := range tr.t.Given {
		g := &tr.t.Given[i]
		was := ref.Drawn.Values[i].Value
		if slices.Contains([]string{"sql", "row", "rows"}, g.Gen.Kind) {
			q := querier{ctx, w}
			other, err := data.NewMaker(data.Rand(0, ""), q, scope).Make(g.Name, &core.Gen{Kind: g.Gen.Kind, SQL: g.Gen.SQL})
			if err != nil {
				return false, err
			}
			if a, b := plainText(was), plainText(other); a != b && was != nil {
				tr.find(Finding{Code: codeChance, Seed: ref.Seed, Line: g.Line,
					Message: fmt.Sprintf("what task %s gives as %s is a matter of chance: %s, and %s if rows that no ORDER BY orders come the other way round", tr.t.Name, g.Name, short([]byte(a)), short([]byte(b))),
					Hint:    "Use first: with by:, which passes over ties, or end ORDER BY with the key if any of them will do."}, g.Name)
				found = true
			}
		}
		scope.Set(g.Name, was)
	}
	return found, nil
}

// querier runs queries in a world.
type querier struct {
	ctx context.Context
	w   core.World
}

func (q querier) All(text string, args ...any) (*core.Table, error) {
	return q.w.Select(q.ctx, text, args...)
}

// plainText writes a drawn value; the rows of a list in any order are the
// same, and so are a boolean and the number that SQL has for it.
func plainText(v any) string {
	if b, ok := v.(bool); ok {
		v = 0
		if b {
			v = 1
		}
	}
	list, ok := v.(data.List)
	if !ok {
		return fmt.Sprint(v)
	}
	lines := make([]string, len(list))
	for i, e := range list {
		lines[i] = fmt.Sprint(e)
	}
	slices.Sort(lines)
	return strings.Join(lines, "; ")
}

// difference shows where two results begin to differ.
func difference(a, b json.RawMessage) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	from := max(0, n-40)
	cut := func(s json.RawMessage) string {
		part := strings.ToValidUTF8(string(s[min(from, len(s)):min(n+60, len(s))]), "")
		if from > 0 {
			part = "…" + part
		}
		if n+60 < len(s) {
			part += "…"
		}
		return part
	}
	return cut(a) + " and " + cut(b)
}

// reverse repeats a walk in a reversed world and reports the first call that
// gives another result there.
func (p *prover) reverse(ctx context.Context, k *walk) (err error) {
	one, err := p.worlds.Open(ctx, k.start.seed, k.start.actor)
	if err != nil {
		return err
	}
	other, err := p.opt.Reversed.Open(ctx, k.start.seed, k.start.actor)
	if err != nil {
		return errors.Join(err, one.Close())
	}
	defer func() { err = errors.Join(err, one.Close(), other.Close()) }()
	for _, s := range k.steps {
		a, b := one.Call(ctx, s.tool.Name, s.args), other.Call(ctx, s.tool.Name, s.args)
		if err := ctx.Err(); err != nil {
			return err
		}
		if bytes.Equal(a.Text(), b.Text()) {
			continue
		}
		p.report(Finding{Code: codeReplayDiffers, Seed: k.start.seed, Line: s.tool.Line, Tool: s.tool.Name, Calls: []Call{callOf(s.tool.Name, s.args, a)},
			Message: fmt.Sprintf("%s gives another result if rows that no ORDER BY orders come the other way round: %s", s.tool.Name, difference(a.Text(), b.Text())),
			Hint:    "Give every list, and every query of which only the first rows count, a total order: end ORDER BY with the key."}, "")
		return nil
	}
	return nil
}
