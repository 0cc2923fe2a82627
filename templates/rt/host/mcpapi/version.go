package mcpapi

import (
	"encoding/json"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
)

// negotiate checks the protocol version of a message that came over HTTP. It
// returns an error reply, or nil. The message may be changed to a version
// that mcp-go knows.
//
// Versions before 2026-07-28 are agreed on by initialize, and the header only
// repeats what was agreed; one that nobody knows is no reason to refuse a
// message that is understood. From 2026-07-28 on every request says in _meta
// what it is; a version newer than this server is served as the newest one
// it knows, and server/discover tells the client which those are. Refusing
// it would shut out clients that are ahead of their servers for no gain.
func negotiate(m *message, h http.Header) *reply {
	header := h.Get(mcp.HeaderProtocolVersion)
	if !mcp.IsModernProtocol(m.version) {
		if header == mcp.ProtocolVersion20260728 && m.isRequest() && !m.is(mcp.MethodInitialize) {
			return refuse(m, mcp.INVALID_PARAMS, "Requests of protocol version "+header+" must say so in _meta, under "+mcp.MetaKeyProtocolVersion+".")
		}
		return nil
	}
	if !m.isRequest() {
		if m.Method == "" {
			return refuse(m, mcp.INVALID_REQUEST, "From protocol version 2026-07-28 on, servers ask clients nothing, so there is nothing to respond to.")
		}
		return nil
	}
	switch {
	case header == "":
		return refuse(m, mcp.HEADER_MISMATCH, "The header "+mcp.HeaderProtocolVersion+" is missing; _meta says "+m.version+".")
	case header != m.version:
		return refuse(m, mcp.HEADER_MISMATCH, "The header "+mcp.HeaderProtocolVersion+" says "+header+", and _meta says "+m.version+".")
	case h.Get(mcp.HeaderLastEventID) != "":
		return refuse(m, mcp.HEADER_MISMATCH, "Streams can't be resumed, so "+mcp.HeaderLastEventID+" has no meaning.")
	}
	if err := mcp.ValidateStandardHeaders(h.Get, m.version, mcp.MCPMethod(m.Method), m.Params); err != nil {
		return refuse(m, mcp.HEADER_MISMATCH, err.Error())
	}
	m.becomeKnown()
	return nil
}

func refuse(m *message, code int, msg string) *reply {
	return &reply{failure(m.ID, code, msg), http.StatusBadRequest}
}

// becomeKnown rewrites a version from the future to the newest known one.
func (m *message) becomeKnown() {
	if !mcp.IsModernProtocol(m.version) || mcp.IsValidProtocolVersion(m.version) {
		return
	}
	var whole, params, meta map[string]json.RawMessage
	if json.Unmarshal(m.raw, &whole) != nil || json.Unmarshal(whole["params"], &params) != nil || json.Unmarshal(params["_meta"], &meta) != nil {
		return // it has no version then
	}
	m.version = mcp.LATEST_PROTOCOL_VERSION
	meta[mcp.MetaKeyProtocolVersion] = encode(m.version)
	params["_meta"] = encode(meta)
	whole["params"] = encode(params)
	m.raw, m.Params = encode(whole), whole["params"]
}

// encode writes what was read as JSON, or a string.
func encode(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// status is the HTTP status of an answer: version 2026-07-28 maps some
// errors, the versions before it none.
func status(m *message, out mcp.JSONRPCMessage) int {
	if !mcp.IsModernProtocol(m.version) {
		return http.StatusOK
	}
	code := 0
	switch e := out.(type) {
	case mcp.JSONRPCError:
		code = e.Error.Code
	case *mcp.JSONRPCError:
		code = e.Error.Code
	}
	switch code {
	case mcp.METHOD_NOT_FOUND:
		return http.StatusNotFound
	case mcp.HEADER_MISMATCH, mcp.MISSING_REQUIRED_CLIENT_CAPABILITY, mcp.UNSUPPORTED_PROTOCOL_VERSION,
		mcp.INVALID_REQUEST, mcp.INVALID_PARAMS, mcp.PARSE_ERROR:
		return http.StatusBadRequest
	}
	return http.StatusOK
}
