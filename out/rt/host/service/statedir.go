package service

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/awmc/awmc/out/rt/task"
)

// stateDir keeps instances across processes. Each has a journal: a line that
// says how it started, then one for every call, written before the call is
// answered. Environments are deterministic, so the journal is the instance:
// making the calls again that changed something brings it back, whether the
// process before ended well or was killed in the middle of a call. A call
// whose line is missing or torn was never answered.
type stateDir struct {
	dir  string
	lock *os.File
}

const journalExt = ".jsonl"

func openState(dir string) (*stateDir, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lockFile(lock); err != nil {
		return nil, errors.Join(fmt.Errorf("another server uses the state directory %s: %w", dir, err), lock.Close())
	}
	return &stateDir{dir: dir, lock: lock}, nil
}

// close gives the directory up. The lock ends with the file.
func (d *stateDir) close() { d.lock.Close() }

func (d *stateDir) create(in *Instance) (*journal, error) {
	j := &journal{path: d.path(in.ID)}
	return j, j.rewrite(in)
}

// journals lists the instances that were left behind.
func (d *stateDir) journals() ([]string, error) {
	entries, err := os.ReadDir(d.dir)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), journalExt)
		if ok && validID(id) {
			ids = append(ids, id)
			continue
		}
		if strings.HasSuffix(e.Name(), journalExt+".new") { // a reset that was cut off
			if err := os.Remove(filepath.Join(d.dir, e.Name())); err != nil {
				return nil, err
			}
		}
	}
	return ids, nil
}

// header is the first line of a journal.
type header struct {
	Version   int       `json:"awmc_instance"`
	Digest    string    `json:"digest"` // of the environment
	Start     Start     `json:"start"`
	Effective int64     `json:"effective_seed"`
	Ask       string    `json:"ask,omitempty"`
	Parent    string    `json:"parent,omitempty"`
	Created   time.Time `json:"created"`
	Broken    string    `json:"broken,omitempty"`
}

// line is every other one.
type line struct {
	Call   *Record `json:"call,omitempty"`
	Broken string  `json:"broken,omitempty"` // the call was a fault, or came after one
	End    *end    `json:"end,omitempty"`
}

type end struct {
	Ending
	Verdict *task.Verdict `json:"verdict,omitempty"`
}

type journal struct{ path string }

// rewrite replaces the journal by one that says what in is now.
func (j *journal) rewrite(in *Instance) error {
	var b bytes.Buffer
	h := header{
		Version: 1, Digest: in.Env.Digest, Start: in.start, Effective: in.seed, Ask: in.ask, Parent: in.parent, Created: in.created,
	}
	if in.broken != nil {
		h.Broken = in.broken.Error()
	}
	if err := encodeLine(&b, h); err != nil {
		return err
	}
	for i := range in.log {
		if err := encodeLine(&b, line{Call: &in.log[i]}); err != nil {
			return err
		}
	}
	tmp := j.path + ".new"
	if err := os.WriteFile(tmp, b.Bytes(), 0o600); err != nil {
		return err
	}
	return os.Rename(tmp, j.path)
}

// append adds a line. It is in the hands of the operating system when append
// returns, and so survives the process.
func (j *journal) append(l line) error {
	var b bytes.Buffer
	if err := encodeLine(&b, l); err != nil {
		return err
	}
	f, err := os.OpenFile(j.path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(b.Bytes())
	return errors.Join(err, f.Close())
}

func (j *journal) remove() error {
	err := os.Remove(j.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// keep records a call, if instances are kept.
func (in *Instance) keep(r *Record) error {
	if in.journal == nil {
		return nil
	}
	l := line{Call: r}
	if in.broken != nil {
		l.Broken = in.broken.Error()
	}
	return in.journal.append(l)
}

// keepEnd records the end of the episode.
func (in *Instance) keepEnd() error {
	if in.journal == nil {
		return nil
	}
	return in.journal.append(line{End: &end{Ending: in.ending, Verdict: in.verdict}})
}

func (d *stateDir) path(id string) string { return filepath.Join(d.dir, id+journalExt) }
