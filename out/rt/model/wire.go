package model

import (
	"encoding/json"
	"errors"

	openai "github.com/sashabaranov/go-openai"
)

// Body is what Complete would send, as JSON: for batch files.
func Body(model string, req *Request) ([]byte, error) {
	return json.Marshal(wire(model, req))
}

// ParseBody reads the body of a server's answer to req.
func ParseBody(body []byte, req *Request) (*Response, error) {
	var got openai.ChatCompletionResponse
	if err := json.Unmarshal(body, &got); err != nil {
		return nil, err
	}
	return read(&got, req), nil
}

func wire(model string, req *Request) openai.ChatCompletionRequest {
	out := openai.ChatCompletionRequest{
		Model: model, Temperature: req.Temperature, Seed: req.Seed,
		Messages: make([]openai.ChatCompletionMessage, len(req.Messages)),
	}
	out.MaxTokens = req.MaxTokens //lint:ignore SA1019 many servers know the bound by its old name only
	for i, m := range req.Messages {
		out.Messages[i] = openai.ChatCompletionMessage{Role: m.Role, Content: m.Content, ToolCallID: m.ToolCallID}
		for _, c := range m.ToolCalls {
			out.Messages[i].ToolCalls = append(out.Messages[i].ToolCalls, openai.ToolCall{
				ID: c.ID, Type: openai.ToolTypeFunction, Function: openai.FunctionCall{Name: c.Name, Arguments: c.Arguments},
			})
		}
	}
	out.Tools = wireTools(req.Tools)
	if req.Schema != nil {
		out.ResponseFormat = &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{Name: req.Schema.Name, Schema: req.Schema.Schema}}
	}
	adapt(&out)
	return out
}

// adapt leaves out what a reasoning model does not take. Which models these
// are, go-openai knows; it would refuse the request otherwise.
func adapt(req *openai.ChatCompletionRequest) {
	known := openai.NewReasoningValidator()
	if errors.Is(known.Validate(*req), openai.ErrReasoningModelMaxTokensDeprecated) {
		req.MaxCompletionTokens = req.MaxTokens //lint:ignore SA1019 as above
		req.MaxTokens = 0                       //lint:ignore SA1019 as above
	}
	err := known.Validate(*req)
	if errors.Is(err, openai.ErrReasoningModelLimitationsOther) || errors.Is(err, openai.ErrReasoningSamplingUnsupported) {
		req.Temperature = 0
	}
}

func read(got *openai.ChatCompletionResponse, req *Request) *Response {
	out := &Response{Usage: Usage{got.Usage.PromptTokens, got.Usage.CompletionTokens}}
	if len(got.Choices) > 0 {
		choice := got.Choices[0]
		out.Content, out.Reasoning, out.Finish = choice.Message.Content, choice.Message.ReasoningContent, string(choice.FinishReason)
		for _, c := range choice.Message.ToolCalls {
			out.ToolCalls = append(out.ToolCalls, ToolCall{ID: c.ID, Name: c.Function.Name, Arguments: c.Function.Arguments})
		}
	}
	if out.Usage.Total() == 0 {
		out.Usage = Usage{EstimatePrompt(req), Estimate(out.Content) + Estimate(out.Reasoning)}
	}
	return out
}
