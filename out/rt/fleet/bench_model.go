package fleet

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/out/rt/fleet/rollout"
	"github.com/awmc/awmc/out/rt/host"
	"github.com/awmc/awmc/out/rt/host/service"
	"github.com/awmc/awmc/out/rt/model"
)

// waves is how many episodes each place plays, one after the other: enough
// that the end, when places run empty, weighs little.
const waves = 4

// modelFigures are what rollouts with a model's server took.
type modelFigures struct {
	Environments int     `json:"environments"`
	Concurrency  int     `json:"concurrency"`
	Episodes     int     `json:"episodes"`
	Answers      int     `json:"answers"`
	AnswerMS     float64 `json:"answer_ms"` // what the server takes for one
	CPUs         int     `json:"cpus"`
	Seconds      float64 `json:"seconds"`
	// Floor is what it would take if all but the server took no time.
	Floor      float64 `json:"floor_seconds"`
	MeanReward float64 `json:"mean_reward"`
	Void       int     `json:"void"`
	RSS        int64   `json:"rss_bytes"`
}

// benchModel plays episodes with a model's server on this machine that knows
// the solutions and takes its time.
func benchModel(cmd *cobra.Command, s *service.Service, entries []Entry, o *benchFlags) (err error) {
	teacher := &rollout.Server{Delay: o.answer}
	jobs, err := lessons(cmd, s, entries, o, teacher)
	if err != nil {
		return err
	}
	url, stop, err := loopback(teacher)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	client, err := model.New(model.Config{BaseURL: url, Model: "solutions",
		Limits: model.Limits{Concurrency: o.instances}})
	if err != nil {
		return err
	}
	r := modelFigures{Environments: len(entries), Concurrency: o.instances, Episodes: len(jobs), CPUs: runtime.GOMAXPROCS(0),
		AnswerMS: float64(o.answer) / float64(time.Millisecond)}
	var lines []*rollout.Line
	start := time.Now()
	err = rollout.Run(cmd.Context(), s, jobs, rollout.Options{Agent: teacher.Agent(client), Name: "solutions", Concurrency: o.instances,
		Done: func(l *rollout.Line) { lines = append(lines, l) }}, io.Discard)
	r.Seconds = time.Since(start).Seconds()
	r.RSS = residentMemory()
	if err != nil {
		return err
	}
	for _, l := range lines {
		r.Answers += l.Turns
		if l.Reward == nil {
			r.Void++
		} else {
			r.MeanReward += *l.Reward / float64(len(lines))
		}
	}
	r.Floor = float64(r.Answers) * o.answer.Seconds() / float64(o.instances)
	return o.printModel(cmd, r)
}

// lessons teaches the server and lists the episodes.
func lessons(cmd *cobra.Command, s *service.Service, entries []Entry, o *benchFlags, teacher *rollout.Server) ([]rollout.Job, error) {
	var known []rollout.Job
	for seed := range int64(o.seeds) {
		for _, entry := range entries {
			e, err := s.Environment(entry.Name)
			if err != nil {
				return nil, err
			}
			for i := range e.Spec.Tasks {
				p, err := e.Prepare(cmd.Context(), e.Spec.Tasks[i].Name, seed)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", e.Name, err)
				}
				if err := teacher.Teach(e.Name, p); err != nil {
					return nil, err
				}
				known = append(known, rollout.Job{Environment: e.Name, Task: p.Task.Name, Seed: seed})
			}
		}
	}
	if len(known) == 0 {
		return nil, errors.New("there is no task to play")
	}
	jobs := make([]rollout.Job, o.instances*waves)
	for i := range jobs {
		jobs[i] = known[i%len(known)]
		jobs[i].Number = i / len(known)
	}
	return jobs, nil
}

func (o *benchFlags) printModel(cmd *cobra.Command, r modelFigures) error {
	w := cmd.OutOrStdout()
	if o.format.JSON() {
		return host.WriteJSON(w, r)
	}
	_, err := fmt.Fprintf(w, `%d environments, %d episodes, %d at once, on %d processors with the model's server
answers    %d of %.0f ms each, %.0f/s
time       %.2f s, %.2f times the %.2f s that the server alone would take
memory     %.0f MB
reward     %.3f on average, %d void
`, r.Environments, r.Episodes, r.Concurrency, r.CPUs, r.Answers, r.AnswerMS, float64(r.Answers)/r.Seconds,
		r.Seconds, r.Seconds/r.Floor, r.Floor, float64(r.RSS)/1e6, r.MeanReward, r.Void)
	return err
}
