package host

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/templates/rt/host/service"
	"github.com/awmc/awmc/templates/rt/proof"
)

// CheckOptions are the flags of the commands that prove environments.
type CheckOptions struct {
	proof.Options
	format format
}

// Flags adds them to a command.
func (o *CheckOptions) Flags(cmd *cobra.Command) {
	cmd.Flags().IntVar(&o.Seeds, "seeds", 25, "how many seeds each task is proved for")
	o.format.add(cmd.Flags(), ", one report a line")
}

const checkHelp = `Prove that the environment is sound: no task is complete before anything was
done, every reference solution completes its task, near-misses fail, and no
sequence of calls breaks an invariant or the environment. The exit code is 1
if it is not.`

// Check is the command that proves the environment.
func (a *App) Check() *cobra.Command {
	var o CheckOptions
	cmd := &cobra.Command{
		Use:     "check",
		Short:   "Prove that the tasks and their verifiers are sound",
		Long:    checkHelp,
		Example: fmt.Sprintf("  %s check --seeds 100 --format json", a.Name),
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.with(cmd, opening{}, func(s *service.Service) error {
				e, err := s.Environment("")
				if err != nil {
					return Failed(err)
				}
				r, err := o.Prove(cmd.Context(), e)
				if err != nil {
					return Failed(err)
				}
				return o.Report(cmd.OutOrStdout(), e, r)
			})
		},
	}
	o.Flags(cmd)
	return cmd
}

// Prove proves one environment.
func (o *CheckOptions) Prove(ctx context.Context, e *service.Environment) (*proof.Report, error) {
	return proof.Run(ctx, e.Spec, e.Worlds, o.Options)
}

// Report prints a report. The error says that the proof failed.
func (o *CheckOptions) Report(w io.Writer, e *service.Environment, r *proof.Report) error {
	write := func() error { return writeText(w, e, r) }
	if o.format == "json" {
		write = func() error { return writeJSON(w, r) }
	}
	if err := write(); err != nil {
		return Failed(err)
	}
	if !r.Passed {
		return &ExitError{Code: ExitFindings}
	}
	return nil
}

func writeText(w io.Writer, e *service.Environment, r *proof.Report) error {
	var b strings.Builder
	for _, f := range r.Findings {
		severity := "error"
		if f.Warning {
			severity = "warning"
		}
		fmt.Fprintf(&b, "%s:%d: %s: %s [%s]\n", e.Spec.Source, f.Line, severity, f.Message, f.Code)
		for _, c := range f.Calls {
			fmt.Fprintf(&b, "    %s %s\n", c.Tool, c.Arguments)
			if c.Result != "" {
				fmt.Fprintf(&b, "      → %s\n", c.Result)
			}
		}
		if f.Answer != "" {
			fmt.Fprintf(&b, "    answer: %s\n", f.Answer)
		}
		if len(f.Calls) > 0 {
			fmt.Fprintf(&b, "    with seed %d\n", f.Seed)
		}
		if f.Hint != "" {
			fmt.Fprintf(&b, "  %s\n", f.Hint)
		}
	}
	for i := range r.Tasks {
		t := &r.Tasks[i]
		fmt.Fprintf(&b, "%s: %d of %d near-misses caught on %d seeds; %d calls with %d tools\n", t.Task, t.Caught, t.Mutants, t.Seeds, t.Difficulty.Calls, t.Difficulty.DistinctTools)
	}
	verdict := "passed"
	if !r.Passed {
		verdict = "FAILED"
	}
	fmt.Fprintf(&b, "%s: %s. %d tasks, %d seeds, %d calls explored (%d succeeded, %d refused)\n",
		r.Env, verdict, len(r.Tasks), r.Seeds, r.Exploration.Calls, r.Exploration.Succeeded, r.Exploration.Refused)
	_, err := io.WriteString(w, b.String())
	return err
}
