package openenv_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/awmc/awmc/templates/rt/host/openenv"
	"github.com/awmc/awmc/templates/rt/host/service"
	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
	"github.com/awmc/awmc/templates/rt/task"
)

// solve plays the reference solution of a task and returns its answer.
func solve(t *testing.T, s *service.Service, c *client, name string, seed int64) string {
	t.Helper()
	e, err := s.Environment("shop")
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Prepare(context.Background(), name, seed)
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range p.Reference.Solutions[0].Run.Calls {
		if e := c.step(call.Tool, string(call.Args)); *e.Data.Reward != 0 || e.Data.Done {
			t.Errorf("%s earned %v", call.Tool, e.Data)
		}
	}
	return string(task.Told(p.Reference.Solutions[0].Answer))
}

// Trainers sum the rewards of steps until done: the sum must be the episode's
// reward, whoever ends it and however often.
func TestPaidOnce(t *testing.T) {
	s := shop.Open(t)
	url := start(t, s, openenv.Options{}) + "/ws"
	for _, end := range []string{"verify", "done"} {
		c := dial(t, url)
		c.expect(`{"type":"reset","data":{"task":"buy_the_cheapest","seed":4}}`, `"reset_ok"`)
		answer := solve(t, s, c, "buy_the_cheapest", 4)
		for range 2 { // the second says the same
			e := c.step(end, `{"final_answer":`+answer+`}`)
			if !e.Data.Done || *e.Data.Reward != 1 {
				t.Errorf("%s gave %v %s", end, *e.Data.Reward, e.Data.Observation)
			}
		}
		other := map[string]string{"verify": "done", "done": "verify"}[end]
		if e := c.step(other, `{}`); !e.Data.Done || *e.Data.Reward != 0 || !strings.Contains(string(e.Data.Observation["result"]), `"result":"complete"`) {
			t.Errorf("%s after %s gave %v %s", other, end, *e.Data.Reward, e.Data.Observation)
		}
		if e := c.step("search_books", `{}`); !e.Data.Done || *e.Data.Reward != 0 {
			t.Errorf("a call after the end gave %v", e.Data)
		}
		c.expect(`{"type":"state"}`, `"step_count":3`)
	}
}

func TestRewardConfig(t *testing.T) {
	s := shop.Open(t)
	c := dial(t, start(t, s, openenv.Options{})+"/ws")
	c.expect(`{"type":"reset","data":{"task_idx":1,"reward_config":{"complete":5,"others":-0.5}}}`, `"reset_ok"`)
	if e := c.step("verify", `{"final_answer":"43"}`); *e.Data.Reward != 5 {
		t.Errorf("complete is worth %v", *e.Data.Reward)
	}
	c.expect(`{"type":"reset","data":{"task_idx":1,"reward_config":{"complete":5,"others":-0.5}}}`, `"reset_ok"`)
	if e := c.step("verify", `{"final_answer":"44"}`); *e.Data.Reward != -0.5 {
		t.Errorf("the wrong answer is worth %v", *e.Data.Reward)
	}
}

// Without a task named, the seed picks one, never one that is held out.
func TestTaskBySeed(t *testing.T) {
	c := dial(t, start(t, shop.Open(t), openenv.Options{})+"/ws")
	for _, seed := range []string{"0", "1", "2", "3"} {
		c.expect(`{"type":"reset","data":{"seed":`+seed+`}}`, `"task_name":"buy_the_cheapest"`)
	}
}

// The AWM environment's client accepts these members of an observation and no
// others.
var awmMembers = []string{
	"reward_type", "scenario", "task", "task_idx", "has_verifier", "num_tools", "tool_name", "tool_result", "error", "warning",
	"verify_result", "steps_taken", "scenarios", "total", "trajectory_path", "session_dir", "metadata",
}

func TestAWMMembers(t *testing.T) {
	c := dial(t, start(t, shop.Open(t), openenv.Options{})+"/ws")
	for _, message := range []string{
		`{"type":"step","data":{"type":"call_tool","tool_name":"__list_scenarios__","arguments":{}}}`,
		`{"type":"step","data":{"type":"call_tool","tool_name":"verify","arguments":{}}}`,
		`{"type":"step","data":{"type":"call_tool","tool_name":"done","arguments":{}}}`,
		`{"type":"reset","data":{"scenario":"no_shop"}}`,
		`{"type":"reset","data":{"scenario":"shop","task_idx":0}}`,
		`{"type":"step","data":{"type":"call_tool","tool_name":"get_book","arguments":{"book_id":1}}}`,
		`{"type":"step","data":{"type":"call_tool","tool_name":"get_book","arguments":{"book_id":99}}}`,
		`{"type":"step","data":{"type":"call_tool","tool_name":"get_book","arguments":{}}}`,
		`{"type":"step","data":{"type":"call_tool","tool_name":"dawdle","arguments":{}}}`,
		`{"type":"step","data":{"type":"call_tool","tool_name":"crash","arguments":{}}}`,
		`{"type":"step","data":{"type":"call_tool","tool_name":"verify","arguments":{}}}`,
		`{"type":"step","data":{"type":"call_tool","tool_name":"done","arguments":{"keep_session":true}}}`,
		`{"type":"step","data":{"type":"call_tool","tool_name":"echo","arguments":{}}}`,
	} {
		var e envelope
		answer := c.ask(message)
		if err := json.Unmarshal([]byte(answer), &e); err != nil || e.Data.Observation == nil {
			t.Fatalf("%s gave %s", message, answer)
		}
		for name, v := range e.Data.Observation {
			if !slices.Contains(awmMembers, name) || name == "error" && v[0] != '"' {
				t.Errorf("%s: the client rejects %s", message, name)
			}
		}
		// A fault is void: no reward type that trainers take for the agent's
		// doing, and no zero that counts.
		if strings.Contains(message, "crash") && string(e.Data.Observation["reward_type"]) != `"server_error"` {
			t.Errorf("a fault is %s", e.Data.Observation["reward_type"])
		}
		if strings.Contains(answer, `"environment_error"`) && (e.Data.Reward != nil || !e.Data.Done) {
			t.Errorf("a void episode: %s", answer)
		}
	}
}
