package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/compiler"
)

// The exit codes; scripts and models may rely on them.
const (
	exitClean       = 0
	exitDiagnostics = 1   // the input has errors
	exitUsage       = 2   // wrong use of the command
	exitFault       = 3   // a fault of awmc or of the machine
	exitInterrupted = 130 // by a signal; 128 and its number, as shells count
)

// exitError carries an exit code; what there is to say has been said if Err
// is nil.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// run executes one command line and returns its exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitClean
	}
	exit, ok := errors.AsType[*exitError](err)
	if !ok {
		// Cobra's own errors are about flags and arguments.
		exit = &exitError{code: exitUsage, err: err}
	}
	if exit.err != nil {
		fmt.Fprintf(stderr, "awmc: %v\n", exit.err)
		if exit.code == exitUsage {
			fmt.Fprintln(stderr, "Run 'awmc --help', or '--help' after a command, for usage and examples.")
		}
	}
	return exit.code
}

// failure gives a driver's error its exit code.
func failure(err error) error {
	if errors.Is(err, compiler.ErrUsage) {
		return &exitError{code: exitUsage, err: errors.New(trimUsage(err))}
	}
	if errors.Is(err, context.Canceled) {
		return &exitError{code: exitInterrupted, err: errors.New("interrupted; the same command goes on from what the cache has")}
	}
	return &exitError{code: exitFault, err: err}
}

func trimUsage(err error) string {
	const prefix = "usage: "
	if s := err.Error(); len(s) > len(prefix) && s[:len(prefix)] == prefix {
		return s[len(prefix):]
	}
	return err.Error()
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "awmc",
		Short: "Compile descriptions of agent environments into standalone Go servers",
		Long: `awmc is the Agent World Model compiler. It reads an env.yaml (entities, data,
tools and tasks of a small world), checks it, emits idiomatic Go, compiles it
and proves that its tasks can be solved and its verifiers can be trusted. The
result is one program that serves the world's tools over MCP.`,
		Example: `  awmc init my_shop                      write a small environment to start from
  awmc build my_shop.yaml                compile and prove it
  awmc check envs --fast                 check a whole folder in no time
  awmc explain AWM2103                   what a diagnostic means`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.AddGroup(
		&cobra.Group{ID: "compile", Title: "Compiling:"},
		&cobra.Group{ID: "write", Title: "Writing environments:"},
	)
	root.AddCommand(newBuild(), newCheck(), newStats(), newInit(), newSchema(), newGuide(), newSynth(), newExplain(), newVersion())
	return root
}
