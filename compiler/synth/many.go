package synth

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/awmc/awmc/compiler/model"
	rt "github.com/awmc/awmc/templates/rt/model"
)

// failuresInARow is after how many environments that could not ask the model
// the run ends: the server is down.
const failuresInARow = 5

// Run writes environments, or goes on with them. The error is about the
// input or the machine; what became of each environment is in the report,
// also of those that were not finished in this run.
func Run(ctx context.Context, jobs []Job, opt Options) (*Report, error) {
	if err := opt.defaults(); err != nil {
		return nil, err
	}
	if err := distinctJobs(jobs); err != nil {
		return nil, err
	}
	m := &many{opt: &opt, report: &Report{}, only: len(jobs) == 1}
	ctx, m.cancel = context.WithCancelCause(ctx)
	defer m.cancel(nil)
	var g errgroup.Group
	g.SetLimit(opt.Jobs)
	for _, job := range jobs {
		g.Go(func() error {
			if m.over(ctx) {
				m.skip(job)
				return nil
			}
			state, err := opt.environment(ctx, job)
			return m.ended(ctx, job, state, err)
		})
	}
	err := g.Wait()
	m.report.sort(jobs)
	slices.Sort(m.report.There)
	return m.report, err
}

func distinctJobs(jobs []Job) error {
	names, outs := map[string]bool{}, map[string]string{}
	for i := range jobs {
		j := &jobs[i]
		if err := j.check(); err != nil {
			return fmt.Errorf("%w: %w", ErrInput, err)
		}
		out := filepath.Clean(j.Out)
		if names[j.Name] {
			return fmt.Errorf("%w: two environments are called %s", ErrInput, j.Name)
		}
		if other, ok := outs[out]; ok {
			return fmt.Errorf("%w: %s and %s would be written to the same file, %s", ErrInput, other, j.Name, out)
		}
		names[j.Name], outs[out] = true, j.Name
	}
	return nil
}

// many is one run over several environments.
type many struct {
	opt    *Options
	cancel context.CancelCauseFunc
	only   bool // there is one environment

	mu       sync.Mutex
	report   *Report
	failures int // in a row
}

// over reports whether no environment is begun any more.
func (m *many) over(ctx context.Context) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return ctx.Err() != nil || m.report.Stopped != ""
}

// skip reports an environment that this run did not come to.
func (m *many) skip(job Job) {
	state, err := readState(filepath.Join(m.opt.Work, job.Name))
	if state == nil || err != nil {
		state = &State{Job: job, Status: Working}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.report.States = append(m.report.States, state)
}

// ended sorts out why the work on an environment ended. Only what concerns
// the whole run comes back as an error.
func (m *many) ended(ctx context.Context, job Job, state *State, err error) error {
	if err != nil && state == nil {
		if errors.Is(err, errInUse) {
			m.skip(job)
			m.mu.Lock()
			defer m.mu.Unlock()
			m.report.Busy++
			return nil
		}
		if errors.Is(err, errThere) && !m.only {
			m.mu.Lock()
			defer m.mu.Unlock()
			m.report.There = append(m.report.There, job.Out)
			return nil
		}
		m.cancel(err)
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.report.States = append(m.report.States, state)
	if err == nil {
		m.failures = 0
		return nil
	}
	server, isServer := errors.AsType[*rt.Error](err)
	switch {
	case errors.Is(err, model.ErrPending):
		m.report.Waiting++
	case errors.Is(err, model.ErrBudget):
		m.stop(err.Error())
		m.report.Budget = true
	case ctx.Err() != nil:
		m.stop("it was interrupted")
	case errors.Is(err, ErrInput):
		m.cancel(err)
		return err
	case isServer && !server.Permanent():
		m.report.Unanswered++
		m.report.LastError = err.Error()
		if m.failures++; m.failures >= min(failuresInARow, m.opt.Jobs) {
			m.stop(err.Error())
		}
	case isServer:
		m.stop(err.Error())
		m.cancel(err)
	default: // disk, recording: nothing that another environment is spared
		m.cancel(err)
		return err
	}
	return nil
}

func (m *many) stop(why string) {
	if m.report.Stopped == "" {
		m.report.Stopped = why
	}
}
