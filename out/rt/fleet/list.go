package fleet

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/out/rt/host"
)

// listed is one line of the list as JSON.
type listed struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	Category string `json:"category"`
	Summary  string `json:"summary"`
	Tools    int    `json:"tools"`
	Tasks    int    `json:"tasks"`
}

func list(app *host.App) *cobra.Command {
	var f host.Format
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the environments",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			for _, e := range app.Entries {
				env := e.Env()
				if f.JSON() {
					if err := host.WriteJSON(cmd.OutOrStdout(), listed{e.Name, env.Title, env.Category, env.Summary, len(env.Tools), len(env.Tasks)}); err != nil {
						return host.Failed(err)
					}
					continue
				}
				fmt.Fprintf(w, "%s\t%s\t%d tools\t%d tasks\t%s\n", e.Name, env.Category, len(env.Tools), len(env.Tasks), env.Title)
			}
			return host.Failed(w.Flush())
		},
	}
	f.Add(cmd.Flags(), ", one environment a line")
	return cmd
}
