package openenv

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"time"
)

// serveSocket is GET /ws. A session of its own ends with the socket; with
// ?session_id= it is one that the client holds, and with ?episode_id= it goes
// on with the episode of a dropped socket.
func (s *Server) serveSocket(w http.ResponseWriter, r *http.Request) {
	k := s.accept(w, r)
	if k == nil {
		return
	}
	query := r.URL.Query()
	refusal := s.admit(r.Context(), k, scopeOf(r), query.Get("session_id"), query.Get("episode_id"))
	if refusal != nil {
		// A client reads what it asked for, so it is told when it asks.
		late := time.AfterFunc(refusalTimeout, func() { k.drop("") })
		k.serve(r.Context(), func(context.Context, incoming) (any, bool) { return frame{"error", refusal}, true }, func() {})
		late.Stop()
		return
	}
	k.serve(r.Context(), k.answer, k.finish)
}

// admit gives a socket its session.
func (s *Server) admit(ctx context.Context, k *socket, sc scope, sessionID, episodeID string) *failure {
	var err error
	if sessionID != "" {
		k.session, err = s.attach(sessionID, sc)
	} else {
		k.session, err = s.open(sc, false)
	}
	if err == nil && episodeID != "" {
		var ep *episode
		if ep, err = s.takeUp(ctx, episodeID, sc, k); err == nil {
			err = k.withTurn(ctx, func() error { s.play(k.session, k, ep); return nil })
		}
		if err != nil {
			s.leave(k.session)
		}
	}
	if err == nil {
		return nil
	}
	if f, ok := errors.AsType[*failure](err); ok {
		return f
	}
	return &failure{Code: codeSession, Message: err.Error()}
}

// finish parks the episode of a socket that was dropped.
func (k *socket) finish() {
	s, x := k.server, k.session
	if !x.held {
		// The socket's session has no other user.
		if ep := x.ep; ep != nil {
			if !k.closed {
				x.ep = nil
				s.park(ep, x.scope, s.opt.Grace)
			}
			s.mu.Lock()
			if s.playing[ep.id] == k {
				delete(s.playing, ep.id)
			}
			s.mu.Unlock()
		}
	}
	s.leave(x)
	close(k.gone)
}

// answer answers one message.
func (k *socket) answer(ctx context.Context, m incoming) (reply any, bye bool) {
	kind, data, err := k.parse(m)
	if err == nil && kind == "close" {
		k.closed = true
		return nil, true
	}
	if err == nil {
		err = k.withTurn(ctx, func() (err error) {
			if reply, err = k.handle(ctx, kind, data); err != nil {
				err = k.server.fail(err, k.session.environment())
			}
			return err
		})
	}
	if err != nil {
		return frame{"error", k.server.fail(err, "")}, false
	}
	return reply, false
}

func (k *socket) withTurn(ctx context.Context, do func() error) (err error) {
	if err := k.session.take(ctx); err != nil {
		return err
	}
	defer k.session.give()
	defer func() {
		if p := recover(); p != nil {
			k.server.service.Log().Error("panic in OpenEnv", "panic", p, "stack", string(debug.Stack()))
			err = &failure{Code: codeExecution, Message: "the server failed"}
		}
	}()
	return do()
}

// parse reads a message's type and data.
func (k *socket) parse(m incoming) (kind string, data json.RawMessage, err error) {
	if m.tooLong > 0 {
		return "", nil, &failure{Code: codeValidation, Message: fmt.Sprintf("the message is %d bytes long; at most %d are accepted", m.tooLong, k.server.service.Limits().Body)}
	}
	if !json.Valid(m.data) {
		var v any
		return "", nil, &failure{Code: codeInvalidJSON, Message: fmt.Sprintf("Invalid JSON: %v", json.Unmarshal(m.data, &v))}
	}
	var p problems
	msg, ok := p.object(m.data)
	if !ok {
		return "", nil, invalid(p)
	}
	raw := msg["type"]
	if json.Unmarshal(raw, &kind) != nil {
		kind = string(raw)
	}
	known := []string{"type"}
	switch kind {
	case "reset", "step", "mcp":
		known = append(known, "data")
		if data = msg["data"]; data == nil && kind != "reset" {
			p.add("missing", "Field required", nil, "data")
		} else if data == nil {
			data = json.RawMessage("{}")
		}
	case "state", "close":
	default:
		return "", nil, &failure{Code: codeUnknownType, Message: "Unknown message type: " + shorten(kind)}
	}
	if p.only(msg, known...); len(p) > 0 {
		return "", nil, invalid(p)
	}
	return kind, data, nil
}

// handle answers a message that is understood.
func (k *socket) handle(ctx context.Context, kind string, raw json.RawMessage) (any, error) {
	s, x := k.server, k.session
	if kind == "state" {
		return frame{"state", x.ep.state()}, nil
	}
	var p problems
	data, ok := p.object(raw, "data")
	if !ok {
		return nil, invalid(p)
	}
	var env *envelope
	var err error
	switch kind {
	case "mcp":
		return frame{"mcp", s.rpc(ctx, caller{scope: x.scope, session: x, socket: k}, raw)}, nil
	case "reset":
		env, err = s.reset(ctx, x, k, data)
	default:
		env, err = s.step(ctx, x, k, data)
	}
	if err != nil {
		return nil, err
	}
	return frame{"observation", env}, nil
}
