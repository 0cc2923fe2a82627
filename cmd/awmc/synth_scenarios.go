package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/compiler/synth"
)

func newSynthScenarios() *cobra.Command {
	var m modelFlags
	var opt synth.InventOptions
	var out, seeds, have string
	var force bool
	cmd := &cobra.Command{
		Use:   "scenarios",
		Short: "Invent scenarios for environments",
		Long: `Scenarios has a language model invent scenarios, each modelled on a few that
exist. They are judged for whether they suit, doubles are dropped, and no category
takes more than its share. Likeness is measured by the server's embeddings, where
an embedding model is named, else by words.

The list is written after each wave; a run that was stopped goes on when the same
command is given again.`,
		Example: `  awmc synth scenarios -n 1000 -o envs/scenarios.yaml
  awmc synth scenarios --seeds my_seeds.yaml -n 40 --per-category 3
  awmc synth scenarios -n 1000 --embedding-model text-embedding-3-small --budget 3M`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if seeds != "" {
				if opt.Seeds, err = synth.ReadScenarios(seeds); err != nil {
					return synthFailure(err)
				}
			}
			if have != "" {
				if opt.Have, err = synth.ReadScenarios(have); err != nil {
					return synthFailure(err)
				}
			}
			if err := ours(out, m.work, force); err != nil {
				return err
			}
			a, err := m.open()
			if err != nil {
				return err
			}
			opt.Work, opt.Model, opt.Jobs, opt.Spend = m.work, a.meter, m.config.Limits.Concurrency, a.meter.Spend
			if a.client != nil && m.config.EmbeddingModel != "" {
				opt.Embedder = a.client
			}
			w := cmd.ErrOrStderr()
			opt.Say = func(text string) { fmt.Fprintln(w, text) }
			var written error
			opt.Progress = func(i synth.Invented) {
				used, cost := a.meter.Spent()
				fmt.Fprintf(w, "%d of %d scenarios; dropped: %d doubles, %d unsuitable, %d of full categories, %d malformed; %s\n",
					len(i.List), opt.Count, i.Doubles, i.Unsuitable, i.Full, i.Malformed, spentWords(used, cost, m.prices))
				written = errors.Join(written, synth.WriteScenarios(out, i.List))
			}
			for {
				got, err := synth.Invent(cmd.Context(), opt)
				if err != nil {
					return synthFailure(err)
				}
				if got.Waiting && a.batch != nil {
					again, err := m.handOver(cmd, a)
					if err != nil {
						return synthFailure(err)
					}
					if again {
						continue
					}
					return nil
				}
				if err := errors.Join(written, synth.WriteScenarios(out, got.List)); err != nil {
					return &exitError{code: exitFault, err: err}
				}
				fmt.Fprintf(cmd.OutOrStdout(), "Wrote %s to %s.\n", plural(len(got.List), "scenario", "scenarios"), out)
				if got.Stopped != "" {
					return &exitError{code: exitDiagnostics, err: errors.New(got.Stopped)}
				}
				return nil
			}
		},
	}
	m.flags(cmd)
	f := cmd.Flags()
	f.StringVarP(&out, "out", "o", "envs/scenarios.yaml", "file to write")
	f.IntVarP(&opt.Count, "count", "n", 100, "scenarios that there are to be")
	f.StringVar(&seeds, "seeds", "", "a list of scenarios to model others on (default: a dozen that are built in)")
	f.StringVar(&have, "have", "", "a list of scenarios that exist already: they stay, and count")
	f.IntVar(&opt.PerCategory, "per-category", 0, "most of one category (default: a tenth of all, and at least 3)")
	f.Float64Var(&opt.Alike, "alike", 0, "likeness from 0 to 1 from which on two are doubles (default: 0.88 for embeddings, 0.55 for words)")
	f.StringVar(&m.config.EmbeddingModel, "embedding-model", "", "the server's model for embeddings (default: AWMC_EMBEDDING_MODEL, or none)")
	f.BoolVar(&force, "force", false, "overwrite a list that is not from this work folder")
	return cmd
}

// ours makes sure that a list is not overwritten by another.
func ours(out, work string, force bool) error {
	if _, err := os.Stat(out); force || errors.Is(err, fs.ErrNotExist) || synth.HasScenarios(work) {
		return nil
	}
	return usageError("%s is there already, and not from this work folder: choose another file with -o, add to it with --have, or overwrite it with --force", out)
}
