package host

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/out/rt/host/service"
)

// versionInfo is what the command prints as JSON.
type versionInfo struct {
	Program      string            `json:"program"`
	Environments map[string]string `json:"environments,omitempty"` // digests
	Go           string            `json:"go"`
	Modules      map[string]string `json:"modules"`
}

// Version is the command that says what the program was made of.
func (a *App) Version() *cobra.Command {
	var f Format
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Say what this program was made of",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			v := versionInfo{Program: a.Name, Go: runtime.Version(), Modules: modules()}
			return a.with(cmd, opening{}, func(s *service.Service) error {
				if !a.Fleet {
					e, err := s.Environment("")
					if err != nil {
						return Failed(err)
					}
					v.Environments = map[string]string{e.Name: e.Digest}
				}
				if f == "json" {
					return WriteJSON(cmd.OutOrStdout(), v)
				}
				w := cmd.OutOrStdout()
				if a.Fleet {
					fmt.Fprintf(w, "%s with %d environments\n", v.Program, len(a.Entries))
				} else {
					fmt.Fprintf(w, "%s %s\n", v.Program, v.Environments[a.Entries[0].Name])
				}
				fmt.Fprintf(w, "%s, mcp-go %s, sqlite %s\n", v.Go, v.Modules["github.com/mark3labs/mcp-go"], v.Modules["modernc.org/sqlite"])
				return nil
			})
		},
	}
	f.Add(cmd.Flags(), "")
	return cmd
}

// modules lists the versions of what the program was linked from.
func modules() map[string]string {
	list := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			list[m.Path] = m.Version
		}
	}
	return list
}
