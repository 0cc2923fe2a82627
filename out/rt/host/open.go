package host

import (
	"log/slog"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/service"
	"github.com/awmc/awmc/out/rt/store"
	"github.com/awmc/awmc/out/rt/task"
)

// opening says how the service behind a command is made.
type opening struct {
	calls   core.Limits
	limits  service.Limits
	cacheMB int64
	state   string
	rewards *task.Rewards
	log     *slog.Logger
}

// callFlags are the limits of one call.
func (o *opening) callFlags(f *pflag.FlagSet) {
	f.DurationVar(&o.calls.Time, "call-time", 0, "how long one call may take (default 10s)")
	f.IntVar(&o.calls.Statements, "max-statements", 0, "how many SQL statements one call may run (default 10000)")
	f.IntVar(&o.calls.Rows, "max-rows", 0, "how many rows one call may return (default 10000)")
}

// open makes a service over the app's environments. Their starting states
// share one cache.
func (a *App) open(cmd *cobra.Command, o opening) (*service.Service, error) {
	if o.log == nil {
		o.log = slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil))
	}
	if o.cacheMB <= 0 {
		o.cacheMB = 256
	}
	opt := store.Options{Cache: store.NewCache(o.cacheMB << 20), Limits: o.calls}
	verifier := a.Verifier
	if o.rewards != nil {
		verifier.Rewards = o.rewards
	}
	s, err := service.New(a.Entries, service.Options{
		Worlds: func(env *core.Env) core.Worlds { return store.New(env, opt) },
		Limits: o.limits, Verifier: verifier, StateDir: o.state, Log: o.log,
	})
	if err != nil {
		return nil, Failed(err)
	}
	return s, nil
}

// with runs a command on a service that lives as long.
func (a *App) with(cmd *cobra.Command, o opening, do func(*service.Service) error) (err error) {
	s, err := a.open(cmd, o)
	if err != nil {
		return err
	}
	defer func() {
		if closed := s.Close(); err == nil && closed != nil {
			err = Failed(closed)
		}
	}()
	return do(s)
}

// With runs a command on a service over the app's environments.
func (a *App) With(cmd *cobra.Command, do func(*service.Service) error) error {
	return a.with(cmd, opening{}, do)
}

// WithLimits is With, for other limits.
func (a *App) WithLimits(cmd *cobra.Command, l service.Limits, do func(*service.Service) error) error {
	return a.with(cmd, opening{limits: l}, do)
}
