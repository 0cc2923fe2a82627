package openenv_test

import (
	"net"
	"net/http"
	"os"
	"testing"

	"github.com/awmc/awmc/templates/rt/host/control"
	"github.com/awmc/awmc/templates/rt/host/mcpapi"
	"github.com/awmc/awmc/templates/rt/host/openenv"
	"github.com/awmc/awmc/templates/rt/host/service"
	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
)

// mount is the control side as a host serves it.
func mount(s *service.Service, opt openenv.Options) *http.ServeMux {
	mux := http.NewServeMux()
	mcpapi.New(s, mcpapi.Options{}).Mount(mux)
	control.Mount(mux, s, control.Options{Title: "Corner Books", Version: "1"})
	openenv.New(s, opt).Mount(mux)
	return mux
}

// TestServe serves the shop at $OPENENV_SERVE until it is killed, for trying
// the protocol with clients of other makers (see interop/openenv).
func TestServe(t *testing.T) {
	addr := os.Getenv("OPENENV_SERVE")
	if addr == "" {
		t.Skip("OPENENV_SERVE is not set")
	}
	s := shop.Open(t)
	l, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Fatal(http.Serve(l, mount(s, openenv.Options{})))
}
