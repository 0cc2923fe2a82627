package rollout

import (
	"context"
	"encoding/json"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/model"
	"github.com/awmc/awmc/out/rt/task"
)

// Agent acts in episodes. Implementations may be used by many episodes at
// once.
type Agent interface {
	// Begin starts an episode.
	Begin(ep *Episode) Player
}

// Player is an agent in one episode.
type Player interface {
	// Turn gives the next calls, or the final answer if there are none. An
	// error makes the episode void: it says nothing about the agent.
	Turn(ctx context.Context, messages []model.Message) (*model.Response, error)
}

// Episode is what an agent may know of an episode, and (for scripted agents)
// what only the host knows.
type Episode struct {
	Env      *core.Env
	Prepared *task.Prepared
	Offer    *Offer
	Number   int // of the episodes with the same task and seed, from 0
}

// Model is an agent that asks a language model.
type Model struct {
	Model       model.Model
	MaxTokens   int
	Temperature float32
	// Window, if above 0, is how many of the latest messages are sent beside
	// the policy and the request.
	Window int
}

// Begin implements Agent.
func (m *Model) Begin(ep *Episode) Player { return &modelPlayer{m, ep.Offer} }

type modelPlayer struct {
	*Model
	offer *Offer
}

// Turn implements Player.
func (p *modelPlayer) Turn(ctx context.Context, messages []model.Message) (*model.Response, error) {
	return p.Model.Model.Complete(ctx, &model.Request{
		Messages: window(messages, p.Window), Tools: p.offer.Tools, EncodedTools: p.offer.encoded, MaxTokens: p.MaxTokens, Temperature: p.Temperature,
	})
}

// window keeps the first messages (policy and request) and the latest ones.
// It never separates a result from the call it answers.
func window(messages []model.Message, keep int) []model.Message {
	head := 0
	for head < len(messages) && messages[head].Role != model.Assistant {
		head++
	}
	from := len(messages) - keep
	if keep <= 0 || from <= head {
		return messages
	}
	for from < len(messages) && messages[from].Role == model.ToolRole {
		from++
	}
	return append(append([]model.Message{}, messages[:head]...), messages[from:]...)
}

// Reference carries out the reference solution: it shows that the whole way
// from task to reward works.
type Reference struct{}

// Begin implements Agent.
func (Reference) Begin(ep *Episode) Player {
	sol := ep.Prepared.Reference.Solutions[0]
	return &script{calls: sol.Run.Calls, answer: task.Told(sol.Answer)}
}

// Idle does nothing and answers nothing.
type Idle struct{}

// Begin implements Agent.
func (Idle) Begin(*Episode) Player { return &script{} }

// script makes calls that were settled before.
type script struct {
	calls  []task.Call
	answer json.RawMessage
	next   int
}

// Turn implements Player.
func (s *script) Turn(context.Context, []model.Message) (*model.Response, error) {
	if s.next == len(s.calls) {
		return &model.Response{Content: string(s.answer), Finish: "stop"}, nil
	}
	c := s.calls[s.next]
	s.next++
	return &model.Response{ToolCalls: []model.ToolCall{{ID: callID(s.next), Name: c.Tool, Arguments: string(c.Args)}}, Finish: "tool_calls"}, nil
}
