package mcpapi

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
)

// negotiate checks the protocol version of a message that came over HTTP, and
// the headers that must repeat it. It returns an error reply, or nil.
//
// Versions before 2026-07-28 are agreed on by initialize, and the header only
// repeats what was agreed; one that nobody knows is no reason to refuse a
// message that is understood. From 2026-07-28 on every request says in _meta
// what it is. One that is newer than this server is refused with the list of
// versions to choose from (unsupported), as the protocol demands: clients that
// are ahead of their servers count on it.
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
	if out := m.unsupported(); out != nil { // before other headers: who knows which those are
		return &reply{out, http.StatusBadRequest}
	}
	if err := mcp.ValidateStandardHeaders(h.Get, m.version, mcp.MCPMethod(m.Method), m.Params); err != nil {
		return refuse(m, mcp.HEADER_MISMATCH, err.Error())
	}
	return nil
}

func refuse(m *message, code int, msg string) *reply {
	return &reply{failure(m.ID, code, msg), http.StatusBadRequest}
}

// unsupported refuses a request of a version that this server doesn't know.
// It is nil for others.
func (m *message) unsupported() *mcp.JSONRPCError {
	if m.ID == nil || !mcp.IsModernProtocol(m.version) || mcp.IsValidProtocolVersion(m.version) {
		return nil
	}
	versions := slices.Clone(mcp.ValidProtocolVersions)
	slices.Sort(versions)
	slices.Reverse(versions)
	out := failure(m.ID, mcp.UNSUPPORTED_PROTOCOL_VERSION, "Protocol version "+strconv.Quote(m.version)+" is not supported; these are: "+strings.Join(versions, ", ")+".")
	out.Error.Data = mcp.UnsupportedProtocolVersionData{Supported: versions, Requested: m.version}
	return out
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
