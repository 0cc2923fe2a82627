package store

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/awmc/awmc/out/rt/core"
)

// Saved is an instance outside of a process, as JSON: enough to go on in
// another one. Pages holds the pages of the database file that differ from
// the starting state, by number.
type Saved struct {
	Env   string            `json:"env"`
	Start string            `json:"start,omitempty"` // digest of the starting state; "" if the instance was never used
	Seed  int64             `json:"seed"`
	Actor *savedActor       `json:"actor,omitempty"`
	Now   string            `json:"now"`
	Calls int               `json:"calls"`
	Log   []savedEntry      `json:"log,omitempty"`
	Size  int64             `json:"size,omitempty"`
	Pages map[uint32][]byte `json:"pages,omitempty"`
	// Recorded is whether the session table says what Now and Actor do.
	Recorded bool `json:"recorded"`
}

type savedActor struct {
	Entity string     `json:"entity"`
	Key    savedValue `json:"key"`
}

type savedEntry struct {
	Call  int          `json:"call"`
	Table string       `json:"table"`
	Old   []savedValue `json:"old,omitempty"`
	New   []savedValue `json:"new,omitempty"`
}

// savedValue keeps the type of a value: 2.0 is not 2.
type savedValue struct{ v any }

// MarshalJSON writes integers, texts and null as themselves, a real as
// {"real":"2"} and a blob as {"blob":"base64"}.
func (s savedValue) MarshalJSON() ([]byte, error) {
	switch v := s.v.(type) {
	case float64:
		return json.Marshal(map[string]string{"real": strconv.FormatFloat(v, 'g', -1, 64)})
	case []byte:
		return json.Marshal(map[string]string{"blob": base64.StdEncoding.EncodeToString(v)})
	}
	return json.Marshal(s.v)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *savedValue) UnmarshalJSON(raw []byte) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return err
	}
	var err error
	switch v := v.(type) {
	case nil, string:
		s.v = v
	case json.Number:
		s.v, err = v.Int64()
	case map[string]any:
		if text, ok := v["real"].(string); ok {
			s.v, err = strconv.ParseFloat(text, 64)
		} else if text, ok := v["blob"].(string); ok {
			s.v, err = base64.StdEncoding.DecodeString(text)
		} else {
			err = fmt.Errorf("%s is not a saved value", raw)
		}
	default:
		err = fmt.Errorf("%s is not a saved value", raw)
	}
	return err
}

func saveRow(row []any) []savedValue {
	if row == nil {
		return nil
	}
	out := make([]savedValue, len(row))
	for i, v := range row {
		out[i].v = v
	}
	return out
}

func restoreRow(row []savedValue) []any {
	if row == nil {
		return nil
	}
	out := make([]any, len(row))
	for i, v := range row {
		out[i] = v.v
	}
	return out
}

// Save returns what Restore needs to make the instance again.
func (in *Instance) Save(ctx context.Context) (*Saved, error) {
	if err := in.enter(ctx); err != nil {
		return nil, err
	}
	defer in.leave()
	s := &Saved{Env: in.store.env.Name, Seed: in.seed, Now: string(in.now), Calls: in.calls, Recorded: in.recorded}
	if in.actor != nil {
		s.Actor = &savedActor{in.actor.Entity, savedValue{in.actor.Key}}
	}
	for _, e := range in.log {
		s.Log = append(s.Log, savedEntry{e.Call, e.Table, saveRow(e.Old), saveRow(e.New)})
	}
	if p := in.pages; p != nil {
		s.Start, s.Size = p.base.digest, p.size
		for n, pg := range p.own {
			if s.Pages == nil {
				s.Pages = map[uint32][]byte{}
			}
			s.Pages[n] = bytes.Clone(pg.data[:])
		}
	}
	return s, nil
}

// Restore makes an instance that goes on where a saved one was. It fails if
// the environment has changed since.
func (s *Store) Restore(ctx context.Context, saved *Saved) (*Instance, error) {
	if saved.Env != s.env.Name {
		return nil, fmt.Errorf("the instance belongs to %s, not to %s", saved.Env, s.env.Name)
	}
	var actor *core.Actor
	if saved.Actor != nil {
		actor = &core.Actor{Entity: saved.Actor.Entity, Key: saved.Actor.Key.v}
	}
	in := s.New(saved.Seed, actor)
	in.now, in.calls, in.recorded = core.DateTime(saved.Now), saved.Calls, saved.Recorded
	if saved.Start == "" {
		return in, nil
	}
	if err := in.touch(ctx); err != nil {
		return nil, err
	}
	if in.pages.base.digest != saved.Start {
		return nil, fmt.Errorf("the instance was saved by another version of %s", s.env.Name)
	}
	in.pages.size = saved.Size
	for n, data := range saved.Pages {
		if len(data) != pageSize || int64(n)*pageSize >= saved.Size {
			return nil, fmt.Errorf("page %d of the saved instance is damaged", n)
		}
		if in.pages.own == nil {
			in.pages.own = map[uint32]*page{}
		}
		pg := new(page)
		copy(pg.data[:], data)
		in.pages.own[n] = pg
	}
	tables := s.described()
	for _, e := range saved.Log {
		t := tables[e.Table]
		if t == nil || e.Old != nil && len(e.Old) != len(t.columns) || e.New != nil && len(e.New) != len(t.columns) {
			return nil, fmt.Errorf("the log of the saved instance does not fit the table %s", e.Table)
		}
		in.log = append(in.log, LogEntry{e.Call, e.Table, restoreRow(e.Old), restoreRow(e.New)})
	}
	return in, nil
}

// Serialize is the instance's database as a file that SQLite opens.
func (in *Instance) Serialize(ctx context.Context) ([]byte, error) {
	if err := in.enter(ctx); err != nil {
		return nil, err
	}
	defer in.leave()
	if err := in.touch(ctx); err != nil {
		return nil, err
	}
	return in.pages.bytes(), nil
}
