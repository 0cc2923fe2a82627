package host

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/mcpapi"
	"github.com/awmc/awmc/out/rt/host/service"
)

// episodeFlags say what an instance starts as.
func episodeFlags(f *pflag.FlagSet, start *service.Start) {
	f.StringVar(&start.Task, "task", "", "the task to play: its seed is the next at which it is sound")
	f.Int64Var(&start.Seed, "seed", 0, "the seed of the starting data; 0 is the canonical data set")
	f.StringVar(&start.Actor, "actor", "", "who is signed in, ENTITY/KEY, if not who the environment or task says")
}

// stdio is the root command of one environment: MCP on stdin and stdout.
func (a *App) stdio(env *core.Env) *cobra.Command {
	var start service.Start
	var opt mcpapi.Options
	var o opening
	cmd := &cobra.Command{
		Use:   env.Name,
		Short: env.Title,
		Long: fmt.Sprintf(`%s: %s

Without a command, this program is an MCP server on stdin and stdout, with one
instance of the environment: a private copy of its world.`, env.Title, env.Summary) + "\n" + exitCodes,
		Example: fmt.Sprintf(`  %[1]s --seed 7                     an MCP server on stdio, with the data of seed 7
  %[1]s serve --addr 127.0.0.1:8080  any number of instances over HTTP
  %[1]s tools                        what agents can do
  %[1]s call %[2]s
  %[1]s check --seeds 25             prove that the tasks are sound`, env.Name, exampleCall(env)),
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.with(cmd, o, func(s *service.Service) error {
				in, err := s.Create(cmd.Context(), start)
				if err != nil {
					return Failed(err)
				}
				if ask := in.Peek().Ask; ask != "" {
					fmt.Fprintf(cmd.ErrOrStderr(), "The task: %s\n", ask) // for the person; agents see stdout
				}
				return Failed(mcpapi.New(s, opt).ServeStdio(cmd.Context(), in, cmd.InOrStdin(), cmd.OutOrStdout()))
			})
		},
	}
	episodeFlags(cmd.Flags(), &start)
	o.callFlags(cmd.Flags())
	cmd.Flags().BoolVar(&opt.OutputSchemas, "output-schemas", false, "tell clients the schemas of results, too")
	return cmd
}

// exampleCall is a call for the help: of the first tool that needs no
// arguments, or of the first there is.
func exampleCall(env *core.Env) string {
	for i := range env.Tools {
		t := &env.Tools[i]
		needs := false
		for _, p := range t.Params {
			needs = needs || !p.Optional && p.Default == nil
		}
		if !needs {
			return t.Name + " '{}'"
		}
	}
	if len(env.Tools) > 0 {
		return env.Tools[0].Name + " '{…}'"
	}
	return "TOOL '{…}'"
}
