package model

import (
	"context"
	"fmt"
	"net/http"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// Config is where a model is and how it is asked.
type Config struct {
	BaseURL string // such as http://127.0.0.1:8000/v1; OpenAI's by default
	Key     Key    // "" for a server that wants none
	Model   string
	// EmbeddingModel is what Embed asks; "" if the server has none.
	EmbeddingModel string
	Retry          Retry
	Limits         Limits
}

// Client asks an OpenAI-compatible server. It implements Model.
type Client struct {
	config Config
	api    *openai.Client
	limit  *limiter
}

// New makes a client. It does not talk to the server yet.
func New(config Config) (*Client, error) {
	if config.Model == "" {
		return nil, fmt.Errorf("no model is named")
	}
	config.Retry.defaults()
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.MaxIdleConnsPerHost = max(config.Limits.Concurrency, 8)
	t := &transport{next: base, retry: config.Retry, sleep: sleep, now: time.Now}
	return &Client{config: config, api: newAPI(config, t), limit: newLimiter(config.Limits)}, nil
}

func newAPI(config Config, t http.RoundTripper) *openai.Client {
	c := openai.DefaultConfig(config.Key.Reveal())
	if config.BaseURL != "" {
		c.BaseURL = config.BaseURL
	}
	c.HTTPClient = &http.Client{Transport: t}
	return openai.NewClientWithConfig(c)
}

// Name is the model's name.
func (c *Client) Name() string { return c.config.Model }

// Complete implements Model. An error that the server or the way to it is to
// blame for is an *Error.
func (c *Client) Complete(ctx context.Context, req *Request) (*Response, error) {
	prompt := EstimatePrompt(req)
	done, err := c.limit.enter(ctx, prompt+req.MaxTokens)
	if err != nil {
		return nil, err
	}
	sent := *req
	if len(req.EncodedTools) > 0 {
		ctx, sent.Tools = withTools(ctx, req.EncodedTools), nil
	}
	got, err := c.api.CreateChatCompletion(ctx, wire(c.config.Model, &sent))
	if err != nil {
		done(prompt)
		return nil, wrap(err, c.config.Key)
	}
	resp := read(&got, req)
	done(resp.Usage.Total())
	resp.Content = c.config.Key.Hide(resp.Content)
	resp.Reasoning = c.config.Key.Hide(resp.Reasoning)
	for i := range resp.ToolCalls {
		resp.ToolCalls[i].Arguments = c.config.Key.Hide(resp.ToolCalls[i].Arguments)
	}
	return resp, nil
}
