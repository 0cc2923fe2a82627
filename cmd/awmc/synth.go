package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/compiler"
	"github.com/awmc/awmc/compiler/cache"
	"github.com/awmc/awmc/compiler/synth"
)

// synthFlags are the flags of synth beside those of the model.
type synthFlags struct {
	modelFlags
	opt       synth.Options
	out       string
	name      string
	category  string
	from      string
	scenarios string
	shard     string
	jobs      int
	seeds     int
	verbose   bool
}

func newSynth() *cobra.Command {
	var s synthFlags
	cmd := &cobra.Command{
		Use:     "synth [DESCRIPTION]",
		Short:   "Write environments with a language model",
		GroupID: "write",
		Long: `Synth has a language model write an environment from a description, or many
from a list of scenarios. The model writes it in stages: tasks as people ask for
them, entities and data, tools, and the tasks' solutions. Each part is compiled
as soon as it is there, the whole is built and proved, and what is wrong goes back
to the model, for a number of rounds; then the stage begins anew once; then the
environment is set aside with its history.

Any OpenAI-compatible server will do: OPENAI_BASE_URL, OPENAI_API_KEY and
AWMC_MODEL, or the flags. Keys appear in no file and no message.

Everything is kept in the work folder. A run that was stopped, or killed, goes on
when the same command is given again; answers that had arrived are not paid for
twice. With --provider batch the requests of each round are written to a file in
OpenAI's batch format: have it answered, put the answers beside it, and give the
same command again.

Exit codes: 0 all is well, 1 an environment was set aside or the budget is
spent, 2 wrong use, 3 a fault of awmc, of the machine or of the model's server.`,
		Example: `  awmc synth "a veterinary clinic" -o envs/health/vet_clinic.yaml
  awmc synth "a seed bank" --from schema.yaml -o seed_bank.yaml    keep a schema of your own
  awmc synth scenarios -n 1000 -o envs/scenarios.yaml
  awmc synth --scenarios envs/scenarios.yaml -o envs --budget '$50' --price-prompt 0.3 --price-completion 1.2
  awmc synth --scenarios envs/scenarios.yaml -o envs --shard 2/8
  awmc synth --scenarios envs/scenarios.yaml -o envs --provider batch
  awmc synth "a tool library" --provider replay --replay recorded -o tool_library.yaml`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return s.run(cmd, args) },
	}
	s.modelFlags.flags(cmd)
	f := cmd.Flags()
	f.StringVarP(&s.out, "out", "o", "", "file to write; with --scenarios the folder, in which it is CATEGORY/NAME.yaml (default envs)")
	f.StringVar(&s.name, "name", "", "the environment's name (default: the file's)")
	f.StringVar(&s.category, "category", "", "its category (default: the folder of the file below envs, or the model's choice)")
	f.StringVar(&s.from, "from", "", "an env.yaml with the parts that are written already; they stay as they are")
	f.StringVar(&s.scenarios, "scenarios", "", "a list of scenarios, one environment each")
	f.StringVar(&s.shard, "shard", "", "only part i of n of the scenarios, as i/n")
	f.IntVar(&s.opt.Tasks, "tasks", 10, "tasks to ask for; half of them must be there")
	f.IntVar(&s.opt.Tools, "tools", 20, "tools to ask for; half of them must be there")
	f.IntVar(&s.opt.Rounds, "rounds", 5, "how often a part may be mended before its stage begins anew")
	f.IntVar(&s.opt.MaxTokens, "max-tokens", 16384, "longest answer, in tokens")
	f.Float32Var(&s.opt.Temperature, "temperature", 0, "temperature (default: the server's)")
	f.BoolVar(&s.opt.Schema, "json-schema", false, "ask for answers in JSON by a JSON Schema, where the server can")
	f.BoolVar(&s.opt.Retry, "retry", false, "give environments that were set aside another chance")
	f.BoolVar(&s.opt.Force, "force", false, "overwrite files that are there")
	f.IntVarP(&s.jobs, "jobs", "j", 0, "builds at once (default: the number of processors)")
	f.IntVar(&s.seeds, "seeds", 25, "seeds that the proof tries for each task")
	f.BoolVarP(&s.verbose, "verbose", "v", false, "show every mistake that goes back to the model")
	cmd.AddCommand(newSynthScenarios())
	return cmd
}

func (s *synthFlags) run(cmd *cobra.Command, args []string) error {
	jobs, err := s.list(args)
	if err != nil {
		return err
	}
	m, err := s.open()
	if err != nil {
		return err
	}
	c, err := cache.Open("")
	if err != nil {
		return &exitError{code: exitFault, err: err}
	}
	if s.jobs <= 0 {
		s.jobs = runtime.GOMAXPROCS(0)
	}
	s.opt.Work, s.opt.Model, s.opt.Prover = s.work, m.meter, synth.NewBuilder(c, s.seeds, s.jobs)
	// Those that are being checked or proved ask nothing in the meantime.
	s.opt.Jobs = s.config.Limits.Concurrency + s.jobs
	rep := newSynthReporter(cmd.ErrOrStderr(), len(jobs), s.verbose, m.meter, s.prices)
	s.opt.Reporter = rep
	report, err := s.rounds(cmd, jobs, m)
	rep.close()
	if err != nil {
		return synthFailure(err)
	}
	return s.finish(cmd, report)
}

// rounds runs once; with --wait, once for each batch.
func (s *synthFlags) rounds(cmd *cobra.Command, jobs []synth.Job, m *asked) (*synth.Report, error) {
	for {
		report, err := synth.Run(cmd.Context(), jobs, s.opt)
		if err != nil || m.batch == nil || report.Waiting == 0 {
			return report, err
		}
		again, err := s.handOver(cmd, m)
		if err != nil || !again {
			return report, err
		}
	}
}

// handOver writes the requests that are pending and, with --wait, waits for
// their answers.
func (s *modelFlags) handOver(cmd *cobra.Command, m *asked) (again bool, err error) {
	label := ""
	if f := cmd.Flags().Lookup("shard"); f != nil && f.Value.String() != "" {
		label = strings.ReplaceAll(f.Value.String(), "/", "of") + "-"
	}
	round, err := m.batch.Flush(label)
	if err != nil || round == nil {
		return false, err
	}
	w := cmd.ErrOrStderr()
	fmt.Fprintf(w, "%s in %s.\nHave them answered, and put the answers into %s.\n",
		plural(round.Count, "request waits", "requests wait"), round.Requests, round.Answers)
	if round.Again > 0 {
		fmt.Fprintf(w, "%d of them were refused before, for example with: %s\n", round.Again, round.Why)
	}
	if !s.wait {
		fmt.Fprintln(w, "Then give the same command again.")
		return false, nil
	}
	return true, awaitAnswers(cmd.Context(), m.batch.Answered, round, m.batch.Reload)
}

func awaitAnswers[R any](ctx context.Context, answered func(R) (bool, error), round R, reload func() error) error {
	for {
		done, err := answered(round)
		if err != nil {
			return err
		}
		if done {
			return reload()
		}
		select {
		case <-time.After(2 * time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// list makes the jobs out of the arguments.
func (s *synthFlags) list(args []string) ([]synth.Job, error) {
	if s.scenarios != "" {
		if len(args) > 0 || s.from != "" || s.name != "" || s.category != "" {
			return nil, usageError("--scenarios says what to write; leave out the description, --from, --name and --category")
		}
		return s.many()
	}
	if s.shard != "" {
		return nil, usageError("--shard goes with --scenarios")
	}
	job := synth.Job{Name: s.name, Category: s.category, Out: s.out}
	if len(args) > 0 {
		job.Summary = strings.TrimSpace(args[0])
	}
	if s.from != "" {
		b, err := os.ReadFile(s.from)
		if err != nil {
			return nil, usageError("%v", err)
		}
		job.From = string(b)
	}
	if job.Summary == "" && job.From == "" {
		return nil, usageError(`write what? For example: awmc synth "a veterinary clinic" -o envs/health/vet_clinic.yaml`)
	}
	if ext := filepath.Ext(job.Out); job.Out != "" && ext != ".yaml" && ext != ".yml" {
		return nil, usageError("-o %s: name a .yaml file", job.Out)
	}
	if job.Name == "" && job.Out != "" {
		job.Name = strings.TrimSuffix(filepath.Base(job.Out), filepath.Ext(job.Out))
	}
	if job.Name == "" {
		job.Name = synth.Slug(job.Summary)
	}
	if job.Out == "" {
		job.Out = job.Name + ".yaml"
	}
	if dir := filepath.Dir(job.Out); job.Category == "" && filepath.Base(filepath.Dir(dir)) == "envs" {
		job.Category = filepath.Base(dir)
	}
	return []synth.Job{job}, nil
}

func (s *synthFlags) many() ([]synth.Job, error) {
	shard, err := compiler.ParseShard(s.shard)
	if err != nil {
		return nil, failure(err)
	}
	scenarios, err := synth.ReadScenarios(s.scenarios)
	if err != nil {
		return nil, synthFailure(err)
	}
	if s.out == "" {
		s.out = "envs"
	}
	var jobs []synth.Job
	for _, x := range scenarios {
		if shard.Has(x.Name + ".yaml") {
			jobs = append(jobs, synth.JobOf(x, s.out))
		}
	}
	if len(jobs) == 0 && len(scenarios) == 0 {
		return nil, usageError("%s has no scenarios", s.scenarios)
	}
	return jobs, nil
}

// finish prints the report, keeps it in the work folder, and turns it into
// the exit code.
func (s *synthFlags) finish(cmd *cobra.Command, r *synth.Report) error {
	out := cmd.OutOrStdout()
	if err := r.Write(out, s.prices); err != nil {
		return &exitError{code: exitFault, err: err}
	}
	name := "report.json"
	if s.shard != "" {
		name = "report-" + strings.ReplaceAll(s.shard, "/", "of") + ".json"
	}
	path := filepath.Join(s.work, name)
	b, err := json.MarshalIndent(r.Summary(s.prices), "", "  ")
	if err == nil {
		err = os.WriteFile(path, append(b, '\n'), 0o644)
	}
	if err != nil {
		return &exitError{code: exitFault, err: err}
	}
	if len(r.States) == 1 && r.Count(synth.Done) == 1 {
		fmt.Fprintf(out, "Wrote %s. Next: awmc build %s\n", r.States[0].Job.Out, r.States[0].Job.Out)
	}
	if n := len(r.There); n > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s, such as %s; --force would overwrite them.\n", plural(n, "file was there already and was left alone", "files were there already and were left alone"), r.There[0])
	}
	if r.Busy > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: another run is at work on them.\n", plural(r.Busy, "environment was left alone", "environments were left alone"))
	}
	if r.Unanswered > 0 && r.Stopped == "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s, the last because: %s\n", plural(r.Unanswered, "environment could not go on", "environments could not go on"), r.LastError)
	}
	switch {
	case r.Count(synth.Faulty) > 0:
		return &exitError{code: exitFault}
	case r.Budget:
		return &exitError{code: exitDiagnostics, err: errors.New(r.Stopped + "; the same command with a larger --budget goes on")}
	case r.Stopped != "":
		return &exitError{code: exitFault, err: errors.New(r.Stopped + "; the same command goes on")}
	case r.Unanswered > 0:
		return &exitError{code: exitFault}
	case r.Count(synth.SetAside) > 0:
		return &exitError{code: exitDiagnostics}
	}
	return nil
}
