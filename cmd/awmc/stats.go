package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/compiler"
	"github.com/awmc/awmc/compiler/stats"
)

func newStats() *cobra.Command {
	var opt stats.Options
	var format, html, shard string
	cmd := &cobra.Command{
		Use:     "stats PATH…",
		Short:   "Show a corpus at a glance: size, difficulty, verification, diversity",
		GroupID: "compile",
		Long: `Stats reads env.yaml files, or all of those below a folder, and reports what
the corpus has: environments, entities, tools, rows, tasks and how long their
solutions are. If the output folder holds builds of them, the proofs' figures
are added: mutation scores, coverage, difficulty, sizes.

Diversity: near-duplicate environments and tasks, by a likeness from 0 to 1.
It is the weighted Jaccard index of features, rare ones weighing more; for
environments the mean over names, the shape of schema and tools, and texts;
for tasks the mean over the words of the request and the calls of the solution.

Contamination: --against compares tool names, tables and requests with lists of
your own, such as the tools and questions of a benchmark: a text file with one
item on each line, a .sql file with CREATE TABLE statements, or .json and .jsonl
files, of which every string counts ({"name", "columns"} is a table).`,
		Example: `  awmc stats envs
  awmc stats envs -o build --html report.html
  awmc stats envs --format json | jq .totals
  awmc stats envs --against benchmark_tools.txt --against benchmark.sql`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "text" && format != "json" {
				return &exitError{code: exitUsage, err: fmt.Errorf("--format %s: choose text or json", format)}
			}
			part, err := compiler.ParseShard(shard)
			if err != nil {
				return failure(err)
			}
			files, err := compiler.Collect(args, part)
			if err != nil {
				return failure(err)
			}
			for _, f := range opt.Against {
				if _, err := os.Stat(f); err != nil {
					return &exitError{code: exitUsage, err: fmt.Errorf("--against %s: %w", f, errors.Unwrap(err))}
				}
			}
			r, err := stats.Gather(cmd.Context(), files, opt)
			if err != nil {
				return &exitError{code: exitDiagnostics, err: err}
			}
			return showStats(cmd, r, format, html)
		},
	}
	f := cmd.Flags()
	f.StringVar(&format, "format", "text", "text or json")
	f.StringVar(&html, "html", "", "write a report with plots to a file, too: one HTML page that needs nothing else")
	f.StringVarP(&opt.Out, "out", "o", "out", "folder with builds, whose manifests are read where there are any")
	f.StringArrayVar(&opt.Against, "against", nil, "file with what the corpus must not be like; may be repeated")
	f.IntVarP(&opt.Jobs, "jobs", "j", 0, "environments at once (default: the number of processors)")
	f.StringVar(&shard, "shard", "", "only part i of n of the environments, as i/n")
	f.BoolVar(&opt.Times, "times", false, "add how long checking each environment takes, which differs from run to run")
	cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{"text", "json"}, cobra.ShellCompDirectiveNoFileComp))
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return []string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt
	}
	return cmd
}

// showStats prints a report; files that could not be read are errors in the
// input.
func showStats(cmd *cobra.Command, r *stats.Report, format, html string) error {
	if html != "" {
		if err := writeHTML(html, r); err != nil {
			return &exitError{code: exitFault, err: err}
		}
	}
	out := cmd.OutOrStdout()
	var err error
	if format == "json" {
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		err = enc.Encode(r)
	} else {
		err = stats.WriteText(out, r)
	}
	if err != nil {
		return &exitError{code: exitFault, err: err}
	}
	if len(r.LeftOut) > 0 {
		return &exitError{code: exitDiagnostics}
	}
	return nil
}

func writeHTML(path string, r *stats.Report) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(stats.WriteHTML(f, r), f.Close())
}
