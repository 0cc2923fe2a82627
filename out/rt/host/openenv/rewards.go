package openenv

import (
	"encoding/json"

	"github.com/awmc/awmc/out/rt/task"
)

// rewardConfig reads a reset's reward_config: a number for each reward type.
// As in the AWM environment it replaces all rewards: types that it doesn't
// name earn nothing, and broken formats -1.
func (p *problems) rewardConfig(raw json.RawMessage) map[string]float64 {
	if isNull(raw) {
		return nil
	}
	m, ok := p.object(raw, "reward_config")
	if !ok || len(m) == 0 {
		return nil
	}
	config := make(map[string]float64, len(m))
	for name, raw := range m {
		var x float64
		if isNull(raw) || json.Unmarshal(raw, &x) != nil {
			p.add("float_type", "Input should be a valid number", raw, "reward_config", name)
			continue
		}
		config[name] = x
	}
	return config
}

// rewardsOf is what the outcomes of an episode are worth under a config; nil
// for the server's rewards.
func rewardsOf(config map[string]float64) *task.Rewards {
	if config == nil {
		return nil
	}
	return &task.Rewards{
		Complete:    config[task.Complete.OpenEnv()],
		Partial:     config[task.Partial.OpenEnv()],
		Incomplete:  config[task.Incomplete.OpenEnv()],
		FormatError: formatReward(config),
	}
}

func formatReward(config map[string]float64) float64 {
	if x, ok := config[task.FormatError.OpenEnv()]; ok {
		return x
	}
	return task.DefaultRewards().FormatError
}
