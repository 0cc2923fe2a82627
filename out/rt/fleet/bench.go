package fleet

import (
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/out/rt/host"
	"github.com/awmc/awmc/out/rt/host/service"
)

// benchFlags say how much load to make.
type benchFlags struct {
	instances, turns, workers, seeds int
	over                             string
	answer                           time.Duration
	format                           host.Format
}

func bench(app *host.App) *cobra.Command {
	var o benchFlags
	cmd := &cobra.Command{
		Use:   "bench [ENVIRONMENT]...",
		Short: "Measure instances and calls per second on this machine",
		Long: `Play episodes as a trainer would: create instances of the environments in
turn, call the tools of their tasks' solutions in each, over and over (the
reading ones, once the solution is through), verify, and delete.

With --over model, play whole episodes as "fleet rollout" does, against a model
server in this process that answers with the solutions after --answer, and
compare the time with what that server alone would take.`,
		Example: `  fleet bench --instances 2000 --turns 20
  fleet bench corner_books --over mcp --format json
  fleet bench --over model --instances 1024 --answer 50ms`,
		RunE: func(cmd *cobra.Command, names []string) error {
			entries, err := choose(app, names)
			if err != nil {
				return err
			}
			if o.over != "direct" && o.over != "mcp" && o.over != "model" {
				return host.Usage("--over is direct, mcp or model, not %q", o.over)
			}
			if o.instances < 1 || o.turns < 1 || o.workers < 1 || o.seeds < 1 || o.answer <= 0 {
				return host.Usage("--instances, --turns, --workers and --seeds must be at least 1, --answer more than 0")
			}
			return app.WithLimits(cmd, service.Limits{Instances: o.instances + 16}, func(s *service.Service) error {
				if o.over == "model" {
					return host.Failed(benchModel(cmd, s, entries, &o))
				}
				l := &load{cmd: cmd, s: s, o: o}
				if err := l.prepare(entries); err != nil {
					return host.Failed(err)
				}
				r, err := l.run()
				if err != nil {
					return host.Failed(err)
				}
				return host.Failed(o.print(cmd, r))
			})
		},
	}
	f := cmd.Flags()
	f.IntVar(&o.instances, "instances", 1000, "how many instances live at once")
	f.IntVar(&o.turns, "turns", 10, "how many calls each gets")
	f.IntVar(&o.workers, "workers", 4*runtime.GOMAXPROCS(0), "how many callers at once")
	f.IntVar(&o.seeds, "seeds", 4, "how many seeds of each task to use")
	f.StringVar(&o.over, "over", "direct", "direct for the engine alone, mcp for MCP over HTTP on this machine, model for rollouts with a model's server")
	f.DurationVar(&o.answer, "answer", 50*time.Millisecond, "how long that server takes for an answer")
	o.format.Add(f, "")
	return cmd
}

// figures are what was measured.
type figures struct {
	Over         string  `json:"over"`
	Environments int     `json:"environments"`
	Instances    int     `json:"instances"`
	Turns        int     `json:"turns"`
	Workers      int     `json:"workers"`
	CPUs         int     `json:"cpus"`
	Create       float64 `json:"instances_per_second"` // created, first call answered
	Calls        float64 `json:"calls_per_second"`
	Resets       float64 `json:"resets_per_second"` // the next call answered
	Forks        float64 `json:"forks_per_second"`
	Verdicts     float64 `json:"verdicts_per_second"`
	P50          float64 `json:"p50_ms"` // of calls, waiting for a processor included
	P90          float64 `json:"p90_ms"`
	P99          float64 `json:"p99_ms"`
	Max          float64 `json:"max_ms"`
	Errors       int64   `json:"errors"`          // calls that a tool refused
	Incomplete   int64   `json:"incomplete"`      // episodes whose solution was not judged complete
	RSSLive      int64   `json:"rss_live_bytes"`  // while all instances live
	RSSAfter     int64   `json:"rss_after_bytes"` // after they were deleted
}

func (o *benchFlags) print(cmd *cobra.Command, r figures) error {
	w := cmd.OutOrStdout()
	if o.format.JSON() {
		return host.WriteJSON(w, r)
	}
	mb := func(n int64) string { return fmt.Sprintf("%.0f MB", float64(n)/1e6) }
	_, err := fmt.Fprintf(w, `%d environments, %d instances, %d calls each, %d callers on %d processors, %s
created    %10.0f instances/s (to the first answer)
called     %10.0f calls/s
reset      %10.0f instances/s (to the next answer)
forked     %10.0f instances/s
verified   %10.0f episodes/s
latency    p50 %.3f ms, p90 %.3f ms, p99 %.3f ms, max %.3f ms
memory     %s with all instances, %s after
refused    %d calls; %d solutions were not judged complete
`, r.Environments, r.Instances, r.Turns, r.Workers, r.CPUs, r.Over, r.Create, r.Calls, r.Resets, r.Forks, r.Verdicts,
		r.P50, r.P90, r.P99, r.Max, mb(r.RSSLive), mb(r.RSSAfter), r.Errors, r.Incomplete)
	return err
}

// perSecond is a rate.
func perSecond(n int, took time.Duration) float64 { return float64(n) / max(took.Seconds(), 1e-9) }
