package synth

import (
	"errors"

	rt "github.com/awmc/awmc/templates/rt/model"
)

// Options say how environments are written.
type Options struct {
	// Work is the folder that holds the state and the transcript of each
	// environment, for resuming.
	Work  string
	Model rt.Model
	// Prover builds and proves what is written.
	Prover Prover
	// Rounds is how often a part may be mended; 5 by default.
	Rounds int
	// Tasks and Tools are how many the model is asked for; half of them must
	// be there. 10 and 20 by default.
	Tasks, Tools int
	// MaxTokens bounds an answer; 16,384 by default.
	MaxTokens   int
	Temperature float32
	// Schema asks for answers in JSON by a JSON Schema, where the server can.
	Schema bool
	// Jobs is how many environments are written at once; 8 by default.
	Jobs int
	// Retry gives those that were set aside another chance.
	Retry bool
	// Force overwrites files that are there.
	Force    bool
	Reporter Reporter
}

// attempts is how often a stage is begun before an environment is set aside.
const attempts = 2

func (o *Options) defaults() error {
	set := func(n *int, v int) {
		if *n <= 0 {
			*n = v
		}
	}
	set(&o.Rounds, 5)
	set(&o.Tasks, 10)
	set(&o.Tools, 20)
	set(&o.MaxTokens, 16384)
	set(&o.Jobs, 8)
	if o.Work == "" || o.Model == nil || o.Prover == nil {
		return errors.New("synthesis needs a work folder, a model and a prover")
	}
	return nil
}
