package model

import (
	"context"
	"fmt"

	openai "github.com/sashabaranov/go-openai"
)

// Embedder turns texts into vectors whose angles say how close they are in
// meaning.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, Usage, error)
}

// embedAtOnce is how many texts go into one request; servers refuse more.
const embedAtOnce = 64

// Embed implements Embedder with the server's embedding model.
func (c *Client) Embed(ctx context.Context, texts []string) ([][]float32, Usage, error) {
	if c.config.EmbeddingModel == "" {
		return nil, Usage{}, fmt.Errorf("no embedding model is named")
	}
	var usage Usage
	out := make([][]float32, 0, len(texts))
	for start := 0; start < len(texts); start += embedAtOnce {
		part := texts[start:min(start+embedAtOnce, len(texts))]
		tokens := 0
		for _, t := range part {
			tokens += Estimate(t)
		}
		done, err := c.limit.enter(ctx, tokens)
		if err != nil {
			return nil, usage, err
		}
		got, err := c.api.CreateEmbeddings(ctx, openai.EmbeddingRequestStrings{Input: part, Model: openai.EmbeddingModel(c.config.EmbeddingModel)})
		if err == nil && got.Usage.PromptTokens > 0 {
			tokens = got.Usage.PromptTokens
		}
		done(tokens)
		if err != nil {
			return nil, usage, wrap(err, c.config.Key)
		}
		usage = usage.Add(Usage{Prompt: tokens})
		vectors := make([][]float32, len(part))
		for _, e := range got.Data {
			if e.Index >= 0 && e.Index < len(vectors) {
				vectors[e.Index] = e.Embedding
			}
		}
		for i, v := range vectors {
			if len(v) == 0 {
				return nil, usage, fmt.Errorf("the server gave no embedding for text %d of %d", start+i+1, len(texts))
			}
		}
		out = append(out, vectors...)
	}
	return out, usage, nil
}
