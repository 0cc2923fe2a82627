package model

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/awmc/awmc/templates/rt/model"
)

// Replay answers from a recorded run, by the requests' IDs: tests and
// demonstrations need no server. Prompts may have changed since.
type Replay struct{ answers map[string]*Exchange }

// OpenReplay reads recordings: transcripts, or folders with *.jsonl files in
// them or one level below, as a work folder has them.
func OpenReplay(paths ...string) (*Replay, error) {
	r := &Replay{answers: map[string]*Exchange{}}
	for _, p := range paths {
		files := []string{p}
		if info, err := os.Stat(p); err != nil {
			return nil, err
		} else if info.IsDir() {
			files = nil
			for _, pattern := range []string{"*.jsonl", "*/*.jsonl"} {
				found, err := filepath.Glob(filepath.Join(p, filepath.FromSlash(pattern)))
				if err != nil {
					return nil, err
				}
				files = append(files, found...)
			}
		}
		for _, f := range files {
			exchanges, err := ReadTranscript(f)
			if err != nil {
				return nil, err
			}
			for _, e := range exchanges {
				r.answers[e.ID] = e // of several, the last is what counted
			}
		}
	}
	if len(r.answers) == 0 {
		return nil, fmt.Errorf("there is no recorded answer in %v", paths)
	}
	return r, nil
}

// Complete implements model.Model.
func (r *Replay) Complete(ctx context.Context, req *model.Request) (*model.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	e := r.answers[req.ID]
	if e == nil {
		return nil, fmt.Errorf("the recording has no answer to %s", req.ID)
	}
	resp := e.Response
	return &resp, nil
}
