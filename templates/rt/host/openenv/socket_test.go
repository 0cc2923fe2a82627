package openenv_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/host/openenv"
	"github.com/awmc/awmc/templates/rt/host/service"
	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
	"github.com/awmc/awmc/templates/rt/store"
)

// Messages that can't be answered get an error of the right code, and the
// session goes on.
func TestErrors(t *testing.T) {
	url := start(t, shop.Open(t), openenv.Options{})
	c := dial(t, url+"/ws")
	for _, x := range []struct{ message, code, word string }{
		{`{"type":`, "INVALID_JSON", "Invalid JSON"},
		{``, "INVALID_JSON", "Invalid JSON"},
		{`[1]`, "VALIDATION_ERROR", "dictionary"},
		{`"reset"`, "VALIDATION_ERROR", "dictionary"},
		{`{}`, "UNKNOWN_TYPE", "Unknown message type"},
		{`{"type":"render"}`, "UNKNOWN_TYPE", "render"},
		{`{"type":["reset"]}`, "UNKNOWN_TYPE", "reset"},
		{`{"type":"reset","data":{},"seed":1}`, "VALIDATION_ERROR", `"loc":["seed"]`},
		{`{"type":"reset","data":[]}`, "VALIDATION_ERROR", `"loc":["data"]`},
		{`{"type":"state","data":{}}`, "VALIDATION_ERROR", "extra_forbidden"},
		{`{"type":"close","now":true}`, "VALIDATION_ERROR", "extra_forbidden"},
		{`{"type":"step"}`, "VALIDATION_ERROR", "Field required"},
		{`{"type":"step","data":{}}`, "VALIDATION_ERROR", "union_tag_invalid"},
		{`{"type":"step","data":{"type":"jump"}}`, "VALIDATION_ERROR", "union_tag_invalid"},
		{`{"type":"step","data":{"type":"call_tool"}}`, "VALIDATION_ERROR", `"loc":["tool_name"]`},
		{`{"type":"step","data":{"type":"call_tool","tool_name":7}}`, "VALIDATION_ERROR", "string_type"},
		{`{"type":"step","data":{"type":"call_tool","tool_name":"echo","arguments":[1]}}`, "VALIDATION_ERROR", "dict_type"},
		{`{"type":"step","data":{"type":"call_tool","tool_name":"echo","args":{}}}`, "VALIDATION_ERROR", `"loc":["args"]`},
		{`{"type":"step","data":{"type":"list_tools","metadata":3}}`, "VALIDATION_ERROR", `"loc":["metadata"]`},
		{`{"type":"reset","data":{"seed":-1}}`, "VALIDATION_ERROR", "greater than or equal to 0"},
		{`{"type":"reset","data":{"seed":1.5}}`, "VALIDATION_ERROR", "valid integer"},
		{`{"type":"reset","data":{"episode_id":7}}`, "VALIDATION_ERROR", "valid string"},
		{`{"type":"reset","data":{"task_idx":2}}`, "VALIDATION_ERROR", "task_idx 2 out of range (0..1)"},
		{`{"type":"reset","data":{"task":"count_the_book"}}`, "VALIDATION_ERROR", `did you mean \"count_the_books\"?`},
		{`{"type":"reset","data":{"environment":"shops"}}`, "VALIDATION_ERROR", `did you mean \"shop\"?`},
		{`{"type":"reset","data":{"reward_config":{"complete":"one"}}}`, "VALIDATION_ERROR", "valid number"},
		{`{"type":"reset","data":{"actor":"nobody/1"}}`, "VALIDATION_ERROR", "nobody"},
		{`{"type":"reset","data":{"resume":true}}`, "VALIDATION_ERROR", "episode_id"},
		{`{"type":"reset","data":{"resume":true,"episode_id":"gone"}}`, "SESSION_ERROR", "no episode"},
	} {
		c.expect(x.message, `"type":"error"`, `"code":"`+x.code+`"`, x.word)
	}
	c.expect(`{"type":"state"}`, `{"type":"state","data":{"episode_id":null,"step_count":0}}`)
	c.expect(`{"type":"reset","data":{"seed":"5","task_idx":0.0,"episode_id":null,"colour":"red"}}`, `"seed":5`, `"reset_ok"`)
}

// What models get wrong in arguments is an observation, not an exception.
func TestArguments(t *testing.T) {
	c := dial(t, start(t, shop.Open(t), openenv.Options{})+"/ws")
	for args, word := range map[string]string{
		`null`:                     `invalid_args`,
		`"{\"number\": 5}"`:        `"data":{"number":5}`,
		`"{\"number\": "`:          `invalid_args`,
		`{"number":"5"}`:           `"data":{"number":5}`,
		`{"number":"5x"}`:          `invalid_args`,
		`{"number":5,"colour":""}`: `invalid_args`,
	} {
		c.expect(`{"type":"step","data":{"type":"call_tool","tool_name":"echo","arguments":`+args+`}}`, `"type":"observation"`, word)
	}
}

// A message over the limit is refused by name, and the session goes on; one
// over what is read at all closes the socket with a code that says so.
func TestLongMessages(t *testing.T) {
	s := shop.Open(t, func(o *service.Options) { o.Limits.Body = 10_000 })
	c := dial(t, start(t, s, openenv.Options{Message: 1 << 20})+"/ws")
	long := `{"type":"reset","data":{"x":"` + strings.Repeat("x", 200_000) + `"}}`
	c.expect(long, `"code":"VALIDATION_ERROR"`, fmt.Sprintf("%d bytes", len(long)), "10000")
	c.expect(`{"type":"reset"}`, `"reset_ok"`)
	c.send(`{"type":"reset","data":{"x":"` + strings.Repeat("x", 2<<20) + `"}}`)
	if _, err := c.receive(); websocket.CloseStatus(err) != websocket.StatusMessageTooBig {
		t.Errorf("got %v", err)
	}
}

// A socket beyond the limit is told when it asks, not before; clients that
// wait for an answer would take an earlier frame for another one.
func TestCapacity(t *testing.T) {
	url := start(t, shop.Open(t), openenv.Options{Sessions: 1}) + "/ws"
	first := dial(t, url)
	first.expect(`{"type":"reset"}`, `"reset_ok"`)
	second := dial(t, url)
	second.expect(`{"type":"reset"}`, `"code":"CAPACITY_REACHED"`, `"active_sessions":1`, `"max_sessions":1`)
	if _, err := second.receive(); err == nil {
		t.Error("the socket stays open")
	}
	first.send(`{"type":"close"}`)
	if _, err := first.receive(); websocket.CloseStatus(err) != websocket.StatusNormalClosure {
		t.Errorf("close ended in %v", err)
	}
	dial(t, url).expect(`{"type":"reset"}`, `"reset_ok"`)
}

// Episodes of dropped sockets make room when instances run out.
func TestParkedMakeRoom(t *testing.T) {
	s := shop.Open(t, func(o *service.Options) { o.Limits.Instances = 2 })
	url := start(t, s, openenv.Options{Sessions: 9}) + "/ws"
	dropped := dial(t, url)
	dropped.expect(`{"type":"reset","data":{"episode_id":"old"}}`, `"reset_ok"`)
	dropped.ws.CloseNow()
	a, b, c := dial(t, url), dial(t, url), dial(t, url)
	a.expect(`{"type":"reset"}`, `"reset_ok"`)
	eventually(t, func() bool { return strings.Contains(b.ask(`{"type":"reset"}`), `"reset_ok"`) })
	c.expect(`{"type":"reset"}`, `"code":"CAPACITY_REACHED"`, `"max_sessions":2`)
	c.expect(`{"type":"reset","data":{"episode_id":"old","resume":true}}`, "no episode")
}

// Clients ping while they wait, and give up if nothing comes back.
func TestPingsDuringCalls(t *testing.T) {
	s := shop.Open(t, func(o *service.Options) {
		o.Worlds = func(env *core.Env) core.Worlds {
			return store.New(env, store.Options{Limits: core.Limits{Time: 2 * time.Second}})
		}
	})
	c := dial(t, start(t, s, openenv.Options{})+"/ws")
	c.expect(`{"type":"reset"}`, `"reset_ok"`)
	done := make(chan string, 1)
	c.send(`{"type":"step","data":{"type":"call_tool","tool_name":"dawdle"}}`)
	go func() { answer, _ := c.receive(); done <- answer }()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := c.ws.Ping(ctx); err != nil {
		t.Errorf("a ping during a call: %v", err)
	}
	select {
	case answer := <-done:
		t.Errorf("the call was too short for this test: %s", answer)
	default:
	}
	if answer := <-done; !strings.Contains(answer, `"error_type":"timeout"`) {
		t.Errorf("the call gave %s", answer)
	}
}

// A client that is gone without a word must not use up a slot for ever.
func TestHalfOpen(t *testing.T) {
	url := start(t, shop.Open(t), openenv.Options{Sessions: 1, Ping: 30 * time.Millisecond}) + "/ws"
	dead := dial(t, url) // it reads nothing, so it answers no pings
	dead.send(`{"type":"reset","data":{"episode_id":"e"}}`)
	eventually(t, func() bool {
		c := dial(t, url)
		defer c.ws.CloseNow()
		return strings.Contains(c.ask(`{"type":"reset","data":{"episode_id":"e","resume":true}}`), `"resumed":true`)
	})
}

// An honest client waits for its answers; one that floods is cut off.
func TestFlood(t *testing.T) {
	c := dial(t, start(t, shop.Open(t), openenv.Options{})+"/ws")
	c.expect(`{"type":"reset"}`, `"reset_ok"`)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	c.send(`{"type":"step","data":{"type":"call_tool","tool_name":"dawdle"}}`)
	for range 40 {
		if c.ws.Write(ctx, websocket.MessageText, []byte(`{"type":"state"}`)) != nil {
			break
		}
	}
	for {
		if _, err := c.receive(); err != nil {
			if websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
				t.Errorf("flooding ended in %v", err)
			}
			return
		}
	}
}

// Many sockets side by side; run it with the race detector.
func TestSideBySide(t *testing.T) {
	s := shop.Open(t, shop.Patient)
	url := start(t, s, openenv.Options{})
	var all sync.WaitGroup
	for i := range 60 {
		all.Go(func() {
			id := fmt.Sprintf("e%d", i)
			c := dial(t, url+"/env/shop/ws")
			c.expect(fmt.Sprintf(`{"type":"reset","data":{"seed":%d,"episode_id":%q,"task_idx":0}}`, i%5, id), `"reset_ok"`)
			for n := range 4 {
				if e := c.step("place_order", `{"book_id":1,"qty":1}`); string(e.Data.Observation["error"]) != "null" {
					t.Errorf("order %d: %s", n, e.Data.Observation["error"])
				}
			}
			if i%3 == 0 { // the network breaks
				c.ws.CloseNow()
				c = dial(t, url+"/env/shop/ws")
				c.expect(`{"type":"reset","data":{"resume":true,"episode_id":"`+id+`"}}`, `"step_count":4`)
			}
			c.step("place_order", `{"book_id":1,"qty":1}`)
			if e := c.step("place_order", `{"book_id":1,"qty":1}`); string(e.Data.Observation["error"]) == "null" {
				t.Errorf("episode %s sold a sixth of five copies", id)
			}
			c.expect(`{"type":"state"}`, `"step_count":6`, id)
			if e := c.step("verify", `{}`); !e.Data.Done || e.Data.Reward == nil || *e.Data.Reward != 0 {
				t.Errorf("the wrong orders are worth %v", e.Data)
			}
			c.send(`{"type":"close"}`)
			if answer, err := c.receive(); err == nil {
				t.Errorf("close is answered by %s", answer)
			}
		})
	}
	all.Wait()
	eventually(t, func() bool { return len(s.Instances("")) == 0 })
}

func eventually(t *testing.T, ok func() bool) {
	t.Helper()
	for range 200 {
		if ok() {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	t.Fatal("it never happened")
}
