package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/awmc/awmc/out/rt/host/service"
	"github.com/awmc/awmc/out/rt/task"
)

// script is one episode to play: the solution of a task at a seed.
type script struct {
	start  service.Start
	calls  []task.Call
	reads  []task.Call // those of the calls that only read
	answer json.RawMessage
}

// at is the call of a turn.
func (s *script) at(turn int) (task.Call, bool) {
	if turn < len(s.calls) {
		return s.calls[turn], true
	}
	if len(s.reads) == 0 {
		return task.Call{}, false
	}
	return s.reads[turn%len(s.reads)], true
}

// load plays scripts.
type load struct {
	cmd     *cobra.Command
	s       *service.Service
	o       benchFlags
	envs    int
	scripts []script
	call    caller

	mu    sync.Mutex
	took  []time.Duration
	error atomic.Int64
}

// caller calls a tool as an agent does and reports whether it refused.
type caller func(ctx context.Context, in *service.Instance, tool string, args json.RawMessage) (refused bool, err error)

// prepare draws the tasks; that is no part of what is measured.
func (l *load) prepare(entries []Entry) error {
	for _, entry := range entries {
		e, err := l.s.Environment(entry.Name)
		if err != nil {
			return err
		}
		l.envs++
		for i := range e.Spec.Tasks {
			for seed := range l.o.seeds {
				p, err := e.Prepare(l.cmd.Context(), e.Spec.Tasks[i].Name, int64(seed))
				if err != nil {
					return fmt.Errorf("%s: %w", e.Name, err)
				}
				solution := p.Reference.Solutions[0]
				sc := script{
					start:  service.Start{Environment: e.Name, Task: p.Task.Name, Seed: int64(seed)},
					calls:  solution.Run.Calls,
					answer: task.Told(solution.Answer),
				}
				for _, c := range sc.calls {
					if t := e.Tool(c.Tool); t != nil && t.ReadOnly {
						sc.reads = append(sc.reads, c)
					}
				}
				l.scripts = append(l.scripts, sc)
			}
		}
	}
	if len(l.scripts) == 0 {
		return errors.New("there is no task to play")
	}
	return nil
}

// each does something for every instance, by the workers.
func (l *load) each(n int, do func(ctx context.Context, i int) error) (time.Duration, error) {
	g, ctx := errgroup.WithContext(l.cmd.Context())
	var next atomic.Int64
	start := time.Now()
	for range l.o.workers {
		g.Go(func() error {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return nil
				}
				if err := do(ctx, i); err != nil {
					return err
				}
			}
		})
	}
	err := g.Wait()
	return time.Since(start), err
}

func (l *load) script(i int) *script { return &l.scripts[i%len(l.scripts)] }

// turn makes one call and takes its time.
func (l *load) turn(ctx context.Context, in *service.Instance, i, turn int) error {
	c, ok := l.script(i).at(turn)
	if !ok {
		return nil
	}
	start := time.Now()
	refused, err := l.call(ctx, in, c.Tool, c.Args)
	if err != nil {
		return err
	}
	took := time.Since(start)
	if refused {
		l.error.Add(1)
	}
	l.mu.Lock()
	l.took = append(l.took, took)
	l.mu.Unlock()
	return nil
}

func (l *load) run() (figures, error) {
	r := figures{Over: l.o.over, Environments: l.envs, Instances: l.o.instances, Turns: l.o.turns, Workers: l.o.workers, CPUs: runtime.GOMAXPROCS(0)}
	stop, err := l.connect()
	if err != nil {
		return r, err
	}
	defer stop()
	live := make([]*service.Instance, l.o.instances)
	took, err := l.each(len(live), func(ctx context.Context, i int) (err error) {
		if live[i], err = l.s.Create(ctx, l.script(i).start); err != nil {
			return err
		}
		return l.turn(ctx, live[i], i, 0)
	})
	if err != nil {
		return r, err
	}
	r.Create = perSecond(len(live), took)

	// Turn by turn, so that the instances are all in use at once.
	l.took = l.took[:0]
	calls := (l.o.turns - 1) * len(live)
	took, err = l.each(calls, func(ctx context.Context, k int) error {
		i := k % len(live)
		return l.turn(ctx, live[i], i, 1+k/len(live))
	})
	if err != nil {
		return r, err
	}
	r.Calls = perSecond(len(l.took), took)
	l.percentiles(&r)
	r.RSSLive = residentMemory()

	incomplete := atomic.Int64{}
	took, err = l.each(len(live), func(ctx context.Context, i int) error {
		v, err := live[i].Verify(ctx, service.Finish{Answer: l.script(i).answer})
		if err == nil && v.Outcome != task.Complete && l.o.turns >= len(l.script(i).calls) {
			incomplete.Add(1)
		}
		return err
	})
	if err != nil {
		return r, err
	}
	r.Verdicts, r.Incomplete = perSecond(len(live), took), incomplete.Load()
	return r, l.startOver(&r, live)
}

// startOver resets, forks and deletes the instances.
func (l *load) startOver(r *figures, live []*service.Instance) error {
	took, err := l.each(len(live), func(ctx context.Context, i int) error {
		if _, err := live[i].Reset(ctx, service.Again{}); err != nil {
			return err
		}
		return l.turn(ctx, live[i], i, 0)
	})
	if err != nil {
		return err
	}
	r.Resets = perSecond(len(live), took)
	// Half of them make room for the forks of the others.
	half := len(live) / 2
	for _, in := range live[half:] {
		if err := l.s.Delete(in.ID); err != nil {
			return err
		}
	}
	forks := make([]*service.Instance, half)
	took, err = l.each(half, func(ctx context.Context, i int) error {
		f, err := live[i].Fork(ctx, 1)
		if err == nil {
			forks[i] = f[0]
		}
		return err
	})
	if err != nil {
		return err
	}
	if half > 0 {
		r.Forks = perSecond(half, took)
	}
	for _, in := range append(forks, live[:half]...) {
		if err := l.s.Delete(in.ID); err != nil {
			return err
		}
	}
	r.Errors = l.error.Load()
	debug.FreeOSMemory()
	r.RSSAfter = residentMemory()
	return nil
}

func (l *load) percentiles(r *figures) {
	if len(l.took) == 0 {
		return
	}
	slices.Sort(l.took)
	at := func(p float64) float64 {
		return float64(l.took[min(len(l.took)-1, int(p*float64(len(l.took))))]) / float64(time.Millisecond)
	}
	r.P50, r.P90, r.P99, r.Max = at(0.5), at(0.9), at(0.99), at(1)
}
