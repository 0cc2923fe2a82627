package proof

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/data"
	"github.com/awmc/awmc/out/rt/task"
)

// Options say how hard to look. The zero value has the defaults.
type Options struct {
	Seeds int // seeds for each task; 25
	Walks int // random sequences of calls; 24
	Steps int // calls of each; 40
	Jobs  int // tasks and walks at once; the number of processors
	// Reversed, if set, makes the same worlds, but rows that no ORDER BY
	// orders come the other way round: see chance.go.
	Reversed core.Worlds
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
	env        *core.Env
	worlds     core.Worlds
	verifier   *task.Verifier
	opt        Options
	drawer     *drawer
	sights     *sights
	invariants *invariants
	cover      *coverage
	trails     trails

	mu       sync.Mutex
	findings []caused
	done     int
	total    int
}

// Run proves an environment: its cases, its tasks and its behaviour under
// random calls. The same environment and options give the same report. The
// error is for a context that ended, or worlds that can't be opened at all.
func Run(ctx context.Context, env *core.Env, worlds core.Worlds, opt Options) (_ *Report, err error) {
	p := &prover{env: env, worlds: worlds, opt: opt.orDefault(), verifier: task.NewVerifier(worlds, task.Options{Cache: 2 * opt.orDefault().Seeds * max(len(env.Tasks), 1)})}
	p.drawer = newDrawer(env)
	p.sights = &sights{worlds: worlds, starts: map[int64]*started{}}
	p.cover = newCoverage(env)
	p.trails.byName = map[string]func() (*trail, error){}
	defer func() { err = errors.Join(err, p.trails.close()) }()
	r := &Report{Env: env.Name, Seeds: p.opt.Seeds, Walks: p.opt.Walks, Steps: p.opt.Steps, Tasks: make([]TaskReport, len(env.Tasks)), Findings: []Finding{}}
	if err := p.start(ctx); err != nil {
		return nil, err
	}
	if len(p.findings) > 0 {
		r.Tasks, r.Findings = []TaskReport{}, p.settled()
		return r, nil
	}
	var jobs []func() error
	for i := range env.Tasks {
		jobs = append(jobs, func() error {
			t, err := p.task(ctx, &env.Tasks[i])
			r.Tasks[i] = t
			return err
		})
	}
	walks := make([]*walk, p.opt.Walks)
	for i := range walks {
		jobs = append(jobs, func() (err error) {
			walks[i], err = p.explore(ctx, i)
			if err == nil && p.opt.Reversed != nil && i < chanceWalks {
				err = p.reverse(ctx, walks[i])
			}
			return err
		})
	}
	jobs = append(jobs, func() error { return p.cases(ctx) })
	if err := p.parallel(ctx, jobs); err != nil {
		return nil, err
	}
	if err := p.finish(ctx, r, walks); err != nil {
		return nil, err
	}
	r.Coverage = p.coverage()
	r.Findings = p.settled()
	r.Passed = !slices.ContainsFunc(r.Findings, func(f Finding) bool { return !f.Warning })
	return r, nil
}

// finish looks for what chance did not reach, and shrinks what failed.
func (p *prover) finish(ctx context.Context, r *Report, walks []*walk) error {
	pursuits := p.pursuits()
	var jobs []func() error
	for _, u := range pursuits {
		jobs = append(jobs, func() error { return p.pursue(ctx, u) })
	}
	if err := p.parallel(ctx, jobs); err != nil {
		return err
	}
	for _, u := range pursuits {
		p.neverSucceeded(u)
		walks = append(walks, u.walks...)
	}
	for _, k := range walks {
		r.Exploration.add(k.Exploration)
	}
	return p.shrink(ctx, walks)
}

// start makes sure that the world can be opened at every seed and is sound
// before any call: everything after it would only repeat what is wrong here.
func (p *prover) start(ctx context.Context) error {
	jobs := make([]func() error, p.opt.Seeds)
	for i := range jobs {
		jobs[i] = func() error { return p.startAt(ctx, int64(i)) }
	}
	// The first alone: what the invariants read is learnt there.
	if err := p.parallel(ctx, jobs[:1]); err != nil {
		return err
	}
	return p.parallel(ctx, jobs[1:])
}

func (p *prover) startAt(ctx context.Context, seed int64) (err error) {
	w, err := p.worlds.Open(ctx, seed, nil)
	if err != nil {
		return fmt.Errorf("the starting state can't be made: %w", err)
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	if _, err := w.Select(ctx, "SELECT 1"); err != nil {
		e, ok := errors.AsType[*data.Error](err)
		if !ok {
			return err
		}
		message, hint := e.Explain(seed)
		p.report(Finding{Code: codeData, Line: e.Line, Seed: seed, Message: message, Hint: hint}, "")
		return nil
	}
	if p.invariants == nil {
		if p.invariants, err = learnInvariants(ctx, w, p.env); err != nil {
			return err
		}
	}
	if bad, why := p.invariants.broken(ctx, w, nil); bad != nil {
		p.report(Finding{Code: codeInvariant, Line: bad.Line, Seed: seed, Message: fmt.Sprintf("the invariant %s does not hold in the starting data of seed %d: %s", bad.Name, seed, why),
			Hint: "Mend the data so that it holds from the start, or the invariant if it asks too much."}, bad.Name)
	}
	return nil
}

// parallel runs the jobs, Options.Jobs at a time. The first error ends it.
func (p *prover) parallel(ctx context.Context, jobs []func() error) error {
	p.total += len(jobs)
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
