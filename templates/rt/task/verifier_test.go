package task

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/data"
)

// buyCheapest is the task of the language's own example.
func buyCheapest() core.Task {
	return core.Task{Name: "buy_the_cheapest", Ask: "I need {qty} copies of the cheapest {genre} book you have enough of. Which one is it?", Line: 10,
		Given: []core.Given{
			{Name: "genre", Kind: core.Text, Gen: core.Gen{Kind: "pick", Values: []any{"fiction", "history", "science"}}},
			{Name: "qty", Kind: core.Integer, Gen: core.Gen{Kind: "between", Type: core.Integer, Low: 2, High: 4}},
			{Name: "book", Gen: core.Gen{Kind: "first", By: []core.By{{Column: "price_cents"}},
				SQL: &core.SQL{Text: "SELECT id, title, price_cents FROM books WHERE genre = ?1 AND stock >= ?2", Args: []string{"genre", "qty"}}}},
		},
		Solve: []core.Step{
			{Tool: "search_books", Args: `{"genre":"{genre}"}`, As: "found", Line: 20},
			{Tool: "place_order", Args: `{"items":[{"book_id":"{book.id}","qty":"{qty}"}]}`, As: "x", Line: 21},
		},
		Answer: []core.Answer{{Value: `"{book.title}"`, Match: "text", Line: 22}},
	}
}

func prepared(t testing.TB, v *Verifier, name string, seed int64) *Prepared {
	t.Helper()
	p, err := v.Prepare(context.Background(), name, seed)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func verify(t testing.TB, v *Verifier, w core.World, p *Prepared, end Ending) *Verdict {
	t.Helper()
	d, err := v.Verify(context.Background(), w, p.Task, p.Seed, end)
	if err != nil {
		t.Fatal(err)
	}
	agrees(t, v, w, p.Reference, end.Answer, d)
	return d
}

// agrees makes sure that the short judgement is the one of the verdict: near-misses
// are told from solutions by it.
func agrees(t testing.TB, v *Verifier, w core.World, ref *Reference, answer json.RawMessage, d *Verdict) {
	t.Helper()
	if d.Judge != nil || d.State == VerifierError {
		return
	}
	if complete, err := v.Completes(context.Background(), w, ref, answer); err != nil || complete != (d.State == Complete) {
		t.Errorf("Completes gives %v, %v, and the verdict is %s", complete, err, d.State)
	}
}

func replay(t testing.TB, w core.World, calls []Call) {
	t.Helper()
	for _, c := range calls {
		call(t, w, c.Tool, string(c.Args))
	}
}

func TestEpisodes(t *testing.T) {
	s, _ := shop(t, buyCheapest())
	v := NewVerifier(s, Options{})
	moved := 0
	for seed := range int64(40) {
		p := prepared(t, v, "buy_the_cheapest", seed)
		if p.EffectiveSeed != seed {
			moved++
		}
		sol := p.Reference.Solutions[0]
		right := Told(sol.Answer)
		for _, c := range []struct {
			name    string
			play    bool
			end     Ending
			outcome Outcome
			reward  float64
		}{
			{"right", true, Ending{Answer: right}, Complete, 1},
			{"plain text", true, Ending{Answer: bytes.Trim(right, `"`)}, Complete, 1},
			{"idle", false, Ending{}, Incomplete, 0},
			{"idle with the answer", false, Ending{Answer: right}, Incomplete, 0},
			{"no answer", true, Ending{}, Partial, 0.1},
			{"wrong answer", true, Ending{Answer: json.RawMessage(`"Nothing"`)}, Partial, 0.1},
			{"truncated", true, Ending{Truncated: true}, Truncated, 0.1},
			{"truncated when done", true, Ending{Truncated: true, Answer: right}, Truncated, 1},
			{"format", true, Ending{FormatError: "there is no tool x", Answer: right}, FormatError, -1},
			{"own rewards", false, Ending{Rewards: &Rewards{Incomplete: -0.5}}, Incomplete, -0.5},
		} {
			w := open(t, s, p.EffectiveSeed)
			if c.play {
				replay(t, w, sol.Run.Calls)
			}
			d := verify(t, v, w, p, c.end)
			if d.Outcome != c.outcome || d.Reward == nil || *d.Reward != c.reward || d.Seed != seed || d.EffectiveSeed != p.EffectiveSeed {
				t.Errorf("seed %d, %s: %+v", seed, c.name, d)
			}
		}
	}
	if moved == 0 {
		t.Error("no seed was unsound, so moving on was not tested")
	}
}

// The same seed must give the same everywhere, and an effective seed itself.
func TestEffectiveSeedIsStable(t *testing.T) {
	s, env := shop(t, buyCheapest())
	a, b := NewVerifier(s, Options{}), NewVerifier(s, Options{Cache: 1})
	for seed := range int64(30) {
		x, err := a.EffectiveSeed(context.Background(), &env.Tasks[0], seed)
		if err != nil {
			t.Fatal(err)
		}
		y, err := b.EffectiveSeed(context.Background(), &env.Tasks[0], seed)
		z, err2 := b.EffectiveSeed(context.Background(), &env.Tasks[0], x)
		if x != y || x != z || err != nil || err2 != nil {
			t.Errorf("seed %d: %d, %d, %d %v %v", seed, x, y, z, err, err2)
		}
		p, q := prepared(t, a, "buy_the_cheapest", seed), prepared(t, b, "buy_the_cheapest", seed)
		if p.Drawn.Ask() != q.Drawn.Ask() || !bytes.Equal(p.Drawn.JSON(), q.Drawn.JSON()) {
			t.Errorf("seed %d: %s and %s", seed, p.Drawn.JSON(), q.Drawn.JSON())
		}
	}
}

// Conditions without a frame add to the comparison, and an alternative has an
// answer of its own.
// Seeds at which a task makes no sense are passed over, and a task that makes
// sense at none says why.
func TestUnsoundSeeds(t *testing.T) {
	for name, c := range map[string]struct {
		task core.Task
		want string
	}{
		"already done":      {core.Task{Name: "t", Ask: "x", Solve: []core.Step{runStep("UPDATE books SET stock = 5 WHERE id = 1")}}, "it is complete before any call"},
		"fails its expect":  {core.Task{Name: "t", Ask: "x", Solve: []core.Step{runStep(order1)}, Expect: []core.Check{check("no", "SELECT 0")}}, "solve does not complete it: expect no: it does not hold"},
		"leaves its frame":  {core.Task{Name: "t", Ask: "x", Solve: []core.Step{runStep(order1)}, FrameOnly: true, Expect: []core.Check{check("yes", "SELECT count(*) = 4 FROM orders")}}, "solve does not complete it: frame"},
		"empty answer":      {core.Task{Name: "t", Ask: "x", Answer: []core.Answer{{Match: "text", Value: `""`}}}, "the answer of solve is empty"},
		"solution refused":  {core.Task{Name: "t", Ask: "x", Solve: []core.Step{{Tool: "place_order", Line: 7, Args: `{"items":[{"book_id":4,"qty":9}]}`}}}, `line 7: place_order {"items":[{"book_id":4,"qty":9}]}: conflict: Only 1 copies are left.`},
		"no draw":           {core.Task{Name: "t", Ask: "x", Given: []core.Given{{Name: "x", Gen: core.Gen{Kind: "pick", SQL: &core.SQL{Text: "SELECT 1 WHERE 0"}}}}}, "invalid draw"},
		"answer-only holds": {core.Task{Name: "t", Ask: "x", Answer: []core.Answer{{Match: "number", Value: `25`}}}, ""},
	} {
		s, _ := shop(t, c.task)
		_, err := NewVerifier(s, Options{MaxSeeds: 3}).Prepare(context.Background(), "t", 0)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A verifier that crashes must never look like an agent that failed.
func TestVoid(t *testing.T) {
	bad := core.Task{Name: "bad", Ask: "x", Solve: []core.Step{runStep(order1)}, Expect: []core.Check{check("broken", "SELECT 1 FROM no_such_table")}}
	fails := core.Task{Name: "fails", Ask: "x", Solve: []core.Step{runStep(order1)}, Expect: []core.Check{
		check("crash", "SELECT CASE WHEN EXISTS (SELECT 1 FROM reviews WHERE body = '{') THEN json_extract((SELECT body FROM reviews WHERE body = '{'), '$.a') ELSE 1 END")}}
	s, env := shop(t, fails, bad, buyCheapest())
	v := NewVerifier(s, Options{})
	p := prepared(t, v, "fails", 0)
	w := open(t, s, 0)
	sql(t, w, order1, "INSERT INTO reviews (book_id, stars, body) VALUES (1, 1, '{')")
	if d := verify(t, v, w, p, Ending{}); d.Outcome != VerifierError || d.Reward != nil || !strings.Contains(d.Error, "expect crash (line 5)") {
		t.Errorf("a condition that can't run: %+v", d)
	}
	w = open(t, s, 0)
	if d := verify(t, v, w, p, Ending{Fault: errors.New("the instance expired")}); d.Outcome != EnvironmentError || d.Reward != nil || d.Error != "the instance expired" {
		t.Errorf("a fault of the host: %+v", d)
	}
	raw, err := json.Marshal(verify(t, v, w, p, Ending{Fault: errors.New("x")}))
	if err != nil || !strings.Contains(string(raw), `"reward":null`) {
		t.Errorf("void is not null: %s %v", raw, err)
	}
	w = open(t, s, 5)
	if d := verify(t, v, w, p, Ending{}); d.Outcome != VerifierError || !strings.Contains(d.Error, "started with seed 5") {
		t.Errorf("another seed: %+v", d)
	}
	w = open(t, s, 0)
	if d, err := v.Verify(context.Background(), w, &env.Tasks[1], 0, Ending{}); err != nil || d.Outcome != VerifierError || d.Reward != nil || !strings.Contains(d.Error, "expect broken (line 5)") {
		t.Errorf("a condition that never runs: %+v %v", d, err)
	}
	other, err := s.Open(context.Background(), 0, &core.Actor{Entity: "customers", Key: int64(2)})
	if err != nil {
		t.Fatal(err)
	}
	if d := verify(t, v, other, p, Ending{}); d.Outcome != VerifierError || !strings.Contains(d.Error, "signed-in user is customers/2, and the task is one of customers/1") {
		t.Errorf("another user: %+v", d)
	}
	if _, err := v.Prepare(context.Background(), "buy_cheapest", 0); err == nil || !strings.Contains(err.Error(), "buy_the_cheapest") {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if d, err := v.Verify(ctx, w, p.Task, 0, Ending{}); d != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("a context that ended: %+v %v", d, err)
	}
	if d := verify(t, v, w, p, Ending{}); d.Outcome != Incomplete {
		t.Errorf("after a context that ended: %+v", d)
	}
}

// Wrong episodes go on where a call fails; loops run over what was drawn or
// found.
// Many episodes at once share one reference, worked out once.
func TestConcurrentVerify(t *testing.T) {
	s, env := shop(t, buyCheapest())
	opened := &countingWorlds{Worlds: s}
	v := NewVerifier(opened, Options{})
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			ref, err := v.Reference(context.Background(), &env.Tasks[0], int64(i%2)+100)
			if err != nil && !errors.Is(err, data.ErrInvalidDraw) {
				t.Error(err)
			}
			_ = ref
		})
	}
	wg.Wait()
	if opened.n != 2 {
		t.Errorf("%d throwaway worlds for 2 references", opened.n)
	}
}

type countingWorlds struct {
	core.Worlds
	mu sync.Mutex
	n  int
}

func (c *countingWorlds) Open(ctx context.Context, seed int64, actor *core.Actor) (core.World, error) {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
	return c.Worlds.Open(ctx, seed, actor)
}

func BenchmarkVerify(b *testing.B) {
	s, _ := shop(b, buyCheapest())
	v := NewVerifier(s, Options{})
	p := prepared(b, v, "buy_the_cheapest", 0)
	w := open(b, s, p.EffectiveSeed)
	replay(b, w, p.Reference.Solutions[0].Run.Calls)
	answer := Told(p.Reference.Solutions[0].Answer)
	b.ReportAllocs()
	for b.Loop() {
		if d := verify(b, v, w, p, Ending{Answer: answer}); d.Outcome != Complete {
			b.Fatal(d)
		}
	}
}

func BenchmarkReference(b *testing.B) {
	s, env := shop(b, buyCheapest())
	sch := newSchema(env)
	p := prepared(b, NewVerifier(s, Options{}), "buy_the_cheapest", 0)
	for b.Loop() {
		if _, err := makeReference(context.Background(), s, sch, p.Task, p.EffectiveSeed); err != nil {
			b.Fatal(err)
		}
	}
}
