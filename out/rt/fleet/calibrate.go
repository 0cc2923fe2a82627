package fleet

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/out/rt/fleet/rollout"
	"github.com/awmc/awmc/out/rt/host"
)

// calibration is how models fare on one task.
type calibration struct {
	Environment string             `json:"environment"`
	Task        string             `json:"task"`
	Pass        map[string]float64 `json:"pass"`     // by model: share of episodes that complete it
	Episodes    map[string]int     `json:"episodes"` // by model
}

// rate is the mean over the models.
func (c *calibration) rate() float64 {
	sum := 0.0
	for _, p := range c.Pass {
		sum += p
	}
	return sum / float64(max(len(c.Pass), 1))
}

func calibrateCommand(app *host.App) *cobra.Command {
	var o rolloutFlags
	var models []string
	var out, work, manifests string
	cmd := &cobra.Command{
		Use:   "calibrate [ENVIRONMENT]...",
		Short: "Find out how hard each task is for one or more models",
		Long: `Run one or more models on every task and keep the share of episodes that each
completes, in the file -o and, with --manifests OUT, in OUT/ENVIRONMENT/awmc.json
as well. "fleet tasks --calibration" then lists only the tasks in
a band of difficulty that a learner can learn from.`,
		Example: `  fleet calibrate --models small,large --seeds 1-8 -o calibration.json
  fleet tasks --jsonl --seeds 8 --calibration calibration.json --min-pass 0.1 --max-pass 0.8`,
		RunE: func(cmd *cobra.Command, names []string) error {
			if len(models) == 0 {
				models = []string{""}
			}
			var all []calibration
			for _, m := range models {
				agent, name, err := o.make(m)
				if err != nil {
					return err
				}
				path := filepath.Join(work, strings.NewReplacer("/", "_", ":", "_").Replace(name)+".jsonl")
				if err := os.MkdirAll(work, 0o755); err != nil {
					return host.Failed(err)
				}
				lines, err := o.run(cmd, app, names, agent, name, path)
				if err != nil {
					return err
				}
				all = merge(all, rollout.Summarise(lines, nil), name)
			}
			if err := writeCalibration(out, all); err != nil {
				return host.Failed(err)
			}
			if manifests != "" {
				if err := writeManifests(manifests, all); err != nil {
					return host.Failed(err)
				}
			}
			for _, c := range all {
				fmt.Fprintf(cmd.OutOrStdout(), "%-56s %.3f\n", c.Environment+"/"+c.Task, c.rate())
			}
			return nil
		},
	}
	o.add(cmd)
	f := cmd.Flags()
	f.StringSliceVar(&models, "models", nil, "the models to run; default --model")
	f.StringVarP(&out, "out", "o", "calibration.json", "file for the result")
	f.StringVar(&manifests, "manifests", "", "output folder of the build, whose manifests get the result, too")
	f.StringVar(&work, "work", "calibration", "folder for the episodes, so that a run can be taken up again")
	return cmd
}

func merge(all []calibration, s rollout.Summary, model string) []calibration {
	for _, t := range s.Tasks {
		at := slices.IndexFunc(all, func(c calibration) bool { return c.Environment == t.Environment && c.Task == t.Task })
		if at < 0 {
			all = append(all, calibration{Environment: t.Environment, Task: t.Task, Pass: map[string]float64{}, Episodes: map[string]int{}})
			at = len(all) - 1
		}
		all[at].Episodes[model] = t.Episodes
		if t.Episodes > 0 {
			all[at].Pass[model] = float64(t.Complete) / float64(t.Episodes)
		}
	}
	slices.SortFunc(all, func(a, b calibration) int {
		return cmp.Or(cmp.Compare(a.Environment, b.Environment), cmp.Compare(a.Task, b.Task))
	})
	return all
}

func writeCalibration(path string, all []calibration) error {
	b, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	tmp := path + ".new"
	if err := os.WriteFile(tmp, append(b, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(tmp, path)
}

// writeManifests puts the tasks of each environment into its manifest. What
// else stands there is kept as it is.
func writeManifests(out string, all []calibration) error {
	byEnv := map[string][]calibration{}
	for _, c := range all {
		byEnv[c.Environment] = append(byEnv[c.Environment], c)
	}
	for env, tasks := range byEnv {
		path := filepath.Join(out, env, "awmc.json")
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var m map[string]json.RawMessage
		if err := json.Unmarshal(raw, &m); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if m["calibration"], err = json.Marshal(tasks); err != nil {
			return err
		}
		b, err := json.MarshalIndent(m, "", "  ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(path, append(b, '\n'), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// band selects tasks by how often models complete them.
type band struct {
	file     string
	min, max float64
	tasks    []calibration
}

func (b *band) load() error {
	if b.file == "" {
		return nil
	}
	raw, err := os.ReadFile(b.file)
	if errors.Is(err, fs.ErrNotExist) {
		return host.Usage("%s does not exist: make it with fleet calibrate", b.file)
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, &b.tasks); err != nil {
		return host.Usage("%s is no calibration: %v", b.file, err)
	}
	return nil
}

// has reports whether a task lies in the band. Tasks that were not
// calibrated do not.
func (b *band) has(env, task string) bool {
	if b.file == "" {
		return true
	}
	for i := range b.tasks {
		if b.tasks[i].Environment == env && b.tasks[i].Task == task {
			r := b.tasks[i].rate()
			return r >= b.min && r <= b.max
		}
	}
	return false
}
