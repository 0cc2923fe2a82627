package mcpapi_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/awmc/awmc/templates/rt/host/mcpapi"
	"github.com/awmc/awmc/templates/rt/host/service"
	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
)

// Whatever comes in, what goes out is JSON-RPC, no panic was needed to find
// that out, and nothing of the host is in it.
func FuzzMessage(f *testing.F) {
	s := shop.Open(f)
	mux := http.NewServeMux()
	mcpapi.New(s, mcpapi.Options{}).Mount(mux)
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"number":"7"}}}`,
		`{"jsonrpc":"2.0","id":{},"method":"tools/call","params":{"name":7,"arguments":"{}"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{` + modern + `}}`,
		`[{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}},[]]`,
		`{"id":1,"result":null}`, `{"method":"ping","id":null}`, `null`, `[null]`, `{"params":{"_meta":[]}}`,
	} {
		f.Add(body, "2026-07-28")
		f.Add(body, "")
	}
	f.Fuzz(func(t *testing.T, body, version string) {
		if strings.Contains(body, "dawdle") {
			t.Skip("it takes its time")
		}
		in := shop.Create(t, s, service.Start{Task: "buy_the_cheapest"})
		defer func() {
			if err := s.Delete(in.ID); err != nil {
				t.Error(err)
			}
		}()
		r := httptest.NewRequest("POST", mcpapi.Path(in.ID), strings.NewReader(body))
		r.Header = headers("Mcp-Protocol-Version", version)
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		out := w.Body.String()
		switch w.Code {
		case http.StatusAccepted:
			if out != "" {
				t.Errorf("accepted with %s", out)
			}
		case http.StatusOK, http.StatusBadRequest, http.StatusNotFound, http.StatusRequestEntityTooLarge:
			if !json.Valid([]byte(out)) || !strings.Contains(out, `"jsonrpc":"2.0"`) {
				t.Errorf("%d: %s", w.Code, out)
			}
		default:
			t.Errorf("status %d: %s", w.Code, out)
		}
		if strings.Contains(out, "host.go") || strings.Contains(out, "goroutine") || strings.Contains(out, "The server failed") {
			t.Errorf("got %s", out)
		}
	})
}
