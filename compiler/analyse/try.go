package analyse

import (
	"errors"
	"fmt"
	"strings"

	"github.com/awmc/awmc/ir/describe"
	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/data"
	"github.com/awmc/awmc/templates/rt/store"
	"github.com/awmc/awmc/templates/rt/task"
)

// trySeeds is the number of seeds whose data and draws are tried, unless the
// options say otherwise.
const trySeeds = 25

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
	t.store = store.New(t.env, store.Options{Connections: 4})
	defer func() { _ = t.store.Close() }()
	for seed := range int64(seeds) {
		if !t.seed(seed) {
			break
		}
	}
	t.reportDraws(seeds)
}

// seed tries one seed; false means that others would only say the same.
func (t *trial) seed(seed int64) bool {
	a := t.a
	w, err := t.store.Open(a.ctx, seed, nil)
	if err != nil {
		a.internal(err)
		return false
	}
	defer func() { _ = w.Close() }()
	if _, err := w.Select(a.ctx, "SELECT 1"); err != nil {
		t.dataError(seed, err)
		return false
	}
	sound := t.invariants(seed, w)
	if seed == 0 {
		t.confirm(w)
	}
	t.drawAll(seed, w)
	return sound && !a.stop
}

// dataError reports data that could not be made, on the line it is from.
func (t *trial) dataError(seed int64, err error) {
	a := t.a
	var e *data.Error
	if !errors.As(err, &e) {
		a.internal(fmt.Errorf("data of seed %d: %w", seed, err))
		return
	}
	span := a.dataSpan(e.Line)
	what := "the starting data"
	if e.Entity != "" {
		what = "the data of `" + e.Entity + "`"
	}
	if e.Field != "" {
		what = "the data of `" + e.Entity + "." + e.Field + "`"
	}
	message := fmt.Sprintf("%s can't be made with seed %d: %s", what, seed, e.Err)
	if e.Row != "" {
		message += ", in the row " + e.Row
	}
	a.err(diag.DataFails, span, message, dataHint(e.Err.Error()))
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

// dataHint says what to do about a row that the tables refuse.
func dataHint(msg string) string {
	switch {
	case strings.Contains(msg, "UNIQUE"), strings.Contains(msg, "unique"):
		return "make the values differ: `distinct: true` beside `pick`, a wider range, or `{n}` in a template"
	case strings.Contains(msg, "NOT NULL"):
		return "the query gives no row or NULL: pick from rows that have a value, or make the field optional"
	case strings.Contains(msg, "CHECK"):
		return "keep the generator within what the field and the entity's `check` allow"
	case strings.Contains(msg, "refers to"), strings.Contains(msg, "FOREIGN KEY"):
		return "pick from the table that the field refers to"
	case strings.Contains(msg, "nothing to pick"):
		return "make the query find a row for every parent, or give the block a `count` that is 0 where it finds none"
	}
	return "mend the generator, the row or the statement"
}

// invariants reports conditions that do not hold at the start.
func (t *trial) invariants(seed int64, w core.World) bool {
	a := t.a
	ok := true
	for i, c := range a.env.Invariants {
		x := t.env.Invariants[i]
		table, err := w.Select(a.ctx, x.SQL.Text, t.args(x.SQL.Args)...)
		switch {
		case err != nil:
			a.err(diag.InvariantAtStart, c.Span, fmt.Sprintf("the invariant `%s` fails with seed %d: %s", c.Name, seed, message(err)), "mend the condition")
			ok = false
		case len(table.Rows) == 0 || !truth(table.Rows[0][0]):
			a.err(diag.InvariantAtStart, c.Span, fmt.Sprintf("the invariant `%s` does not hold in the starting data of seed %d", c.Name, seed), "mend the data, or the condition")
			ok = false
		}
	}
	return ok
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

// drawAll draws the given values of every task.
func (t *trial) drawAll(seed int64, env core.World) {
	worlds := map[core.Actor]core.World{} // of tasks with an actor of their own
	defer func() {
		for _, w := range worlds {
			_ = w.Close()
		}
	}()
	for i := range t.env.Tasks {
		k := &t.env.Tasks[i]
		c := t.draws[k.Name]
		if c == nil {
			c = &drawCount{}
			t.draws[k.Name] = c
		}
		if c.failed {
			continue
		}
		w := env
		if k.Actor != nil {
			if worlds[*k.Actor] == nil {
				other, err := t.store.Open(t.a.ctx, seed, k.Actor)
				if err != nil {
					t.a.internal(err)
					return
				}
				worlds[*k.Actor] = other
			}
			w = worlds[*k.Actor]
		}
		if _, err := task.Draw(t.a.ctx, w, k, seed); err != nil {
			if errors.Is(err, data.ErrInvalidDraw) {
				c.invalid++
				if c.first == "" {
					c.first = reason(err)
				}
				continue
			}
			c.failed = true
			g, span := t.given(i, err)
			t.a.err(diag.DrawFails, span, fmt.Sprintf("%s can't be drawn with seed %d: %s", g, seed, reason(err)), "mend how it is drawn, or the request that names it")
		}
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
