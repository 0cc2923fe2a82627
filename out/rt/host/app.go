package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/service"
	"github.com/awmc/awmc/out/rt/task"
)

// The exit codes; scripts and the compiler rely on them.
const (
	ExitClean    = 0
	ExitFindings = 1 // a tool refused, a proof or a replay found something
	ExitUsage    = 2 // wrong use of the command
	ExitFault    = 3 // a fault of the environment or the machine
)

// ExitError carries an exit code. If Err is nil, what there is to say has
// been said.
type ExitError struct {
	Code int
	Err  error
}

// Error returns the message.
func (e *ExitError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit code %d", e.Code)
	}
	return e.Err.Error()
}

// Unwrap returns the error that there is something to say about.
func (e *ExitError) Unwrap() error { return e.Err }

// Usage makes the error of a command that was used wrongly.
func Usage(format string, args ...any) error {
	return &ExitError{ExitUsage, fmt.Errorf(format, args...)}
}

// Failed gives an error of a service its exit code.
func Failed(err error) error {
	if err == nil {
		return nil
	}
	switch service.KindOf(err) {
	case service.Invalid, service.NotFound:
		return &ExitError{ExitUsage, err}
	}
	return &ExitError{ExitFault, err}
}

// App is what the commands are about: one environment or many.
type App struct {
	Name    string // of the program
	Fleet   bool   // commands take the name of an environment
	Entries []service.Entry
	// Verifier is how episodes are judged, where no flag says otherwise.
	Verifier task.Options
}

// Main is the program of one environment. It returns the exit code.
func Main(ctx context.Context, env *core.Env, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	app := &App{Name: env.Name, Entries: []service.Entry{{Name: env.Name, Env: func() *core.Env { return env }}}}
	return Run(ctx, app.single(env), args, stdin, stdout, stderr)
}

// Run executes a command line until it ends or the process is told to stop.
func Run(ctx context.Context, root *cobra.Command, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	// A second signal ends the process at once, whoever else listens.
	context.AfterFunc(ctx, func() { signal.Reset(os.Interrupt, syscall.SIGTERM) })
	if args == nil {
		args = []string{} // nil means os.Args to cobra
	}
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SilenceErrors, root.SilenceUsage = true, true
	err := root.ExecuteContext(ctx)
	if err == nil {
		return ExitClean
	}
	exit, ok := errors.AsType[*ExitError](err)
	if !ok {
		// Cobra's own errors are about flags and arguments.
		exit = &ExitError{ExitUsage, err}
	}
	if exit.Err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", root.Name(), exit.Err)
		if exit.Code == ExitUsage {
			fmt.Fprintf(stderr, "Run '%s --help', or '--help' after a command, for usage and examples.\n", root.Name())
		}
	}
	return exit.Code
}

// single is the command line of a program for one environment.
func (a *App) single(env *core.Env) *cobra.Command {
	root := a.stdio(env)
	root.AddCommand(a.Serve(), a.Tools(), a.Tasks(), a.Call(), a.Check(), a.Replay(), a.Schema(), a.Version())
	return root
}

// exitCodes ends the help of the root commands.
const exitCodes = `
Exit codes: 0 all is well; 1 a tool refused, or a proof or replay found
something; 2 wrong use of the command; 3 a fault.`

// environment takes the environment's name from the arguments of a fleet's
// command.
func (a *App) environment(args []string) (string, []string, error) {
	if !a.Fleet {
		return a.Entries[0].Name, args, nil
	}
	if len(args) == 0 {
		return "", nil, Usage("name an environment; '%s list' lists them", a.Name)
	}
	return args[0], args[1:], nil
}

// use adds a fleet's ENVIRONMENT argument to a usage line.
func (a *App) use(line string) string {
	if !a.Fleet {
		return line
	}
	name, rest := line, ""
	for i, c := range line {
		if c == ' ' {
			name, rest = line[:i], line[i:]
			break
		}
	}
	return name + " ENVIRONMENT" + rest
}
