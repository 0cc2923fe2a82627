package fleet

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/out/rt/fleet/judge"
	"github.com/awmc/awmc/out/rt/host"
	"github.com/awmc/awmc/out/rt/host/service"
	"github.com/awmc/awmc/out/rt/task"
)

// judgeFlags say whether a model judges, and which.
type judgeFlags struct {
	modelFlags
	policy string
	votes  int
}

func (j *judgeFlags) add(cmd *cobra.Command, policy string) {
	f := cmd.Flags()
	j.modelFlags.add(f, "judge-", "the judging model")
	f.StringVar(&j.policy, "judge", policy, "who decides: code; judge (the model, with the code's evidence); upgrade (the model is asked where the code says no); veto (where it says yes)")
	f.IntVar(&j.votes, "judge-votes", 1, "opinions asked for; the majority decides")
}

// verifier is how episodes are judged.
func (j *judgeFlags) verifier() (task.Options, error) {
	policy, err := task.ParsePolicy(j.policy)
	if err != nil {
		return task.Options{}, host.Usage("%v", err)
	}
	if policy == task.PolicyCode {
		return task.Options{}, nil
	}
	c, err := j.client("")
	if err != nil {
		return task.Options{}, err
	}
	return task.Options{Policy: policy, Judge: judge.New(judge.Options{Model: c, Votes: j.votes})}, nil
}

// judged gives a command the flags of the judge.
func judged(app *host.App, cmd *cobra.Command) *cobra.Command {
	var j judgeFlags
	j.add(cmd, "code")
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		v, err := j.verifier()
		if err != nil {
			return err
		}
		app.Verifier = v
		return run(cmd, args)
	}
	return cmd
}

func judgeCommand(app *host.App) *cobra.Command {
	var j judgeFlags
	cmd := &cobra.Command{
		Use:   "judge FILE",
		Short: "Judge recorded trajectories again",
		Long: `Judge recorded trajectories again. Each is replayed on a fresh instance, so
that the evidence is the code's own, and then judged as --judge says. The output
is the trajectory with its new verdict, one a line.`,
		Example: "  fleet judge trajectories.jsonl --judge upgrade --judge-model qwen3-32b > judged.jsonl",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			v, err := j.verifier()
			if err != nil {
				return err
			}
			app.Verifier = v
			file, err := os.Open(args[0])
			if err != nil {
				return host.Usage("%v", err)
			}
			defer file.Close()
			return app.With(cmd, func(s *service.Service) error {
				return host.Failed(rejudge(cmd, s, file))
			})
		},
	}
	j.add(cmd, "judge")
	return cmd
}

// rejudge plays each trajectory again and writes it with its verdict.
func rejudge(cmd *cobra.Command, s *service.Service, in io.Reader) error {
	r := bufio.NewReader(in)
	for n := 1; ; n++ {
		b, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(b) == 0 {
			return nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		var t service.Trajectory
		if err := json.Unmarshal(b, &t); err != nil {
			return &service.Error{Kind: service.Invalid, Message: fmt.Sprintf("line %d is not a trajectory: %v", n, err)}
		}
		if err := rejudgeOne(cmd, s, &t); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if err := t.Write(cmd.OutOrStdout()); err != nil {
			return err
		}
	}
}

func rejudgeOne(cmd *cobra.Command, s *service.Service, t *service.Trajectory) error {
	ctx := cmd.Context()
	calls, err := t.Calls()
	if err != nil {
		return err
	}
	instance, err := s.Create(ctx, service.Start{Environment: t.Environment, Task: t.Task, Seed: t.Seed, Actor: t.Actor, Rewards: t.Rewards})
	if err != nil {
		return err
	}
	defer s.Delete(instance.ID)
	for _, c := range calls {
		if _, err := instance.Call(ctx, c.Tool, c.Arguments); err != nil {
			return err
		}
	}
	f := service.Finish{Rewards: t.Rewards}
	if t.Ending != nil {
		f.Answer, f.Truncated, f.FormatErrors = t.Ending.Answer, t.Ending.Truncated, t.Ending.FormatError != ""
	}
	t.Verdict, err = instance.Verify(ctx, f)
	return err
}
