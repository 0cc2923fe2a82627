package service_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/host/service"
	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
	"github.com/awmc/awmc/templates/rt/task"
)

func call(t testing.TB, in *service.Instance, tool, args string) core.Result {
	t.Helper()
	res, err := in.Call(context.Background(), tool, json.RawMessage(args))
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	return res
}

func must(t testing.TB, in *service.Instance, tool, args string) string {
	t.Helper()
	res := call(t, in, tool, args)
	if res.Err != nil {
		t.Fatalf("%s %s: %v", tool, args, res.Err)
	}
	return string(res.Output)
}

func info(t testing.TB, in *service.Instance) service.Info {
	t.Helper()
	i, err := in.Info(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return i
}

func verify(t testing.TB, in *service.Instance, f service.Finish) *task.Verdict {
	t.Helper()
	v, err := in.Verify(context.Background(), f)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// solve plays the reference solution of the task and returns its answer.
func solve(t testing.TB, s *service.Service, in *service.Instance) json.RawMessage {
	t.Helper()
	i := info(t, in)
	e, err := s.Environment("shop")
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Prepare(context.Background(), i.Task, i.Seed)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range p.Reference.Solutions[0].Run.Calls {
		must(t, in, c.Tool, string(c.Args))
	}
	return task.Told(p.Reference.Solutions[0].Answer)
}

func TestEpisode(t *testing.T) {
	s := shop.Open(t)
	in := shop.Create(t, s, service.Start{Task: "buy_the_cheapest", Seed: 7})
	i := info(t, in)
	if i.State != service.Fresh || strings.ContainsAny(i.Ask, "{}") || i.Ask == "" || i.EffectiveSeed < 7 {
		t.Fatalf("a new instance: %+v", i)
	}
	answer := solve(t, s, in)
	if i = info(t, in); i.State != service.Live || i.Calls != 2 || i.Now != "2026-03-02 09:01:00" {
		t.Errorf("after the solution: %+v", i)
	}
	if v := verify(t, in, service.Finish{Answer: answer, Peek: true}); v.Outcome != task.Complete {
		t.Errorf("peeking gave %+v", v)
	}
	v := verify(t, in, service.Finish{Answer: answer})
	if v.Outcome != task.Complete || v.Reward == nil || *v.Reward != 1 {
		t.Fatalf("the verdict is %+v", v)
	}
	// Rewards are paid once: whatever comes later changes nothing.
	if again := verify(t, in, service.Finish{}); again != v {
		t.Errorf("verifying again gave another verdict: %+v", again)
	}
	if res := call(t, in, "search_books", "{}"); res.Err == nil || res.Err.Code != core.CodeFailedPrecondition {
		t.Errorf("a call after the end gave %s", res.Text())
	}
	if i = info(t, in); i.State != service.Ended || i.Calls != 2 {
		t.Errorf("after the end: %+v", i)
	}
}

func TestIdleAgentFails(t *testing.T) {
	s := shop.Open(t)
	in := shop.Create(t, s, service.Start{Task: "buy_the_cheapest", Seed: 3})
	if v := verify(t, in, service.Finish{}); v.Outcome != task.Incomplete || *v.Reward != 0 {
		t.Errorf("doing nothing gave %+v", v)
	}
}

func TestTaskActor(t *testing.T) {
	s := shop.Open(t)
	in := shop.Create(t, s, service.Start{Task: "count_the_books"})
	if i := info(t, in); i.Actor != "customers/2" {
		t.Errorf("the task's actor is not signed in: %+v", i)
	}
	in = shop.Create(t, s, service.Start{Actor: "2"})
	must(t, in, "place_order", `{"book_id":1,"qty":1}`)
	d, err := in.Diff(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Tables) != 2 || d.Tables[1].Table != "orders" || d.Tables[1].Changes[0].New[1] != int64(2) {
		t.Errorf("the order of customer 2: %+v", d.Tables)
	}
}

// A fault is void, never a zero, and what went wrong stays on this side.
func TestFaultIsVoid(t *testing.T) {
	s := shop.Open(t)
	in := shop.Create(t, s, service.Start{Task: "buy_the_cheapest"})
	res := call(t, in, "crash", "{}")
	if res.Err == nil || res.Err.Code != core.CodeInternal || strings.Contains(string(res.Text()), "secret") {
		t.Fatalf("a crash gave %s", res.Text())
	}
	v := verify(t, in, service.Finish{})
	if v.Outcome != task.EnvironmentError || v.Reward != nil {
		t.Errorf("the verdict after a crash is %+v", v)
	}
	if i := info(t, in); i.State != service.Void || !strings.Contains(i.Why, "boom") {
		t.Errorf("after a crash: %+v", i)
	}
}

func TestUnknownToolIsAResult(t *testing.T) {
	s := shop.Open(t)
	in := shop.Create(t, s, service.Start{Task: "buy_the_cheapest", EndOnFormatError: true})
	res := call(t, in, "serch_books", "{}")
	if res.Err == nil || res.Err.Message != `There is no tool "serch_books". Did you mean "search_books"?` || !res.Err.Schema {
		t.Errorf("got %s", res.Text())
	}
	v := verify(t, in, service.Finish{})
	if v.Outcome != task.FormatError || *v.Reward != -1 {
		t.Errorf("the verdict is %+v", v)
	}
}

// A legitimate "not found" is an observation, never a format error.
func TestRefusalIsNoFormatError(t *testing.T) {
	s := shop.Open(t)
	in := shop.Create(t, s, service.Start{Task: "buy_the_cheapest", EndOnFormatError: true})
	if res := call(t, in, "get_book", `{"book_id":12345}`); res.Err == nil || res.Err.Code != core.CodeNotFound {
		t.Fatalf("got %s", res.Text())
	}
	if i := info(t, in); i.State != service.Live {
		t.Errorf("the episode ended: %+v", i)
	}
	if v := verify(t, in, service.Finish{FormatErrors: true}); v.Outcome != task.Incomplete {
		t.Errorf("the verdict is %+v", v)
	}
}

func TestResetAndFork(t *testing.T) {
	ctx := context.Background()
	s := shop.Open(t)
	in := shop.Create(t, s, service.Start{Task: "buy_the_cheapest", Seed: 1})
	must(t, in, "place_order", `{"book_id":1,"qty":1}`)
	forks, err := in.Fork(ctx, 3)
	if err != nil {
		t.Fatal(err)
	}
	must(t, forks[0], "place_order", `{"book_id":1,"qty":2}`)
	stock := func(in *service.Instance) string { return must(t, in, "get_book", `{"book_id":1}`) }
	for i, want := range []string{`"stock":2}`, `"stock":4}`, `"stock":4}`} {
		if got := stock(forks[i]); !strings.HasSuffix(got, want) {
			t.Errorf("fork %d: %s, want %s", i, got, want)
		}
	}
	if got := stock(in); !strings.HasSuffix(got, `"stock":4}`) {
		t.Errorf("the original: %s", got)
	}
	if i := info(t, forks[1]); i.Parent != in.ID || i.Calls != 2 {
		t.Errorf("the fork: %+v", i)
	}
	other, seed := "count_the_books", int64(9)
	i, err := in.Reset(ctx, service.Again{Task: &other, Seed: &seed})
	if err != nil {
		t.Fatal(err)
	}
	if i.Task != other || i.Seed != 9 || i.Calls != 0 || i.State != service.Fresh || i.Actor != "customers/2" {
		t.Errorf("after the reset: %+v", i)
	}
	if got := stock(in); !strings.HasSuffix(got, `"stock":5}`) {
		t.Errorf("after the reset: %s", got)
	}
}

func TestCapacity(t *testing.T) {
	ctx := context.Background()
	s := shop.Open(t, func(o *service.Options) { o.Limits.Instances = 2 })
	in := shop.Create(t, s, service.Start{})
	shop.Create(t, s, service.Start{})
	if _, err := s.Create(ctx, service.Start{}); service.KindOf(err) != service.Capacity {
		t.Errorf("the third instance: %v", err)
	}
	if _, err := in.Fork(ctx, 1); service.KindOf(err) != service.Capacity {
		t.Errorf("a fork: %v", err)
	}
	if err := s.Delete(in.ID); err != nil {
		t.Fatal(err)
	}
	shop.Create(t, s, service.Start{})
	if _, err := in.Call(ctx, "search_books", nil); service.KindOf(err) != service.Gone {
		t.Errorf("a call after the end: %v", err)
	}
	if _, err := s.Instance(in.ID); service.KindOf(err) != service.Gone {
		t.Errorf("a deleted instance: %v", err)
	}
	if _, err := s.Instance(strings.Repeat("0", 32)); service.KindOf(err) != service.NotFound {
		t.Errorf("an instance that never was: %v", err)
	}
}

func TestWrongStarts(t *testing.T) {
	s := shop.Open(t)
	for _, c := range []struct {
		start service.Start
		kind  service.Kind
		words string
	}{
		{service.Start{Environment: "shpo"}, service.NotFound, `did you mean "shop"?`},
		{service.Start{Task: "buy_the_cheapst"}, service.NotFound, `buy_the_cheapest`},
		{service.Start{Actor: "customer/1"}, service.Invalid, `did you mean "customers"?`},
		{service.Start{Actor: "customers/x"}, service.Invalid, `integer`},
	} {
		_, err := s.Create(context.Background(), c.start)
		if service.KindOf(err) != c.kind || err == nil || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%+v: %v", c.start, err)
		}
	}
}

func TestTrajectoryReplays(t *testing.T) {
	ctx := context.Background()
	s := shop.Open(t)
	in := shop.Create(t, s, service.Start{Task: "buy_the_cheapest", Seed: 5})
	call(t, in, "get_bok", `{"book_id": 3}`)
	must(t, in, "get_book", `{"book_id": "3"}`)
	verify(t, in, service.Finish{Answer: solve(t, s, in)})
	first, err := in.Trajectory(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := first.Write(&b); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), `Cells & <Tissues>`) {
		t.Errorf("what the agent read is not in the trajectory as it was: %s", &b)
	}
	var read service.Trajectory
	if err := json.Unmarshal(b.Bytes(), &read); err != nil {
		t.Fatal(err)
	}
	diffs, err := shop.Open(t).Replay(ctx, &read)
	if err != nil || len(diffs) != 0 {
		t.Fatalf("the replay differs: %v %v", diffs, err)
	}

	for _, c := range []struct {
		what   string
		change func(*service.Trajectory)
		want   string
	}{
		{"a result", func(t *service.Trajectory) { *t.Messages[5].Content = `{"id":3}` }, "the result of get_book"},
		{"a call left out", func(t *service.Trajectory) { t.Messages = t.Messages[:len(t.Messages)-3] }, "the state at the end"},
		{"the verdict", func(t *service.Trajectory) { t.Verdict.Share = 0.5 }, "the verdict"},
		{"the request", func(t *service.Trajectory) { *t.Messages[1].Content = "Do something." }, "the request"},
		{"the environment", func(t *service.Trajectory) { t.Digests.Environment = "sha256:0" }, "another version"},
	} {
		var changed service.Trajectory
		if err := json.Unmarshal(b.Bytes(), &changed); err != nil {
			t.Fatal(err)
		}
		c.change(&changed)
		diffs, err := s.Replay(ctx, &changed)
		if err != nil || len(diffs) == 0 || !strings.Contains(diffs[0].What, c.want) {
			t.Errorf("with %s changed: %+v %v", c.what, diffs, err)
		}
	}
}

func TestCancelledCallLeavesNothing(t *testing.T) {
	s := shop.Open(t)
	in := shop.Create(t, s, service.Start{})
	ctx, cancel := context.WithCancel(context.Background())
	go cancel()
	res, err := in.Call(ctx, "dawdle", nil)
	if err == nil && (res.Err == nil || res.Err.Code != core.CodeFailedPrecondition) {
		t.Fatalf("got %s", res.Text())
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if got := must(t, in, "get_book", `{"book_id":1}`); !strings.HasSuffix(got, `"stock":5}`) {
		t.Errorf("the cancelled call left %s", got)
	}
	tr, err := in.Trajectory(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if diffs, err := s.Replay(context.Background(), tr); err != nil || len(diffs) > 0 {
		t.Errorf("the replay differs: %v %v", diffs, err)
	}
}
