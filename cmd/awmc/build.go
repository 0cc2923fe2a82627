package main

import (
	"github.com/spf13/cobra"

	"github.com/awmc/awmc/compiler"
	"github.com/awmc/awmc/compiler/cache"
)

// shared are the flags of build and check.
type shared struct {
	format  string
	jobs    int
	shard   string
	noCache bool
}

func (s *shared) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&s.format, "format", "text", "how diagnostics are printed: text, json or github")
	f.IntVarP(&s.jobs, "jobs", "j", 0, "environments at once (default: the number of processors)")
	f.StringVar(&s.shard, "shard", "", "only part i of n of the environments, as i/n")
	cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{"text", "json", "github"}, cobra.ShellCompDirectiveNoFileComp))
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return []string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt
	}
}

func (s *shared) options() (compiler.Options, error) {
	var opt compiler.Options
	if err := checkFormat(s.format); err != nil {
		return opt, err
	}
	shard, err := compiler.ParseShard(s.shard)
	if err != nil {
		return opt, failure(err)
	}
	opt.Jobs, opt.Shard = s.jobs, shard
	if !s.noCache {
		if opt.Cache, err = cache.Open(""); err != nil {
			return opt, &exitError{code: exitFault, err: err}
		}
	}
	return opt, nil
}

func newBuild() *cobra.Command {
	var s shared
	var opt compiler.Options
	cmd := &cobra.Command{
		Use:     "build PATH…",
		Short:   "Compile environments into servers and prove them",
		GroupID: "compile",
		Long: `Build reads env.yaml files, or all of those below a folder, and leads each
through parse, check, analyse, emit, compile and prove. What passes is written
to the output folder: Go packages, and programs under bin. A single file gives
a server of its own; a folder gives one fleet with every environment in it.

An environment that fails does not stop the others, and nothing of it is
written. Unchanged environments come from the cache (AWMC_CACHE, by default in
the user's cache folder).

Exit codes: 0 all is well, 1 the input has errors, 2 wrong use, 3 a fault of
awmc or of the machine, 130 interrupted.`,
		Example: `  awmc build envs/retail/corner_books.yaml
  awmc build envs -o out -j 2
  awmc build envs --shard 2/8 --format github
  awmc build shop.yaml --library -o internal/worlds    vendor it into your module`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			base, err := s.options()
			if err != nil {
				return err
			}
			base.Out, base.Module, base.Library, base.Each = opt.Out, opt.Module, opt.Library, opt.Each
			base.NoProof, base.Seeds = opt.NoProof, opt.Seeds
			rep := newReporter(cmd.ErrOrStderr(), s.format)
			results, err := compiler.Build(cmd.Context(), args, base, rep)
			rep.close()
			if err != nil {
				return failure(err)
			}
			return finish(cmd, s.format, results, func() { sayBuilt(cmd.OutOrStdout(), results, base) })
		},
	}
	s.flags(cmd)
	f := cmd.Flags()
	f.StringVarP(&opt.Out, "out", "o", "out", "folder for what is emitted")
	f.StringVar(&opt.Module, "module", "", "import path of the output folder, if it becomes a Go module of its own")
	f.BoolVar(&opt.Library, "library", false, "emit only what another module vendors: no programs, no dependency but the database driver")
	f.BoolVar(&opt.Each, "each", false, "for a folder, link every server as well as the fleet")
	f.BoolVar(&opt.NoProof, "no-check", false, "leave out the proof")
	f.IntVar(&opt.Seeds, "seeds", 25, "seeds that the proof tries for each task")
	f.BoolVar(&s.noCache, "no-cache", false, "neither use nor fill the cache")
	return cmd
}

func newCheck() *cobra.Command {
	var s shared
	var fast bool
	cmd := &cobra.Command{
		Use:     "check PATH…",
		Short:   "Report everything that is wrong without building",
		GroupID: "compile",
		Long: `Check reads env.yaml files, or all of those below a folder, and reports every
mistake that shows without a Go build: syntax, names, types, SQL, data and
draws. With --fast it leaves out sqlc, which takes most of the time.`,
		Example: `  awmc check envs/retail/corner_books.yaml
  awmc check envs --fast
  awmc check envs --format json | jq '.[].code'`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opt, err := s.options()
			if err != nil {
				return err
			}
			opt.Fast = fast
			rep := newReporter(cmd.ErrOrStderr(), s.format)
			results, err := compiler.Check(cmd.Context(), args, opt, rep)
			rep.close()
			if err != nil {
				return failure(err)
			}
			return finish(cmd, s.format, results, nil)
		},
	}
	s.flags(cmd)
	cmd.Flags().BoolVar(&fast, "fast", false, "leave out sqlc")
	return cmd
}
