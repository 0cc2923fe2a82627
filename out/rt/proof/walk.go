package proof

import (
	"context"
	"math/rand/v2"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/data"
)

// walk is a random sequence of calls from a starting state.
type walk struct {
	start start
	steps []step
	Exploration
	failures []stumble
}

// start is a state from which walks set out: that of a seed, for one of the
// users whom the environment or a task signs in.
type start struct {
	seed  int64
	actor *core.Actor
}

// stumble is a failure and the number of calls after which it showed.
type stumble struct {
	*failure
	after int
	look  look // how close a look it takes to see it
}

// actors are the users whom the environment and its tasks sign in.
func (p *prover) actors() []*core.Actor {
	out := []*core.Actor{p.env.Actor}
	for i := range p.env.Tasks {
		a := p.env.Tasks[i].Actor
		known := a == nil
		for _, o := range out {
			known = known || o != nil && a != nil && *o == *a
		}
		if !known {
			out = append(out, a)
		}
	}
	return out
}

// explore makes the n-th random sequence of calls and checks the world after
// each. The first three call every tool once, with plausible arguments, ones
// at the edge and invalid ones; the others choose by chance. Every third one
// begins with a task's solution, which leads to states that chance would not
// find.
func (p *prover) explore(ctx context.Context, n int) (*walk, error) {
	actors := p.actors()
	k := &walk{start: start{seed: int64(n % 5), actor: actors[n%len(actors)]}, Exploration: Exploration{Sequences: 1}}
	r := data.Rand(int64(n), "walk/"+p.env.Name)
	if n%3 == 2 && len(p.env.Tasks) > 0 {
		p.follow(ctx, k, &p.env.Tasks[n/3%len(p.env.Tasks)])
	}
	w, err := p.worlds.Open(ctx, k.start.seed, k.start.actor)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	ctx, note := p.cover.trace(ctx)
	defer note()
	see := p.sights.of(ctx, w)
	known := map[string]bool{}
	more := p.opt.Steps
	if n <= int(invalid) {
		more = len(p.env.Tools)
	}
	for i := range len(k.steps) + more {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if i == len(k.steps) {
			t, m := p.turn(r, n, i)
			k.steps = append(k.steps, step{t, p.drawer.arguments(see, r, t, m)})
		}
		bad, res := p.try(ctx, w, k.steps[i], usual)
		see.noticed(k.steps[i].tool, res)
		k.count(res)
		if bad == nil || known[bad.about()+bad.cause] {
			continue
		}
		known[bad.about()+bad.cause] = true
		k.failures = append(k.failures, stumble{bad, i + 1, usual})
		if bad.spoils {
			return k, nil
		}
	}
	if n%2 != 0 { // each call has been looked after
		p.cover.changed(ctx, w)
		return k, ctx.Err()
	}
	return k, p.end(ctx, w, k, true)
}

// turn chooses the tool of the i-th call of the n-th walk, and how to draw its
// arguments.
func (p *prover) turn(r *rand.Rand, n, i int) (*core.Tool, mode) {
	if n <= int(invalid) {
		return &p.env.Tools[i%len(p.env.Tools)], mode(n)
	}
	t := &p.env.Tools[r.IntN(len(p.env.Tools))]
	switch r.IntN(10) {
	case 0:
		return t, invalid
	case 1:
		return t, boundary
	}
	return t, plausible
}

// end looks at the world that a walk leaves behind, all of it if whole. If
// something is wrong, the walk is repeated to find the call that did it.
func (p *prover) end(ctx context.Context, w core.World, k *walk, whole bool) error {
	p.cover.changed(ctx, w)
	bad, _ := p.invariants.broken(ctx, w, nil)
	code := ""
	if whole {
		_, code, _ = p.whole(ctx, w)
	}
	if code == "" && bad == nil {
		return ctx.Err()
	}
	f, after, _, err := p.repeat(ctx, k.start, k.steps, thorough)
	if f != nil {
		k.failures = append(k.failures, stumble{f, after, thorough})
	}
	return err
}

// follow makes a walk begin with what a solution calls.
func (p *prover) follow(ctx context.Context, k *walk, t *core.Task) {
	ref, err := p.verifier.Reference(ctx, t, k.start.seed)
	if err != nil || len(ref.Solutions) == 0 {
		return // the trial of the task says why
	}
	k.start.actor = t.Actor
	for _, c := range solved(ref) {
		if t := p.drawer.tools[c.Tool]; t != nil {
			k.steps = append(k.steps, step{t, c.Args})
		}
	}
}

func (e *Exploration) count(res core.Result) {
	e.Calls++
	if res.Err == nil {
		e.Succeeded++
	} else {
		e.Refused++
	}
}

func (e *Exploration) add(o Exploration) {
	e.Calls += o.Calls
	e.Succeeded += o.Succeeded
	e.Refused += o.Refused
	e.Sequences += o.Sequences
}

// repeat plays a sequence until something is wrong; after is the number of
// calls it took.
func (p *prover) repeat(ctx context.Context, from start, steps []step, how look) (bad *failure, after int, made []Call, err error) {
	w, err := p.worlds.Open(ctx, from.seed, from.actor)
	if err != nil {
		return nil, 0, nil, err
	}
	defer w.Close()
	for i, s := range steps {
		bad, res := p.try(ctx, w, s, how)
		made = append(made, callOf(s.tool.Name, s.args, res))
		if bad != nil {
			return bad, i + 1, made, ctx.Err()
		}
	}
	return nil, len(steps), made, ctx.Err()
}
