package service

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/task"
)

// encodeLine writes v as one line of JSON, leaving <, > and & as they are.
func encodeLine(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// restore takes up the instances of an earlier process. Their databases are
// made again when they are first needed.
func (s *Service) restore() error {
	ids, err := s.state.journals()
	if err != nil {
		return err
	}
	for _, id := range ids {
		j := &journal{path: s.state.path(id)}
		in, err := s.load(id, j)
		if err != nil {
			s.opt.Log.Error("an instance can't be taken up again", "instance", id, "error", err)
			continue
		}
		in.journal = j
		i := in.info()
		in.last.Store(&i)
		s.instances[id] = in
		s.Metrics.created(in.Env.Name)
	}
	return nil
}

// load reads one journal. A torn last line is cut off: the call it is about
// was never answered.
func (s *Service) load(id string, j *journal) (*Instance, error) {
	b, err := os.ReadFile(j.path)
	if err != nil {
		return nil, err
	}
	if whole := bytes.LastIndexByte(b, '\n') + 1; whole < len(b) {
		if err := os.Truncate(j.path, int64(whole)); err != nil {
			return nil, err
		}
		b = b[:whole]
	}
	first, rest, _ := bytes.Cut(b, []byte("\n"))
	var h header
	if err := json.Unmarshal(first, &h); err != nil {
		return nil, err
	}
	if h.Version != 1 {
		return nil, fmt.Errorf("version %d of the journal is not known", h.Version)
	}
	env, err := s.Environment(h.Start.Environment)
	if err != nil {
		return nil, err
	}
	in := s.blank(env)
	in.ID = id
	in.start, in.seed, in.ask, in.parent, in.created = h.Start, h.Effective, h.Ask, h.Parent, h.Created
	if in.actor, err = ParseActor(env.Spec, h.Start.Actor); err != nil {
		return nil, err
	}
	if h.Start.Task != "" {
		if in.task, err = task.FindTask(env.Spec, h.Start.Task); err != nil {
			return nil, err
		}
		if in.actor == nil {
			in.actor = in.task.Actor
		}
	}
	if h.Broken != "" {
		in.broken = errors.New(h.Broken)
	}
	for raw := range bytes.Lines(rest) {
		if err := in.reread(raw); err != nil {
			return nil, err
		}
	}
	if env.Digest != h.Digest && in.verdict == nil && in.broken == nil {
		in.broken = errors.New("the server was built from another version of the environment since")
	}
	return in, nil
}

func (in *Instance) reread(raw []byte) error {
	var l line
	if err := json.Unmarshal(raw, &l); err != nil {
		return err
	}
	if l.Call != nil {
		in.log = append(in.log, *l.Call)
		if in.badCall == "" && in.isBadCall(l.Call) {
			in.badCall = l.Call.Tool + ": " + errorMessage(l.Call.Result)
		}
	}
	if l.Broken != "" {
		in.broken = errors.New(l.Broken)
	}
	if l.End != nil {
		in.ended, in.ending, in.verdict = true, l.End.Ending, l.End.Verdict
	}
	return nil
}

// isBadCall finds out again whether a call named no tool or broke its schema.
func (in *Instance) isBadCall(r *Record) bool {
	if r.Code == "" {
		return false
	}
	t := in.Env.tools[r.Tool]
	if t == nil {
		return true
	}
	err := core.DecodeArgs(t.Params, r.Arguments, nil)
	e, ok := errors.AsType[*core.Error](err)
	return ok && e.Schema
}

func errorMessage(result json.RawMessage) string {
	var r struct {
		Error core.Error `json:"error"`
	}
	if json.Unmarshal(result, &r) != nil {
		return ""
	}
	return r.Error.Message
}

// replayLog makes the calls of a restored instance again that changed
// something, in a fresh world.
func (in *Instance) replayLog(ctx context.Context, w core.World) error {
	for i, r := range in.log {
		if !r.Changed || r.Code != "" {
			continue
		}
		if got := w.Call(ctx, r.Tool, r.Arguments).Text(); !bytes.Equal(got, r.Result) {
			return fmt.Errorf("call %d (%s) gave %s, and now gives %s", i+1, r.Tool, r.Result, got)
		}
	}
	return nil
}
