package rollout

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/awmc/awmc/out/rt/model"
	"github.com/awmc/awmc/out/rt/task"
)

// Group sums up the episodes of one task, one environment, or all.
type Group struct {
	Environment string              `json:"environment,omitempty"`
	Task        string              `json:"task,omitempty"`
	Agent       string              `json:"agent"`
	Episodes    int                 `json:"episodes"` // without void ones
	Void        int                 `json:"void"`
	Complete    int                 `json:"complete"`
	MeanReward  float64             `json:"mean_reward"`
	MeanCalls   float64             `json:"mean_calls"`
	PassAt      map[string]*float64 `json:"pass_at,omitempty"` // "1", "4", …: chance that one of k is complete
	Usage       model.Usage         `json:"usage"`
}

// Summary is a run at a glance.
type Summary struct {
	All          Group   `json:"all"`
	Environments []Group `json:"environments"`
	Tasks        []Group `json:"tasks"`
}

// Summarise sums up lines. ks are the k of pass@k.
func Summarise(lines []*Line, ks []int) Summary {
	var s Summary
	envs, tasks := map[string][]*Line{}, map[[2]string][]*Line{}
	for _, l := range lines {
		envs[l.Environment] = append(envs[l.Environment], l)
		key := [2]string{l.Environment, l.Task}
		tasks[key] = append(tasks[key], l)
	}
	s.All = group(lines, ks)
	for _, name := range slices.Sorted(maps.Keys(envs)) {
		g := group(envs[name], ks)
		g.Environment = name
		s.Environments = append(s.Environments, g)
	}
	keys := slices.Collect(maps.Keys(tasks))
	slices.SortFunc(keys, func(a, b [2]string) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	for _, k := range keys {
		g := group(tasks[k], ks)
		g.Environment, g.Task = k[0], k[1]
		s.Tasks = append(s.Tasks, g)
	}
	return s
}

func group(lines []*Line, ks []int) Group {
	g := Group{PassAt: map[string]*float64{}}
	type drawn struct {
		env, task string
		seed      int64
	}
	n, c := map[drawn]int{}, map[drawn]int{}
	for _, l := range lines {
		g.Agent = l.Agent
		g.Usage = g.Usage.Add(l.Usage)
		if l.Reward == nil {
			g.Void++
			continue
		}
		g.Episodes++
		g.MeanReward += *l.Reward
		g.MeanCalls += float64(l.Calls)
		d := drawn{l.Environment, l.Task, l.Seed}
		n[d]++
		if l.Verdict != nil && l.Verdict.Outcome == task.Complete {
			g.Complete++
			c[d]++
		}
	}
	if g.Episodes > 0 {
		g.MeanReward /= float64(g.Episodes)
		g.MeanCalls /= float64(g.Episodes)
	}
	for _, k := range ks {
		sum, count := 0.0, 0
		for d := range n {
			if n[d] >= k {
				sum += PassAt(n[d], c[d], k)
				count++
			}
		}
		if count > 0 {
			mean := sum / float64(count)
			g.PassAt[strconv.Itoa(k)] = &mean
		}
	}
	return g
}

// PassAt estimates, without bias, the chance that at least one of k attempts
// succeeds, from c successes in n attempts: 1 - C(n-c,k)/C(n,k) (Chen et al.,
// "Evaluating Large Language Models Trained on Code", 2021).
func PassAt(n, c, k int) float64 {
	if n-c < k {
		return 1
	}
	fail := 1.0
	for i := n - c + 1; i <= n; i++ {
		fail *= 1 - float64(k)/float64(i)
	}
	return 1 - fail
}
