package mcpapi_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/awmc/awmc/templates/rt/host/mcpapi"
	"github.com/awmc/awmc/templates/rt/host/service"
	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
)

// serve serves the instances of a service over HTTP.
func serve(t testing.TB, s *service.Service, opt mcpapi.Options) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mcpapi.New(s, opt).Mount(mux)
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	return srv
}

// connect initializes a client at some version of the protocol.
func connect(t testing.TB, tr transport.Interface, version string) (*client.Client, *mcp.InitializeResult) {
	t.Helper()
	ctx := context.Background()
	c := client.NewClient(tr, client.WithProtocolVersion(version))
	if err := c.Start(ctx); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	res, err := c.Initialize(ctx, mcp.InitializeRequest{Params: mcp.InitializeParams{ClientInfo: mcp.Implementation{Name: "test", Version: "1"}}})
	if err != nil {
		t.Fatal(err)
	}
	return c, res
}

// An agent's whole conversation, at every version, over both transports.
func TestClients(t *testing.T) {
	for _, version := range mcp.ValidProtocolVersions {
		t.Run("http/"+version, func(t *testing.T) {
			s := shop.Open(t)
			in := shop.Create(t, s, service.Start{Task: "buy_the_cheapest"})
			srv := serve(t, s, mcpapi.Options{})
			tr, err := transport.NewStreamableHTTP(srv.URL + mcpapi.Path(in.ID))
			if err != nil {
				t.Fatal(err)
			}
			converse(t, tr, version)
		})
		t.Run("stdio/"+version, func(t *testing.T) {
			s := shop.Open(t)
			in := shop.Create(t, s, service.Start{})
			fromClient, toServer := io.Pipe()
			fromServer, toClient := io.Pipe()
			done := make(chan error, 1)
			go func() {
				done <- mcpapi.New(s, mcpapi.Options{}).ServeStdio(context.Background(), in, fromClient, toClient)
			}()
			converse(t, transport.NewIO(fromServer, toServer, io.NopCloser(strings.NewReader(""))), version)
			toServer.Close()
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}

func converse(t *testing.T, tr transport.Interface, version string) {
	ctx := context.Background()
	c, hello := connect(t, tr, version)
	if hello.ProtocolVersion != version || hello.Instructions != "Orders can't be cancelled." || hello.ServerInfo.Name != "shop" {
		t.Errorf("initialize: %+v", hello)
	}
	list, err := c.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Tools) != 6 || list.Tools[0].Name != "search_books" || list.Tools[2].Name != "place_order" {
		t.Errorf("the tools are not those of the author, in order: %+v", list.Tools)
	}
	if a := list.Tools[0].Annotations; !*a.ReadOnlyHint || *a.DestructiveHint || *a.OpenWorldHint {
		t.Errorf("annotations: %+v", a)
	}
	call := func(tool string, args any) (*mcp.CallToolResult, string) {
		t.Helper()
		res, err := c.CallTool(ctx, mcp.CallToolRequest{Params: mcp.CallToolParams{Name: tool, Arguments: args}})
		if err != nil {
			t.Fatalf("%s: %v", tool, err)
		}
		return res, res.Content[0].(mcp.TextContent).Text
	}
	if res, text := call("place_order", map[string]any{"book_id": 1, "qty": 2}); res.IsError || text != `{"id":1,"placed_at":"2026-03-02T09:00:00Z"}` {
		t.Errorf("place_order: %s", text)
	}
	if res, text := call("get_book", map[string]any{"book_id": "1"}); res.IsError || !strings.HasSuffix(text, `"stock":3}`) {
		t.Errorf("get_book: %s", text)
	}
	if res, text := call("echo", map[string]any{"number": int64(9007199254740993)}); res.IsError || text != `{"number":9007199254740993}` {
		t.Errorf("64-bit integers: %s", text)
	}
	if res, text := call("get_book", map[string]any{"book_id": 999}); !res.IsError || text != `{"error":{"code":"not_found","message":"There is no book 999.","parameter":"book_id"}}` {
		t.Errorf("a refusal: %s", text)
	}
	if res, text := call("plase_order", map[string]any{}); !res.IsError || text != `{"error":{"code":"not_found","message":"There is no tool \"plase_order\". Did you mean \"place_order\"?"}}` {
		t.Errorf("an unknown tool: %s", text)
	}
	if res, text := call("crash", nil); !res.IsError || strings.Contains(text, "boom") || strings.Contains(text, "host.go") {
		t.Errorf("a fault: %s", text)
	}
}

func TestOutputSchemas(t *testing.T) {
	s := shop.Open(t)
	in := shop.Create(t, s, service.Start{})
	srv := serve(t, s, mcpapi.Options{OutputSchemas: true})
	tr, err := transport.NewStreamableHTTP(srv.URL + mcpapi.Path(in.ID))
	if err != nil {
		t.Fatal(err)
	}
	c, _ := connect(t, tr, mcp.ProtocolVersion20251125)
	list, err := c.ListTools(context.Background(), mcp.ListToolsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if list.Tools[1].OutputSchema.Properties["title"] == nil {
		t.Errorf("get_book has no output schema: %+v", list.Tools[1])
	}
}
