package task

import (
	"context"
	"errors"
	"testing"
)

func TestJudge(t *testing.T) {
	s, _ := shop(t, buyCheapest())
	says, fails := Complete, error(nil)
	asked := 0
	judge := func(_ context.Context, in JudgeInput) (*Judgement, error) {
		asked++
		if in.Ask == "" || len(in.Solution) != 2 || in.Code == nil || in.Diff == nil {
			t.Errorf("the judge saw %+v", in)
		}
		return &Judgement{Outcome: says, Reasons: "because", Raw: "{}"}, fails
	}
	v := NewVerifier(s, Options{Judge: judge})
	p := prepared(t, v, "buy_the_cheapest", 0)
	sol := p.Reference.Solutions[0]
	for _, c := range []struct {
		policy Policy
		right  bool
		judge  Outcome
		want   Outcome
		asked  int
		fails  error
	}{
		{PolicyCode, true, Incomplete, Complete, 0, nil},
		{PolicyCode, false, Complete, Incomplete, 0, nil},
		{PolicyJudge, true, Incomplete, Incomplete, 1, nil},
		{PolicyJudge, false, Complete, Complete, 1, nil},
		{PolicyUpgrade, true, Incomplete, Complete, 0, nil},
		{PolicyUpgrade, false, Complete, Complete, 1, nil},
		{PolicyUpgrade, false, Partial, Incomplete, 1, nil},
		{PolicyVeto, true, Incomplete, Incomplete, 1, nil},
		{PolicyVeto, true, Complete, Complete, 1, nil},
		{PolicyVeto, false, Complete, Incomplete, 0, nil},
		{PolicyVeto, true, Complete, VerifierError, 1, errors.New("timed out")},
		{PolicyVeto, true, "perhaps", VerifierError, 1, nil},
	} {
		asked, says, fails = 0, c.judge, c.fails
		w := open(t, s, p.EffectiveSeed)
		end := Ending{Policy: c.policy}
		if c.right {
			replay(t, w, sol.Run.Calls)
			end.Answer = Told(sol.Answer)
		}
		d := verify(t, v, w, p, end)
		if d.Outcome != c.want || asked != c.asked || (d.Reward == nil) != c.want.Void() {
			t.Errorf("%+v: asked %d times, %+v", c, asked, d)
		}
		if asked == 1 && c.want != VerifierError && (d.Judge == nil || d.Judge.Reasons != "because" || (d.Judge.Code == Complete) != c.right) {
			t.Errorf("%+v: the judgement is not kept: %+v", c, d.Judge)
		}
	}
	says, fails = Complete, nil
	w := open(t, s, p.EffectiveSeed)
	if d := verify(t, v, w, p, Ending{Policy: PolicyUpgrade, Truncated: true}); d.Outcome != Truncated || d.State != Complete || *d.Reward != 1 {
		t.Errorf("truncated, and the judge is content: %+v", d)
	}
	asked = 0
	if d := verify(t, v, w, p, Ending{Policy: PolicyJudge, FormatError: "x"}); d.Outcome != FormatError || asked != 0 {
		t.Errorf("a format error needs no judge: %+v", d)
	}
	if _, err := ParsePolicy("maybe"); err == nil {
		t.Error("a policy that there is not")
	}
}
