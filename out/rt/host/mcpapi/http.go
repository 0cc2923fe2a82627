package mcpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/awmc/awmc/out/rt/host/service"
)

// Mount adds the address of every instance's MCP endpoint, /i/{instance}/mcp.
func (s *Server) Mount(mux *http.ServeMux) { mux.Handle("/i/{instance}/mcp", s) }

// Path is the path of an instance's MCP endpoint.
func Path(id string) string { return "/i/" + id + "/mcp" }

// maxBatch bounds the messages of one batch, which versions before
// 2025-06-18 allow.
const maxBatch = 100

// ServeHTTP answers the messages for the instance that the path names.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.Serve(w, r, r.PathValue("instance"))
}

// Serve answers the messages for one instance.
func (s *Server) Serve(w http.ResponseWriter, r *http.Request, instance string) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		write(w, reply{failure(nil, mcp.INVALID_REQUEST, "Send messages with POST. There is no stream to GET and no session to DELETE."), http.StatusMethodNotAllowed})
		return
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		write(w, reply{failure(nil, mcp.INVALID_REQUEST, "The Content-Type must be application/json."), http.StatusUnsupportedMediaType})
		return
	}
	limit := s.service.Limits().Body
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if err != nil {
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			write(w, reply{failure(nil, mcp.INVALID_REQUEST, tooLong(limit)), http.StatusRequestEntityTooLarge})
			return
		}
		write(w, reply{failure(nil, mcp.PARSE_ERROR, "The message was cut off."), http.StatusBadRequest})
		return
	}
	in, err := s.service.Instance(instance)
	if err != nil {
		var id struct {
			ID json.RawMessage `json:"id"`
		}
		if json.Unmarshal(body, &id) != nil {
			id.ID = nil
		}
		write(w, goneReply(id.ID, err))
		return
	}
	if body = bytes.TrimSpace(body); len(body) > 0 && body[0] == '[' {
		s.batch(w, r, in, body)
		return
	}
	write(w, s.one(r, in, body))
}

// one answers a single message.
func (s *Server) one(r *http.Request, in *service.Instance, raw json.RawMessage) reply {
	m, bad := parse(raw)
	if bad != nil {
		return reply{bad, http.StatusBadRequest}
	}
	if m.Method == "" {
		if m.ID != nil && (m.Result != nil || m.Error != nil) {
			if refused := negotiate(m, r.Header); refused != nil {
				return *refused
			}
			return reply{nil, http.StatusAccepted} // a response; nothing was asked
		}
		return reply{failure(m.ID, mcp.INVALID_REQUEST, "The message has no method."), http.StatusBadRequest}
	}
	if refused := negotiate(m, r.Header); refused != nil {
		return *refused
	}
	out := s.handle(r.Context(), in, m)
	if out == nil {
		return reply{nil, http.StatusAccepted}
	}
	return reply{out, status(m, out)}
}

// batch answers a list of messages, in their order.
func (s *Server) batch(w http.ResponseWriter, r *http.Request, in *service.Instance, body []byte) {
	var list []json.RawMessage
	if err := json.Unmarshal(body, &list); err != nil {
		write(w, reply{failure(nil, mcp.PARSE_ERROR, "The message is not valid JSON."), http.StatusBadRequest})
		return
	}
	if len(list) == 0 || len(list) > maxBatch {
		write(w, reply{failure(nil, mcp.INVALID_REQUEST, "A batch has 1 to 100 messages."), http.StatusBadRequest})
		return
	}
	var answers []mcp.JSONRPCMessage
	for _, raw := range list {
		if a := s.one(r, in, raw); a.message != nil {
			answers = append(answers, a.message)
		}
	}
	if answers == nil {
		write(w, reply{nil, http.StatusAccepted})
		return
	}
	write(w, reply{answers, http.StatusOK})
}

func write(w http.ResponseWriter, r reply) {
	if r.message == nil {
		w.WriteHeader(r.status)
		return
	}
	b, written := r.message.(json.RawMessage)
	var err error
	if !written {
		b, err = json.Marshal(r.message)
	}
	if err != nil {
		// Results are JSON already; only a broken one can't be written.
		r.status = http.StatusInternalServerError
		b = encode(failure(nil, mcp.INTERNAL_ERROR, "The answer can't be written."))
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(r.status)
	// If this fails the client is gone, and there is nobody to tell.
	_, _ = w.Write(b)
}
