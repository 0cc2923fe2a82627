package host

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/out/rt/host/service"
)

// Replay is the command that plays recorded episodes again.
func (a *App) Replay() *cobra.Command {
	var f Format
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Play recorded episodes again and compare, byte for byte",
		Long: `Play the episodes of a trajectory file (JSONL, - for stdin) again. Every
result, the state at the end and the verdict must be the same, byte for byte;
where one differs, it is said, and the exit code is 1.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			in := cmd.InOrStdin()
			if args[0] != "-" {
				file, err := os.Open(args[0])
				if err != nil {
					return &ExitError{ExitUsage, err}
				}
				defer file.Close()
				in = file
			}
			return a.with(cmd, opening{}, func(s *service.Service) error { return replayAll(cmd, s, in, f) })
		},
	}
	f.Add(cmd.Flags(), ", one episode a line")
	return cmd
}

// replayed is one line of the command's output.
type replayed struct {
	Line        int                  `json:"line"`
	Environment string               `json:"environment"`
	Task        string               `json:"task,omitempty"`
	Seed        int64                `json:"seed"`
	Same        bool                 `json:"same"`
	Differences []service.Difference `json:"differences,omitempty"`
}

func replayAll(cmd *cobra.Command, s *service.Service, in io.Reader, f Format) error {
	r := bufio.NewReader(in)
	code := ExitClean
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if len(line) > 1 {
			var t service.Trajectory
			if err := json.Unmarshal(line, &t); err != nil {
				return Usage("line %d is no trajectory: %v", n, err)
			}
			diffs, err := s.Replay(cmd.Context(), &t)
			if err != nil {
				return Failed(fmt.Errorf("line %d: %w", n, err))
			}
			if len(diffs) > 0 {
				code = ExitFindings
			}
			if err := printReplay(cmd.OutOrStdout(), replayed{n, t.Environment, t.Task, t.Seed, len(diffs) == 0, diffs}, f); err != nil {
				return Failed(err)
			}
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return Failed(err)
		}
	}
	if code != ExitClean {
		return &ExitError{Code: code}
	}
	return nil
}

func printReplay(w io.Writer, r replayed, f Format) error {
	if f == "json" {
		return WriteJSON(w, r)
	}
	if r.Same {
		_, err := fmt.Fprintf(w, "line %d: %s %s, seed %d: the same\n", r.Line, r.Environment, r.Task, r.Seed)
		return err
	}
	for _, d := range r.Differences {
		where := ""
		if d.Call > 0 {
			where = fmt.Sprintf("call %d: ", d.Call)
		}
		if _, err := fmt.Fprintf(w, "line %d: %s %s, seed %d: %s%s differs\n  recorded: %s\n  now:      %s\n", r.Line, r.Environment, r.Task, r.Seed, where, d.What, d.Want, d.Got); err != nil {
			return err
		}
	}
	return nil
}
