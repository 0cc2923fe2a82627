package openenv

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/awmc/awmc/out/rt/host/service"
)

// Over HTTP, OpenEnv's own servers forget everything between two requests.
// Here an episode that was reset over HTTP is played on by its episode_id, in
// the body of a step or in the query; a step that names none acts on a fresh
// world of its own, as there.

// detail is the body of an error.
type detail struct {
	Detail any `json:"detail"`
}

func (s *Server) postReset(w http.ResponseWriter, r *http.Request) {
	data, err := s.object(w, r)
	if err != nil {
		s.refuse(w, err)
		return
	}
	x := &session{scope: scopeOf(r), turn: make(chan struct{}, 1)}
	env, err := s.reset(r.Context(), x, nil, data)
	if x.ep != nil {
		s.park(x.ep, x.scope, s.service.Limits().Idle)
	}
	if err != nil {
		s.refuse(w, err)
		return
	}
	writeJSON(w, http.StatusOK, env)
}

func (s *Server) postStep(w http.ResponseWriter, r *http.Request) {
	data, err := s.object(w, r)
	if err != nil {
		s.refuse(w, err)
		return
	}
	req, wrong := parseStep(data)
	if wrong != nil {
		s.refuse(w, invalid(wrong))
		return
	}
	if req.episodeID == "" {
		req.episodeID = r.URL.Query().Get("episode_id")
	}
	ctx := r.Context()
	if req.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, req.timeout)
		defer cancel()
	}
	x := &session{scope: scopeOf(r), turn: make(chan struct{}, 1)}
	if req.episodeID == "" {
		defer func() { s.end(x.ep) }()
	} else {
		if x.ep, err = s.takeUp(ctx, req.episodeID, x.scope, nil); err != nil {
			s.refuse(w, err)
			return
		}
		defer func() { s.park(x.ep, x.scope, s.service.Limits().Idle) }()
	}
	env, err := s.step(ctx, x, nil, req.action)
	if err != nil {
		s.refuse(w, err)
		return
	}
	writeJSON(w, http.StatusOK, env)
}

// stepRequest is the body of a step. request_id is for the logs of OpenEnv's
// servers.
type stepRequest struct {
	action    map[string]json.RawMessage
	timeout   time.Duration
	episodeID string
}

func parseStep(data map[string]json.RawMessage) (req stepRequest, p problems) {
	if raw, ok := data["action"]; !ok {
		p.add("missing", "Field required", nil, "action")
	} else if req.action, ok = p.object(raw, "action"); ok {
		_, wrong := parseAction(req.action)
		p = append(p, wrong.at("action")...)
	}
	if raw := data["timeout_s"]; !isNull(raw) {
		var seconds float64
		if json.Unmarshal(raw, &seconds) != nil {
			p.add("float_type", "Input should be a valid number", raw, "timeout_s")
		} else if seconds <= 0 {
			p.add("greater_than", "Input should be greater than 0", raw, "timeout_s")
		}
		const most = 24 * 60 * 60
		req.timeout = time.Duration(min(seconds, most) * float64(time.Second))
	}
	p.text(data, "request_id")
	req.episodeID = p.text(data, "episode_id")
	return req, p.at("body")
}

func (s *Server) getState(w http.ResponseWriter, r *http.Request) {
	sc, id := scopeOf(r), r.URL.Query().Get("episode_id")
	if sc != "" {
		if _, err := s.environment(sc); err != nil {
			s.refuse(w, err)
			return
		}
	}
	if id == "" {
		writeJSON(w, http.StatusOK, (*episode)(nil).state())
		return
	}
	s.mu.Lock()
	if p := s.parked[id]; p != nil && p.scope == sc {
		st := p.ep.state() // nobody plays it while the lock is held
		s.mu.Unlock()
		writeJSON(w, http.StatusOK, st)
		return
	}
	k := s.playing[id]
	s.mu.Unlock()
	if k == nil || k.session.scope != sc {
		s.refuse(w, noEpisode("there is no episode %q", shorten(id)))
		return
	}
	if err := k.withTurn(r.Context(), func() error { writeJSON(w, http.StatusOK, k.session.ep.state()); return nil }); err != nil {
		s.refuse(w, err)
	}
}

// body reads a request's body.
func (s *Server) body(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	limit := s.service.Limits().Body
	b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, &tooLarge{limit}
	}
	if err != nil {
		return nil, &failure{Code: codeInvalidJSON, Message: "the body was cut off: " + err.Error()}
	}
	return b, nil
}

type tooLarge struct{ limit int64 }

func (e *tooLarge) Error() string {
	return fmt.Sprintf("the request is longer than the %d bytes that are accepted", e.limit)
}

// object reads a request's body as an object; none at all is an empty one.
func (s *Server) object(w http.ResponseWriter, r *http.Request) (map[string]json.RawMessage, error) {
	b, err := s.body(w, r)
	if err != nil {
		return nil, err
	}
	if b = bytes.TrimSpace(b); len(b) == 0 {
		return map[string]json.RawMessage{}, nil
	}
	var p problems
	if !json.Valid(b) {
		p.add("json_invalid", "JSON decode error", nil, "body")
		return nil, invalid(p)
	}
	m, ok := p.object(b, "body")
	if !ok {
		return nil, invalid(p)
	}
	return m, nil
}

// refuse answers with an error, as FastAPI does.
func (s *Server) refuse(w http.ResponseWriter, err error) {
	if _, ok := errors.AsType[*tooLarge](err); ok {
		writeJSON(w, http.StatusRequestEntityTooLarge, detail{err.Error()})
		return
	}
	f := s.fail(err, "")
	if f.Errors != nil {
		writeJSON(w, http.StatusUnprocessableEntity, detail{f.Errors})
		return
	}
	writeJSON(w, statusOf(f, err), detail{f.Message})
}

func statusOf(f *failure, err error) int {
	switch {
	case f.unknown || errors.Is(err, errNoSession) || service.KindOf(err) == service.NotFound:
		return http.StatusNotFound
	case errors.Is(err, context.DeadlineExceeded):
		return http.StatusGatewayTimeout
	}
	switch f.Code {
	case codeValidation, codeInvalidJSON:
		return http.StatusUnprocessableEntity
	case codeCapacity:
		return http.StatusServiceUnavailable
	case codeSession:
		return http.StatusGone
	case codeExecution:
		return http.StatusConflict
	}
	return http.StatusInternalServerError
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	b, err := encode(v)
	if err != nil {
		status, b = http.StatusInternalServerError, []byte(`{"detail":"the answer can't be written"}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	// If this fails the client is gone, and there is nobody to tell.
	_, _ = w.Write(b)
}
