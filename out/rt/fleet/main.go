package fleet

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/out/rt/host"
	"github.com/awmc/awmc/out/rt/host/service"
)

// Entry names an environment and makes its description when it is needed, so
// that a thousand environments start as quickly as one.
type Entry = service.Entry

// Main is the program of a fleet. It returns the exit code.
func Main(ctx context.Context, envs []Entry, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	app := &host.App{Name: "fleet", Fleet: true, Entries: envs}
	return host.Run(ctx, root(app), args, stdin, stdout, stderr)
}

func root(app *host.App) *cobra.Command {
	root := &cobra.Command{
		Use:   app.Name,
		Short: fmt.Sprintf("Serve %d agent environments", len(app.Entries)),
		Long: fmt.Sprintf(`Serve, prove and measure the %d agent environments of this program.

Exit codes: 0 all is well; 1 a tool refused, or a proof or replay found
something; 2 wrong use of the command; 3 a fault.`, len(app.Entries)),
		Example: `  fleet list                                  what there is
  fleet serve                                 any number of instances over HTTP
  fleet call corner_books list_books '{"limit": 3}'
  fleet tasks --jsonl --seeds 10              a task list for training
  fleet rollout --agent reference             run an agent on the tasks
  fleet check -j 2                            prove all environments
  fleet bench --instances 1000                how fast this machine is`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.AddCommand(list(app), judged(app, app.Serve()), check(app), tasks(app), app.Tools(), app.Schema(), app.Call(), app.Replay(),
		judged(app, rolloutCommand(app)), judgeCommand(app), judged(app, calibrateCommand(app)), bench(app), app.Version())
	return root
}
