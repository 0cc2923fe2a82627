package mcpapi

import (
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// session stands for the client of one message. It carries the instance's id,
// so that a client that cancels its request 1 cancels nobody else's. If the
// message calls a tool that doesn't exist, the session has a tool of that
// name: mcp-go would answer with a protocol error, where an agent needs a
// result that says which tool it may have meant.
type session struct {
	id    string
	extra map[string]server.ServerTool
}

func newSession(id, unknownTool string) *session {
	s := &session{id: id}
	if unknownTool != "" {
		s.extra = map[string]server.ServerTool{unknownTool: {Tool: mcp.Tool{Name: unknownTool}, Handler: call}}
	}
	return s
}

// Initialize implements server.ClientSession; there is nothing to remember.
func (s *session) Initialize() {}

// Initialized implements server.ClientSession.
func (s *session) Initialized() bool { return true }

// NotificationChannel implements server.ClientSession; nothing is ever sent.
func (s *session) NotificationChannel() chan<- mcp.JSONRPCNotification { return nil }

// SessionID implements server.ClientSession.
func (s *session) SessionID() string { return s.id }

// GetSessionTools implements server.SessionWithTools.
func (s *session) GetSessionTools() map[string]server.ServerTool { return s.extra }

// SetSessionTools implements server.SessionWithTools; tools don't change.
func (s *session) SetSessionTools(map[string]server.ServerTool) {}
