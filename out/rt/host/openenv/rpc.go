package openenv

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/service"
)

// JSON-RPC error codes.
const (
	parseError     = -32700
	invalidRequest = -32600
	noSuchMethod   = -32601
	invalidParams  = -32602
	internalError  = -32603
	rpcServerError = -32000
)

// rpcRequest is a JSON-RPC request. There is no initialize here: OpenEnv has
// methods for its sessions instead.
type rpcRequest struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

// rpcResponse has a result or an error.
type rpcResponse struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"` // null if there is none
	Result  any             `json:"result,omitempty"`
	Error   *rpcError       `json:"error,omitempty"`
}

type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data"`
}

// caller is where a request came from: an address, and the session of a
// socket that it came over, if it did, whose turn is held.
type caller struct {
	scope   scope
	session *session
	socket  *socket
}

// rpc answers a JSON-RPC request.
func (s *Server) rpc(ctx context.Context, from caller, raw json.RawMessage) rpcResponse {
	req, bad := parseRPC(raw)
	out := rpcResponse{JSONRPC: "2.0", ID: req.ID}
	if bad == nil {
		out.Result, bad = s.method(ctx, from, req)
	}
	out.Error = bad
	return out
}

func parseRPC(raw json.RawMessage) (req rpcRequest, bad *rpcError) {
	if !json.Valid(raw) {
		return req, &rpcError{Code: parseError, Message: "Parse error"}
	}
	err := json.Unmarshal(raw, &req)
	switch {
	case err != nil:
		bad = &rpcError{Code: invalidRequest, Message: "Invalid request: " + err.Error()}
	case req.JSONRPC != "2.0":
		bad = &rpcError{Code: invalidRequest, Message: "Invalid request: jsonrpc must be '2.0'"}
	case req.Method == "":
		bad = &rpcError{Code: invalidRequest, Message: "Invalid request: method is missing"}
	}
	return req, bad
}

// rpcParams are the parameters of all methods.
type rpcParams struct {
	SessionID string          `json:"session_id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

func (s *Server) method(ctx context.Context, from caller, req rpcRequest) (any, *rpcError) {
	var p rpcParams
	if params := bytes.TrimSpace(req.Params); !isNull(params) {
		if params[0] != '{' {
			return nil, &rpcError{Code: invalidParams, Message: "Params must be an object"}
		}
		if err := json.Unmarshal(params, &p); err != nil {
			return nil, &rpcError{Code: invalidParams, Message: "Invalid params: " + err.Error()}
		}
	}
	switch req.Method {
	case "openenv/session/create":
		return s.createSession(from)
	case "openenv/session/close":
		return s.closeSession(from, p.SessionID)
	case "tools/list", "tools/call":
		var out any
		var bad *rpcError
		if err := s.within(ctx, from, p.SessionID, func(x *session) { out, bad = s.tools(ctx, x, from.socket, req.Method, p) }); err != nil {
			return nil, err
		}
		return out, bad
	}
	return nil, &rpcError{Code: noSuchMethod, Message: "Method not found: " + shorten(req.Method)}
}

func (s *Server) createSession(from caller) (any, *rpcError) {
	x := from.session
	if x == nil {
		if from.scope != "" {
			if _, err := s.environment(from.scope); err != nil {
				return nil, &rpcError{Code: invalidParams, Message: err.Error()}
			}
		}
		var err error
		if x, err = s.open(from.scope, true); err != nil {
			return nil, s.rpcFail(err, string(from.scope))
		}
	}
	return map[string]string{"session_id": x.id}, nil
}

func (s *Server) closeSession(from caller, id string) (any, *rpcError) {
	switch {
	case id == "":
		return nil, &rpcError{Code: invalidParams, Message: "Invalid params - 'session_id' is required"}
	case from.session != nil && from.session.id == id:
		return nil, &rpcError{Code: invalidRequest, Message: "Cannot close active WebSocket-managed session via MCP method"}
	}
	done, err := s.closeHeld(id, from.scope)
	if err != nil {
		return nil, &rpcError{Code: invalidParams, Message: err.Error()}
	}
	if !done {
		return map[string]any{"session_id": id, "closed": false, "closing": true}, nil
	}
	return map[string]any{"session_id": id, "closed": true}, nil
}

// within runs do with the turn of the session that a request is for: that of
// its socket, the one that it names, or a new one that ends with it.
func (s *Server) within(ctx context.Context, from caller, id string, do func(*session)) *rpcError {
	if from.session != nil {
		do(from.session)
		return nil
	}
	x := &session{scope: from.scope, turn: make(chan struct{}, 1)}
	if id != "" {
		var err error
		if x, err = s.find(id, from.scope); err != nil {
			return &rpcError{Code: invalidParams, Message: err.Error()}
		}
	} else {
		defer func() { s.end(x.ep) }()
	}
	if err := x.take(ctx); err != nil {
		return s.rpcFail(err, string(from.scope))
	}
	defer x.give()
	do(x)
	return nil
}

// tools lists or calls tools for a session. Its client raises an exception
// for an error, and unwraps any other result.
func (s *Server) tools(ctx context.Context, x *session, by *socket, method string, p rpcParams) (any, *rpcError) {
	if method == "tools/list" {
		o, ok := s.listTools(x).Observation.(toolsObservation)
		if !ok || o.Error != "" {
			return nil, &rpcError{Code: rpcServerError, Message: o.Error}
		}
		list := make([]rpcTool, len(o.Tools))
		for i, t := range o.Tools {
			list[i] = rpcTool(t)
		}
		return map[string]any{"tools": list}, nil
	}
	if p.Name == "" {
		return nil, &rpcError{Code: invalidParams, Message: "Missing 'name' in params"}
	}
	env, err := s.act(ctx, x, by, action{tool: p.Name, args: arguments(p.Arguments)})
	if err != nil {
		return nil, s.rpcFail(err, "")
	}
	return unwrap(env)
}

// rpcTool is a tool in MCP's words.
type rpcTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"`
}

// unwrap takes the result out of an observation of either dialect.
func unwrap(env *envelope) (any, *rpcError) {
	switch o := env.Observation.(type) {
	case callObservation:
		if o.Error != nil {
			return nil, &rpcError{Code: rpcCode(o.Error.Type), Message: o.Error.Message, Data: o.Metadata["error"]}
		}
		if r, ok := o.Result.Data.(*verifyResult); ok {
			return wrapped{verdictResult{r, env.Done}}, nil
		}
		return o.Result, nil
	case awmObservation:
		if o.ToolResult != nil && o.Error == "" {
			return wrapped{o.ToolResult}, nil
		}
		if o.Error != "" {
			return nil, &rpcError{Code: rpcCode(o.RewardType), Message: o.Error, Data: map[string]string{"reward_type": o.RewardType}}
		}
		return wrapped{struct {
			awmObservation
			Reward *float64 `json:"reward"`
			Done   bool     `json:"done"`
		}{o, env.Reward, env.Done}}, nil
	}
	return nil, &rpcError{Code: internalError, Message: fmt.Sprintf("no result in %T", env.Observation)}
}

// verdictResult is what verify and done come to where there is no envelope.
type verdictResult struct {
	*verifyResult
	Done bool `json:"done"`
}

func rpcCode(kind string) int {
	if kind == toolNotFound || kind == invalidArgs {
		return invalidParams
	}
	return rpcServerError
}

func (s *Server) rpcFail(err error, env string) *rpcError {
	f := s.fail(err, env)
	e := &rpcError{Code: rpcServerError, Message: f.Error(), Data: f}
	if f.Code == codeValidation {
		e.Code = invalidParams
	}
	if core := (*core.Error)(nil); errors.As(err, &core) || service.KindOf(err) == service.Conflict {
		e.Code = invalidRequest
	}
	return e
}
