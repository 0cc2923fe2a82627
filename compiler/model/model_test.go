package model

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/awmc/awmc/templates/rt/model"
)

func request(id, text string) *model.Request {
	return &model.Request{ID: id, Messages: []model.Message{{Role: model.User, Content: text}}, MaxTokens: 100}
}

func TestBatchGoesInRounds(t *testing.T) {
	dir := t.TempDir()
	ctx := context.Background()
	b, err := OpenBatch(dir, "m")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"two", "one", "three"} {
		if _, err := b.Complete(ctx, request(id, "hi "+id)); !errors.Is(err, ErrPending) {
			t.Fatal(err)
		}
	}
	round, err := b.Flush("")
	if err != nil || round.Count != 3 {
		t.Fatal(round, err)
	}
	lines := readLines(t, round.Requests)
	if len(lines) != 3 || !strings.Contains(lines[0], `"custom_id":"one-`) || !strings.Contains(lines[0], `"url":"/v1/chat/completions"`) {
		t.Fatalf("requests: %v", lines)
	}
	if again, err := b.Flush(""); again != nil || err != nil {
		t.Fatal("nothing is pending, but something was written", again, err)
	}
	if done, err := b.Answered(round); done || err != nil {
		t.Fatal(done, err)
	}
	answers := fmt.Sprintf(`{"custom_id":"one-%s","response":{"status_code":200,"body":{"choices":[{"message":{"content":"1"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":1}}}}
{"custom_id":"two-%s","response":{"status_code":200,"body":{"choices":[{"message":{"content":"2"},"finish_reason":"stop"}]}}}
`, Digest(request("one", "hi one")), Digest(request("two", "another wording")))
	write(t, round.Answers, answers+`{"custom_id":"thr`)
	if done, err := b.Answered(round); done || err != nil {
		t.Fatal("a file that is still being written counts as answered", err)
	}
	write(t, round.Answers, answers+fmt.Sprintf(`{"custom_id":"three-%s","response":{"status_code":500,"body":{"error":"x"}}}
`, Digest(request("three", "hi three"))))

	b, err = OpenBatch(dir, "m")
	if err != nil {
		t.Fatal(err)
	}
	resp, err := b.Complete(ctx, request("one", "hi one"))
	if err != nil || resp.Content != "1" || resp.Usage.Prompt != 3 {
		t.Fatal(resp, err)
	}
	for _, id := range []string{"two", "three"} { // answered in another wording; refused
		if _, err := b.Complete(ctx, request(id, "hi "+id)); !errors.Is(err, ErrPending) {
			t.Errorf("%s: %v", id, err)
		}
	}
	next, err := b.Flush("")
	if err != nil || next.Requests == round.Requests || next.Count != 2 || next.Again != 1 {
		t.Fatal(next, err)
	}
}

// The same round after a crash must not become a second, paid batch.
func TestFlushDoesNotAskTwice(t *testing.T) {
	dir := t.TempDir()
	var first *Round
	for range 2 {
		b, err := OpenBatch(dir, "m")
		if err != nil {
			t.Fatal(err)
		}
		b.Complete(context.Background(), request("one", "hi"))
		round, err := b.Flush("")
		if err != nil {
			t.Fatal(err)
		}
		if first != nil && round.Requests != first.Requests {
			t.Errorf("asked again in %s", round.Requests)
		}
		first = round
	}
}

func TestTranscriptSurvivesACrash(t *testing.T) {
	path := filepath.Join(t.TempDir(), "transcript.jsonl")
	add := func(id string) {
		tr, err := OpenTranscript(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := tr.Append(&Exchange{ID: id, Response: model.Response{Content: "a < b"}}); err != nil {
			t.Fatal(err)
		}
		tr.Close()
	}
	add("one")
	f, _ := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	f.WriteString(`{"id":"torn","cont`)
	f.Close()
	got, err := ReadTranscript(path)
	if err != nil || len(got) != 1 {
		t.Fatal(got, err)
	}
	add("two")
	got, err = ReadTranscript(path)
	if err != nil || len(got) != 2 || got[1].ID != "two" || got[1].Content != "a < b" {
		t.Fatal(got, err)
	}
	r, err := OpenReplay(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	if resp, err := r.Complete(context.Background(), request("two", "whatever")); err != nil || resp.Content != "a < b" {
		t.Fatal(resp, err)
	}
	if _, err := r.Complete(context.Background(), request("three", "")); err == nil {
		t.Error("an answer from nowhere")
	}
}

type fixed struct{ usage model.Usage }

func (f fixed) Complete(context.Context, *model.Request) (*model.Response, error) {
	return &model.Response{Usage: f.usage}, nil
}

func TestBudgetIsNeverExceeded(t *testing.T) {
	m := NewMeter(fixed{model.Usage{Prompt: 1, Completion: 100}}, Budget{Tokens: 1000}, Prices{}, model.Usage{})
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() { m.Complete(context.Background(), request("x", "hi")) })
	}
	wg.Wait()
	spent, _ := m.Spent()
	if spent.Total() > 1000 || spent.Total() < 800 {
		t.Errorf("spent %d of 1000 tokens", spent.Total())
	}
	if _, err := m.Complete(context.Background(), request("x", "hi")); !errors.Is(err, ErrBudget) {
		t.Errorf("got %v", err)
	}
}

func TestParseBudget(t *testing.T) {
	for in, want := range map[string]Budget{"": {}, "500k": {Tokens: 500000}, "2M": {Tokens: 2000000}, "1.5m": {Tokens: 1500000}, "77": {Tokens: 77}, "$25": {Money: 25}, "0.5$": {Money: 0.5}} {
		if got, err := ParseBudget(in); err != nil || got != want {
			t.Errorf("%q: %+v, %v", in, got, err)
		}
	}
	for _, in := range []string{"x", "-1", "0", "$", "$-2", "NaN", "$Inf", "k", "1e999"} {
		if got, err := ParseBudget(in); err == nil {
			t.Errorf("%q: %+v", in, got)
		}
	}
	if (Budget{Money: 1}).Check(Prices{}) == nil {
		t.Error("a budget in money without prices would never end")
	}
}

func readLines(t *testing.T, path string) []string {
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
}

func write(t *testing.T, path, text string) {
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
