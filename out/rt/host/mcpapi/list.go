package mcpapi

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/awmc/awmc/out/rt/host/service"
)

// The answer to tools/list is the same for all instances of an environment,
// and writing 40 tools takes longer than calling several: it is written once
// for each era of the protocol.

type listKey struct {
	environment string
	modern      bool
}

// listed is the answer to a plain tools/list, if it was given before.
func (s *Server) listed(in *service.Instance, m *message) (mcp.JSONRPCMessage, bool) {
	if !m.isPlainList() {
		return nil, false
	}
	s.mu.Lock()
	result := s.lists[listKey{in.Env.Name, mcp.IsModernProtocol(m.version)}]
	s.mu.Unlock()
	if result == nil {
		return nil, false
	}
	return json.RawMessage(slices.Concat([]byte(`{"jsonrpc":"2.0","id":`), m.ID, []byte(`,"result":`), result, []byte("}"))), true
}

// remember keeps the answer to a plain tools/list.
func (s *Server) remember(in *service.Instance, m *message, out mcp.JSONRPCMessage) {
	r, ok := out.(mcp.JSONRPCResponse)
	if !ok || !m.isPlainList() {
		return
	}
	b, err := json.Marshal(r.Result)
	if err != nil {
		return // whoever writes the answer will say so
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lists[listKey{in.Env.Name, mcp.IsModernProtocol(m.version)}] = b
}

// isPlainList reports whether the message is a tools/list that mcp-go would
// find nothing wrong with, and that has no cursor.
func (m *message) isPlainList() bool {
	if !m.is(mcp.MethodToolsList) || m.ID == nil || m.JSONRPC != mcp.JSONRPC_VERSION {
		return false
	}
	if len(m.Params) == 0 {
		return true
	}
	var p map[string]json.RawMessage
	if json.Unmarshal(m.Params, &p) != nil {
		return false
	}
	if !mcp.IsModernProtocol(m.version) {
		return len(p) == 0 || len(p) == 1 && p["_meta"] != nil
	}
	var meta map[string]json.RawMessage
	return len(p) == 1 && json.Unmarshal(p["_meta"], &meta) == nil && bytes.HasPrefix(bytes.TrimSpace(meta[mcp.MetaKeyClientCapabilities]), []byte("{"))
}
