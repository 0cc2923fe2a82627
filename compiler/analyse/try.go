package analyse

import (
	"errors"
	"fmt"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/awmc/awmc/ir/describe"
	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/data"
	"github.com/awmc/awmc/templates/rt/store"
	"github.com/awmc/awmc/templates/rt/task"
)

// trySeeds is the number of seeds whose data and draws are tried, unless the
// options say otherwise: enough to find what is wrong with the generators. How
// the tasks fare over many seeds is for the proof to show.
const trySeeds = 3

// trial tries an environment out on its own data, in the runtime that the
// built server will have.
type trial struct {
	a     *analyser
	env   *core.Env
	store *store.Store
	draws map[string]*drawCount
}

// drawCount counts the draws of a task.
type drawCount struct {
	invalid int
	first   string // why the first invalid one is
	failed  bool
}

// try builds the starting data of some seeds, and tests what must hold
// there: constraints, invariants, the types of results, the draws of tasks.
func (a *analyser) try() {
	seeds := a.opt.Seeds
	if seeds == 0 && a.opt.SQLC != "" {
		seeds = trySeeds
	}
	if a.ds.HasErrors() || seeds <= 0 {
		return
	}
	t := &trial{a: a, env: describe.Env(a.env), draws: map[string]*drawCount{}}
	t.store = store.New(t.env, store.Options{Connections: 2 * runtime.GOMAXPROCS(0)})
	defer func() { _ = t.store.Close() }()
	t.report(t.run(seeds))
	if !a.stop && !a.ds.HasErrors() {
		t.confirmSeed()
	}
}

// confirmSeed compares the types of results with the canonical data.
func (t *trial) confirmSeed() {
	w, err := t.store.Open(t.a.ctx, 0, nil)
	if err != nil {
		t.a.internal(err)
		return
	}
	t.confirm(w)
	if err := w.Close(); err != nil {
		t.a.internal(err)
	}
}

// outcome is what came of one seed.
type outcome struct {
	data       error   // the data could not be made
	fault      error   // awmc's own
	invariants []error // by invariant; nil where it holds
	draws      []error // by task; nil for a valid draw
}

// run tries seeds, several at a time, and returns what came of each.
func (t *trial) run(seeds int) []outcome {
	out := make([]outcome, seeds)
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range out {
		g.Go(func() error {
			out[i] = t.seed(int64(i))
			return nil
		})
	}
	_ = g.Wait() // no seed returns an error
	return out
}

// seed tries one seed.
func (t *trial) seed(seed int64) (out outcome) {
	ctx := t.a.ctx
	w, err := t.store.Open(ctx, seed, nil)
	if err != nil {
		return outcome{fault: err}
	}
	defer func() { out.fault = errors.Join(out.fault, w.Close()) }()
	if _, err := w.Select(ctx, "SELECT 1"); err != nil {
		return outcome{data: err}
	}
	for i := range t.env.Invariants {
		out.invariants = append(out.invariants, t.invariant(&t.env.Invariants[i], w))
	}
	out.draws, out.fault = t.drawAll(seed, w)
	return out
}

// report reports what came of the seeds, each mistake for the first seed
// that shows it.
func (t *trial) report(outcomes []outcome) {
	a := t.a
	invariant := make([]bool, len(t.env.Invariants))
	for i := range outcomes {
		seed, o := int64(i), &outcomes[i]
		if o.fault != nil {
			a.internal(o.fault)
			return
		}
		if o.data != nil {
			t.dataError(seed, o.data)
			return // others would say the same
		}
		for k, err := range o.invariants {
			if err == nil || invariant[k] {
				continue
			}
			invariant[k] = true
			c := a.env.Invariants[k]
			a.err(diag.InvariantAtStart, c.Span, fmt.Sprintf("the invariant `%s` %s seed %d", c.Name, err, seed), "mend the data, or the condition")
		}
		for k, err := range o.draws {
			t.countDraw(k, seed, err)
		}
	}
	t.reportDraws(len(outcomes))
}

// dataError reports data that could not be made, on the line it is from.
func (t *trial) dataError(seed int64, err error) {
	a := t.a
	var e *data.Error
	if !errors.As(err, &e) {
		a.internal(fmt.Errorf("data of seed %d: %w", seed, err))
		return
	}
	message, hint := e.Explain(seed)
	a.err(diag.DataFails, a.dataSpan(e.Line), message, hint)
}

// dataSpan is the node of the data that stands on a line.
func (a *analyser) dataSpan(line int) diag.Span {
	for _, f := range a.env.Data {
		for _, b := range f.Blocks {
			for _, g := range b.Fields {
				if g.Span.Start.Line == line {
					return g.Span
				}
			}
			if b.Span.Start.Line == line {
				return diag.Span{File: b.Span.File, Start: b.Span.Start}
			}
		}
		for _, r := range f.Rows {
			if r.Span.Start.Line == line {
				return r.Span
			}
		}
		if f.Span.Start.Line == line {
			return f.Span
		}
	}
	span := diag.Span{File: a.env.Span.File}
	if line > 0 {
		span.Start = diag.Pos{Line: line, Col: 1}
	}
	return span
}

// invariant is why a condition does not hold in the starting data; nil if it
// does.
func (t *trial) invariant(c *core.Check, w core.World) error {
	table, err := w.Select(t.a.ctx, c.SQL.Text, t.args(c.SQL.Args)...)
	switch {
	case err != nil:
		return fmt.Errorf("fails (%s) with", message(err))
	case len(table.Rows) == 0 || !truth(table.Rows[0][0]):
		return errors.New("does not hold in the starting data of")
	}
	return nil
}

func truth(v any) bool {
	switch x := v.(type) {
	case int64:
		return x != 0
	case float64:
		return x != 0
	}
	return false
}

// args are the values of built-in names.
func (t *trial) args(paths []string) []any {
	out := make([]any, len(paths))
	for i, p := range paths {
		switch p {
		case "now":
			out[i] = string(t.env.Now)
		case "today":
			out[i] = string(t.env.Now)[:10]
		case "actor":
			if t.env.Actor != nil {
				out[i] = t.env.Actor.Key
			}
		}
	}
	return out
}

// drawAll draws the given values of every task; a nil error is a valid draw.
func (t *trial) drawAll(seed int64, env core.World) (draws []error, fault error) {
	worlds := map[core.Actor]core.World{} // of tasks with an actor of their own
	defer func() {
		for _, w := range worlds {
			fault = errors.Join(fault, w.Close())
		}
	}()
	for i := range t.env.Tasks {
		k := &t.env.Tasks[i]
		w := env
		if k.Actor != nil {
			if worlds[*k.Actor] == nil {
				other, err := t.store.Open(t.a.ctx, seed, k.Actor)
				if err != nil {
					return draws, err
				}
				worlds[*k.Actor] = other
			}
			w = worlds[*k.Actor]
		}
		_, err := task.Draw(t.a.ctx, w, k, seed)
		draws = append(draws, err)
	}
	return draws, nil
}

// countDraw notes a draw of task number i.
func (t *trial) countDraw(i int, seed int64, err error) {
	c := t.draws[t.env.Tasks[i].Name]
	if c == nil {
		c = &drawCount{}
		t.draws[t.env.Tasks[i].Name] = c
	}
	switch {
	case err == nil || c.failed:
	case errors.Is(err, data.ErrInvalidDraw):
		c.invalid++
		if c.first == "" {
			c.first = reason(err)
		}
	default:
		c.failed = true
		g, span := t.given(i, err)
		t.a.err(diag.DrawFails, span, fmt.Sprintf("%s can't be drawn with seed %d: %s", g, seed, reason(err)), "mend how it is drawn, or the request that names it")
	}
}

// given finds the value that an error is about.
func (t *trial) given(i int, err error) (string, diag.Span) {
	for _, k := range t.a.env.Tasks {
		if k.Name != t.env.Tasks[i].Name {
			continue
		}
		for _, g := range k.Given {
			if strings.Contains(err.Error(), "given "+g.Var.Name+":") {
				return "`" + g.Var.Name + "`", g.Span
			}
		}
		return "task `" + k.Name + "`", k.Span
	}
	return "the task", t.a.env.Span
}

// reason is the end of an error of the task engine: what comes after the
// names of task and value.
func reason(err error) string {
	s := strings.TrimSuffix(err.Error(), "\n")
	if _, rest, ok := strings.Cut(s, ": "); ok {
		s = rest
	}
	return strings.TrimPrefix(s, "invalid draw: ")
}

// reportDraws reports tasks whose draws are too often invalid.
func (t *trial) reportDraws(seeds int) {
	for _, k := range t.a.env.Tasks {
		c := t.draws[k.Name]
		if c == nil || seeds < 20 || c.invalid*20 <= seeds {
			continue // a few seeds say nothing of how often
		}
		t.a.err(diag.InvalidDraws, k.Span, fmt.Sprintf("%d of %d draws of task `%s` are invalid; the first because %s", c.invalid, seeds, k.Name, c.first),
			"let the `given` values choose from what is really there, so that at most one draw in twenty is lost")
	}
}
