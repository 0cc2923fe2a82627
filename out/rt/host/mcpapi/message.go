package mcpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/awmc/awmc/out/rt/host/service"
)

// Codes of JSON-RPC errors that mcp-go has no use for.
const instanceGone = -32001 // the instance is not there (any more)

// reply is the answer to one message: nothing (to notifications and
// responses), a result or an error.
type reply struct {
	message mcp.JSONRPCMessage
	status  int
}

// message is what has to be known of a message before mcp-go reads it.
type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"`
	Error   json.RawMessage `json:"error"`

	raw     json.RawMessage
	version string // from _meta
	tool    string
}

func parse(raw json.RawMessage) (*message, *mcp.JSONRPCError) {
	m := &message{raw: raw}
	if err := json.Unmarshal(raw, m); err != nil {
		if !json.Valid(raw) {
			return nil, failure(nil, mcp.PARSE_ERROR, "The message is not valid JSON.")
		}
		return nil, failure(nil, mcp.INVALID_REQUEST, "The message is not a JSON-RPC request object.")
	}
	if bytes.Equal(m.ID, []byte("null")) {
		m.ID = nil
	}
	var p struct {
		Name json.RawMessage            `json:"name"`
		Meta map[string]json.RawMessage `json:"_meta"`
	}
	// What has another shape has no version and no name.
	if json.Unmarshal(m.Params, &p) == nil {
		text(p.Meta[mcp.MetaKeyProtocolVersion], &m.version)
		text(p.Name, &m.tool)
	}
	return m, nil
}

// text reads a JSON string; anything else leaves dst empty.
func text(raw json.RawMessage, dst *string) {
	if json.Unmarshal(raw, dst) != nil {
		*dst = ""
	}
}

func (m *message) isRequest() bool { return m.Method != "" && m.ID != nil }

func (m *message) is(method mcp.MCPMethod) bool { return m.Method == string(method) }

func failure(id json.RawMessage, code int, msg string) *mcp.JSONRPCError {
	e := &mcp.JSONRPCError{JSONRPC: mcp.JSONRPC_VERSION, Error: mcp.NewJSONRPCErrorDetails(code, msg, nil)}
	if id != nil {
		e.ID = mcp.NewRequestId(id)
	}
	return e
}

// handle answers one message for an instance.
func (s *Server) handle(ctx context.Context, in *service.Instance, m *message) (out mcp.JSONRPCMessage) {
	defer func() {
		if r := recover(); r != nil {
			s.service.Log().Error("panic in MCP", "method", m.Method, "panic", r)
			out = failure(m.ID, mcp.INTERNAL_ERROR, "The server failed.")
		}
	}()
	if refused := m.unsupported(); refused != nil {
		return refused
	}
	if m.is(mcp.MethodSubscriptionsListen) && m.ID != nil {
		return failure(m.ID, mcp.METHOD_NOT_FOUND, "This server sends no notifications, so there is nothing to listen to.")
	}
	if out, ok := s.listed(in, m); ok {
		return out
	}
	unknown := ""
	if m.is(mcp.MethodToolsCall) && m.tool != "" && in.Env.Tool(m.tool) == nil {
		unknown = m.tool
	}
	server := s.of(in.Env)
	ctx = context.WithValue(ctx, instanceKey{}, in)
	ctx = server.WithContext(ctx, newSession(in.ID, unknown))
	out = withID(server.HandleMessage(ctx, m.raw), m.ID)
	if m.is(mcp.MethodToolsCall) && m.ID != nil {
		return render(out, m.ID)
	}
	s.remember(in, m, out)
	return out
}

// withID puts the request's id into the answer as it came: mcp-go has made a
// float64 of a number.
func withID(out mcp.JSONRPCMessage, id json.RawMessage) mcp.JSONRPCMessage {
	if id == nil {
		return out
	}
	switch r := out.(type) {
	case mcp.JSONRPCResponse:
		r.ID = mcp.NewRequestId(id)
		return r
	case mcp.JSONRPCError:
		r.ID = mcp.NewRequestId(id)
		return r
	}
	return out
}

// goneReply is the answer for an instance that isn't there.
func goneReply(id json.RawMessage, err error) reply {
	msg := "There is no such instance."
	status := http.StatusNotFound
	if e, ok := errors.AsType[*service.Error](err); ok && e.Kind == service.Gone {
		msg = "This instance is gone."
	}
	return reply{failure(id, instanceGone, msg), status}
}
