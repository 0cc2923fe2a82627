package synth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/awmc/awmc/compiler/model"
	rt "github.com/awmc/awmc/templates/rt/model"
)

// Status is how far an environment has come.
type Status string

// The statuses. Working ones go on when synthesis is run again.
const (
	Working  Status = "working"
	Done     Status = "done"      // written and proved
	SetAside Status = "set_aside" // the model could not write it
	Faulty   Status = "fault"     // awmc failed at it, not the model
)

// State is everything that is known about an environment in the making. It
// is saved after every answer.
type State struct {
	Version int    `json:"version"`
	Job     Job    `json:"job"`
	Status  Status `json:"status"`
	Why     string `json:"why,omitempty"` // it was set aside, or failed

	Stage   int `json:"stage"`
	Attempt int `json:"attempt"` // at the stage, from 1
	Last    int `json:"last"`    // attempt that it gets
	Round   int `json:"round"`   // of the attempt: 0 writes, the others mend

	Text     string    `json:"text"` // of the file so far
	Base     string    `json:"base"` // at the beginning of the stage
	Rest     bool      `json:"rest"` // the last answer was cut off; the rest is asked for
	Problems []Problem `json:"problems,omitempty"`
	All      int       `json:"all,omitempty"`     // problems that there are, of which some are shown
	Earlier  []Problem `json:"earlier,omitempty"` // that ended the first attempt

	History []Round  `json:"history,omitempty"`
	Usage   rt.Usage `json:"usage"`
}

// Round is one answer of the model and what came of it.
type Round struct {
	Stage    string    `json:"stage"`
	Attempt  int       `json:"attempt"`
	Round    int       `json:"round"`
	Passed   bool      `json:"passed"`
	Problems []Problem `json:"problems,omitempty"`
	All      int       `json:"all,omitempty"`
	Usage    rt.Usage  `json:"usage"`
}

// id names the request that the state leads to.
func (s *State) id() string {
	return fmt.Sprintf("%s/%s/%d.%d", s.Job.Name, stages[s.Stage].name, s.Attempt, s.Round)
}

const stateVersion = 1

// place is the folder of one environment in the work folder.
type place struct {
	dir    string
	unlock func()

	mu         sync.Mutex
	transcript *model.Transcript
	exchanges  map[string]*model.Exchange // by ID and digest
}

const (
	stateFile      = "state.json"
	transcriptFile = "transcript.jsonl"
)

// openPlace takes hold of an environment's folder. The state is nil if there
// is none yet.
func openPlace(work, name string) (*place, *State, error) {
	p := &place{dir: filepath.Join(work, name), exchanges: map[string]*model.Exchange{}}
	if err := os.MkdirAll(p.dir, 0o755); err != nil {
		return nil, nil, err
	}
	var err error
	if p.unlock, err = lock(filepath.Join(p.dir, "lock")); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", p.dir, err)
	}
	st, err := readState(p.dir)
	if err == nil {
		err = p.openTranscript()
	}
	if err != nil {
		p.unlock()
		return nil, nil, err
	}
	return p, st, nil
}

func (p *place) openTranscript() (err error) {
	path := filepath.Join(p.dir, transcriptFile)
	if p.transcript, err = model.OpenTranscript(path); err != nil {
		return err
	}
	list, err := model.ReadTranscript(path)
	for _, e := range list {
		p.exchanges[e.ID+" "+e.Digest] = e
	}
	if err != nil {
		return errors.Join(err, p.transcript.Close())
	}
	return nil
}

// ask takes the answer from the transcript if it is there: it was paid for
// before a run was stopped. Otherwise m is asked, and the answer is in the
// transcript before anybody sees it. It may be called from several goroutines
// at once.
func (p *place) ask(ctx context.Context, m rt.Model, req *rt.Request) (*rt.Response, error) {
	digest := model.Digest(req)
	p.mu.Lock()
	e := p.exchanges[req.ID+" "+digest]
	p.mu.Unlock()
	if e != nil {
		resp := e.Response
		return &resp, nil
	}
	resp, err := m.Complete(ctx, req)
	if err != nil {
		return nil, err
	}
	e = &model.Exchange{ID: req.ID, Digest: digest, Messages: withoutSystem(req.Messages), Response: *resp}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.exchanges[req.ID+" "+digest] = e
	return resp, p.transcript.Append(e)
}

// withoutSystem leaves out what is the same in every request.
func withoutSystem(list []rt.Message) []rt.Message {
	return slices.DeleteFunc(slices.Clone(list), func(m rt.Message) bool { return m.Role == rt.System })
}

func (p *place) close() {
	p.transcript.Close()
	p.unlock()
}

// readState reads the state in a folder, nil if there is none.
func readState(dir string) (*State, error) {
	b, err := os.ReadFile(filepath.Join(dir, stateFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var s State
	if err := json.Unmarshal(b, &s); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, stateFile), err)
	}
	if s.Version != stateVersion || s.Stage < 0 || s.Stage >= len(stages) {
		return nil, fmt.Errorf("%s was written by another version of awmc; use another --work folder", filepath.Join(dir, stateFile))
	}
	return &s, nil
}

// save writes the state so that a crash leaves either the old or the new.
func (p *place) save(s *State) error {
	b, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return err
	}
	return writeAtomic(filepath.Join(p.dir, stateFile), append(b, '\n'))
}

// writeAtomic writes a file so that it is there whole or not at all.
func writeAtomic(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// Spent is everything that the model was used for in a work folder so far.
func Spent(work string) (rt.Usage, error) {
	var sum rt.Usage
	list, err := model.ReadTranscript(filepath.Join(work, scenariosPlace, transcriptFile))
	for _, e := range list {
		sum = sum.Add(e.Usage)
	}
	if err != nil {
		return sum, err
	}
	dirs, err := os.ReadDir(work)
	if errors.Is(err, fs.ErrNotExist) {
		return sum, nil
	}
	for _, d := range dirs {
		if !d.IsDir() || d.Name() == scenariosPlace {
			continue
		}
		s, stateErr := readState(filepath.Join(work, d.Name()))
		if stateErr != nil {
			return sum, stateErr
		}
		if s != nil {
			sum = sum.Add(s.Usage)
		}
	}
	return sum, err
}
