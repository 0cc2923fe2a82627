package model

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"

	openai "github.com/sashabaranov/go-openai"
)

// EncodedTools are tools as they go over the wire. Encoding an environment's
// thirty-five anew takes as long as dozens of its calls, and every turn of
// every episode sends the same.
type EncodedTools json.RawMessage

// Encode makes tools ready for Request.EncodedTools.
func Encode(tools []Tool) (EncodedTools, error) {
	b, err := json.Marshal(wireTools(tools))
	return EncodedTools(b), err
}

func wireTools(tools []Tool) []openai.Tool {
	var out []openai.Tool
	for _, t := range tools {
		out = append(out, openai.Tool{Type: openai.ToolTypeFunction,
			Function: &openai.FunctionDefinition{Name: t.Name, Description: t.Description, Parameters: t.Parameters}})
	}
	return out
}

type toolsKey struct{}

// withTools makes the transport add tools to the body of a request.
func withTools(ctx context.Context, tools EncodedTools) context.Context {
	if len(tools) == 0 {
		return ctx
	}
	return context.WithValue(ctx, toolsKey{}, tools)
}

// addTools puts the tools of a request's context first in its body, a JSON
// object: go-openai has no way to hand on what is encoded already.
func addTools(req *http.Request) (*http.Request, error) {
	tools, _ := req.Context().Value(toolsKey{}).(EncodedTools)
	if len(tools) == 0 || req.Body == nil {
		return req, nil
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	if err := req.Body.Close(); err != nil {
		return nil, err
	}
	whole := make([]byte, 0, len(body)+len(tools)+10)
	whole = append(whole, `{"tools":`...)
	whole = append(whole, tools...)
	whole = append(whole, ',')
	whole = append(whole, body[1:]...) // behind its brace; it always has a model
	out := req.Clone(req.Context())
	out.ContentLength = int64(len(whole))
	out.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(whole)), nil }
	out.Body, err = out.GetBody()
	return out, err
}
