package mcpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/awmc/awmc/templates/rt/host/mcpapi"
	"github.com/awmc/awmc/templates/rt/host/service"
	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
)

const modern = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`

func headers(list ...string) http.Header {
	h := http.Header{"Content-Type": {"application/json"}}
	for i := 0; i+1 < len(list); i += 2 {
		if list[i+1] == "" {
			h.Del(list[i])
			continue
		}
		h.Set(list[i], list[i+1])
	}
	return h
}

// Raw messages, what must come of them, and words that must be in the answer.
func TestConformance(t *testing.T) {
	s := shop.Open(t, func(o *service.Options) { o.Limits.Body = 4000 })
	in := shop.Create(t, s, service.Start{Task: "buy_the_cheapest"})
	srv := serve(t, s, mcpapi.Options{})
	future := strings.ReplaceAll(modern, "2026-07-28", "2027-06-01")
	for _, c := range []struct {
		name   string
		header http.Header
		body   string
		status int
		words  []string
	}{
		{"2024-11-05", headers(), `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
			200, []string{`"id":1`, `"protocolVersion":"2024-11-05"`, `"instructions":"Orders can't be cancelled."`}},
		{"2025-06-18", headers(), `{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
			200, []string{`"id":"a"`, `"protocolVersion":"2025-06-18"`}},
		{"a newer version is negotiated down", headers(), `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2027-06-01","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
			200, []string{`"protocolVersion":"2025-11-25"`}},
		{"a newer version in the header of initialize", headers("Mcp-Protocol-Version", "2027-06-01"), `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2027-06-01","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
			200, []string{`"protocolVersion":"2025-11-25"`}},
		{"a newer version in the header", headers("Mcp-Protocol-Version", "2027-06-01"), `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`,
			200, []string{`"tools":[`, `"search_books"`}},
		{"an unknown older version in the header", headers("Mcp-Protocol-Version", "2025-09-09"), `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`,
			200, []string{`"tools":[`}},
		{"no version at all", headers(), `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}`, 200, []string{`"tools":[`}},
		{"a session that never was", headers("Mcp-Session-Id", "x"), `{"jsonrpc":"2.0","id":2,"method":"ping"}`, 200, []string{`"result":{}`}},
		{"initialized", headers(), `{"jsonrpc":"2.0","method":"notifications/initialized"}`, 202, nil},
		{"a response to nothing", headers(), `{"jsonrpc":"2.0","id":7,"result":{}}`, 202, nil},
		{"ids keep their digits", headers(), `{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, 200, []string{`"id":9007199254740993`}},
		{"errors too", headers(), `{"jsonrpc":"2.0","id":9007199254740993,"method":"nonsense"}`, 200, []string{`"id":9007199254740993`, `"code":-32601`}},
		{"call", headers(), `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{"number":9223372036854775807}}}`,
			200, []string{`"text":"{\"number\":9223372036854775807}"`, `"structuredContent":{"number":9223372036854775807}`}},
		{"call without arguments", headers(), `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"search_books"}}`, 200, []string{`"structuredContent":{"items":[`}},
		{"null arguments", headers(), `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"search_books","arguments":null}}`, 200, []string{`"structuredContent":{"items":[`}},
		{"arguments that are no object", headers(), `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"search_books","arguments":[1]}}`, 200, []string{`"isError":true`, `invalid_argument`}},
		{"an unknown parameter", headers(), `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"search_books","arguments":{"gener":"fiction"}}}`,
			200, []string{`genre`, `"isError":true`, `"code":"invalid_argument"`}},
		{"an unknown tool", headers(), `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"searchbooks","arguments":{}}}`,
			200, []string{`Did you mean`, `"isError":true`, `"code":"not_found"`}},
		{"a batch", headers("Mcp-Protocol-Version", "2025-03-26"), `[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"},{"jsonrpc":"2.0","id":2,"method":"ping"}]`,
			200, []string{`[{`, `"id":1`, `"id":2`}},
		{"an empty batch", headers(), `[]`, 400, []string{`-32600`}},

		{"2026-07-28 discover", headers("Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "server/discover"), `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{` + modern + `}}`,
			200, []string{`"supportedVersions":["2026-07-28","2025-11-25"`, `"instructions":"Orders can't be cancelled."`}},
		{"2026-07-28 list", headers("Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/list"), `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{` + modern + `}}`,
			200, []string{`"resultType":"complete"`, `"tools":[`}},
		{"2026-07-28 call", headers("Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "echo"), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"number":"7"},` + modern + `}}`,
			200, []string{`"structuredContent":{"number":7}`}},
		{"2026-07-28 unknown tool", headers("Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "ecko"), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ecko","arguments":{},` + modern + `}}`,
			200, []string{`Did you mean`, `"isError":true`, `"resultType":"complete"`}},
		{"2026-07-28 has no initialize", headers("Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "initialize"), `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{` + modern + `}}`, 404, []string{`-32601`}},
		{"2026-07-28 nothing to listen to", headers("Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "subscriptions/listen"), `{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{},` + modern + `}}`, 404, []string{`-32601`}},
		{"2026-07-28 without _meta", headers("Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/list"), `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, 400, []string{`-32602`, `_meta`}},
		{"2026-07-28 without a header", headers(), `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{` + modern + `}}`, 400, []string{`Mcp-Protocol-Version`}},
		{"2026-07-28 without Mcp-Method", headers("Mcp-Protocol-Version", "2026-07-28"), `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{` + modern + `}}`, 400, []string{`Mcp-Method`}},
		{"2026-07-28 with a wrong Mcp-Name", headers("Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "get_book"), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo",` + modern + `}}`, 400, []string{`Mcp-Name`}},
		{"2026-07-28 without capabilities", headers("Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/list"), `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`, 400, []string{`-32602`, `clientCapabilities`}},
		{"2026-07-28 notification", headers("Mcp-Protocol-Version", "2026-07-28"), `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,` + modern + `}}`, 202, nil},
		// A client that is ahead of its server chooses from the list it gets. Without
		// it (a bare 400, or the newest version's answers) it can't fall back.
		{"a version from the future", headers("Mcp-Protocol-Version", "2027-06-01", "Mcp-Method", "tools/call", "Mcp-Name", "echo"), `{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/call","params":{"name":"echo","arguments":{"number":1},` + future + `}}`,
			400, []string{`"id":9007199254740993`, `"code":-32022`, `"supported":["2026-07-28","2025-11-25"`, `"requested":"2027-06-01"`}},
		{"a list in a version from the future", headers("Mcp-Protocol-Version", "2027-06-01", "Mcp-Method", "tools/list"), `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{` + future + `}}`,
			400, []string{`"supported":["2026-07-28"`}},
		{"discover of a version from the future", headers("Mcp-Protocol-Version", "2027-06-01"), `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{` + future + `}}`,
			400, []string{`"supported":["2026-07-28"`, `"requested":"2027-06-01"`}},

		{"bad JSON", headers(), `{"jsonrpc":"2.0","id":1,`, 400, []string{`-32700`}},
		{"no object", headers(), `"hello"`, 400, []string{`-32600`}},
		{"no method", headers(), `{"jsonrpc":"2.0","id":1}`, 400, []string{`-32600`}},
		{"JSON-RPC 1", headers(), `{"jsonrpc":"1.0","id":1,"method":"ping"}`, 200, []string{`-32600`}},
		{"too long", headers(), `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"` + strings.Repeat("x", 5000) + `"}}`, 413, []string{`4000 bytes`}},
		{"another content type", headers("Content-Type", "text/plain"), `{"jsonrpc":"2.0","id":1,"method":"ping"}`, 415, []string{`application/json`}},
		{"no content type", headers("Content-Type", ""), `{"jsonrpc":"2.0","id":1,"method":"ping"}`, 415, nil},
		{"resources", headers(), `{"jsonrpc":"2.0","id":1,"method":"resources/list"}`, 200, []string{`-32601`}},
		{"prompts", headers(), `{"jsonrpc":"2.0","id":1,"method":"prompts/list"}`, 200, []string{`-32601`}},
		{"tasks", headers(), `{"jsonrpc":"2.0","id":1,"method":"tasks/list"}`, 200, []string{`-32601`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, body := send(t, http.MethodPost, srv.URL+mcpapi.Path(in.ID), c.header, c.body)
			if status != c.status {
				t.Errorf("status %d, want %d: %s", status, c.status, body)
			}
			for _, w := range c.words {
				if !strings.Contains(body, w) {
					t.Errorf("%s is not in %s", w, body)
				}
			}
			if strings.Contains(body, "cheapest") || strings.Contains(body, "copies of the") {
				t.Errorf("the agent can see the task: %s", body)
			}
		})
	}
}

func send(t testing.TB, method, url string, h http.Header, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = h
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(b)
}

func TestAddresses(t *testing.T) {
	s := shop.Open(t)
	in := shop.Create(t, s, service.Start{})
	srv := serve(t, s, mcpapi.Options{})
	ping := `{"jsonrpc":"2.0","id":4,"method":"ping"}`
	post := func(id string) (int, string) {
		return send(t, http.MethodPost, srv.URL+mcpapi.Path(id), headers(), ping)
	}
	if status, body := post(strings.Repeat("a", 32)); status != 404 || !strings.Contains(body, `"id":4`) || !strings.Contains(body, "no such instance") {
		t.Errorf("an instance that never was: %d %s", status, body)
	}
	for _, method := range []string{http.MethodGet, http.MethodDelete, http.MethodPut} {
		if status, body := send(t, method, srv.URL+mcpapi.Path(in.ID), headers(), ""); status != 405 {
			t.Errorf("%s: %d %s", method, status, body)
		}
	}
	if err := s.Delete(in.ID); err != nil {
		t.Fatal(err)
	}
	if status, body := post(in.ID); status != 404 || !strings.Contains(body, "is gone") {
		t.Errorf("a deleted instance: %d %s", status, body)
	}
}

// Request ids are each client's own: cancelling one's request 1 must cancel
// nobody else's.
func TestCancelledNotificationStaysHome(t *testing.T) {
	s := shop.Open(t)
	a, b := shop.Create(t, s, service.Start{}), shop.Create(t, s, service.Start{})
	srv := serve(t, s, mcpapi.Options{})
	dawdle := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"dawdle"}}`
	cancel := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`
	for _, c := range []struct {
		canceller *service.Instance
		want      string
	}{{b, "took longer"}, {a, "was cancelled"}} {
		done := make(chan string)
		go func() {
			_, body := send(t, http.MethodPost, srv.URL+mcpapi.Path(a.ID), headers(), dawdle)
			done <- body
		}()
		time.Sleep(100 * time.Millisecond)
		send(t, http.MethodPost, srv.URL+mcpapi.Path(c.canceller.ID), headers(), cancel)
		if body := <-done; !strings.Contains(body, c.want) {
			t.Errorf("got %s, want that it %s", body, c.want)
		}
	}
}

// A client that pipes its messages in and closes the pipe gets all answers,
// in order, and nothing else is on stdout.
func TestStdioAnswersAllInOrder(t *testing.T) {
	s := shop.Open(t, func(o *service.Options) { o.Limits.Body = 1000 })
	in := shop.Create(t, s, service.Start{})
	input := strings.Join([]string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2099-01-01","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		``,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"crash"}}`,
		`{"jsonrpc":"2.0","id":3,"method":"ping"}`,
		`nonsense`,
		`{"jsonrpc":"2.0","id":"` + strings.Repeat("x", 200_000) + `","method":"ping"}`,
		`[{"jsonrpc":"2.0","id":4,"method":"ping"},{"jsonrpc":"2.0","id":5,"method":"ping"}]`,
		`{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"nix"}}`,
		`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{` + strings.ReplaceAll(modern, "2026-07-28", "v999.0.0") + `}}`,
	}, "\n")
	var out bytes.Buffer
	if err := mcpapi.New(s, mcpapi.Options{}).ServeStdio(context.Background(), in, strings.NewReader(input), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	want := []string{`"id":1`, `"id":2`, `"id":3`, `-32700`, `longer than`, `"id":4`, `"id":6`, `"requested":"v999.0.0"`}
	if len(lines) != len(want) {
		t.Fatalf("%d answers: %s", len(lines), &out)
	}
	for i, w := range want {
		if !strings.Contains(lines[i], w) || !json.Valid([]byte(lines[i])) {
			t.Errorf("answer %d is %s, want %s", i, lines[i], w)
		}
	}
}

func TestStdioStopsWithItsContext(t *testing.T) {
	s := shop.Open(t)
	in := shop.Create(t, s, service.Start{})
	ctx, cancel := context.WithCancel(context.Background())
	r, w := io.Pipe()
	defer w.Close()
	done := make(chan error)
	go func() { done <- mcpapi.New(s, mcpapi.Options{}).ServeStdio(ctx, in, r, io.Discard) }()
	cancel()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("it goes on")
	}
}
