package proof

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/task"
)

// Options say how hard to look. The zero value has the defaults.
type Options struct {
	Seeds int // seeds for each task; 25
	Walks int // random sequences of calls; 24
	Steps int // calls of each; 40
	Jobs  int // tasks and walks at once; the number of processors
	// Progress, if set, is called as parts are done, from several goroutines
	// but never at the same time.
	Progress func(done, total int)
}

func (o Options) orDefault() Options {
	for _, d := range []struct {
		v *int
		n int
	}{{&o.Seeds, 25}, {&o.Walks, 24}, {&o.Steps, 40}, {&o.Jobs, runtime.GOMAXPROCS(0)}} {
		if *d.v <= 0 {
			*d.v = d.n
		}
	}
	return o
}

// prover is one run of Run.
type prover struct {
	env      *core.Env
	worlds   core.Worlds
	verifier *task.Verifier
	opt      Options
	drawer   *drawer
	cover    *coverage

	mu       sync.Mutex
	findings []Finding
	done     int
	total    int
}

// Run proves an environment: its cases, its tasks and its behaviour under
// random calls. The same environment and options give the same report. The
// error is for a context that ended, or worlds that can't be opened at all.
func Run(ctx context.Context, env *core.Env, worlds core.Worlds, opt Options) (*Report, error) {
	p := &prover{env: env, worlds: worlds, opt: opt.orDefault(), verifier: task.NewVerifier(worlds, task.Options{Cache: 2 * opt.orDefault().Seeds * max(len(env.Tasks), 1)})}
	p.drawer = newDrawer(env)
	p.cover = newCoverage(env)
	r := &Report{Env: env.Name, Seeds: p.opt.Seeds, Tasks: make([]TaskReport, len(env.Tasks)), Findings: []Finding{}}
	if err := p.start(ctx); err != nil {
		return nil, err
	}
	var jobs []func() error
	for i := range env.Tasks {
		jobs = append(jobs, func() error {
			t, err := p.task(ctx, &env.Tasks[i])
			r.Tasks[i] = t
			return err
		})
	}
	walks := make([]Exploration, p.opt.Walks)
	for i := range walks {
		jobs = append(jobs, func() (err error) {
			walks[i], err = p.walk(ctx, i)
			return err
		})
	}
	jobs = append(jobs, func() error { return p.cases(ctx) })
	if err := p.parallel(ctx, jobs); err != nil {
		return nil, err
	}
	for _, w := range walks {
		r.Exploration.Calls += w.Calls
		r.Exploration.Succeeded += w.Succeeded
		r.Exploration.Refused += w.Refused
		r.Exploration.Sequences++
	}
	pursued, err := p.pursue(ctx)
	if err != nil {
		return nil, err
	}
	r.Exploration.Calls += pursued.Calls
	r.Exploration.Succeeded += pursued.Succeeded
	r.Exploration.Refused += pursued.Refused
	r.Coverage = p.coverage()
	r.Findings = p.sorted()
	r.Passed = !slices.ContainsFunc(r.Findings, func(f Finding) bool { return !f.Warning })
	return r, nil
}

// start makes sure that the world can be opened and is sound before any
// call: everything after it would only repeat what is wrong here.
func (p *prover) start(ctx context.Context) error {
	w, err := p.worlds.Open(ctx, 0, nil)
	if err != nil {
		return fmt.Errorf("the starting state can't be made: %w", err)
	}
	defer w.Close()
	if bad, why := p.broken(ctx, w, false); bad != nil {
		p.report(Finding{Code: codeInvariant, Line: bad.Line, Message: fmt.Sprintf("the invariant %s does not hold in the starting data: %s", bad.Name, why),
			Hint: "Mend the data so that it holds from the start, or the invariant if it asks too much."})
	}
	return nil
}

// parallel runs the jobs, Options.Jobs at a time. The first error ends it.
func (p *prover) parallel(ctx context.Context, jobs []func() error) error {
	p.total = len(jobs)
	queue := make(chan func() error)
	errs := make(chan error, p.opt.Jobs)
	var wg sync.WaitGroup
	for range p.opt.Jobs {
		wg.Go(func() {
			for job := range queue {
				if err := job(); err != nil {
					errs <- err
					return
				}
				p.progress()
			}
		})
	}
	var err error
	for _, job := range jobs {
		if err != nil {
			break
		}
		select {
		case queue <- job:
		case err = <-errs:
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	close(queue)
	wg.Wait()
	close(errs)
	for e := range errs {
		if err == nil {
			err = e
		}
	}
	return err
}

func (p *prover) progress() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	if p.opt.Progress != nil {
		p.opt.Progress(p.done, p.total)
	}
}

func (p *prover) report(f Finding) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.findings = append(p.findings, f)
}

// sorted orders the findings and keeps one for each cause: the same code on
// the same line about the same task or tool, with the shortest episode.
func (p *prover) sorted() []Finding {
	all := p.findings
	slices.SortStableFunc(all, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Task, b.Task), cmp.Compare(a.Tool, b.Tool),
			cmp.Compare(len(a.Calls), len(b.Calls)), cmp.Compare(a.Seed, b.Seed), cmp.Compare(a.Message, b.Message))
	})
	out := []Finding{}
	for _, f := range all {
		if n := len(out); n > 0 && out[n-1].Line == f.Line && out[n-1].Code == f.Code && out[n-1].Task == f.Task && out[n-1].Tool == f.Tool {
			continue
		}
		out = append(out, f)
	}
	return out
}
