package fleet

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host"
)

func check(app *host.App) *cobra.Command {
	var o host.CheckOptions
	jobs := 0
	cmd := &cobra.Command{
		Use:     "check [ENVIRONMENT]...",
		Short:   "Prove that the environments are sound, all or the named ones",
		Long:    host.CheckHelp,
		Example: "  fleet check corner_books city_library --seeds 100\n  fleet check -j 4 --format json\n  fleet check corner_books --slowest 10",
		RunE: func(cmd *cobra.Command, names []string) error {
			entries, err := choose(app, names)
			if err != nil {
				return err
			}
			return prove(cmd, &o, entries, jobs)
		},
	}
	o.Flags(cmd)
	cmd.Flags().IntVarP(&jobs, "jobs", "j", 1, "how many environments to prove at once; each uses all processors for its tasks")
	return cmd
}

// choose finds the entries of the given names, all if there are none.
func choose(app *host.App, names []string) ([]Entry, error) {
	if len(names) == 0 {
		return app.Entries, nil
	}
	byName := map[string]Entry{}
	var have []string
	for _, e := range app.Entries {
		byName[e.Name] = e
		have = append(have, e.Name)
	}
	var chosen []Entry
	for _, n := range names {
		e, ok := byName[n]
		if !ok {
			return nil, host.Unknown("environment", n, have)
		}
		chosen = append(chosen, e)
	}
	return chosen, nil
}

// proved is the outcome of one proof.
type proved struct {
	env    *core.Env
	report *host.Proved
	err    error
}

// prove runs the proofs and prints their reports in the order of the
// entries, each as soon as those before it are done.
func prove(cmd *cobra.Command, o *host.CheckOptions, entries []Entry, jobs int) error {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	if o.Jobs = max(1, runtime.GOMAXPROCS(0)/jobs); jobs == 1 {
		o.Jobs = 0
	}
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	results := make([]chan proved, len(entries))
	for i := range results {
		results[i] = make(chan proved, 1)
	}
	slots := make(chan struct{}, jobs)
	go func() {
		for i, e := range entries {
			slots <- struct{}{}
			go func() {
				defer func() { <-slots }()
				if err := ctx.Err(); err != nil {
					results[i] <- proved{err: err}
					return
				}
				env := e.Env()
				r, err := o.Prove(ctx, env)
				results[i] <- proved{env, r, err}
			}()
		}
	}()
	code := host.ExitClean
	for i, e := range entries {
		p := <-results[i]
		if p.err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "fleet: %s: %v\n", e.Name, p.err)
			code = host.ExitFault
			continue
		}
		err := o.Report(cmd.OutOrStdout(), p.env, p.report)
		if exit, ok := errors.AsType[*host.ExitError](err); ok && exit.Err == nil {
			code = max(code, exit.Code)
		} else if err != nil {
			return err
		}
	}
	if code != host.ExitClean {
		return &host.ExitError{Code: code}
	}
	return nil
}
