package openenv

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// parked is an episode that no session plays at the moment, and that can be
// taken up again by its id: its socket was dropped, or it is played over
// HTTP, where every request takes it up and parks it again.
type parked struct {
	ep    *episode
	scope scope
	timer *time.Timer
}

// park keeps an episode for a while. An older one of the same id ends.
func (s *Server) park(ep *episode, sc scope, keep time.Duration) {
	p := &parked{ep: ep, scope: sc}
	s.mu.Lock()
	before := s.parked[ep.id]
	if before != nil {
		s.unpark(before)
	}
	s.parked[ep.id] = p
	s.order = append(s.order, p)
	p.timer = time.AfterFunc(keep, func() {
		s.mu.Lock()
		there := s.parked[ep.id] == p
		if there {
			s.unpark(p)
		}
		s.mu.Unlock()
		if there {
			s.end(ep)
		}
	})
	s.mu.Unlock()
	if before != nil {
		s.end(before.ep)
	}
}

// unpark forgets that an episode is parked. The caller has the lock.
func (s *Server) unpark(p *parked) {
	p.timer.Stop()
	delete(s.parked, p.ep.id)
	if i := slices.Index(s.order, p); i >= 0 {
		s.order = slices.Delete(s.order, i, i+1)
	}
}

// evict ends the episode that has been parked for longest.
func (s *Server) evict() bool {
	s.mu.Lock()
	if len(s.order) == 0 {
		s.mu.Unlock()
		return false
	}
	p := s.order[0]
	s.unpark(p)
	s.mu.Unlock()
	s.end(p.ep)
	return true
}

// takeUp returns a parked episode to somebody who plays on. An episode whose
// socket is still there is taken from it: where a network broke, the client
// knows before the server does.
func (s *Server) takeUp(ctx context.Context, id string, sc scope, by *socket) (*episode, error) {
	ctx, cancel := context.WithTimeout(ctx, takeUpTimeout)
	defer cancel()
	for {
		s.mu.Lock()
		p, k := s.parked[id], s.playing[id]
		if p != nil && p.scope == sc {
			s.unpark(p)
			s.mu.Unlock()
			return p.ep, nil
		}
		s.mu.Unlock()
		if k == nil || k == by || k.session.scope != sc {
			return nil, noEpisode("there is no episode %q to take up: it was closed, or has been left alone for longer than %v", shorten(id), s.opt.Grace)
		}
		k.drop("the episode was taken up by another socket")
		select {
		case <-k.gone:
		case <-ctx.Done():
			return nil, fmt.Errorf("a call of the episode is still running: %w", ctx.Err())
		}
	}
}

// takeUpTimeout is how long a call may run on before its episode can't be
// taken up.
const takeUpTimeout = 45 * time.Second
