package host

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/control"
	"github.com/awmc/awmc/out/rt/host/mcpapi"
	"github.com/awmc/awmc/out/rt/host/service"
)

// Tools is the command that lists the tools.
func (a *App) Tools() *cobra.Command {
	var f Format
	openai := false
	cmd := &cobra.Command{
		Use:   a.use("tools"),
		Short: "List the tools, with their parameters",
		Long: `List the tools. As JSON it is the answer to MCP's tools/list, with output
schemas. With --openai it is the list of tools that OpenAI-compatible APIs take,
in strict mode: what an agent may leave out, it says null for.`,
		Args:    a.noMoreArgs(),
		Aliases: []string{"list-tools"},
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.spec(cmd, args, func(env *core.Env) error {
				if openai {
					list := make([]json.RawMessage, len(env.Tools))
					for i := range env.Tools {
						list[i] = core.OpenAITool(&env.Tools[i])
					}
					return WriteJSON(cmd.OutOrStdout(), list)
				}
				if f == "text" {
					printTools(cmd.OutOrStdout(), env)
					return nil
				}
				var list struct {
					Tools []any `json:"tools"`
				}
				for i := range env.Tools {
					list.Tools = append(list.Tools, mcpapi.Tool(&env.Tools[i], true))
				}
				return WriteJSON(cmd.OutOrStdout(), list)
			})
		},
	}
	f.Add(cmd.Flags(), "")
	cmd.Flags().BoolVar(&openai, "openai", false, "as JSON, for OpenAI-compatible APIs")
	return cmd
}

// noMoreArgs accepts nothing but a fleet's environment.
func (a *App) noMoreArgs() cobra.PositionalArgs {
	if a.Fleet {
		return cobra.ExactArgs(1)
	}
	return cobra.NoArgs
}

// spec runs a command that needs an environment's description only.
func (a *App) spec(cmd *cobra.Command, args []string, do func(*core.Env) error) error {
	name, _, err := a.environment(args)
	if err != nil {
		return err
	}
	return a.with(cmd, opening{}, func(s *service.Service) error {
		e, err := s.Environment(name)
		if err != nil {
			return Failed(err)
		}
		return do(e.Spec)
	})
}

func printTools(w io.Writer, env *core.Env) {
	for i := range env.Tools {
		t := &env.Tools[i]
		if i > 0 {
			fmt.Fprintln(w)
		}
		kind := "changes things"
		if t.ReadOnly {
			kind = "only reads"
		}
		fmt.Fprintf(w, "%s (%s)\n", t.Name, kind)
		if t.Doc != "" {
			fmt.Fprintf(w, "  %s\n", strings.ReplaceAll(strings.TrimSpace(t.Doc), "\n", "\n  "))
		}
		printParams(w, t.Params, "  ")
	}
}

func printParams(w io.Writer, params []core.Param, indent string) {
	for _, p := range params {
		fmt.Fprintf(w, "%s- %s: %s", indent, p.Name, typeWords(p.Type))
		switch {
		case p.Default != nil:
			fmt.Fprintf(w, ", default %v", p.Default)
		case p.Optional:
			fmt.Fprint(w, ", optional")
		}
		if p.Doc != "" {
			fmt.Fprintf(w, ". %s", p.Doc)
		}
		fmt.Fprintln(w)
		switch {
		case p.Type.Kind == core.ObjectKind:
			printParams(w, p.Type.Fields, indent+"  ")
		case p.Type.Kind == core.ListKind && p.Type.Elem.Kind == core.ObjectKind:
			printParams(w, p.Type.Elem.Fields, indent+"  ")
		}
	}
}

// typeWords names a type with its constraints.
func typeWords(t core.Type) string {
	s := string(t.Kind)
	if t.Kind == core.ListKind {
		s = "list of " + typeWords(*t.Elem)
	}
	if len(t.Enum) > 0 {
		s = strings.Join(t.Enum, " | ")
	}
	switch {
	case t.Min != nil && t.Max != nil:
		s += fmt.Sprintf(" (%v to %v)", t.Min, t.Max)
	case t.Min != nil:
		s += fmt.Sprintf(" (at least %v)", t.Min)
	case t.Max != nil:
		s += fmt.Sprintf(" (at most %v)", t.Max)
	}
	return s
}

// Schema is the command that prints the schemas of the tools.
func (a *App) Schema() *cobra.Command {
	return &cobra.Command{
		Use:   a.use("schema [TOOL]"),
		Short: "Print the JSON Schemas of the tools' arguments and results",
		Args:  cobra.MaximumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			name, rest, err := a.environment(args)
			if err != nil {
				return err
			}
			return a.spec(cmd, []string{name}, func(env *core.Env) error {
				tools := control.Tools(env)
				switch len(rest) {
				case 0:
					return WriteJSON(cmd.OutOrStdout(), map[string]any{"tools": tools})
				case 1:
					var names []string
					for _, t := range tools {
						if names = append(names, t.Name); t.Name == rest[0] {
							return WriteJSON(cmd.OutOrStdout(), t)
						}
					}
					return Unknown("tool", rest[0], names)
				}
				return Usage("name one tool, or none for all")
			})
		},
	}
}

// Unknown is the error for a name that there isn't.
func Unknown(what, name string, have []string) error {
	if near := core.Nearest(name, have); near != "" {
		return Usage("there is no %s %q; did you mean %q?", what, name, near)
	}
	return Usage("there is no %s %q", what, name)
}
