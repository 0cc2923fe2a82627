package openenv

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"
)

// session is what one client holds. It plays one episode at a time.
type session struct {
	id    string
	scope scope
	// held is set if the client made the session by a request of its own,
	// and holds it by its id: it outlives sockets that attach to it.
	held bool

	turn chan struct{} // held while a request is answered

	// What follows belongs to whoever has the turn.

	ep      *episode // nil before the first
	dialect dialect  // of the last reset; "" before the first

	// What follows is guarded by Server.mu.

	attached bool // a socket serves it
	closing  bool // to be closed when that socket is gone
	used     time.Time
}

// take waits for the session's turn.
func (x *session) take(ctx context.Context) error {
	select {
	case x.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (x *session) give() { <-x.turn }

// environment names what the session plays; its turn must be held.
func (x *session) environment() string {
	if x.ep != nil {
		return x.ep.in.Env.Name
	}
	return string(x.scope)
}

// open makes a session, if there is room.
func (s *Server) open(sc scope, held bool) (*session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.sessions); n >= s.opt.Sessions {
		return nil, full(n, s.opt.Sessions, fmt.Sprintf("%d sessions are open, as many as may; close some", n))
	}
	x := &session{id: rand.Text(), scope: sc, held: held, turn: make(chan struct{}, 1), used: time.Now()}
	s.sessions[x.id] = x
	if held {
		s.watch(x, s.service.Limits().Idle)
	} else {
		x.attached = true
	}
	return x, nil
}

// watch closes a held session that nobody uses any more.
func (s *Server) watch(x *session, in time.Duration) {
	time.AfterFunc(in, func() {
		s.mu.Lock()
		idle := s.service.Limits().Idle
		if x.attached {
			x.used = time.Now()
		}
		left := idle - time.Since(x.used)
		there := s.sessions[x.id] == x
		s.mu.Unlock()
		switch {
		case !there:
		case left > 0:
			s.watch(x, left)
		default:
			s.close(x)
		}
	})
}

// find returns a held session for one request over HTTP.
func (s *Server) find(id string, sc scope) (*session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.sessions[id]
	if x == nil || !x.held || x.scope != sc {
		return nil, &failure{Code: codeSession, Message: "Unknown session_id: " + shorten(id)}
	}
	x.used = time.Now()
	return x, nil
}

// attach lets a socket serve a held session.
func (s *Server) attach(id string, sc scope) (*session, error) {
	x, err := s.find(id, sc)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if x.attached {
		return nil, &failure{Code: codeSession, Message: "Session " + shorten(id) + " already has an attached WebSocket"}
	}
	x.attached = true
	return x, nil
}

// leave ends what attach or open gave to a socket.
func (s *Server) leave(x *session) {
	s.mu.Lock()
	x.attached = false
	x.used = time.Now()
	stays := x.held && !x.closing
	s.mu.Unlock()
	if !stays {
		s.close(x)
	}
}

// closeHeld closes a session at its client's wish. With a socket attached it
// is closed when that is gone; done is false then.
func (s *Server) closeHeld(id string, sc scope) (done bool, err error) {
	x, err := s.find(id, sc)
	if err != nil {
		return false, err
	}
	s.mu.Lock()
	if x.attached {
		x.closing = true
		s.mu.Unlock()
		return false, nil
	}
	s.mu.Unlock()
	s.close(x)
	return true, nil
}

// close ends a session and its episode.
func (s *Server) close(x *session) {
	s.mu.Lock()
	delete(s.sessions, x.id)
	s.mu.Unlock()
	if x.take(context.Background()) == nil {
		ep := x.ep
		x.ep = nil
		x.give()
		s.end(ep)
	}
}

func shorten(s string) string {
	if len(s) > 80 {
		return s[:80] + "…"
	}
	return s
}
