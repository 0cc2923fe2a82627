package rollout_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/awmc/awmc/templates/rt/fleet/rollout"
	"github.com/awmc/awmc/templates/rt/host/service"
	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
	"github.com/awmc/awmc/templates/rt/model"
	"github.com/awmc/awmc/templates/rt/task"
)

// scripted is a model that answers each conversation by a function.
type scripted func(r *model.Request) (*model.Response, error)

func (f scripted) Complete(_ context.Context, r *model.Request) (*model.Response, error) { return f(r) }

func call(name, args string) *model.Response {
	return &model.Response{ToolCalls: []model.ToolCall{{ID: "c1", Name: name, Arguments: args}}, Finish: "tool_calls"}
}

func text(s string) *model.Response { return &model.Response{Content: s, Finish: "stop"} }

// turn is how many answers the model has given in a conversation.
func turn(r *model.Request) int {
	n := 0
	for _, m := range r.Messages {
		if m.Role == model.Assistant {
			n++
		}
	}
	return n
}

func play(t *testing.T, agent rollout.Agent, rules rollout.Rules) *rollout.Line {
	t.Helper()
	s := shop.Open(t)
	return rollout.Play(t.Context(), s, agent, "test", rules, rollout.Job{Environment: "shop", Task: "buy_the_cheapest", Seed: 3})
}

func reward(l *rollout.Line) string {
	if l.Reward == nil {
		return "void"
	}
	return fmt.Sprint(*l.Reward)
}

func TestScriptedAgents(t *testing.T) {
	for name, tc := range map[string]struct {
		agent rollout.Agent
		want  string
	}{"reference": {rollout.Reference{}, "1"}, "idle": {rollout.Idle{}, "0"}} {
		l := play(t, tc.agent, rollout.Rules{})
		if reward(l) != tc.want {
			t.Errorf("%s: reward %s (%s), want %s", name, reward(l), l.Void, tc.want)
		}
	}
	a, b := play(t, rollout.Random{}, rollout.Rules{}), play(t, rollout.Random{}, rollout.Rules{})
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	if !bytes.Equal(x, y) {
		t.Error("the random agent plays one episode in two ways")
	}
}

// What a model sends wrongly is told to it, or ends the episode where a
// trainer wants that; a server's fault is neither.
func TestMalformedCalls(t *testing.T) {
	cut := scripted(func(r *model.Request) (*model.Response, error) {
		if turn(r) == 0 {
			return call("place_order", `{"book_id": 1, "qt`), nil
		}
		last := r.Messages[len(r.Messages)-1]
		if last.Role != model.ToolRole || !strings.Contains(last.Content, "not valid JSON") {
			return nil, fmt.Errorf("the model was told %q", last.Content)
		}
		return text("I give up."), nil
	})
	if l := play(t, &rollout.Model{Model: cut}, rollout.Rules{}); reward(l) != "0" || l.Turns != 2 {
		t.Errorf("told: reward %s, %d turns, %s", reward(l), l.Turns, l.Void)
	}
	l := play(t, &rollout.Model{Model: cut}, rollout.Rules{EndOnFormatError: true})
	if reward(l) != "-1" || l.Verdict.Outcome != task.FormatError {
		t.Errorf("ended: reward %s, %s", reward(l), l.Void)
	}
	business := scripted(func(r *model.Request) (*model.Response, error) {
		if turn(r) == 0 {
			return call("get_book", `{"book_id": 999}`), nil
		}
		return text("There is none."), nil
	})
	if l := play(t, &rollout.Model{Model: business}, rollout.Rules{EndOnFormatError: true}); reward(l) != "0" {
		t.Errorf("a business error was punished: reward %s", reward(l))
	}
	down := scripted(func(*model.Request) (*model.Response, error) { return nil, errors.New("the server is down") })
	if l := play(t, &rollout.Model{Model: down}, rollout.Rules{}); reward(l) != "void" || !strings.Contains(l.Void, "down") {
		t.Errorf("a fault of the server counts: reward %s", reward(l))
	}
	endless := scripted(func(*model.Request) (*model.Response, error) { return call("get_book", `{"book_id": 1}`), nil })
	if l := play(t, &rollout.Model{Model: endless}, rollout.Rules{MaxTurns: 3}); l.Turns != 3 || l.Verdict.Outcome != task.Truncated {
		t.Errorf("an endless episode took %d turns: %+v", l.Turns, l.Verdict)
	}
}

func TestTwoFunctionForm(t *testing.T) {
	two := scripted(func(r *model.Request) (*model.Response, error) {
		if len(r.Tools) != 2 {
			return nil, fmt.Errorf("%d functions", len(r.Tools))
		}
		last := r.Messages[len(r.Messages)-1].Content
		switch turn(r) {
		case 0:
			return call("list_tools", `{}`), nil
		case 1:
			if !strings.Contains(last, "place_order") {
				return nil, fmt.Errorf("list_tools gave %s", last)
			}
			return call("call_tool", `{"tool_name":"get_book","arguments":"{\"book_id\": 1}"}`), nil
		}
		if strings.Contains(last, "error") {
			return nil, fmt.Errorf("call_tool gave %s", last)
		}
		return text("done"), nil
	})
	if l := play(t, &rollout.Model{Model: two}, rollout.Rules{Form: rollout.Two}); reward(l) != "0" || l.Void != "" {
		t.Errorf("reward %s: %s", reward(l), l.Void)
	}
}

// The window must keep policy and request, and never a result without its
// call: servers refuse such conversations.
func TestWindowKeepsCallsAndResultsTogether(t *testing.T) {
	windowed := scripted(func(r *model.Request) (*model.Response, error) {
		if r.Messages[0].Role == model.Assistant || r.Messages[0].Role == model.ToolRole {
			return nil, errors.New("the request was cut off")
		}
		for i, m := range r.Messages {
			if m.Role == model.ToolRole && (i == 0 || r.Messages[i-1].Role == model.User || r.Messages[i-1].Role == model.System) {
				return nil, errors.New("a result has lost its call")
			}
		}
		return call("get_book", `{"book_id": 1}`), nil
	})
	if l := play(t, &rollout.Model{Model: windowed, Window: 4}, rollout.Rules{MaxTurns: 9}); l.Void != "" {
		t.Error(l.Void)
	}
}

// A run that was stopped goes on where it was; void lines are played again,
// and half a line at the end loses nothing.
func TestResume(t *testing.T) {
	s := shop.Open(t)
	path := filepath.Join(t.TempDir(), "out.jsonl")
	var jobs []rollout.Job
	for seed := range int64(6) {
		jobs = append(jobs, rollout.Job{Environment: "shop", Task: "buy_the_cheapest", Seed: seed + 1})
	}
	run := func(agent rollout.Agent, jobs []rollout.Job) int {
		t.Helper()
		f, err := rollout.Append(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		n := 0
		if err := rollout.Run(t.Context(), s, jobs, rollout.Options{Agent: agent, Name: "x", Concurrency: 3, Done: func(*rollout.Line) { n++ }}, f); err != nil {
			t.Fatal(err)
		}
		return n
	}
	var failures atomic.Int32
	flaky := &rollout.Model{Model: scripted(func(*model.Request) (*model.Response, error) {
		if failures.Add(1)%2 == 0 {
			return nil, errors.New("500")
		}
		return text("no"), nil
	})}
	run(flaky, jobs)
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString(`{"id":"shop/buy_the_cheapest/1/0","rew`)
	f.Close()
	done, err := rollout.Finished(path)
	if err != nil || len(done) == 0 || len(done) == len(jobs) {
		t.Fatalf("%d of %d are done, %v", len(done), len(jobs), err)
	}
	var open []rollout.Job
	for _, j := range jobs {
		if done[j.ID()] == nil {
			open = append(open, j)
		}
	}
	if n := run(rollout.Reference{}, open); n != len(open) {
		t.Errorf("%d episodes were played, want %d", n, len(open))
	}
	done, err = rollout.Finished(path)
	if err != nil || len(done) != len(jobs) {
		t.Errorf("%d of %d are done, %v", len(done), len(jobs), err)
	}
}

func TestManyAtOnce(t *testing.T) {
	const episodes = 256
	s := shop.Open(t, shop.Patient, func(o *service.Options) { o.Limits.Instances = episodes + 16 })
	var jobs []rollout.Job
	for i := range episodes {
		jobs = append(jobs, rollout.Job{Environment: "shop", Task: "buy_the_cheapest", Seed: int64(i%8 + 1), Number: i / 8})
	}
	var lines []*rollout.Line
	var out bytes.Buffer
	if err := rollout.Run(t.Context(), s, jobs, rollout.Options{Agent: rollout.Reference{}, Name: "reference", Concurrency: episodes,
		Done: func(l *rollout.Line) { lines = append(lines, l) }}, &out); err != nil {
		t.Fatal(err)
	}
	sum := rollout.Summarise(lines, []int{1, 4})
	if sum.All.Episodes != episodes || sum.All.MeanReward != 1 || *sum.All.PassAt["4"] != 1 {
		t.Errorf("%+v", sum.All)
	}
}

func TestPassAt(t *testing.T) {
	for _, tc := range []struct {
		n, c, k int
		want    float64
	}{{4, 0, 1, 0}, {4, 1, 1, 0.25}, {4, 1, 4, 1}, {10, 3, 2, 1 - 21.0/45}, {5, 5, 1, 1}} {
		if got := rollout.PassAt(tc.n, tc.c, tc.k); math.Abs(got-tc.want) > 1e-12 {
			t.Errorf("pass@%d of %d in %d: %v, want %v", tc.k, tc.c, tc.n, got, tc.want)
		}
	}
}

// A thousand conversations at once with a model's server must all be rewarded
// as if they were alone: nothing may be mixed up, lost or void.
func TestManyAtOnceWithAModelServer(t *testing.T) {
	const episodes = 1024
	s := shop.Open(t, shop.Patient, func(o *service.Options) { o.Limits.Instances = episodes + 16 })
	e, err := s.Environment("shop")
	if err != nil {
		t.Fatal(err)
	}
	teacher := &rollout.Server{Delay: 50 * time.Millisecond}
	var jobs []rollout.Job
	for i := range episodes {
		j := rollout.Job{Environment: "shop", Task: "buy_the_cheapest", Seed: int64(i%8 + 1), Number: i / 8}
		if i < 8 {
			p, err := e.Prepare(t.Context(), j.Task, j.Seed)
			if err != nil {
				t.Fatal(err)
			}
			if err := teacher.Teach("shop", p); err != nil {
				t.Fatal(err)
			}
		}
		jobs = append(jobs, j)
	}
	server := httptest.NewServer(teacher)
	defer server.Close()
	client, err := model.New(model.Config{BaseURL: server.URL, Model: "teacher", Limits: model.Limits{Concurrency: episodes}})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	var lines []*rollout.Line
	if err := rollout.Run(t.Context(), s, jobs, rollout.Options{Agent: teacher.Agent(client), Name: "teacher", Concurrency: episodes,
		Done: func(l *rollout.Line) { lines = append(lines, l) }}, &out); err != nil {
		t.Fatal(err)
	}
	for _, l := range lines {
		if reward(l) != "1" {
			t.Fatalf("%s: reward %s %s", l.ID, reward(l), l.Void)
		}
	}
	if len(lines) != episodes {
		t.Errorf("%d lines", len(lines))
	}
}
