package proof

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
	"github.com/awmc/awmc/templates/rt/store"
	"github.com/awmc/awmc/templates/rt/task"
)

// A tool whose parameter has a pattern can only be explored with texts that
// match it.
func FuzzFromPattern(f *testing.F) {
	for _, p := range []string{`20[0-9]{2}-(0[1-9]|1[0-2])`, `[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}`, `(?i)abc+`, `\d{3}-?\d*`, `.+@.+\.[a-z]{2,}`, `^x$`, ``, `[^a]`} {
		f.Add(p, uint64(1))
	}
	f.Fuzz(func(t *testing.T, pattern string, seed uint64) {
		if len(pattern) > 40 || regexp.MustCompile(`\\[bBAz]|\(\?|\$|\^|\{\d{3,}`).MatchString(pattern) {
			return // assertions are taken to hold
		}
		re, err := regexp.Compile("^(?s:" + pattern + ")$")
		if err != nil {
			return
		}
		d := newDrawer(&core.Env{Tools: []core.Tool{{Params: []core.Param{{Name: "p", Type: core.Type{Kind: core.Text, Pattern: pattern}}}}}})
		p := d.patterns[pattern]
		if p == nil {
			return
		}
		c := &draw{drawer: d, r: rand.New(rand.NewPCG(seed, 0))}
		if s := c.fromPattern(p.tree); !re.MatchString(s) {
			t.Errorf("%q does not match %s", s, pattern)
		}
	})
}

// Plausible arguments must pass the checks of the schema: else exploring
// would see nothing but refusals.
func TestArgumentsFitTheirSchema(t *testing.T) {
	env := shop.Honest()
	one, most := int64(1), 12
	item := core.Type{Kind: core.ObjectKind, Fields: []core.Param{
		{Name: "book_id", Type: core.Type{Kind: core.Integer}, Ref: "books"}, {Name: "qty", Type: core.Type{Kind: core.Integer, Min: one, Max: int64(3)}}}}
	tool := core.Tool{Name: "t", Reads: []string{"books"}, Params: []core.Param{
		{Name: "items", Type: core.Type{Kind: core.ListKind, Elem: &item, Min: one, Max: int64(4)}},
		{Name: "books", Type: core.Type{Kind: core.ListKind, Elem: &core.Type{Kind: core.Integer, Ref: "books"}}},
		{Name: "title", Type: core.Type{Kind: core.Text, MaxLength: &most}},
		{Name: "month", Type: core.Type{Kind: core.Text, Pattern: `20\d\d-(0[1-9]|1[0-2])`}, Optional: true},
		{Name: "day", Type: core.Type{Kind: core.DateKind}}, {Name: "at", Type: core.Type{Kind: core.DateTimeKind}}, {Name: "from", Type: core.Type{Kind: core.TimeKind}},
		{Name: "max_price_cents", Type: core.Type{Kind: core.Integer, Min: one, Max: int64(2000)}}, {Name: "share", Type: core.Type{Kind: core.Real, Min: 0.5, Max: 1.5}},
		{Name: "genre", Type: core.Type{Kind: core.Text, Enum: []string{"fiction", "history"}}}, {Name: "note", Type: core.Type{Kind: core.JSONKind}, Optional: true},
	}}
	env.Tools = append(env.Tools, tool)
	worlds := store.New(env, store.Options{})
	defer worlds.Close()
	w, err := worlds.Open(context.Background(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := newDrawer(env)
	see := (&sights{worlds: worlds, starts: map[int64]*started{}}).of(context.Background(), w)
	r := rand.New(rand.NewPCG(1, 2))
	refused := 0
	for range 400 {
		args := d.arguments(see, r, &tool, plausible)
		if err := core.DecodeArgs(tool.Params, args, nil); err != nil {
			t.Fatalf("%s: %v", args, err)
		}
		if core.DecodeArgs(tool.Params, d.arguments(see, r, &tool, invalid), nil) != nil {
			refused++
		}
		varied := d.vary(see, r, &tool, args)
		if err := core.DecodeArgs(tool.Params, varied, nil); err != nil {
			t.Fatalf("%s: %v", varied, err)
		}
	}
	if refused < 200 {
		t.Errorf("only %d of 400 invalid arguments are refused", refused)
	}
}

// A near-miss of an answer that is right after all would be reported as a
// weakness of the task.
func TestNearAnswersAreWrong(t *testing.T) {
	env := shop.Honest()
	env.Entities[1].Fields = append(env.Entities[1].Fields, core.Field{Name: "state", Enum: []string{"open", "shut"}})
	r := rand.New(rand.NewPCG(1, 2))
	for _, e := range []task.Expected{
		{Match: "text", Value: json.RawMessage(`"A History of Salt"`)}, {Match: "text", Value: json.RawMessage(`"open"`)}, {Match: "number", Value: json.RawMessage("3")},
		{Match: "number", Tolerance: 0.5, Value: json.RawMessage("12.25")}, {Match: "date", Value: json.RawMessage(`"2026-03-02"`)},
		{Match: "set", Value: json.RawMessage(`["a","b"]`)}, {Match: "list", Value: json.RawMessage(`["a","b"]`)}, {Match: "contains", Value: json.RawMessage(`"Otto"`)},
	} {
		wrong := wrongAnswers(env, []task.Expected{e}, r)
		if len(wrong) < 4 {
			t.Errorf("%s: only %d wrong answers", e.Value, len(wrong))
		}
		for _, a := range wrong {
			if task.MatchAnswer([]task.Expected{e}, a.answer)[0].OK {
				t.Errorf("%s: %s (%s) counts as right", e.Value, a.answer, a.kind)
			}
		}
	}
}
