package host

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/out/rt/host/service"
)

// Call is the command that calls tools on one instance.
func (a *App) Call() *cobra.Command {
	var start service.Start
	var o opening
	cmd := &cobra.Command{
		Use:   a.use("call TOOL JSON [TOOL JSON]..."),
		Short: "Call tools and print their results, one a line",
		Long: `Call tools, one after the other, on one instance, and print their results, one
a line. The last tool's arguments may be left out if it needs none; - reads
them from stdin. The exit code is 1 if a tool refused.`,
		Example: fmt.Sprintf(`  %[1]s list_books '{"limit": 3}'
  %[1]s add_item '{"book_id": 4}' checkout '{}'
  echo '{"limit": 3}' | %[1]s list_books -`, a.Name+" "+a.use("call")),
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			name, rest, err := a.environment(args)
			if err != nil {
				return err
			}
			calls, err := parseCalls(rest, cmd.InOrStdin())
			if err != nil {
				return err
			}
			start.Environment = name
			return a.with(cmd, o, func(s *service.Service) error { return callAll(cmd, s, start, calls) })
		},
	}
	episodeFlags(cmd.Flags(), &start)
	o.callFlags(cmd.Flags())
	return cmd
}

type toolCall struct {
	tool string
	args json.RawMessage
}

func parseCalls(args []string, stdin io.Reader) ([]toolCall, error) {
	var calls []toolCall
	for i := 0; i < len(args); i += 2 {
		c := toolCall{args[i], json.RawMessage("{}")}
		if i+1 < len(args) {
			c.args = json.RawMessage(args[i+1])
		}
		if string(c.args) == "-" {
			b, err := io.ReadAll(stdin)
			if err != nil {
				return nil, &ExitError{ExitFault, err}
			}
			c.args = b
		}
		if !json.Valid(c.args) {
			return nil, Usage("the arguments of %s are not JSON: %s", c.tool, c.args)
		}
		calls = append(calls, c)
	}
	if len(calls) == 0 {
		return nil, Usage("name a tool")
	}
	return calls, nil
}

func callAll(cmd *cobra.Command, s *service.Service, start service.Start, calls []toolCall) error {
	in, err := s.Create(cmd.Context(), start)
	if err != nil {
		return Failed(err)
	}
	code := ExitClean
	for _, c := range calls {
		res, err := in.Call(cmd.Context(), c.tool, c.args)
		if err != nil {
			return Failed(err)
		}
		if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s\n", res.Text()); err != nil {
			return Failed(err)
		}
		switch {
		case res.Err == nil:
		case res.Err.Code == "internal":
			code = ExitFault
		default:
			code = max(code, ExitFindings)
		}
	}
	if code != ExitClean {
		return &ExitError{Code: code}
	}
	return nil
}
