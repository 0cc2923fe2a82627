package fleet

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/out/rt/fleet/rollout"
	"github.com/awmc/awmc/out/rt/host"
	"github.com/awmc/awmc/out/rt/host/service"
	"github.com/awmc/awmc/out/rt/model"
)

// rolloutFlags say which episodes are played and how.
type rolloutFlags struct {
	agentFlags
	tasks    []string
	episodes int
	seeds    string
	heldOut  string
	out      string
	passAt   []int
	retries  int
	form     string
	rules    rollout.Rules
	format   host.Format
}

func (o *rolloutFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	o.agentFlags.add(f)
	f.StringSliceVar(&o.tasks, "tasks", nil, "only these tasks, as TASK or ENVIRONMENT/TASK")
	f.IntVar(&o.episodes, "episodes", 1, "episodes for each task and seed")
	f.StringVar(&o.seeds, "seeds", "1-4", "seeds, as A-B or a list such as 1,5,9")
	f.StringVar(&o.heldOut, "held-out", "exclude", "exclude, include or only the tasks that are held out of training")
	f.IntVar(&o.concurrency, "concurrency", 64, "episodes at once")
	f.IntVar(&o.rules.MaxTurns, "max-turns", 30, "answers of the agent before an episode is cut off")
	f.StringVar(&o.form, "tool-form", "native", "native for function calling, two for list_tools and call_tool")
	f.BoolVar(&o.rules.EndOnFormatError, "end-on-format-error", false, "end an episode, with the reward for it, at the first call that breaks the format")
	f.IntVar(&o.retries, "retries", 2, "how often an episode is played again that a fault made void")
	f.IntSliceVar(&o.passAt, "pass-at", []int{1, 4, 8}, "k of pass@k, where a task has as many episodes")
	o.format.Add(f, "")
}

func rolloutCommand(app *host.App) *cobra.Command {
	var o rolloutFlags
	cmd := &cobra.Command{
		Use:   "rollout [ENVIRONMENT]...",
		Short: "Run an agent on tasks and reward it",
		Long: `Run an agent on tasks, in the same process as the instances. The agent reads
the environment's policy and the task, calls tools, and is rewarded for how it
leaves the world and for its answer. The output has one line of JSON for each
episode, in OpenAI's messages format. Running again with the same output plays
only what is missing; episodes that a fault of a server made void are played
again and never count as zero.`,
		Example: `  fleet rollout --agent reference --seeds 1-10 -o reference.jsonl
  fleet rollout corner_books --base-url http://127.0.0.1:8000/v1 --model qwen3-8b \
      --seeds 1-8 --episodes 4 --concurrency 1024 -o rollouts.jsonl`,
		RunE: func(cmd *cobra.Command, names []string) error {
			agent, name, err := o.make("")
			if err != nil {
				return err
			}
			lines, err := o.run(cmd, app, names, agent, name, o.out)
			if err != nil {
				return err
			}
			s := rollout.Summarise(lines, o.passAt)
			if o.format.JSON() {
				return host.WriteJSON(cmd.OutOrStdout(), s)
			}
			return o.print(cmd, s)
		},
	}
	o.add(cmd)
	cmd.Flags().StringVarP(&o.out, "out", "o", "rollouts.jsonl", "file for the episodes, one a line")
	return cmd
}

// run plays what is missing in the file path and returns all its lines.
func (o *rolloutFlags) run(cmd *cobra.Command, app *host.App, names []string, agent rollout.Agent, name, path string) ([]*rollout.Line, error) {
	entries, err := choose(app, names)
	if err != nil {
		return nil, err
	}
	seeds, err := parseSeeds(o.seeds)
	if err != nil {
		return nil, err
	}
	if o.rules.Form, err = rollout.ParseForm(o.form); err != nil {
		return nil, host.Usage("%v", err)
	}
	if o.episodes < 1 || o.concurrency < 1 {
		return nil, host.Usage("--episodes and --concurrency must be at least 1")
	}
	var all []*rollout.Line
	err = app.WithLimits(cmd, service.Limits{Instances: o.concurrency + 16}, func(s *service.Service) error {
		jobs, err := o.jobs(s, entries, seeds)
		if err != nil {
			return err
		}
		done, err := rollout.Finished(path)
		if err != nil {
			return host.Failed(err)
		}
		open := slices.DeleteFunc(slices.Clone(jobs), func(j rollout.Job) bool { return done[j.ID()] != nil })
		file, err := rollout.Append(path)
		if err != nil {
			return host.Failed(err)
		}
		bar := newProgress(cmd.ErrOrStderr(), len(jobs), len(jobs)-len(open))
		err = rollout.Run(cmd.Context(), s, open, rollout.Options{Rules: o.rules, Agent: agent, Name: name,
			Concurrency: o.concurrency, Retries: o.retries, Done: bar.line}, file)
		bar.end()
		if err := errors.Join(err, file.Close()); err != nil {
			return host.Failed(err)
		}
		if done, err = rollout.Finished(path); err != nil {
			return host.Failed(err)
		}
		for _, j := range jobs {
			if l := done[j.ID()]; l != nil {
				all = append(all, l)
			} else {
				all = append(all, &rollout.Line{ID: j.ID(), Agent: name, Environment: j.Environment, Task: j.Task, Seed: j.Seed, Number: j.Number, Void: "void"})
			}
		}
		return nil
	})
	return all, err
}

// jobs lists the episodes, the seeds of a task side by side.
func (o *rolloutFlags) jobs(s *service.Service, entries []Entry, seeds []int64) ([]rollout.Job, error) {
	var jobs []rollout.Job
	matched := map[string]bool{}
	for _, entry := range entries {
		e, err := s.Environment(entry.Name)
		if err != nil {
			return nil, host.Failed(err)
		}
		for i := range e.Spec.Tasks {
			t := &e.Spec.Tasks[i]
			if len(o.tasks) > 0 {
				at := slices.IndexFunc(o.tasks, func(n string) bool { return n == t.Name || n == e.Name+"/"+t.Name })
				if at < 0 {
					continue
				}
				matched[o.tasks[at]] = true
			} else if t.HeldOut && o.heldOut == "exclude" || !t.HeldOut && o.heldOut == "only" {
				continue
			}
			for _, seed := range seeds {
				for n := range o.episodes {
					jobs = append(jobs, rollout.Job{Environment: e.Name, Task: t.Name, Seed: seed, Number: n})
				}
			}
		}
	}
	for _, n := range o.tasks {
		if !matched[n] {
			return nil, host.Usage("there is no task %s; fleet tasks lists them", n)
		}
	}
	return jobs, nil
}

// parseSeeds reads "A-B" or "1,5,9".
func parseSeeds(s string) ([]int64, error) {
	if a, b, ok := strings.Cut(s, "-"); ok && a != "" {
		low, err1 := strconv.ParseInt(a, 10, 64)
		high, err2 := strconv.ParseInt(b, 10, 64)
		if err1 == nil && err2 == nil && low <= high && high-low < 1_000_000 {
			var seeds []int64
			for n := low; n <= high; n++ {
				seeds = append(seeds, n)
			}
			return seeds, nil
		}
		return nil, host.Usage("--seeds %s: write it as A-B with A at most B, for example 1-8", s)
	}
	var seeds []int64
	for part := range strings.SplitSeq(s, ",") {
		n, err := strconv.ParseInt(strings.TrimSpace(part), 10, 64)
		if err != nil {
			return nil, host.Usage("--seeds %s: write it as A-B or as a list such as 1,5,9", s)
		}
		seeds = append(seeds, n)
	}
	return seeds, nil
}

func (o *rolloutFlags) print(cmd *cobra.Command, s rollout.Summary) error {
	w := cmd.OutOrStdout()
	fmt.Fprintf(w, "%-48s %8s %6s %8s %7s", "", "episodes", "void", "reward", "calls")
	for _, k := range o.passAt {
		fmt.Fprintf(w, " %8s", fmt.Sprintf("pass@%d", k))
	}
	fmt.Fprintln(w)
	row := func(name string, g rollout.Group) {
		fmt.Fprintf(w, "%-48s %8d %6d %8.3f %7.1f", name, g.Episodes, g.Void, g.MeanReward, g.MeanCalls)
		for _, k := range o.passAt {
			if p := g.PassAt[strconv.Itoa(k)]; p != nil {
				fmt.Fprintf(w, " %8.3f", *p)
			} else {
				fmt.Fprintf(w, " %8s", "-")
			}
		}
		fmt.Fprintln(w)
	}
	for _, e := range s.Environments {
		for _, t := range s.Tasks {
			if t.Environment == e.Environment {
				row("  "+t.Task, t)
			}
		}
		row(e.Environment, e)
	}
	row("all", s.All)
	usage := s.All.Usage
	if usage != (model.Usage{}) {
		fmt.Fprintf(w, "tokens: %d in prompts, %d in answers\n", usage.Prompt, usage.Completion)
	}
	return nil
}
