package openenv_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/awmc/awmc/templates/rt/host/openenv"
	"github.com/awmc/awmc/templates/rt/host/service"
	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
)

func request(t *testing.T, method, url, body string, header ...string) (int, string, http.Header) {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(b), res.Header
}

func TestHTTP(t *testing.T) {
	s := shop.Open(t, func(o *service.Options) { o.Limits.Body = 10_000 })
	url := start(t, s, openenv.Options{})
	for _, at := range []string{"", "/env/shop"} {
		for _, x := range []struct {
			line, body string
			status     int
			words      []string
		}{
			{"GET /health", "", 200, []string{`{"status":"healthy"}`}},
			{"GET /metadata", "", 200, []string{`"name":"shop"`, `"description":"An online bookshop."`}},
			{"GET /schema", "", 200, []string{`"title": "CallToolAction"`, `"observation"`, `"state"`}},
			{"GET /openapi.json", "", 200, []string{`"version"`, `"paths"`}},
			{"GET /list_environments", "", 200, []string{`["shop"]`}},
			{"GET /state", "", 200, []string{`{"episode_id":null,"step_count":0}`}},
			{"GET /state?episode_id=no", "", 404, []string{`there is no episode`}},
			{"POST /reset", "", 200, []string{`"task":"Order`, `"reward":null`, `"done":false`}},
			{"POST /reset", `{"seed":2,"episode_id":"h","task_idx":1}`, 200, []string{`"task":"How many`}},
			{"POST /reset", `{"seed":"x"}`, 422, []string{`"loc":["seed"]`}},
			{"POST /reset", `{"task_idx":9}`, 422, []string{`out of range`}},
			{"POST /reset", `{`, 422, []string{`json_invalid`}},
			{"POST /reset", `"` + strings.Repeat("x", 20_000) + `"`, 413, []string{"10000 bytes"}},
			{"GET /state?episode_id=h", "", 200, []string{`{"episode_id":"h","step_count":0}`}},
			{"POST /step", `{"action":{"type":"call_tool","tool_name":"echo","arguments":{"number":1}},"timeout_s":30,"request_id":"r","episode_id":"h"}`, 200, []string{`"data":{"number":1}`, `"reward":0`}},
			{"POST /step", `{"action":{"type":"list_tools","metadata":{}},"episode_id":"h"}`, 200, []string{`"name":"search_books"`}},
			{"GET /state?episode_id=h", "", 200, []string{`{"episode_id":"h","step_count":2}`}},
			{"POST /step", `{"action":{"type":"call_tool","tool_name":"dawdle"},"timeout_s":0.05}`, 200, []string{`"error_type":"timeout"`}},
			{"POST /step", `{"action":{"type":"list_tools"}}`, 200, []string{`"name":"search_books"`}},
			{"POST /step?episode_id=h", `{"action":{"type":"call_tool","tool_name":"verify","arguments":{"final_answer":43}}}`, 200, []string{`"reward":1`, `"done":true`}},
			{"POST /step", `{"action":{"type":"list_tools"},"episode_id":"no"}`, 404, []string{`no episode`}},
			{"POST /step", `{}`, 422, []string{`"loc":["body","action"]`, "Field required"}},
			{"POST /step", `{"action":{"type":"dance"}}`, 422, []string{`"loc":["body","action","type"]`}},
			{"POST /step", `{"action":{"type":"list_tools"},"timeout_s":0}`, 422, []string{`timeout_s`}},
			{"POST /mcp", `{}`, 200, []string{`"jsonrpc":"2.0"`, `-32600`}},
			{"POST /mcp", `{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/list"}`, 200, []string{`"id":9007199254740993`, `"inputSchema"`}},
			{"POST /mcp", `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"echo","arguments":{"number":2}}}`, 200, []string{`"id":"a"`, `"result":{"data":{"number":2}}`}},
			{"POST /mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"session_id":"no","name":"echo"}}`, 200, []string{`-32602`, `Unknown session_id: no`}},
			{"POST /mcp", `{"jsonrpc":"2.0","id":1,"method":"openenv/session/close","params":{}}`, 200, []string{`-32602`, `'session_id' is required`}},
			{"POST /mcp", `{"jsonrpc":"2.0","id":1,"method":"resources/list"}`, 200, []string{`-32601`}},
			{"POST /mcp", `not JSON`, 200, []string{`-32700`}},
			{"GET /mcp", "", 405, []string{"POST"}},
		} {
			method, path, _ := strings.Cut(x.line, " ")
			status, body, _ := request(t, method, url+at+path, x.body)
			if status != x.status {
				t.Errorf("%s %s %.100s: %d %.300s", x.line, at, x.body, status, body)
			}
			for _, w := range x.words {
				if !strings.Contains(body, w) {
					t.Errorf("%s %s %.100s: %.300s is without %s", x.line, at, x.body, body, w)
				}
			}
		}
	}
	for _, path := range []string{"/health", "/metadata", "/schema", "/state", "/openapi.json", "/ws"} {
		if status, body, _ := request(t, "GET", url+"/env/shopp"+path, ""); status != 404 || !strings.Contains(body, `did you mean \"shop\"`) {
			t.Errorf("%s of no environment: %d %s", path, status, body)
		}
	}
}

// MCP itself is spoken on the same path; its session is one of OpenEnv's.
func TestMCPOnTheSamePath(t *testing.T) {
	s := shop.Open(t)
	url := start(t, s, openenv.Options{})
	_, body, h := request(t, "POST", url+"/env/shop/mcp", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	id := h.Get("Mcp-Session-Id")
	if id == "" || !strings.Contains(body, `"protocolVersion":"2025-06-18"`) {
		t.Fatalf("initialize: %s", body)
	}
	// A trainer resets the session and judges it; the agent's calls are in between.
	c := dial(t, url+"/env/shop/ws?session_id="+id)
	c.expect(`{"type":"reset","data":{"task_idx":1}}`, `"reset_ok"`)
	_, body, _ = request(t, "POST", url+"/env/shop/mcp", `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"place_order","arguments":{"book_id":1,"qty":1}}}`, "Mcp-Session-Id", id)
	if !strings.Contains(body, `"structuredContent":{"id":1`) {
		t.Errorf("tools/call: %s", body)
	}
	if e := c.step("get_book", `{"book_id":1}`); !strings.Contains(string(e.Data.Observation["result"]), `"stock":4`) {
		t.Errorf("the agent and its trainer are in different worlds: %s", e.Data.Observation)
	}
	if status, _, _ := request(t, "DELETE", url+"/env/shop/mcp", "", "Mcp-Session-Id", id); status != 204 {
		t.Errorf("DELETE: %d", status)
	}
	c.send(`{"type":"close"}`)
	eventually(t, func() bool { return len(s.Instances("")) == 0 })
	if status, _, _ := request(t, "POST", url+"/env/shop/mcp", `{"jsonrpc":"2.0","id":2,"method":"ping"}`, "Mcp-Session-Id", id); status != 404 {
		t.Errorf("a session that is over: %d", status)
	}
	// Without a session every message has a world of its own.
	status, body, _ := request(t, "POST", url+"/mcp", `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`, "Accept", "application/json, text/event-stream")
	if status != 200 || !strings.Contains(body, `"annotations"`) || len(s.Instances("")) != 0 {
		t.Errorf("tools/list without a session: %d %s", status, body)
	}
}

func TestSessions(t *testing.T) {
	s := shop.Open(t)
	url := start(t, s, openenv.Options{Sessions: 2})
	rpc := func(method, params string) string {
		_, body, _ := request(t, "POST", url+"/mcp", fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params))
		return body
	}
	id := between(rpc("openenv/session/create", `{}`), `"session_id":"`, `"`)
	of := `{"session_id":"` + id + `"}`
	c := dial(t, url+"/ws?session_id="+id)
	c.expect(`{"type":"reset","data":{"task_idx":0}}`, `"reset_ok"`)
	dial(t, url+"/ws?session_id="+id).expect(`{"type":"state"}`, `"code":"SESSION_ERROR"`, "already has an attached WebSocket")
	dial(t, url+"/ws?session_id=no").expect(`{"type":"state"}`, `"code":"SESSION_ERROR"`, "Unknown session_id")
	dial(t, url+"/env/shop/ws?session_id="+id).expect(`{"type":"state"}`, "Unknown session_id")

	// The socket breaks; the session is still there.
	c.ws.CloseNow()
	var again *client
	eventually(t, func() bool {
		again = dial(t, url+"/ws?session_id="+id)
		return strings.Contains(again.ask(`{"type":"state"}`), `"step_count":0`)
	})
	again.expect(`{"type":"mcp","data":{"jsonrpc":"2.0","id":1,"method":"openenv/session/create"}}`, id)
	again.expect(`{"type":"mcp","data":{"jsonrpc":"2.0","id":1,"method":"openenv/session/close","params":`+of+`}}`, "-32600")
	if body := rpc("openenv/session/create", `{}`); !strings.Contains(body, "session_id") {
		t.Error(body)
	}
	if body := rpc("openenv/session/create", `{}`); !strings.Contains(body, `"max_sessions":2`) {
		t.Error(body)
	}
	if body := rpc("openenv/session/close", of); !strings.Contains(body, `"closing":true`) {
		t.Error(body)
	}
	again.send(`{"type":"close"}`)
	eventually(t, func() bool { return strings.Contains(rpc("tools/list", of), "Unknown session_id") })
	if n := len(s.Instances("")); n != 0 {
		t.Errorf("%d instances are left", n)
	}
}

// JSON-RPC over a WebSocket of its own.
func TestMCPSocket(t *testing.T) {
	s := shop.Open(t)
	c := dial(t, start(t, s, openenv.Options{})+"/mcp")
	c.expect(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"place_order","arguments":{"book_id":1,"qty":1}}}`, `"result":{"data":{"id":1`)
	c.expect(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"place_order","arguments":{"book_id":1,"qty":1}}}`, `"result":{"data":{"id":2`)
	c.expect(`{`, `-32700`)
	c.expect(`{"method":"tools/list"}`, `-32600`)
	c.ws.CloseNow()
	eventually(t, func() bool { return len(s.Instances("")) == 0 })
}

func TestTaskAPI(t *testing.T) {
	url := start(t, shop.Open(t), openenv.Options{}) + "/shop"
	for _, x := range []struct{ path, body, want string }{
		{"/tasks", `{"split":"train"}`, `{"env_name":"shop","tasks":[{"task_idx":0,"task":"buy_the_cheapest","ask":"Order {qty} copies of the cheapest {genre} book of which there are enough. What is its title?"}]}`},
		{"/num_tasks", `{"split":"test"}`, `{"num_tasks":1}`},
		{"/task", `{"split":"test","index":0}`, `{"task":{"task_idx":1,"task":"count_the_books","ask":"How many different books are there?"}}`},
		{"/task_range", `{"split":"train","start":1,"stop":null}`, `{"tasks":[]}`},
	} {
		if status, body, _ := request(t, "POST", url+x.path, x.body); status != 200 || body != x.want {
			t.Errorf("%s %s: %d %s", x.path, x.body, status, body)
		}
	}
	if _, body, _ := request(t, "GET", url+"/splits", ""); body != `[{"name":"train","type":"train"},{"name":"test","type":"test"}]` {
		t.Error(body)
	}
	if status, body, _ := request(t, "POST", url+"/task", `{"split":"train","index":1}`); status != 422 {
		t.Error(status, body)
	}
}

// A server has a page for people, agents' addresses and the control API, too.
// A pattern that is at odds with one of those panics when it is mounted.
func TestMountBesideOthers(t *testing.T) {
	mux := mount(shop.Open(t), openenv.Options{})
	for _, pattern := range []string{"GET /{$}", "GET /ui/", "POST /ui/env/{env}/instances", "GET /metrics", "GET /healthz", "/debug/"} {
		mux.HandleFunc(pattern, http.NotFound)
	}
}
