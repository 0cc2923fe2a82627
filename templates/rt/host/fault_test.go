package host

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/awmc/awmc/templates/rt/host/control"
	"github.com/awmc/awmc/templates/rt/host/mcpapi"
)

func get(t *testing.T, url string, header ...string) (int, string) {
	t.Helper()
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
		if header[i] == "Host" {
			req.Host = header[i+1]
		}
	}
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

// An agent that knows its own address must find nothing else there: no
// tasks, no verification, no other instance, no file.
func TestAgentsSeeNothingElse(t *testing.T) {
	c := startServer(t)
	in := c.create(`{"task":"buy_the_cheapest"}`)
	mine := c.agents + mcpapi.Path(in.ID)
	for _, path := range []string{
		"/", "/v1/instances", "/v1/instances/" + in.ID, "/v1/environments", "/openapi.json", "/metrics", "/i/", "/i/" + in.ID, "/i/" + in.ID + "/", "/i/" + in.ID + "/mcp/",
		"/i/" + in.ID + "/../../v1/instances", "/i/..%2f..%2fetc%2fpasswd/mcp", "/i/" + in.ID + "/mcp/../diff", "/docs", "/schemas", "/debug/pprof/",
		"/ws", "/reset", "/state", "/env/shop/reset", "/nemo/shop/verify", "/metadata",
	} {
		status, body := get(t, c.agents+path)
		if status != 404 && status != 405 || strings.Contains(body, "cheapest") || strings.Contains(body, "root:") {
			t.Errorf("GET %s: %d %s", path, status, body)
		}
	}
	if status, _ := get(t, mine); status != 405 {
		t.Errorf("GET of the own address: %d", status)
	}
	if status, body := get(t, c.agents+"/healthz"); status != 200 || body != "{\"status\":\"healthy\"}\n" {
		t.Errorf("/healthz: %d %s", status, body)
	}
}

func TestHostAndOrigin(t *testing.T) {
	c := startServer(t, "--allow-host", "envs.example.org,*.inner.test")
	for _, base := range []string{c.agents, c.trainers} {
		for _, h := range []struct {
			name, value string
			status      int
		}{
			{"Host", "evil.example", 403}, {"Host", "127.0.0.1.evil.example", 403}, {"Host", "localhost", 200}, {"Host", "[::1]:9", 200},
			{"Host", "envs.example.org:443", 200}, {"Host", "a.inner.test", 200}, {"Host", "inner.test", 403},
			{"Origin", "https://evil.example", 403}, {"Origin", "null", 403}, {"Origin", "http://localhost:3000", 200}, {"Origin", "https://envs.example.org", 200},
		} {
			if status, body := get(t, base+"/healthz", h.name, h.value); status != h.status {
				t.Errorf("%s: %s: %d %s", h.name, h.value, status, body)
			}
		}
	}
}

func TestToken(t *testing.T) {
	for _, control := range []string{"127.0.0.1:0", "same"} {
		c := startServer(t, "--token", "s3cret", "--control", control)
		if status, body := get(t, c.trainers+"/v1/environments"); status != 401 || !strings.Contains(body, "Authorization: Bearer") {
			t.Errorf("without the token: %d %s", status, body)
		}
		for _, wrong := range []string{"Bearer s3cre", "Bearer s3cret2", "s3cret", "Basic s3cret", "Bearer"} {
			if status, _ := get(t, c.trainers+"/v1/environments", "Authorization", wrong); status != 401 {
				t.Errorf("with %q: %d", wrong, status)
			}
		}
		if status, body := get(t, c.trainers+"/v1/environments", "Authorization", "Bearer s3cret"); status != 200 {
			t.Errorf("with the token: %d %s", status, body)
		}
		if status, _ := get(t, c.agents+"/healthz"); status != 200 {
			t.Errorf("/healthz: %d", status)
		}
	}
}

// Requests that are cut off, slow, or not HTTP at all must not hold the
// server up or hurt an instance.
func TestBrokenClients(t *testing.T) {
	c := startServer(t, "--call-time", "200ms", "--max-body", "10000")
	in := c.create(`{}`)
	addr := strings.TrimPrefix(c.agents, "http://")
	path := mcpapi.Path(in.ID)
	message := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"place_order","arguments":{"book_id":1,"qty":1}}}`
	head := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n", path)
	for name, raw := range map[string]string{
		"no HTTP":           "hello\r\n\r\n",
		"cut off":           head + fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(message)+100, message),
		"cut off chunk":     head + "Transfer-Encoding: chunked\r\n\r\n50\r\n" + message[:40],
		"cut off header":    head,
		"a huge header":     head + "X: " + strings.Repeat("x", 200_000) + "\r\n\r\n",
		"a huge body":       head + "Content-Length: 100000000\r\n\r\n" + strings.Repeat("x", 20_000),
		"a negative length": head + "Content-Length: -1\r\n\r\n",
	} {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, raw); err != nil && name != "a huge body" && name != "a huge header" {
			t.Errorf("%s: %v", name, err)
		}
		conn.(*net.TCPConn).CloseWrite()
		conn.SetReadDeadline(time.Now().Add(10 * time.Second))
		if resp, err := http.ReadResponse(bufio.NewReader(conn), nil); err == nil && resp.StatusCode < 400 {
			t.Errorf("%s was answered with %s", name, resp.Status)
		}
		conn.Close()
	}
	// Clients that hang up in the middle of a call.
	for range 5 {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		slow := strings.Replace(message, "place_order", "dawdle", 1)
		fmt.Fprintf(conn, "%sContent-Length: %d\r\n\r\n%s", head, len(slow), slow)
		time.Sleep(20 * time.Millisecond)
		conn.Close()
	}
	if !c.order(in.ID) {
		t.Error("the instance does not go on")
	}
	var now control.Instance
	if c.request("GET", "/v1/instances/"+in.ID, "", &now); now.State != "live" || now.Now != "2026-03-02 09:01:00" {
		t.Errorf("the instance is %+v", now)
	}
}

func TestMetrics(t *testing.T) {
	c := startServer(t)
	in := c.create(`{"task":"buy_the_cheapest"}`)
	c.order(in.ID)
	for _, call := range []string{`{"tool":"get_book","arguments":{"book_id":99}}`, `{"tool":"made_up"}`, `{"tool":"crash"}`} {
		c.request("POST", "/v1/instances/"+in.ID+"/call", call, nil)
	}
	c.request("POST", "/v1/instances/"+in.ID+"/verify", `{}`, nil)
	_, body := get(t, c.trainers+"/metrics")
	for _, want := range []string{
		`awmc_calls_total{environment="shop",tool="place_order"} 1`,
		`awmc_call_errors_total{code="not_found",environment="shop",tool="get_book"} 1`,
		`awmc_call_errors_total{code="not_found",environment="shop",tool="unknown"} 1`,
		`awmc_voids_total{environment="shop",tool="crash"} 1`,
		`awmc_instances{environment="shop"} 1`,
		`awmc_episodes_total{environment="shop",outcome="environment_error"} 1`,
		`awmc_call_seconds_count{environment="shop"} 4`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("%s is not among the metrics", want)
		}
	}
	if strings.Contains(body, "made_up") {
		t.Error("what an agent made up is a label")
	}
}

// Many agents at once, on instances of their own and on shared ones.
func TestParallel(t *testing.T) {
	c := startServer(t)
	shared := c.create(`{}`)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			own := c.create(`{"task":"buy_the_cheapest","seed":1}`)
			for range 5 {
				c.order(own.ID)
				c.request("POST", "/v1/instances/"+shared.ID+"/call", `{"tool":"get_book","arguments":{"book_id":1}}`, nil)
				c.request("GET", "/v1/instances", "", nil)
			}
			c.request("POST", "/v1/instances/"+own.ID+"/fork", `{"count":2}`, nil)
			c.request("POST", "/v1/instances/"+own.ID+"/verify", `{}`, nil)
			c.request("DELETE", "/v1/instances/"+own.ID, "", nil)
		})
	}
	wg.Wait()
	var now control.Instance
	if c.request("GET", "/v1/instances/"+shared.ID, "", &now); now.Calls != 40 {
		t.Errorf("the shared instance had %d calls, want 40", now.Calls)
	}
}
