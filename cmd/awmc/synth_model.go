package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/compiler/model"
	"github.com/awmc/awmc/compiler/synth"
	rt "github.com/awmc/awmc/templates/rt/model"
)

// modelFlags say which language model is asked, how, and how much it may
// cost. They are shared by synth and synth scenarios.
type modelFlags struct {
	provider string
	config   rt.Config
	replay   string
	batchDir string
	wait     bool
	budget   string
	prices   model.Prices
	work     string
}

func (m *modelFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&m.provider, "provider", "openai", "who answers: openai (any compatible server), batch (files) or replay (a recorded run)")
	f.StringVar(&m.config.BaseURL, "base-url", "", "the server's address, such as http://127.0.0.1:8000/v1 (default: OPENAI_BASE_URL, else OpenAI's)")
	f.StringVar((*string)(&m.config.Key), "api-key", "", "the server's key; other users of the machine can see it here, so rather set OPENAI_API_KEY")
	f.StringVar(&m.config.Model, "model", "", "the model's name (default: AWMC_MODEL)")
	f.StringVar(&m.replay, "replay", "", "with --provider replay: the recorded transcript, or a work folder")
	f.StringVar(&m.batchDir, "batch", "", "with --provider batch: the folder of request and answer files (default: batch in the work folder)")
	f.BoolVar(&m.wait, "wait", false, "with --provider batch: wait for the answers and go on, instead of ending after each round")
	f.IntVar(&m.config.Limits.Concurrency, "concurrency", 8, "requests at once")
	f.IntVar(&m.config.Limits.TokensPerMinute, "tokens-per-minute", 0, "tokens that may be used in a minute (default: no limit)")
	f.DurationVar(&m.config.Retry.Timeout, "timeout", 5*time.Minute, "longest wait for one answer")
	f.IntVar(&m.config.Retry.Attempts, "attempts", 6, "how often a request is made that the server fails at")
	f.StringVar(&m.budget, "budget", "", "most that may be spent, with what the work folder has spent already: tokens (500k, 2M) or money ('$25')")
	f.Float64Var(&m.prices.Prompt, "price-prompt", 0, "price of a million tokens that are read")
	f.Float64Var(&m.prices.Completion, "price-completion", 0, "price of a million tokens that are written")
	f.StringVar(&m.work, "work", filepath.Join("build", "synth"), "folder for states and transcripts; a run that was stopped goes on from it")
	cmd.RegisterFlagCompletionFunc("provider", cobra.FixedCompletions([]string{"openai", "batch", "replay"}, cobra.ShellCompDirectiveNoFileComp))
}

// asked is a model that is ready to be asked.
type asked struct {
	meter  *model.Meter
	client *rt.Client   // of provider openai
	batch  *model.Batch // of provider batch
}

func usageError(format string, args ...any) error {
	return &exitError{code: exitUsage, err: fmt.Errorf(format, args...)}
}

// open checks the flags and makes the model.
func (m *modelFlags) open() (*asked, error) {
	m.config.FromEnvironment(os.Getenv)
	budget, err := model.ParseBudget(m.budget)
	if err == nil {
		err = budget.Check(m.prices)
	}
	if err != nil {
		return nil, usageError("%v", err)
	}
	if m.config.Model == "" && m.provider != "replay" {
		return nil, usageError("which model? Name it with --model, or set AWMC_MODEL")
	}
	out := &asked{}
	var next rt.Model
	switch m.provider {
	case "openai":
		out.client, err = rt.New(m.config)
		next = out.client
	case "batch":
		if m.batchDir == "" {
			m.batchDir = filepath.Join(m.work, "batch")
		}
		out.batch, err = model.OpenBatch(m.batchDir, m.config.Model)
		next = out.batch
	case "replay":
		if m.replay == "" {
			return nil, usageError("--provider replay needs --replay with a recorded transcript or a work folder")
		}
		next, err = model.OpenReplay(m.replay)
	default:
		return nil, usageError("--provider %s: choose openai, batch or replay", m.provider)
	}
	if err != nil {
		return nil, &exitError{code: exitFault, err: err}
	}
	spent, err := synth.Spent(m.work)
	if err != nil {
		return nil, &exitError{code: exitFault, err: err}
	}
	out.meter = model.NewMeter(next, budget, m.prices, spent)
	return out, nil
}

// synthFailure gives an error of synthesis its exit code.
func synthFailure(err error) error {
	if errors.Is(err, synth.ErrInput) {
		return &exitError{code: exitUsage, err: errors.New(trimPrefix(err.Error(), synth.ErrInput.Error()+": "))}
	}
	return &exitError{code: exitFault, err: err}
}

func trimPrefix(s, prefix string) string {
	if len(s) > len(prefix) && s[:len(prefix)] == prefix {
		return s[len(prefix):]
	}
	return s
}
