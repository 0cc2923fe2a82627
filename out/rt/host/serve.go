package host

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/out/rt/host/guard"
	"github.com/awmc/awmc/out/rt/host/mcpapi"
	"github.com/awmc/awmc/out/rt/host/service"
	"github.com/awmc/awmc/out/rt/task"
)

// serving holds the flags of the serve command.
type serving struct {
	opening
	addr, control    string
	token, tokenFile string
	allowHosts       []string
	publicURL        string
	grace            time.Duration
	mcp              mcpapi.Options
	rewards          map[string]string
	logFormat        string
	logLevel         string
}

// sameAddress is what --control says if trainers use the agents' address.
const sameAddress = "same"

// Serve is the command that serves instances over HTTP.
func (a *App) Serve() *cobra.Command {
	var o serving
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve any number of instances over HTTP",
		Long: `Serve instances over HTTP. Agents get the address of one instance,
/i/INSTANCE/mcp on --addr, which speaks MCP and shows them nothing else.
Trainers create, inspect and verify instances on --control (see /openapi.json
there), which agents must not reach: it is an address of its own, or needs the
bearer token, or both.

An instance ends when it is deleted, or when nobody has used it for --idle.
With --state, instances outlive the process, however that ends.`,
		Example: fmt.Sprintf(`  %[1]s serve --addr 127.0.0.1:8080 --control 127.0.0.1:8081
  curl -X POST 127.0.0.1:8081/v1/instances -H 'Content-Type: application/json' -d '{"seed": 7}'
  AWMC_TOKEN=secret %[1]s serve --addr 0.0.0.0:8080 --control same --public-url https://envs.example.org`, a.Name),
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.complete(cmd); err != nil {
				return err
			}
			return a.with(cmd, o.opening, func(s *service.Service) error { return a.serve(cmd, s, o) })
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.addr, "addr", "127.0.0.1:8080", "where agents connect")
	f.StringVar(&o.control, "control", "127.0.0.1:8081", "where trainers connect; \"same\" for --addr, behind the token")
	f.StringVar(&o.token, "token", "", "bearer token that trainers must send (better in $AWMC_TOKEN, where other users can't see it)")
	f.StringVar(&o.tokenFile, "token-file", "", "file with the token")
	f.StringSliceVar(&o.allowHosts, "allow-host", nil, "further names of this server in Host and Origin headers; \"*.example.org\" for all below")
	f.StringVar(&o.publicURL, "public-url", "", "address of --addr as agents see it, for the links in answers")
	f.StringVar(&o.state, "state", "", "folder in which instances are kept for the next process")
	f.DurationVar(&o.grace, "grace", 10*time.Second, "how long running calls may go on after a signal to stop")
	f.IntVar(&o.limits.Instances, "max-instances", 4096, "how many instances may live at once")
	f.DurationVar(&o.limits.Idle, "idle", time.Hour, "how long an instance may go unused")
	f.IntVar(&o.limits.Calls, "max-calls", 10_000, "how many calls one episode may have")
	f.Int64Var(&o.limits.Body, "max-body", 4<<20, "how many bytes one request may have")
	o.callFlags(f)
	f.Int64Var(&o.cacheMB, "cache", 256, "megabytes for starting states")
	f.BoolVar(&o.mcp.OutputSchemas, "output-schemas", false, "tell MCP clients the schemas of results, too")
	f.StringToStringVar(&o.rewards, "reward", nil, "rewards other than complete=1,partial=0.1,incomplete=0,format_error=-1")
	f.StringVar(&o.logFormat, "log-format", "text", "text or json, on stderr")
	f.StringVar(&o.logLevel, "log-level", "info", "debug, info, warn or error")
	return cmd
}

// complete checks the flags.
func (o *serving) complete(cmd *cobra.Command) error {
	var level slog.Level
	if err := level.UnmarshalText([]byte(o.logLevel)); err != nil {
		return Usage("--log-level: %v", err)
	}
	opt := &slog.HandlerOptions{Level: level}
	switch o.logFormat {
	case "text":
		o.log = slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), opt))
	case "json":
		o.log = slog.New(slog.NewJSONHandler(cmd.ErrOrStderr(), opt))
	default:
		return Usage("--log-format: %q is neither text nor json", o.logFormat)
	}
	if err := o.readToken(); err != nil {
		return err
	}
	if o.control == o.addr && !strings.HasSuffix(o.addr, ":0") {
		o.control = sameAddress
	}
	if o.token == "" {
		if o.control == sameAddress {
			return Usage("trainers on the agents' address need a token: set $AWMC_TOKEN or --token-file, or give them an address of their own with --control")
		}
		if !guard.IsLoopback(o.control) {
			return Usage("--control %s can be reached from other machines, so it needs a token: set $AWMC_TOKEN or --token-file", o.control)
		}
	}
	return o.readRewards()
}

func (o *serving) readToken() error {
	switch {
	case o.token != "" && o.tokenFile != "":
		return Usage("give --token or --token-file, not both")
	case o.tokenFile != "":
		b, err := os.ReadFile(o.tokenFile)
		if err != nil {
			return Usage("--token-file: %v", err)
		}
		if o.token = strings.TrimSpace(string(b)); o.token == "" {
			return Usage("--token-file: %s is empty", o.tokenFile)
		}
	case o.token == "":
		o.token = os.Getenv("AWMC_TOKEN")
	}
	return nil
}

func (o *serving) readRewards() error {
	if len(o.rewards) == 0 {
		return nil
	}
	r := task.DefaultRewards()
	for name, text := range o.rewards {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return Usage("--reward %s=%s: this is no number", name, text)
		}
		switch task.Outcome(name) {
		case task.Complete:
			r.Complete = x
		case task.Partial:
			r.Partial = x
		case task.Incomplete:
			r.Incomplete = x
		case task.FormatError:
			r.FormatError = x
		default:
			return Usage("--reward %s: the outcomes with a reward are complete, partial, incomplete and format_error", name)
		}
	}
	o.opening.rewards = &r
	return nil
}

// serve listens until the context ends, and then for the grace period.
func (a *App) serve(cmd *cobra.Command, s *service.Service, o serving) error {
	agents, err := net.Listen("tcp", o.addr)
	if err != nil {
		return &ExitError{ExitFault, err}
	}
	listeners := []net.Listener{agents}
	trainers := agents
	if o.control != sameAddress {
		if trainers, err = net.Listen("tcp", o.control); err != nil {
			return errors.Join(&ExitError{ExitFault, err}, agents.Close())
		}
		listeners = append(listeners, trainers)
	}
	if o.publicURL == "" {
		o.publicURL = "http://" + dialable(agents.Addr())
	}
	handlers := a.handlers(s, o, guard.IsLoopback(agents.Addr().String()), guard.IsLoopback(trainers.Addr().String()))
	fmt.Fprintf(cmd.OutOrStdout(), "agents:   %s/i/INSTANCE/mcp\ntrainers: http://%s/v1 (described by /openapi.json)\npeople:   http://%[2]s/\n", o.publicURL, dialable(trainers.Addr()))
	o.log.Info("serving", "agents", agents.Addr().String(), "trainers", trainers.Addr().String(), "environments", len(a.Entries))

	servers := make([]*http.Server, len(listeners))
	failed := make(chan error, len(listeners))
	for i, l := range listeners {
		servers[i] = o.server(handlers[i])
		go func() { failed <- servers[i].Serve(l) }()
	}
	var cause error
	select {
	case <-cmd.Context().Done():
		o.log.Info("stopping: running calls may go on for a while", "grace", o.grace)
	case cause = <-failed:
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(cmd.Context()), o.grace)
	defer cancel()
	for _, srv := range servers {
		if err := srv.Shutdown(ctx); err != nil {
			o.log.Warn("cutting off what is still running", "error", err)
			if err := srv.Close(); err != nil {
				o.log.Warn("closing a server", "error", err)
			}
		}
	}
	if cause != nil && !errors.Is(cause, http.ErrServerClosed) {
		return &ExitError{ExitFault, cause}
	}
	return nil
}

// dialable is an address under which a listener can be reached.
func dialable(addr net.Addr) string {
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return addr.String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		if host, err = os.Hostname(); err != nil {
			host = "127.0.0.1"
		}
	}
	return net.JoinHostPort(host, port)
}
