package synth

import (
	"strings"
	"testing"

	"github.com/awmc/awmc/compiler/cache"
)

// The one test with a real build and proof: a condition that is always true
// passes every check of the front end, and only the proof shows it.
func TestConditionThatIsAlwaysTrue(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a server")
	}
	right := book(t)
	always := change(t, right["solutions"], "    solve:\n      - my_loans: {}\n        as: mine", `    expect:
      is_lent: SELECT COUNT(*) >= 0 FROM loans
    may_change: {loans: any}
    solve:
      - my_loans: {}
        as: mine`)
	s := serve(t, map[string][]reply{"solutions": {say(always)}})
	c, err := cache.Open("")
	if err != nil {
		t.Fatal(err)
	}
	opt := options(t, s.client(t))
	opt.Prover = NewBuilder(c, 5, 1)
	state := synthesise(t, job(t), opt)
	if state.Status != Done {
		t.Fatalf("%s: %s\n%v", state.Status, state.Why, state.Problems)
	}
	asked := s.asked("solutions")
	if len(asked) != 2 || !strings.Contains(asked[1].user, "swap_the_oldest") || !strings.Contains(asked[1].user, "AWM6") {
		t.Errorf("the proof's findings did not reach the model in %d requests", len(asked))
	}
}
