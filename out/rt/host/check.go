package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/proof"
	"github.com/awmc/awmc/out/rt/store"
)

// CheckOptions are the flags of the commands that prove environments.
type CheckOptions struct {
	proof.Options
	format  Format
	slowest int    // how many of the slowest statements to list
	profile string // file for a CPU profile, for those who tune the proof
}

// Flags adds them to a command.
func (o *CheckOptions) Flags(cmd *cobra.Command) {
	cmd.Flags().IntVar(&o.Seeds, "seeds", 25, "how many seeds each task is proved for")
	o.format.Add(cmd.Flags(), ", one report a line")
	cmd.Flags().IntVar(&o.slowest, "slowest", 0, "list this many of the statements that took longest, with their lines")
	cmd.Flags().StringVar(&o.profile, "cpuprofile", "", "write a CPU profile of the proof to a file")
	cmd.Flags().MarkHidden("cpuprofile")
}

// CheckHelp is the help of the commands that prove environments.
const CheckHelp = `Prove that the environment is sound: no task is complete before anything was
done, every reference solution completes its task, near-misses fail, and no
sequence of calls breaks an invariant or the environment. The exit code is 1
if it is not.`

// Check is the command that proves the environment.
func (a *App) Check() *cobra.Command {
	var o CheckOptions
	cmd := &cobra.Command{
		Use:     "check",
		Short:   "Prove that the tasks and their verifiers are sound",
		Long:    CheckHelp,
		Example: fmt.Sprintf("  %s check --seeds 100 --format json\n  %[1]s check --slowest 10", a.Name),
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			env := a.Entries[0].Env()
			r, err := o.Prove(cmd.Context(), env)
			if err != nil {
				return Failed(err)
			}
			return o.Report(cmd.OutOrStdout(), env, r)
		},
	}
	o.Flags(cmd)
	return cmd
}

// Proved is a report and, if they were asked for, the statements that took
// longest.
type Proved struct {
	*proof.Report
	Slowest []core.Cost
}

// Prove proves one environment.
func (o *CheckOptions) Prove(ctx context.Context, env *core.Env) (_ *Proved, err error) {
	if o.profile != "" {
		f, err := os.Create(o.profile)
		if err != nil {
			return nil, err
		}
		if err := pprof.StartCPUProfile(f); err != nil {
			return nil, errors.Join(err, f.Close())
		}
		defer func() {
			pprof.StopCPUProfile()
			err = errors.Join(err, f.Close())
		}()
	}
	// A proof leaves much behind in a short time; memory is cheaper than time.
	defer debug.SetGCPercent(debug.SetGCPercent(proofGC))
	var costs *core.Costs
	if o.slowest > 0 {
		costs = new(core.Costs)
	}
	worlds := store.New(env, store.Options{Limits: core.Limits{Time: proofCallTime}, Costs: costs})
	reversed := worlds.Reversed()
	opt := o.Options
	opt.Reversed = reversed
	r, err := proof.Run(ctx, env, worlds, opt)
	return &Proved{r, costs.Slowest(o.slowest)}, errors.Join(err, reversed.Close(), worlds.Close())
}

// proofCallTime is how long a call of a proof may take. It is more than a
// server grants, since a machine that is busy with other work must not fail
// what is sound.
const proofCallTime = time.Minute

// proofGC is how much, in percent, the heap may grow between collections.
const proofGC = 800

// Report prints a report. The error says that the proof failed.
func (o *CheckOptions) Report(w io.Writer, env *core.Env, r *Proved) error {
	write := func() error { return errors.Join(writeText(w, env, r.Report), writeSlowest(w, env, r.Slowest)) }
	if o.format == "json" {
		write = func() error { return WriteJSON(w, r.Report) }
	}
	if err := write(); err != nil {
		return Failed(err)
	}
	if !r.Passed {
		return &ExitError{Code: ExitFindings}
	}
	return nil
}

func writeText(w io.Writer, env *core.Env, r *proof.Report) error {
	var b strings.Builder
	for _, f := range r.Findings {
		severity := "error"
		if f.Warning {
			severity = "warning"
		}
		fmt.Fprintf(&b, "%s:%d: %s: %s [%s]\n", env.Source, f.Line, severity, f.Message, f.Code)
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
	writeTasks(&b, r)
	c := &r.Coverage
	fmt.Fprintf(&b, "Reached: %d of %d tools (%d in solutions), %d of %d statements, %d of %d refusals; %d of %d entities changed.\n",
		c.ToolsSucceeded, c.Tools, c.ToolsInSolutions, c.StatementsRun, c.Statements, c.RefusalsReached, c.Refusals, c.EntitiesChanged, c.Entities)
	verdict := "passed"
	if !r.Passed {
		verdict = "FAILED"
	}
	fmt.Fprintf(&b, "%s: %s. %d tasks, %d seeds, %d calls explored (%d succeeded, %d refused)\n",
		r.Env, verdict, len(r.Tasks), r.Seeds, r.Exploration.Calls, r.Exploration.Succeeded, r.Exploration.Refused)
	_, err := io.WriteString(w, b.String())
	return err
}

// writeTasks prints what each task asks of an agent, and of how many
// near-misses its verifier caught how many.
func writeTasks(b *strings.Builder, r *proof.Report) {
	if len(r.Tasks) == 0 {
		return
	}
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "near-misses caught\tequivalent\tvariants\tinvalid draws\tcalls\ttools\tchanging\tcarried\tchance\tnearest\t  task")
	for i := range r.Tasks {
		p := &r.Tasks[i]
		d := &p.Difficulty
		fmt.Fprintf(t, "%d of %d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t  %s\n",
			p.Caught, p.Mutants, p.Equivalent, p.Variants, p.InvalidDraws, d.Calls, d.DistinctTools, d.Changing, d.Carried, d.RandomSolves, d.NearestSolves, p.Task)
	}
	t.Flush() // to memory, which can't fail
}
