package rollout

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	openai "github.com/sashabaranov/go-openai"

	"github.com/awmc/awmc/out/rt/model"
	"github.com/awmc/awmc/out/rt/task"
)

// Server stands in for a model's server, over the same protocol: it answers
// the tasks it was taught as their reference solutions do, each answer after
// Delay, however many ask at once. It shows what rollouts cost beside the
// model.
type Server struct {
	Delay time.Duration

	mu       sync.RWMutex
	solution map[string][]json.RawMessage // by key: the body of each turn
}

// key tells episodes apart; requests alone may be the same at two seeds.
func key(p *task.Prepared, env string) string {
	return fmt.Sprintf("%s/%s/%d", env, p.Task.Name, p.EffectiveSeed)
}

// Agent asks a model that is this server, which has to be told which episode
// it is in.
func (s *Server) Agent(m model.Model) Agent { return pupil{m} }

type pupil struct{ model model.Model }

// Begin implements Agent.
func (a pupil) Begin(ep *Episode) Player {
	return &pupilPlayer{
		Player: (&Model{Model: a.model}).Begin(ep),
		mark:   model.Message{Role: model.System, Content: key(ep.Prepared, ep.Env.Name)},
	}
}

type pupilPlayer struct {
	Player
	mark model.Message
}

// Turn implements Player.
func (p *pupilPlayer) Turn(ctx context.Context, messages []model.Message) (*model.Response, error) {
	return p.Player.Turn(ctx, append([]model.Message{p.mark}, messages...))
}

// Teach makes the server know a task as it is put at one seed.
func (s *Server) Teach(env string, p *task.Prepared) error {
	player := Reference{}.Begin(&Episode{Prepared: p})
	var bodies []json.RawMessage
	for {
		r, err := player.Turn(context.Background(), nil)
		if err != nil {
			return err
		}
		b, err := json.Marshal(chatAnswer(r))
		if err != nil {
			return err
		}
		bodies = append(bodies, b)
		if len(r.ToolCalls) == 0 {
			break
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.solution == nil {
		s.solution = map[string][]json.RawMessage{}
	}
	s.solution[key(p, env)] = bodies
	return nil
}

func chatAnswer(r *model.Response) openai.ChatCompletionResponse {
	m := openai.ChatCompletionMessage{Role: model.Assistant, Content: r.Content}
	for _, c := range r.ToolCalls {
		m.ToolCalls = append(m.ToolCalls, openai.ToolCall{ID: c.ID, Type: openai.ToolTypeFunction,
			Function: openai.FunctionCall{Name: c.Name, Arguments: c.Arguments}})
	}
	return openai.ChatCompletionResponse{Object: "chat.completion", Usage: openai.Usage{PromptTokens: 1, CompletionTokens: 1, TotalTokens: 2},
		Choices: []openai.ChatCompletionChoice{{Message: m, FinishReason: openai.FinishReason(r.Finish)}}}
}

// ServeHTTP answers chat completions.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	due := time.NewTimer(s.Delay)
	defer due.Stop()
	body, err := s.answer(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	select {
	case <-due.C:
	case <-r.Context().Done():
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(body) //nolint:errcheck // the client is gone
}

// answer finds the mark, which is the first message, and counts the answers
// so far. It looks for bytes: reading the JSON would cost more than all that
// is measured, and inside a JSON text these bytes have backslashes.
func (s *Server) answer(r *http.Request) (json.RawMessage, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	_, rest, _ := bytes.Cut(body, []byte(`"messages":[{"role":"system","content":"`))
	mark, rest, found := bytes.Cut(rest, []byte(`"`))
	if !found {
		return nil, errors.New("this is no request of Server.Agent's")
	}
	turn := bytes.Count(rest, []byte(`{"role":"assistant"`))
	s.mu.RLock()
	defer s.mu.RUnlock()
	bodies := s.solution[string(mark)]
	if turn >= len(bodies) {
		return nil, errors.New("nobody taught me this")
	}
	return bodies[turn], nil
}
