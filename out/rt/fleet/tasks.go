package fleet

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/out/rt/host"
	"github.com/awmc/awmc/out/rt/host/service"
)

// tasksFlags say which tasks are listed.
type tasksFlags struct {
	jsonl   bool
	seeds   int
	first   int64
	heldOut string
	band    band
}

func tasks(app *host.App) *cobra.Command {
	var o tasksFlags
	cmd := &cobra.Command{
		Use:   "tasks [ENVIRONMENT]...",
		Short: "List the tasks of all environments, or of the named ones",
		Long: `List the tasks. With --seeds, each is drawn for that many seeds, so that a
training list has one line for each episode: what the agent reads, and the
environment, task and seed to create its instance with. Tasks that their
authors hold out of training are left out unless asked for.`,
		Example: "  fleet tasks --jsonl --seeds 10 > train.jsonl\n  fleet tasks --jsonl --seeds 10 --held-out only > test.jsonl\n  fleet tasks --jsonl --seeds 8 --calibration calibration.json --min-pass 0.1 --max-pass 0.8",
		RunE: func(cmd *cobra.Command, names []string) error {
			entries, err := choose(app, names)
			if err != nil {
				return err
			}
			switch o.heldOut {
			case "exclude", "include", "only":
			default:
				return host.Usage("--held-out is exclude, include or only, not %q", o.heldOut)
			}
			if err := o.band.load(); err != nil {
				return err
			}
			return app.With(cmd, func(s *service.Service) error {
				for _, e := range entries {
					if err := o.print(cmd, s, e.Name); err != nil {
						return host.Failed(err)
					}
				}
				return nil
			})
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.jsonl, "jsonl", false, "print JSON, one task a line")
	f.IntVar(&o.seeds, "seeds", 0, "draw each task for this many seeds")
	f.Int64Var(&o.first, "first-seed", 1, "the first of the seeds")
	f.StringVar(&o.heldOut, "held-out", "exclude", "exclude, include or only the tasks that are held out of training")
	f.StringVar(&o.band.file, "calibration", "", "list only tasks in a band of difficulty, by this file of fleet calibrate")
	f.Float64Var(&o.band.min, "min-pass", 0, "with --calibration: the least share of episodes that models complete")
	f.Float64Var(&o.band.max, "max-pass", 1, "with --calibration: the greatest")
	return cmd
}

func (o *tasksFlags) print(cmd *cobra.Command, s *service.Service, name string) error {
	e, err := s.Environment(name)
	if err != nil {
		return err
	}
	for i := range e.Spec.Tasks {
		held := e.Spec.Tasks[i].HeldOut
		if held && o.heldOut == "exclude" || !held && o.heldOut == "only" {
			continue
		}
		if !o.band.has(e.Name, e.Spec.Tasks[i].Name) {
			continue
		}
		for seed := o.first; seed < o.first+int64(max(1, o.seeds)); seed++ {
			line, err := host.Line(cmd.Context(), e, i, seed, o.seeds > 0)
			if err == nil {
				err = o.line(cmd, line)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}

func (o *tasksFlags) line(cmd *cobra.Command, t host.TaskLine) error {
	if o.jsonl {
		return host.WriteJSON(cmd.OutOrStdout(), t)
	}
	seed := ""
	if t.Drawn {
		seed = fmt.Sprintf(" (seed %d)", t.Seed)
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s %s%s\n  %s\n", t.Environment, t.Task, seed, t.Ask)
	return err
}
