package openenv

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
)

// sessionHeader carries a session of MCP before 2026-07-28.
const sessionHeader = "Mcp-Session-Id"

// postMCP is POST /mcp, where OpenEnv's JSON-RPC and MCP itself meet. MCP's
// sessions are OpenEnv's: a client may initialize one here, and another reset
// and judge it over /ws?session_id=.
func (s *Server) postMCP(w http.ResponseWriter, r *http.Request) {
	body, err := s.body(w, r)
	if err != nil {
		s.refuse(w, err)
		return
	}
	if !isMCP(r.Header, body) {
		writeJSON(w, http.StatusOK, s.rpc(r.Context(), caller{scope: scopeOf(r)}, body))
		return
	}
	if err := s.passOn(w, r, body); err != nil {
		f := s.fail(err, string(scopeOf(r)))
		writeJSON(w, statusOf(f, err), rpcResponse{JSONRPC: "2.0", Error: &rpcError{Code: rpcServerError, Message: f.Message}})
	}
}

// isMCP tells MCP's messages from OpenEnv's. The methods that both have are
// OpenEnv's if they name a session of its, or if nothing in the headers is
// MCP's, which asks clients to accept event streams and to say its version.
func isMCP(h http.Header, body []byte) bool {
	body = bytes.TrimSpace(body)
	if len(body) > 0 && body[0] == '[' {
		return true // a batch
	}
	var m struct {
		Method string `json:"method"`
		Params struct {
			SessionID *string `json:"session_id"`
		} `json:"params"`
	}
	if json.Unmarshal(body, &m) != nil || m.Params.SessionID != nil || strings.HasPrefix(m.Method, "openenv/") {
		return false
	}
	switch m.Method {
	case "initialize", "ping", "server/discover":
		return true
	case "":
		return false
	}
	return strings.HasPrefix(m.Method, "notifications/") || h.Get(sessionHeader) != "" || h.Get(mcp.HeaderProtocolVersion) != "" ||
		strings.Contains(h.Get("Accept"), "text/event-stream")
}

// passOn lets the MCP server answer a message: for the instance of the
// session that its header names, for that of a new one if it initializes one,
// or for one of its own.
func (s *Server) passOn(w http.ResponseWriter, r *http.Request, body []byte) error {
	sc := scopeOf(r)
	var x *session
	var err error
	if id := r.Header.Get(sessionHeader); id != "" {
		if x, err = s.find(id, sc); err != nil {
			return errNoSession
		}
	} else if method(body) == "initialize" {
		if x, err = s.open(sc, true); err != nil {
			return err
		}
		w.Header().Set(sessionHeader, x.id)
	} else {
		x = &session{scope: sc, turn: make(chan struct{}, 1)}
		defer func() { s.end(x.ep) }()
	}
	instance, err := s.instance(r.Context(), x)
	if err != nil {
		if x.held && method(body) == "initialize" {
			w.Header().Del(sessionHeader)
			s.close(x)
		}
		return err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	s.mcp.Serve(w, r, instance)
	return nil
}

var errNoSession = errors.New("there is no such session (any more): initialize another")

// instance is the id of the instance that a session plays, a free one if
// there was none.
func (s *Server) instance(ctx context.Context, x *session) (string, error) {
	if err := x.take(ctx); err != nil {
		return "", err
	}
	defer x.give()
	if x.ep == nil {
		ep, err := s.free(ctx, x.scope)
		if err != nil {
			return "", err
		}
		x.ep = ep
	}
	return x.ep.in.ID, nil
}

func method(body []byte) string {
	var m struct {
		Method string `json:"method"`
	}
	if json.Unmarshal(body, &m) != nil {
		return ""
	}
	return m.Method
}

// deleteMCP is how an MCP client ends its session.
func (s *Server) deleteMCP(w http.ResponseWriter, r *http.Request) {
	if _, err := s.closeHeld(r.Header.Get(sessionHeader), scopeOf(r)); err != nil {
		s.refuse(w, errNoSession)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// getMCP is a WebSocket that speaks OpenEnv's JSON-RPC, a message a frame.
// MCP's own GET is for event streams, of which there are none.
func (s *Server) getMCP(w http.ResponseWriter, r *http.Request) {
	if !strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
		w.Header().Set("Allow", "POST, DELETE")
		writeJSON(w, http.StatusMethodNotAllowed, detail{"There are no event streams here: send messages with POST."})
		return
	}
	k := s.accept(w, r)
	if k == nil {
		return
	}
	refusal := s.admit(r.Context(), k, scopeOf(r), "", "")
	k.serve(r.Context(), func(ctx context.Context, m incoming) (any, bool) {
		if refusal != nil {
			return rpcResponse{JSONRPC: "2.0", Error: s.rpcFail(refusal, "")}, true
		}
		if m.tooLong > 0 {
			return rpcResponse{JSONRPC: "2.0", Error: &rpcError{Code: invalidRequest, Message: "The message is too long."}}, false
		}
		var out rpcResponse
		err := k.withTurn(ctx, func() error {
			out = s.rpc(ctx, caller{scope: k.session.scope, session: k.session, socket: k}, m.data)
			return nil
		})
		if err != nil {
			out = rpcResponse{JSONRPC: "2.0", Error: s.rpcFail(err, "")}
		}
		return out, false
	}, func() {
		if refusal == nil {
			k.closed = true // JSON-RPC has no way to take up an episode
			k.finish()
		}
	})
}
