package synth

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/awmc/awmc/compiler/model"
	"github.com/awmc/awmc/ir/diag"
	rt "github.com/awmc/awmc/templates/rt/model"
)

// noProof takes what the front end accepts for proved.
type noProof struct{}

func (noProof) Prove(context.Context, string, []byte) ([]diag.Diagnostic, error) { return nil, nil }

// options for quick tests.
func options(t testing.TB, m rt.Model) Options {
	return Options{Work: filepath.Join(t.TempDir(), "work"), Model: m, Prover: noProof{}, Tasks: 2, Tools: 4}
}

func job(t testing.TB) Job {
	return Job{Name: "tool_library", Category: "libraries", Summary: "a tool library", Out: filepath.Join(t.TempDir(), "libraries", "tool_library.yaml")}
}

// synthesise runs one job and returns its state.
func synthesise(t *testing.T, j Job, opt Options) *State {
	t.Helper()
	report, err := Run(context.Background(), []Job{j}, opt)
	if err != nil {
		t.Fatal(err)
	}
	if report.Stopped != "" {
		t.Fatal(report.Stopped)
	}
	return report.States[0]
}

func TestServerThatAnswersRightly(t *testing.T) {
	s := serve(t, nil)
	j, opt := job(t), options(t, s.client(t))
	state := synthesise(t, j, opt)
	if state.Status != Done || len(s.asked("")) != 4 {
		t.Fatalf("%s after %d requests: %s %v", state.Status, len(s.asked("")), state.Why, state.Problems)
	}
	written, err := os.ReadFile(j.Out)
	if err != nil || !strings.HasPrefix(string(written), "awmc: 1\nname: tool_library\n") {
		t.Errorf("%v\n%s", err, written)
	}
	if state.Usage.Prompt != 4000 {
		t.Errorf("used %+v", state.Usage)
	}
	// Again costs nothing.
	synthesise(t, j, opt)
	if n := len(s.asked("")); n != 4 {
		t.Errorf("%d requests", n)
	}
}

// Whatever the server does, synthesis ends in an environment that passes.
func TestServerThatMisbehaves(t *testing.T) {
	right := book(t)
	brokenYAML := change(t, right["entities"], "fields:\n", "fields\n")
	wrongSQL := change(t, right["tools"], "SELECT l.id, l.item_id", "SELECT l.id, l.item_no")
	unknownTool := change(t, right["solutions"], "- return_item:", "- give_back:")
	comment := change(t, right["tools"], "- run: UPDATE loans SET returned_at = :now WHERE id = :loan.id", "- run: UPDATE loans SET returned_at = :now WHERE id = :loan.id  # back")
	whole, _, _ := split("awmc: 1\nname: tool_library\ncategory: libraries\n" + right["tasks"] + right["entities"] + wrongSQL)
	line := 1 + strings.Count(whole.render()[:strings.Index(whole.render(), "SELECT l.id, l.item_no")], "\n")
	half := func(s string) string { return s[:len(s)*2/3] }
	cases := []struct {
		name, stage string
		script      []reply
		says        string // to the model, in a later request
		rounds      int    // answers that the stage takes
	}{
		{"broken YAML", "entities", []reply{say(brokenYAML)}, "AWM1", 2},
		{"prose around it", "entities", []reply{say("Here you are:\n\n" + right["entities"] + "\nTell me if you need: more.")}, "", 1},
		{"code fences", "tools", []reply{say("```yaml\n" + right["tools"] + "```")}, "", 1},
		{"thinking", "tools", []reply{say("<think>tools: hm</think>\n" + right["tools"])}, "", 1},
		{"wrong SQL", "tools", []reply{say(wrongSQL)}, "no column `item_no`", 2},
		{"mended by lines", "tools", []reply{say(wrongSQL), say(sprintf("I mend it:\n@@ %d SELECT l.id\n      SELECT l.id, l.item_id, i.title, l.due_on\n", line))}, "AWM3011", 2},
		{"mended by name", "tools", []reply{say(wrongSQL), say("@@ tools.my_loans\n" + entryOf(right["tools"], "my_loans"))}, "AWM3011", 2},
		{"comment behind SQL", "tools", []reply{say(comment)}, "AWM1014", 2},
		{"unknown tool in a solution", "solutions", []reply{say(unknownTool)}, "AWM2024", 2},
		{"cut off", "tools", []reply{sayWhy(half(right["tools"]), "length")}, "Your answer was cut off", 2},
		{"cut off at once", "tools", []reply{sayWhy("tools:\n  get_it", "length")}, "cut off before its first entry", 2},
		{"429", "tasks", []reply{refuse(429, "Retry-After", "1")}, "", 1},
		{"500", "tasks", []reply{refuse(500), refuse(502)}, "", 1},
		{"a hang", "tasks", []reply{hang}, "", 1},
		{"an empty answer", "entities", []reply{say(""), say("  \n")}, "the answer is empty", 3},
		{"only prose", "entities", []reply{say("I can't do that.")}, "no key of an env.yaml", 2},
		{"another stage's part", "tools", []reply{say(right["solutions"])}, "there is no `tools:`", 2},
		{"nonsense edits", "tools", []reply{say(wrongSQL), say("@@ 9999 nothing\n  x: y")}, "nothing was changed", 3},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, map[string][]reply{c.stage: c.script})
			j := job(t)
			state := synthesise(t, j, options(t, s.client(t)))
			if state.Status != Done {
				t.Fatalf("%s: %s\n%v", state.Status, state.Why, state.Problems)
			}
			answers := 0
			for _, h := range state.History {
				if h.Stage == c.stage {
					answers++
				}
			}
			if answers != c.rounds {
				t.Errorf("the stage took %d answers, want %d: %+v", answers, c.rounds, state.History)
			}
			asked := s.asked(c.stage)
			if last := asked[len(asked)-1].user; c.says != "" && !strings.Contains(last, c.says) {
				t.Errorf("the model was not told %q:\n%s", c.says, last)
			}
			if _, err := os.Stat(j.Out); err != nil {
				t.Error(err)
			}
		})
	}
}

func entryOf(section, name string) string {
	_, list := entriesOf(section)
	for _, e := range list {
		if e.name == name {
			return e.text
		}
	}
	return ""
}

// A model that never learns is given up with a clear account, after five
// rounds of mending, one restart, and five more.
func TestServerThatNeverLearns(t *testing.T) {
	s := serve(t, nil)
	s.right["tools"] = change(t, s.right["tools"], "SELECT l.id, l.item_id", "SELECT l.id, l.item_no")
	j, opt := job(t), options(t, s.client(t))
	state := synthesise(t, j, opt)
	if state.Status != SetAside || !strings.Contains(state.Why, "tools") || !strings.Contains(state.Why, "item_no") {
		t.Fatalf("%s: %s", state.Status, state.Why)
	}
	asked := s.asked("tools")
	if len(asked) != 12 {
		t.Errorf("asked %d times, want 12", len(asked))
	}
	if !strings.Contains(asked[5].user, "last try") || !strings.Contains(asked[6].user, "An earlier attempt") || strings.Contains(asked[6].user, "The compiler found") {
		t.Error("the last round and the restart are not said")
	}
	if _, err := os.Stat(j.Out); err == nil {
		t.Error("an environment that was set aside was written")
	}
	var report strings.Builder
	if err := (&Report{States: []*State{state}}).Write(&report, model.Prices{Prompt: 1, Completion: 2}); err != nil || !strings.Contains(report.String(), "tool_library (set aside, tools)") {
		t.Errorf("%v\n%s", err, report.String())
	}
	// Another chance goes on at the stage, with new requests.
	opt.Retry = true
	s.right = book(t)
	if state = synthesise(t, j, opt); state.Status != Done || len(s.asked("tasks")) != 1 {
		t.Errorf("%s: %s; %d requests for tasks", state.Status, state.Why, len(s.asked("tasks")))
	}
}

// proofs fails the first so many proofs.
type proofs struct {
	fail int
	with diag.Diagnostic
	err  error
}

func (p *proofs) Prove(context.Context, string, []byte) ([]diag.Diagnostic, error) {
	if p.fail--; p.fail >= 0 {
		return []diag.Diagnostic{p.with, {Code: diag.UnusedTool, Severity: diag.Warning, Message: "a warning"}}, p.err
	}
	return nil, nil
}

func TestProofGoesBackToTheModel(t *testing.T) {
	s := serve(t, nil)
	opt := options(t, s.client(t))
	opt.Prover = &proofs{fail: 1, with: diag.Diagnostic{Code: "AWM6107", Message: "a near-miss passes", Hint: "say more",
		Span: diag.Span{Start: diag.Pos{Line: 14, Col: 1}}, Notes: []diag.Note{{Message: "with seed 3:\n  borrow_item {}"}}}}
	state := synthesise(t, job(t), opt)
	asked := s.asked("solutions")
	if state.Status != Done || len(asked) != 2 {
		t.Fatalf("%s after %d requests", state.Status, len(asked))
	}
	for _, want := range []string{"line 14, AWM6107: a near-miss passes", "hint: say more", "with seed 3:", "   14| "} {
		if !strings.Contains(asked[1].user, want) {
			t.Errorf("the model is not told %q:\n%s", want, asked[1].user)
		}
	}
	if strings.Contains(asked[1].user, "a warning") {
		t.Error("a warning is no mistake to mend")
	}
}

// What is awmc's own fault costs no tokens and no environment.
func TestFaultsAreNeverSentToAModel(t *testing.T) {
	for name, prover := range map[string]*proofs{
		"diagnostic": {fail: 1, with: diag.Diagnostic{Code: diag.EmittedGoBroken, Message: "secret sauce"}},
		"error":      {fail: 1, err: errors.New("secret sauce")},
	} {
		s := serve(t, nil)
		j, opt := job(t), options(t, s.client(t))
		opt.Prover = prover
		state := synthesise(t, j, opt)
		if state.Status != Faulty || !strings.Contains(state.Why, "secret sauce") {
			t.Errorf("%s: %s %s", name, state.Status, state.Why)
		}
		n := len(s.asked(""))
		if state = synthesise(t, j, opt); state.Status != Done || len(s.asked("")) != n {
			t.Errorf("%s: once awmc is mended, it is %s after %d more requests", name, state.Status, len(s.asked(""))-n)
		}
	}
}

func TestPartsByHandStay(t *testing.T) {
	s := serve(t, nil)
	right := book(t)
	hand, _, _ := split(right["entities"])
	entities := "# My own schema.\n" + hand["entities"]
	j := job(t)
	j.From = entities + "tasks:\n  when_is_it_due:\n    ask: When is the last of my things due?\n"
	s.right["solutions"] = change(t, right["solutions"], "On which day do I have to bring back the last of my things?", "When is the last of my things due?")
	opt := options(t, s.client(t))
	opt.Tasks = 1
	state := synthesise(t, j, opt)
	if state.Status != Done {
		t.Fatalf("%s: %s %v", state.Status, state.Why, state.Problems)
	}
	if !strings.Contains(state.Text, entities) {
		t.Errorf("the schema was changed:\n%s", state.Text)
	}
	if ask := s.asked("entities")[0].user; strings.Contains(ask, "Write `now`, `actor`, `entities`") || !strings.Contains(ask, "# My own schema.") {
		t.Errorf("the model is asked for what is there:\n%s", ask)
	}
	// The ask must stay: the book's own wording is refused.
	s2 := serve(t, map[string][]reply{"solutions": {say(right["solutions"])}})
	s2.right["solutions"] = s.right["solutions"]
	j.Out = filepath.Join(t.TempDir(), "x.yaml")
	opt2 := options(t, s2.client(t))
	opt2.Tasks = 1
	if state = synthesise(t, j, opt2); state.Status != Done {
		t.Fatalf("%s: %s %v", state.Status, state.Why, state.Problems)
	}
	if asked := s2.asked("solutions"); len(asked) != 2 || !strings.Contains(asked[1].user, "stays word for word") {
		t.Errorf("another ask was accepted (%d requests)", len(asked))
	}
	// Mistakes of the person's are the person's to mend.
	j = job(t)
	j.From = "entities:\n  items:\n    felds: {}\n"
	if _, err := Run(context.Background(), []Job{j}, options(t, s.client(t))); !errors.Is(err, ErrInput) || !strings.Contains(err.Error(), "felds") {
		t.Errorf("got %v", err)
	}
}

func TestStructuredOutput(t *testing.T) {
	s := serve(t, map[string][]reply{"tasks": {say(`{"title":"Tool library","summary":"A lending desk.","policy":"One.\nTwo.","tasks":{"swap_the_oldest":{"ask":"Swap the oldest of my things for {title}, please."},"when_is_it_due":{"ask":"When do I have to bring it back?"}}}`)}})
	opt := options(t, s.client(t))
	opt.Schema = true
	state := synthesise(t, job(t), opt)
	if state.Status != Done || !strings.Contains(state.Text, "policy: |\n  One.\n  Two.\n") {
		t.Errorf("%s: %s\n%s", state.Status, state.Why, state.Text)
	}
	if q := s.asked("tasks")[0]; !strings.Contains(q.system, "one JSON object") {
		t.Error("the model is not told to answer in JSON")
	}
}

func TestNothingIsOverwritten(t *testing.T) {
	s := serve(t, nil)
	j := job(t)
	os.MkdirAll(filepath.Dir(j.Out), 0o755)
	os.WriteFile(j.Out, []byte("mine"), 0o644)
	opt := options(t, s.client(t))
	if _, err := Run(context.Background(), []Job{j}, opt); !errors.Is(err, ErrInput) || len(s.asked("")) > 0 {
		t.Errorf("got %v after %d requests", err, len(s.asked("")))
	}
	free := job(t)
	free.Name = "toy_library"
	report, err := Run(context.Background(), []Job{j, free}, opt)
	if err != nil || len(report.There) != 1 || report.Count(Done) != 1 {
		t.Errorf("of two, one that is there: %v %+v", err, report)
	}
	if b, _ := os.ReadFile(j.Out); string(b) != "mine" {
		t.Error("a file was overwritten")
	}
	other := j
	other.Name = "another"
	if _, err := Run(context.Background(), []Job{j, other}, opt); !errors.Is(err, ErrInput) {
		t.Errorf("two environments in one file: %v", err)
	}
}

func TestServerThatIsDown(t *testing.T) {
	s := serve(t, map[string][]reply{"tasks": {refuse(401)}})
	j, opt := job(t), options(t, s.client(t))
	report, err := Run(context.Background(), []Job{j}, opt)
	if err != nil || !strings.Contains(report.Stopped, "401") || report.States[0].Status != Working {
		t.Errorf("%v %+v", err, report)
	}
	if state := synthesise(t, j, opt); state.Status != Done {
		t.Errorf("it does not go on afterwards: %s", state.Status)
	}
}

func TestBudgetStopsARunAndLosesNothing(t *testing.T) {
	s := serve(t, nil)
	j, opt := job(t), options(t, nil)
	opt.MaxTokens = 3000
	m := model.NewMeter(s.client(t), model.Budget{Tokens: 10000}, model.Prices{}, rt.Usage{})
	opt.Model = m
	report, err := Run(context.Background(), []Job{j}, opt)
	if err != nil || !strings.Contains(report.Stopped, "budget") {
		t.Fatal(err, report.Stopped)
	}
	n := len(s.asked(""))
	if spent, _ := m.Spent(); spent.Total() > 10000 || n == 0 || n == 4 {
		t.Errorf("spent %d in %d requests", spent.Total(), n)
	}
	opt.Model = s.client(t)
	if state := synthesise(t, j, opt); state.Status != Done || len(s.asked("")) != 4 {
		t.Errorf("%s after %d requests", state.Status, len(s.asked("")))
	}
}
