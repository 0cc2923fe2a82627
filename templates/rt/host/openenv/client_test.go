package openenv_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/awmc/awmc/templates/rt/host/openenv"
	"github.com/awmc/awmc/templates/rt/host/service"
)

// start serves a service's control side.
func start(t testing.TB, s *service.Service, opt openenv.Options) string {
	t.Helper()
	srv := httptest.NewServer(mount(s, opt))
	t.Cleanup(srv.Close)
	return srv.URL
}

// client is a WebSocket as a test uses it.
type client struct {
	t  testing.TB
	ws *websocket.Conn
}

func dial(t testing.TB, url string) *client {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	ws.SetReadLimit(1 << 20)
	t.Cleanup(func() { ws.CloseNow() })
	return &client{t, ws}
}

func (c *client) send(message string) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := c.ws.Write(ctx, websocket.MessageText, []byte(message)); err != nil {
		c.t.Fatalf("sending %.80s: %v", message, err)
	}
}

func (c *client) receive() (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	_, b, err := c.ws.Read(ctx)
	return string(b), err
}

// ask sends a message and returns the answer.
func (c *client) ask(message string) string {
	c.t.Helper()
	c.send(message)
	answer, err := c.receive()
	if err != nil {
		c.t.Fatalf("%.80s: %v", message, err)
	}
	return answer
}

// expect asks, and the answer must have all words.
func (c *client) expect(message string, words ...string) string {
	c.t.Helper()
	answer := c.ask(message)
	for _, w := range words {
		if !strings.Contains(answer, w) {
			c.t.Errorf("%.120s\nis answered by %.600s\nwithout %s", message, answer, w)
		}
	}
	return answer
}

// envelope is what observations come in.
type envelope struct {
	Data struct {
		Observation map[string]json.RawMessage `json:"observation"`
		Reward      *float64                   `json:"reward"`
		Done        bool                       `json:"done"`
	} `json:"data"`
}

func (c *client) step(tool, args string) (e envelope) {
	c.t.Helper()
	answer := c.ask(`{"type":"step","data":{"type":"call_tool","tool_name":"` + tool + `","arguments":` + args + `}}`)
	if err := json.Unmarshal([]byte(answer), &e); err != nil || e.Data.Observation == nil {
		c.t.Fatalf("%s %s gave %s", tool, args, answer)
	}
	return e
}
