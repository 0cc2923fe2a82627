package model

import (
	"context"
	"encoding/json"
)

// Model answers one conversation. Implementations may be used from several
// goroutines at once.
type Model interface {
	Complete(ctx context.Context, req *Request) (*Response, error)
}

// Request is one conversation to be answered.
type Request struct {
	// ID names the request in transcripts, batch files and recordings. It is
	// not sent to a server.
	ID       string    `json:"id,omitempty"`
	Messages []Message `json:"messages"`
	// Tools are functions that the model may call instead of answering.
	Tools []Tool `json:"tools,omitempty"`
	// EncodedTools, if set, are Tools ready to be sent.
	EncodedTools EncodedTools `json:"-"`
	// Schema asks for an answer in JSON of this shape; not every server can.
	Schema *Schema `json:"schema,omitempty"`
	// MaxTokens bounds the answer; 0 leaves it to the server.
	MaxTokens int `json:"max_tokens,omitempty"`
	// Temperature of 0 leaves it to the server.
	Temperature float32 `json:"temperature,omitempty"`
	// Seed asks the server for the same answer each time; nil does not.
	Seed *int `json:"seed,omitempty"`
}

// The roles of messages.
const (
	System    = "system"
	User      = "user"
	Assistant = "assistant"
	ToolRole  = "tool"
)

// Message is one turn of a conversation.
type Message struct {
	Role      string     `json:"role"`
	Content   string     `json:"content,omitempty"`
	ToolCalls []ToolCall `json:"tool_calls,omitempty"` // of the assistant
	// ToolCallID says which call a tool message answers.
	ToolCallID string `json:"tool_call_id,omitempty"`
}

// Tool is a function that the model may call.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"` // a JSON Schema
}

// ToolCall is a function that the model calls. Arguments are what it wrote,
// which need not be JSON.
type ToolCall struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// Schema is the shape of an answer.
type Schema struct {
	Name   string          `json:"name"`
	Schema json.RawMessage `json:"schema"`
}

// Response is an answer.
type Response struct {
	Content string `json:"content"`
	// Reasoning is what some models show of their thinking.
	Reasoning string     `json:"reasoning,omitempty"`
	ToolCalls []ToolCall `json:"tool_calls,omitempty"`
	// Finish is why the model stopped: "stop", "length" if the answer was cut
	// off, "tool_calls", "content_filter".
	Finish string `json:"finish,omitempty"`
	Usage  Usage  `json:"usage"`
}

// Truncated reports whether the answer was cut off.
func (r *Response) Truncated() bool { return r.Finish == "length" }

// Usage counts tokens. Where a server does not say, they are estimated from
// the length of the texts.
type Usage struct {
	Prompt     int `json:"prompt"`
	Completion int `json:"completion"`
}

// Total is the sum of both.
func (u Usage) Total() int { return u.Prompt + u.Completion }

// Add returns the sum of two usages.
func (u Usage) Add(v Usage) Usage {
	return Usage{u.Prompt + v.Prompt, u.Completion + v.Completion}
}

// Estimate guesses the tokens of a text: one for every four bytes.
func Estimate(text string) int { return (len(text) + 3) / 4 }

// EstimatePrompt guesses the tokens of a request, without its answer.
func EstimatePrompt(req *Request) int {
	n := 0
	for _, m := range req.Messages {
		n += Estimate(m.Content) + 4
		for _, c := range m.ToolCalls {
			n += Estimate(c.Name) + Estimate(c.Arguments)
		}
	}
	if len(req.EncodedTools) > 0 {
		return n + Estimate(string(req.EncodedTools))
	}
	for _, t := range req.Tools {
		n += Estimate(t.Name) + Estimate(t.Description) + Estimate(string(t.Parameters))
	}
	return n
}
