package model

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/awmc/awmc/templates/rt/model"
)

// ErrPending says that a request waits for the next batch.
var ErrPending = errors.New("the request waits for the next batch")

// Batch collects requests for files in OpenAI's batch format and answers from
// such files. A run with it goes in rounds: everything that can be asked now
// is written to one file, and the run goes on when its answers are there.
type Batch struct {
	dir, model string

	mu      sync.Mutex
	answers map[string]json.RawMessage // bodies by custom_id
	refused map[string]string          // by custom_id: why there is none
	pending map[string]json.RawMessage // lines by custom_id
}

// OpenBatch reads the answers that lie in a folder: every answers*.jsonl.
// name is the model's.
func OpenBatch(dir, name string) (*Batch, error) {
	b := &Batch{dir: dir, model: name, answers: map[string]json.RawMessage{}, refused: map[string]string{}, pending: map[string]json.RawMessage{}}
	if name == "" {
		return nil, errors.New("no model is named")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	return b, b.Reload()
}

// answerLine is one line of a file of answers.
type answerLine struct {
	CustomID string `json:"custom_id"`
	Response *struct {
		StatusCode int             `json:"status_code"`
		Body       json.RawMessage `json:"body"`
	} `json:"response"`
	Error json.RawMessage `json:"error"`
}

// Reload reads the files of answers again.
func (b *Batch) Reload() error {
	files, err := filepath.Glob(filepath.Join(b.dir, "answers*.jsonl"))
	if err != nil {
		return err
	}
	slices.Sort(files)
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, name := range files {
		if err := b.readFile(name); err != nil {
			return err
		}
	}
	return nil
}

func (b *Batch) readFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReader(f)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var a answerLine
			if jsonErr := json.Unmarshal(line, &a); jsonErr != nil {
				return fmt.Errorf("%s:%d: %w", name, n, jsonErr)
			}
			b.take(&a)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (b *Batch) take(a *answerLine) {
	if a.Response == nil || a.Response.StatusCode >= 400 || len(a.Response.Body) == 0 {
		why := string(a.Error)
		if a.Response != nil {
			why = fmt.Sprintf("%d %s", a.Response.StatusCode, a.Response.Body)
		}
		b.refused[a.CustomID] = why
		return
	}
	b.answers[a.CustomID] = a.Response.Body
	delete(b.refused, a.CustomID)
}

// customID names a request in the files: an answer belongs to one wording of
// a request only.
func customID(req *model.Request) string { return req.ID + "-" + Digest(req) }

// Complete implements model.Model. It returns ErrPending for a request that
// has no answer yet, or was refused, and keeps it for Flush.
func (b *Batch) Complete(ctx context.Context, req *model.Request) (*model.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	id := customID(req)
	b.mu.Lock()
	defer b.mu.Unlock()
	if body, ok := b.answers[id]; ok {
		resp, err := model.ParseBody(body, req)
		if err != nil {
			return nil, fmt.Errorf("the answer to %s: %w", id, err)
		}
		return resp, nil
	}
	body, err := model.Body(b.model, req)
	if err != nil {
		return nil, err
	}
	line, err := json.Marshal(struct {
		CustomID string          `json:"custom_id"`
		Method   string          `json:"method"`
		URL      string          `json:"url"`
		Body     json.RawMessage `json:"body"`
	}{id, "POST", "/v1/chat/completions", body})
	if err != nil {
		return nil, err
	}
	b.pending[id] = line
	return nil, ErrPending
}

// Round is one file of requests that wait for their answers.
type Round struct {
	Requests string // the file that was written
	Answers  string // where its answers are expected
	Count    int
	// Again is how many of them an earlier round got no answer to, and Why
	// one of the reasons.
	Again int
	Why   string
}

// Flush writes what is pending to the next free requests file; nil if
// nothing is. label keeps the files of several runs apart.
func (b *Batch) Flush(label string) (*Round, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.pending) == 0 {
		return nil, nil
	}
	ids := make([]string, 0, len(b.pending))
	for id := range b.pending {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	var out bytes.Buffer
	round := &Round{Count: len(ids)}
	for _, id := range ids {
		out.Write(b.pending[id])
		out.WriteByte('\n')
		if why, ok := b.refused[id]; ok {
			round.Again++
			round.Why = why
		}
	}
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s%04d.jsonl", label, n)
		round.Requests = filepath.Join(b.dir, "requests-"+name)
		round.Answers = filepath.Join(b.dir, "answers-"+name)
		old, err := os.ReadFile(round.Requests)
		if err == nil && !bytes.Equal(old, out.Bytes()) {
			continue // an earlier round's, which may still be under way
		}
		if err == nil {
			if _, answered := os.Stat(round.Answers); answered == nil {
				continue
			}
		} else if err := os.WriteFile(round.Requests, out.Bytes(), 0o644); err != nil {
			return nil, err
		}
		clear(b.pending)
		return round, nil
	}
}

// Answered reports whether the round's file of answers is there and has a
// line for every request.
func (b *Batch) Answered(round *Round) (bool, error) {
	requests, err := os.ReadFile(round.Requests)
	if err != nil {
		return false, err
	}
	answers, err := os.ReadFile(round.Answers)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	has := map[string]bool{}
	for line := range bytes.Lines(answers) {
		var a answerLine
		if json.Unmarshal(line, &a) == nil { // else it is still being written
			has[a.CustomID] = true
		}
	}
	for line := range bytes.Lines(requests) {
		var r answerLine
		if err := json.Unmarshal(line, &r); err != nil {
			return false, err
		}
		if !has[r.CustomID] {
			return false, nil
		}
	}
	return true, nil
}
