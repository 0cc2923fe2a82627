package host

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/out/rt/host/control"
	"github.com/awmc/awmc/out/rt/host/service"
)

// TaskLine is one task as the commands print it: drawn for a seed, or (Drawn
// false) with the {given} values still in the request.
type TaskLine struct {
	Environment string `json:"environment"`
	Category    string `json:"category,omitempty"`
	control.PreparedTask
	Drawn bool `json:"drawn"`
}

// Tasks is the command that lists an environment's tasks.
func (a *App) Tasks() *cobra.Command {
	var f Format
	var seed int64
	cmd := &cobra.Command{
		Use:     a.use("tasks"),
		Short:   "List the tasks; with --seed, as an agent would get them",
		Example: fmt.Sprintf("  %s --seed 7 --format json", a.Name+" "+a.use("tasks")),
		Args:    a.noMoreArgs(),
		RunE: func(cmd *cobra.Command, args []string) error {
			name, _, err := a.environment(args)
			if err != nil {
				return err
			}
			return a.with(cmd, opening{}, func(s *service.Service) error {
				e, err := s.Environment(name)
				if err != nil {
					return Failed(err)
				}
				for i := range e.Spec.Tasks {
					line, err := Line(cmd.Context(), e, i, seed, cmd.Flags().Changed("seed"))
					if err != nil {
						return Failed(err)
					}
					if err := printTask(cmd.OutOrStdout(), line, f); err != nil {
						return Failed(err)
					}
				}
				return nil
			})
		},
	}
	f.Add(cmd.Flags(), ", one task a line")
	cmd.Flags().Int64Var(&seed, "seed", 0, "draw the tasks' values for this seed")
	return cmd
}

// Line describes the i-th task of an environment.
func Line(ctx context.Context, e *service.Environment, i int, seed int64, drawn bool) (TaskLine, error) {
	t := &e.Spec.Tasks[i]
	line := TaskLine{Environment: e.Name, Category: e.Spec.Category, Drawn: drawn}
	if !drawn {
		actor := t.Actor
		if actor == nil {
			actor = e.Spec.Actor
		}
		line.PreparedTask = control.PreparedTask{Task: t.Name, Ask: t.Ask, Actor: service.FormatActor(actor), HeldOut: t.HeldOut}
		return line, nil
	}
	var err error
	line.PreparedTask, err = control.Prepare(ctx, e, t.Name, seed)
	return line, err
}

func printTask(w io.Writer, line TaskLine, f Format) error {
	if f == "json" {
		return WriteJSON(w, line)
	}
	note := ""
	if line.HeldOut {
		note = " (held out)"
	}
	if line.Drawn && line.EffectiveSeed != line.Seed {
		note += fmt.Sprintf(" (seed %d is not sound; this is seed %d)", line.Seed, line.EffectiveSeed)
	}
	_, err := fmt.Fprintf(w, "%s%s\n  %s\n", line.Task, note, line.Ask)
	return err
}
