package service

import (
	"context"
	"fmt"

	"github.com/awmc/awmc/out/rt/task"
)

// Create makes an instance. It has no database until something is called.
func (s *Service) Create(ctx context.Context, start Start) (*Instance, error) {
	env, err := s.Environment(start.Environment)
	if err != nil {
		return nil, err
	}
	start.Environment = env.Name
	in := s.blank(env)
	if err := in.begin(ctx, start); err != nil {
		return nil, err
	}
	return in, s.admit(in)
}

func (s *Service) blank(env *Environment) *Instance {
	in := &Instance{ID: newID(), Env: env, service: s, turn: newTurn(), created: s.opt.Clock()}
	in.ctx, in.cancel = context.WithCancel(context.Background())
	in.touch()
	return in
}

// begin works out what the instance starts as.
func (in *Instance) begin(ctx context.Context, start Start) error {
	actor, err := ParseActor(in.Env.Spec, start.Actor)
	if err != nil {
		return err
	}
	in.start, in.task, in.seed, in.actor, in.ask = start, nil, start.Seed, actor, ""
	if start.Task == "" {
		return nil
	}
	p, err := in.Env.Prepare(ctx, start.Task, start.Seed)
	if err != nil {
		return err
	}
	in.task, in.seed, in.ask = p.Task, p.EffectiveSeed, p.Drawn.Ask()
	if actor == nil {
		in.actor = p.Task.Actor
	}
	return nil
}

// Prepare finds the effective seed of a task and what comes with it.
func (e *Environment) Prepare(ctx context.Context, name string, seed int64) (*task.Prepared, error) {
	if _, err := task.FindTask(e.Spec, name); err != nil {
		return nil, &Error{Kind: NotFound, Message: err.Error(), Cause: err}
	}
	p, err := e.Verifier.Prepare(ctx, name, seed)
	if err != nil {
		return nil, fault(fmt.Errorf("task %s, seed %d: %w", name, seed, err))
	}
	return p, nil
}

// admit adds a ready instance to those that live.
func (s *Service) admit(in *Instance) error {
	if err := s.room(1); err != nil { // before a file is written for nothing
		return err
	}
	if s.state != nil {
		var err error
		if in.journal, err = s.state.create(in); err != nil {
			return fault(err)
		}
	}
	i := in.info()
	in.last.Store(&i)
	s.mu.Lock()
	err := s.roomLocked(1)
	if err == nil {
		s.instances[in.ID] = in
	}
	s.mu.Unlock()
	if err == nil {
		s.Metrics.created(in.Env.Name)
		return nil
	}
	if in.journal != nil {
		if gone := in.journal.remove(); gone != nil {
			s.opt.Log.Error("removing a journal", "instance", in.ID, "error", gone)
		}
	}
	return err
}

// room is an error if n more instances can't be had.
func (s *Service) room(n int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.roomLocked(n)
}

func (s *Service) roomLocked(n int) error {
	if s.closed {
		return &Error{Kind: Capacity, Message: "the server is shutting down"}
	}
	live, most := len(s.instances), s.opt.Limits.Instances
	if live+n <= most {
		return nil
	}
	return &Error{Kind: Capacity, Message: fmt.Sprintf(
		"%d instances live already, and %d may; there is no room for %d more: delete some, or start the server with a higher --max-instances", live, most, n)}
}

// Room is how many instances live, and how many may.
func (s *Service) Room() (live, most int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.instances), s.opt.Limits.Instances
}

// Instance finds a living instance.
func (s *Service) Instance(id string) (*Instance, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if in := s.instances[id]; in != nil {
		return in, nil
	}
	if g, ok := s.gone.byID[id]; ok {
		if g.expired {
			return nil, gone(id, "expired: nobody used it for "+s.opt.Limits.Idle.String()+"; its episode is void")
		}
		return nil, gone(id, "was deleted")
	}
	return nil, notFoundf("there is no instance %s", quote(id))
}

// Instances lists the living instances of an environment, or of all if it is
// "", in the order of their ids.
func (s *Service) Instances(environment string) []*Instance {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []*Instance
	for _, in := range s.instances {
		if environment == "" || in.Env.Name == environment {
			list = append(list, in)
		}
	}
	sortByID(list)
	return list
}

// Delete ends an instance and frees what it holds.
func (s *Service) Delete(id string) error { return s.bury(id, false) }

func (s *Service) bury(id string, expired bool) error {
	s.mu.Lock()
	in := s.instances[id]
	if in == nil {
		s.mu.Unlock()
		_, err := s.Instance(id)
		return err
	}
	delete(s.instances, id)
	s.gone.add(id, grave{environment: in.Env.Name, expired: expired})
	s.mu.Unlock()
	in.shut()
	if expired && in.verdict == nil {
		s.rememberTask(in)
	}
	s.Metrics.ended(in.Env.Name, expired)
	if in.journal != nil {
		return in.journal.remove()
	}
	return nil
}

// rememberTask completes the grave of an instance that has been shut.
func (s *Service) rememberTask(in *Instance) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g, ok := s.gone.byID[in.ID]; ok {
		g.task, g.seed, g.effective = in.start.Task, in.start.Seed, in.seed
		s.gone.byID[in.ID] = g
	}
}
