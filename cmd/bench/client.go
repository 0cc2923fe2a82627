package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// agent speaks MCP to one instance, over one connection that stays open. It is
// the same for both sides.
type agent struct {
	url     string
	session string // what the server calls this one, if it does
	http    *http.Client
}

func newAgent(url string) *agent {
	return &agent{url: url, http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1}}}
}

// initialize is what every client does first, up to protocol version
// 2025-11-25.
func (a *agent) initialize(ctx context.Context) error {
	if _, err := a.send(ctx, `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`); err != nil {
		return err
	}
	_, err := a.send(ctx, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return err
}

// call calls a tool and returns the JSON of its result. A refusal is an
// error: nothing that is measured may be one.
func (a *agent) call(ctx context.Context, tool, args string) ([]byte, error) {
	b, err := a.send(ctx, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+tool+`","arguments":`+args+`}}`)
	return result(b, err, tool, args)
}

// callModern is call in protocol version 2026-07-28, which has no handshake.
func (a *agent) callModern(ctx context.Context, tool, args string) ([]byte, error) {
	h := http.Header{
		"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"},
		"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {tool},
	}
	b, _, err := post(ctx, a.http, a.url, h, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+tool+`","arguments":`+args+
		`,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`)
	return result(b, err, tool, args)
}

func result(b []byte, err error, tool, args string) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	var answer struct {
		Result *struct {
			IsError bool
			Content []struct{ Text string }
		}
	}
	if err := json.Unmarshal(b, &answer); err != nil || answer.Result == nil || answer.Result.IsError || len(answer.Result.Content) == 0 {
		return nil, fmt.Errorf("%s %s: %.500s", tool, args, b)
	}
	return []byte(answer.Result.Content[0].Text), nil
}

func (a *agent) send(ctx context.Context, message string) ([]byte, error) {
	h := http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	if a.session != "" {
		h.Set("Mcp-Session-Id", a.session)
	}
	b, answered, err := post(ctx, a.http, a.url, h, message)
	if s := answered.Get("Mcp-Session-Id"); s != "" {
		a.session = s
	}
	return b, err
}

func (a *agent) close() { a.http.CloseIdleConnections() }

func post(ctx context.Context, client *http.Client, url string, h http.Header, body string) ([]byte, http.Header, error) {
	return request(ctx, client, http.MethodPost, url, h, body)
}

func request(ctx context.Context, client *http.Client, method, url string, h http.Header, body string) ([]byte, http.Header, error) {
	req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader([]byte(body)))
	if err != nil {
		return nil, nil, err
	}
	req.Header = h
	resp, err := client.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode >= 300 {
		err = fmt.Errorf("%s %s: %s: %.300s", method, url, resp.Status, b)
	}
	return b, resp.Header, err
}
