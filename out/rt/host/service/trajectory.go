package service

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/task"
)

// Trajectory is one episode as training code reads it: one line of a JSONL
// file, in OpenAI's messages format, with what it takes to repeat and to
// trust it. It holds no times, so that the same episode gives the same bytes.
type Trajectory struct {
	Environment   string        `json:"environment"`
	Task          string        `json:"task,omitempty"`
	Seed          int64         `json:"seed"`
	EffectiveSeed int64         `json:"effective_seed"`
	Actor         string        `json:"actor,omitempty"`
	Messages      []Message     `json:"messages"`
	Stopped       []int         `json:"stopped,omitempty"` // calls (from 0) that were cancelled or took too long
	Ending        *Ending       `json:"ending,omitempty"`
	Rewards       *task.Rewards `json:"rewards,omitempty"`
	Verdict       *task.Verdict `json:"verdict,omitempty"`
	Void          string        `json:"void,omitempty"` // why the episode is worthless
	Digests       Digests       `json:"digests"`
}

// Digests tell whether a replay is the same episode.
type Digests struct {
	Environment string `json:"environment"`     // of its description
	State       string `json:"state,omitempty"` // of the difference and the clock at the end; "" if void
}

// Message is one message of OpenAI's chat format.
type Message struct {
	Role       string     `json:"role"`
	Content    *string    `json:"content"`
	ToolCalls  []ToolCall `json:"tool_calls,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`
}

// ToolCall is one call in an assistant's message.
type ToolCall struct {
	ID       string       `json:"id"`
	Type     string       `json:"type"` // function
	Function FunctionCall `json:"function"`
}

// FunctionCall names a tool; Arguments is JSON in a string.
type FunctionCall struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// Trajectory is the episode up to now.
func (in *Instance) Trajectory(ctx context.Context) (*Trajectory, error) {
	if err := in.take(ctx); err != nil {
		return nil, err
	}
	defer in.leave()
	t := &Trajectory{
		Environment: in.Env.Name, Task: in.start.Task, Seed: in.start.Seed, EffectiveSeed: in.seed,
		Actor: in.start.Actor, Rewards: in.start.Rewards, Verdict: in.verdict,
		Digests: Digests{Environment: in.Env.Digest},
	}
	t.Messages = in.messages()
	for i, r := range in.log {
		if r.Stopped {
			t.Stopped = append(t.Stopped, i)
		}
	}
	if in.ended {
		e := in.ending
		t.Ending = &e
	}
	if in.broken != nil {
		t.Void = in.broken.Error()
		return t, nil
	}
	d, err := in.diff(ctx)
	if err != nil {
		return nil, err
	}
	now := in.Env.Spec.Now
	if in.world != nil {
		now = in.world.Now()
	}
	t.Digests.State, err = stateDigest(d, now)
	return t, err
}

func stateDigest(d *core.Diff, now core.DateTime) (string, error) {
	return digest(struct {
		Diff *core.Diff
		Now  core.DateTime
	}{d, now})
}

func (in *Instance) messages() []Message {
	var list []Message
	say := func(role, text string) { list = append(list, Message{Role: role, Content: &text}) }
	if p := in.Env.Spec.Policy; p != "" {
		say("system", p)
	}
	if in.ask != "" {
		say("user", in.ask)
	}
	for i, r := range in.log {
		id := fmt.Sprintf("call_%d", i+1)
		list = append(list, Message{Role: "assistant", ToolCalls: []ToolCall{{
			ID: id, Type: "function", Function: FunctionCall{Name: r.Tool, Arguments: string(r.Arguments)},
		}}})
		say("tool", string(r.Result))
		list[len(list)-1].ToolCallID = id
	}
	if a := in.ending.Answer; a != nil {
		say("assistant", answerText(a))
	}
	return list
}

// answerText is an answer as the agent said it: the text of a JSON string,
// anything else as it is.
func answerText(a json.RawMessage) string {
	var s string
	if json.Unmarshal(a, &s) == nil {
		return s
	}
	return string(a)
}

// Write writes the trajectory as one line.
func (t *Trajectory) Write(w io.Writer) error { return encodeLine(w, t) }
