package fleet

import (
	"os"
	"time"

	"github.com/spf13/pflag"

	"github.com/awmc/awmc/out/rt/fleet/rollout"
	"github.com/awmc/awmc/out/rt/host"
	"github.com/awmc/awmc/out/rt/model"
)

// modelFlags say where a language model is.
type modelFlags struct {
	baseURL     string
	name        string
	timeout     time.Duration
	attempts    int
	tokens      int
	concurrency int
}

// add adds the flags, each with a prefix such as "judge-".
func (m *modelFlags) add(f *pflag.FlagSet, prefix, what string) {
	f.StringVar(&m.baseURL, prefix+"base-url", "", "address of "+what+"'s OpenAI-compatible server (default $"+model.BaseURLVariable+")")
	f.StringVar(&m.name, prefix+"model", "", "name of "+what+" (default $"+model.ModelVariable+"); the key comes from $"+model.KeyVariable)
	f.DurationVar(&m.timeout, prefix+"timeout", 5*time.Minute, "how long one answer of "+what+" may take")
	f.IntVar(&m.attempts, prefix+"attempts", 6, "how often a request is tried that fails for a passing reason")
	f.IntVar(&m.tokens, prefix+"tokens-per-minute", 0, "most tokens a minute, prompts and answers together; 0 for no limit")
}

func (m *modelFlags) client(name string) (*model.Client, error) {
	c := model.Config{BaseURL: m.baseURL, Model: name, Retry: model.Retry{Attempts: m.attempts, Timeout: m.timeout},
		Limits: model.Limits{Concurrency: m.concurrency, TokensPerMinute: m.tokens}}
	if name == "" {
		c.Model = m.name
	}
	c.FromEnvironment(os.Getenv)
	if c.Model == "" {
		return nil, host.Usage("which model? Name it with --model or $%s", model.ModelVariable)
	}
	client, err := model.New(c)
	if err != nil {
		return nil, host.Usage("%v", err)
	}
	return client, nil
}

// agentFlags say who acts.
type agentFlags struct {
	modelFlags
	agent       string
	maxTokens   int
	temperature float32
	window      int
}

func (a *agentFlags) add(f *pflag.FlagSet) {
	a.modelFlags.add(f, "", "the model")
	f.StringVar(&a.agent, "agent", "model", "who acts: model, or a script: reference, random, idle")
	f.IntVar(&a.maxTokens, "max-tokens", 0, "most tokens of one answer; 0 leaves it to the server")
	f.Float32Var(&a.temperature, "temperature", 0, "temperature; 0 leaves it to the server")
	f.IntVar(&a.window, "window", 0, "send only this many of the latest messages beside policy and request; 0 sends all")
}

// make returns the agent and its name in outputs. modelName, if not "",
// replaces the flag.
func (a *agentFlags) make(modelName string) (rollout.Agent, string, error) {
	switch a.agent {
	case "reference":
		return rollout.Reference{}, a.agent, nil
	case "random":
		return rollout.Random{}, a.agent, nil
	case "idle":
		return rollout.Idle{}, a.agent, nil
	case "model":
		c, err := a.client(modelName)
		if err != nil {
			return nil, "", err
		}
		return &rollout.Model{Model: c, MaxTokens: a.maxTokens, Temperature: a.temperature, Window: a.window}, c.Name(), nil
	}
	return nil, "", host.Usage("--agent %s: choose model, reference, random or idle", a.agent)
}
