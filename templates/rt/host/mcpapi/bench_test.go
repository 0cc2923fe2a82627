package mcpapi_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/awmc/awmc/templates/rt/host/mcpapi"
	"github.com/awmc/awmc/templates/rt/host/service"
	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
)

func benchmark(b *testing.B, body string) {
	s := shop.Open(b)
	in := shop.Create(b, s, service.Start{})
	mux := http.NewServeMux()
	mcpapi.New(s, mcpapi.Options{}).Mount(mux)
	b.ReportAllocs()
	for b.Loop() {
		r := httptest.NewRequest("POST", mcpapi.Path(in.ID), strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		if w.Code != 200 {
			b.Fatal(w.Body)
		}
	}
}

func BenchmarkCall(b *testing.B) {
	benchmark(b, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"number":1}}}`)
}

func BenchmarkList(b *testing.B) {
	benchmark(b, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
}
