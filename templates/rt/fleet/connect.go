package fleet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/host/mcpapi"
	"github.com/awmc/awmc/templates/rt/host/service"
)

// connect makes the caller. The function it returns ends what that needs.
func (l *load) connect() (func(), error) {
	if l.o.over == "direct" {
		l.call = func(ctx context.Context, in *service.Instance, tool string, args json.RawMessage) (bool, error) {
			res, err := in.Call(ctx, tool, args)
			if err == nil && res.Err != nil && res.Err.Code == core.CodeInternal {
				err = res.Err
			}
			return res.Err != nil, err
		}
		return func() {}, nil
	}
	mux := http.NewServeMux()
	mcpapi.New(l.s, mcpapi.Options{}).Mount(mux)
	url, stop, err := loopback(mux)
	if err != nil {
		return nil, err
	}
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: l.o.workers}}
	l.call = func(ctx context.Context, in *service.Instance, tool string, args json.RawMessage) (bool, error) {
		return post(ctx, client, url+mcpapi.Path(in.ID), tool, args)
	}
	return func() {
		if err := stop(); err != nil {
			l.s.Log().Error("ending the server of the measurement", "error", err)
		}
	}, nil
}

// loopback serves on a free port of this machine until stop is called.
func loopback(h http.Handler) (url string, stop func() error, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: time.Minute}
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	return "http://" + listener.Addr().String(), func() error {
		err := server.Close()
		if served := <-done; !errors.Is(served, http.ErrServerClosed) {
			err = errors.Join(err, served)
		}
		return err
	}, nil
}

// post calls a tool over MCP.
func post(ctx context.Context, client *http.Client, url, tool string, args json.RawMessage) (bool, error) {
	type params struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}
	body, err := json.Marshal(struct {
		JSONRPC string `json:"jsonrpc"`
		ID      int    `json:"id"`
		Method  string `json:"method"`
		Params  params `json:"params"`
	}{"2.0", 1, "tools/call", params{tool, args}})
	if err != nil {
		return false, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return false, err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := client.Do(req)
	if err != nil {
		return false, err
	}
	b, err := io.ReadAll(resp.Body)
	if err = errors.Join(err, resp.Body.Close()); err != nil {
		return false, err
	}
	var answer struct {
		Result *struct {
			IsError bool `json:"isError"`
		} `json:"result"`
	}
	if err := json.Unmarshal(b, &answer); err != nil || answer.Result == nil {
		return false, fmt.Errorf("calling %s over MCP: %s: %.500s", tool, resp.Status, b)
	}
	return answer.Result.IsError, nil
}
