package mcpapi

import (
	"encoding/json"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/awmc/awmc/out/rt/core"
)

// Result is a tool's result in MCP's words: the JSON object as structured
// content and as text.
func Result(res core.Result) *mcp.CallToolResult {
	text := res.Text()
	return &mcp.CallToolResult{
		Content:           []mcp.Content{mcp.NewTextContent(string(text))},
		StructuredContent: json.RawMessage(text),
		IsError:           res.Err != nil,
	}
}

// render writes the answer to a tool's call. encoding/json would go over the
// result four times, since each marshaler on the way is compacted by the one
// around it; that is a fifth of what a call costs. Anything else is returned
// as it is.
func render(out mcp.JSONRPCMessage, id json.RawMessage) mcp.JSONRPCMessage {
	r, ok := out.(mcp.JSONRPCResponse)
	if !ok {
		return out
	}
	res, ok := r.Result.(*mcp.CallToolResult)
	if !ok {
		v, isValue := r.Result.(mcp.CallToolResult)
		if !isValue {
			return out
		}
		res = &v
	}
	raw, ok := res.StructuredContent.(json.RawMessage)
	if !ok {
		return out
	}
	b := slices.Concat([]byte(`{"jsonrpc":"2.0","id":`), id, []byte(`,"result":{`))
	if res.Meta != nil {
		meta, err := json.Marshal(res.Meta)
		if err != nil {
			return out
		}
		b = append(append(append(b, `"_meta":`...), meta...), ',')
	}
	if res.ResultType != "" {
		b = append(append(append(b, `"resultType":`...), encode(res.ResultType)...), ',')
	}
	b = append(append(b, `"content":[{"type":"text","text":`...), encode(string(raw))...)
	b = append(append(b, `}],"structuredContent":`...), raw...)
	if res.IsError {
		b = append(b, `,"isError":true`...)
	}
	return json.RawMessage(append(b, "}}"...))
}
