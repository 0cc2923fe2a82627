// Package judge lets a language model judge episodes, with the evidence of
// the code: the task, what the agent did, what changed, and the result of
// every condition. It imports the runtime's core, task and model packages.
package judge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/awmc/awmc/out/rt/model"
	"github.com/awmc/awmc/out/rt/task"
)

// Options of a judge.
type Options struct {
	Model model.Model
	// Votes is how many opinions are asked; the majority decides. 1 by
	// default; an even number is raised to the next odd one.
	Votes int
}

// New returns a judge for package task.
func New(opt Options) task.Judge {
	if opt.Votes < 1 {
		opt.Votes = 1
	}
	if opt.Votes%2 == 0 {
		opt.Votes++
	}
	return func(ctx context.Context, in task.JudgeInput) (*task.Judgement, error) {
		var said []*opinion
		for range opt.Votes {
			o, err := ask(ctx, opt.Model, in)
			if err != nil {
				return nil, err
			}
			said = append(said, o)
		}
		return majority(said)
	}
}

// opinion is what a model says of an episode.
type opinion struct {
	Outcome    string  `json:"outcome"`
	Reasons    string  `json:"reasons"`
	Confidence float64 `json:"confidence"`
	raw        string
}

// The outcomes that a model can choose between.
const (
	complete         = "complete"
	incomplete       = "incomplete"
	agentError       = "agent_error"
	environmentError = "environment_error"
)

// schema is the shape of an opinion, for servers with structured output.
var schema = &model.Schema{Name: "verdict", Schema: json.RawMessage(`{"type":"object","properties":{"outcome":{"type":"string","enum":["complete","incomplete","agent_error","environment_error"]},"reasons":{"type":"string"},"confidence":{"type":"number"}},"required":["outcome","reasons","confidence"],"additionalProperties":false}`)}

// ask asks once, and once more if the answer can't be read.
func ask(ctx context.Context, m model.Model, in task.JudgeInput) (*opinion, error) {
	messages, err := prompt(in)
	if err != nil {
		return nil, err
	}
	var bad error
	for range 2 {
		r, err := m.Complete(ctx, &model.Request{ID: "judge/" + in.Env + "/" + in.Task, Messages: messages, Schema: schema})
		if err != nil {
			return nil, err
		}
		o, err := read(r.Content)
		if err == nil {
			return o, nil
		}
		bad = err
		messages = append(messages, model.Message{Role: model.Assistant, Content: r.Content},
			model.Message{Role: model.User, Content: "That is not a verdict: " + err.Error() + ". Answer with the JSON object alone."})
	}
	return nil, fmt.Errorf("the model gave no verdict: %w", bad)
}

// read takes an opinion from an answer, which may stand in a fenced block.
func read(text string) (*opinion, error) {
	body := text
	if open := strings.IndexByte(text, '{'); open >= 0 {
		if end := strings.LastIndexByte(text, '}'); end > open {
			body = text[open : end+1]
		}
	}
	o := &opinion{raw: text}
	dec := json.NewDecoder(strings.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(o); err != nil {
		return nil, fmt.Errorf("it is not the JSON that was asked for (%w)", err)
	}
	switch o.Outcome {
	case complete, incomplete, agentError, environmentError:
	default:
		return nil, fmt.Errorf("the outcome %q is none of complete, incomplete, agent_error, environment_error", o.Outcome)
	}
	if o.Confidence < 0 || o.Confidence > 1 {
		return nil, errors.New("the confidence must be from 0 to 1")
	}
	return o, nil
}

// majority is the outcome that most opinions share; among equals the most
// confident one decides. A fault of the environment makes the episode void.
func majority(said []*opinion) (*task.Judgement, error) {
	votes, weight := map[string]int{}, map[string]float64{}
	for _, o := range said {
		votes[o.Outcome]++
		weight[o.Outcome] += o.Confidence
	}
	best := said[0]
	for _, o := range said[1:] {
		if votes[o.Outcome] > votes[best.Outcome] || votes[o.Outcome] == votes[best.Outcome] && weight[o.Outcome] > weight[best.Outcome] {
			best = o
		}
	}
	if best.Outcome == environmentError {
		return nil, errors.New("it finds that the environment failed: " + best.Reasons)
	}
	out := &task.Judgement{Outcome: task.Incomplete, Reasons: best.Reasons, Raw: best.raw}
	if best.Outcome == complete {
		out.Outcome = task.Complete
	}
	if len(said) > 1 {
		out.Reasons = fmt.Sprintf("%d of %d opinions: %s", votes[best.Outcome], len(said), best.Reasons)
	}
	if best.Outcome == agentError {
		out.Reasons = "agent error: " + out.Reasons
	}
	return out, nil
}
