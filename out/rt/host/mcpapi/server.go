package mcpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/service"
)

// Options of a Server.
type Options struct {
	// OutputSchemas adds each tool's output schema to tools/list, which
	// grows by two thirds.
	OutputSchemas bool
}

// Server answers MCP messages for the instances of a service.
type Server struct {
	service *service.Service
	opt     Options

	mu    sync.Mutex
	envs  map[string]*server.MCPServer
	lists map[listKey]json.RawMessage
}

// New makes a server. Environments are prepared when they are first used.
func New(s *service.Service, opt Options) *Server {
	return &Server{service: s, opt: opt, envs: map[string]*server.MCPServer{}, lists: map[listKey]json.RawMessage{}}
}

// of returns the MCP server of an environment.
func (s *Server) of(e *service.Environment) *server.MCPServer {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.envs[e.Name]
	if m == nil {
		m = s.build(e)
		s.envs[e.Name] = m
	}
	return m
}

func (s *Server) build(e *service.Environment) *server.MCPServer {
	order := map[string]int{}
	tools := make([]server.ServerTool, len(e.Spec.Tools))
	for i := range e.Spec.Tools {
		t := &e.Spec.Tools[i]
		order[t.Name] = i
		tools[i] = server.ServerTool{Tool: Tool(t, s.opt.OutputSchemas), Handler: call}
	}
	m := server.NewMCPServer(e.Name, version(e),
		server.WithTitle(e.Spec.Title),
		server.WithDescription(e.Spec.Summary),
		server.WithInstructions(e.Spec.Policy),
		server.WithToolCapabilities(false),
		server.WithToolFilter(func(_ context.Context, all []mcp.Tool) []mcp.Tool { return inOrder(all, order) }),
	)
	m.AddTools(tools...)
	return m
}

// version is what the server calls its version: a part of the digest.
func version(e *service.Environment) string {
	const prefix = "sha256:"
	return e.Digest[len(prefix) : len(prefix)+12]
}

// inOrder lists the tools as their author did; mcp-go sorts them by name.
func inOrder(all []mcp.Tool, order map[string]int) []mcp.Tool {
	if len(all) != len(order) { // one tool, to see whether it may be called
		return all
	}
	list := make([]mcp.Tool, len(all))
	for _, t := range all {
		i, ok := order[t.Name]
		if !ok {
			return all
		}
		list[i] = t
	}
	return list
}

// Tool describes a tool in MCP's words.
func Tool(t *core.Tool, output bool) mcp.Tool {
	no := false
	m := mcp.Tool{
		Name: t.Name, Title: t.Title, Description: t.Doc,
		RawInputSchema: core.InputSchema(t.Params),
		Annotations: mcp.ToolAnnotation{
			Title: t.Title, ReadOnlyHint: &t.ReadOnly, DestructiveHint: &t.Destructive, IdempotentHint: &t.Idempotent, OpenWorldHint: &no,
		},
	}
	if output {
		m.RawOutputSchema = core.OutputSchema(t.Output)
	}
	return m
}

type instanceKey struct{}

// call is the handler of all tools.
func call(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	in, ok := ctx.Value(instanceKey{}).(*service.Instance)
	if !ok {
		return nil, fmt.Errorf("no instance")
	}
	res, err := in.Call(ctx, req.Params.Name, req.Params.RawArguments)
	if err != nil {
		return nil, err
	}
	return Result(res), nil
}
