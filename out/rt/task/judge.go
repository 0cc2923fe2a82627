package task

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/awmc/awmc/out/rt/core"
)

// Judge asks a language model about an episode. An error makes the verdict
// void where the policy needed the judge.
type Judge func(ctx context.Context, in JudgeInput) (*Judgement, error)

// JudgeInput is what a judge is shown.
type JudgeInput struct {
	Env      string          `json:"environment"`
	Task     string          `json:"task"`
	Ask      string          `json:"ask"`
	Policy   string          `json:"policy,omitempty"` // what the agent was told
	Answer   json.RawMessage `json:"answer,omitempty"`
	Expected []Expected      `json:"expected,omitempty"`
	Calls    []Call          `json:"calls,omitempty"` // the agent's
	Solution []Call          `json:"solution"`        // the reference's
	Diff     *core.Diff      `json:"difference"`      // what the agent changed
	Code     *Verdict        `json:"code"`            // what the code says
}

// Judgement is a judge's verdict, with its reasons and raw reply.
type Judgement struct {
	Outcome Outcome `json:"outcome"` // complete, partial or incomplete
	Reasons string  `json:"reasons,omitempty"`
	Raw     string  `json:"raw,omitempty"`
	Code    Outcome `json:"code"` // what the code had said; set by the verifier
}

// Policy says who decides.
type Policy string

// The policies.
const (
	PolicyCode    Policy = "code"    // the code alone
	PolicyJudge   Policy = "judge"   // the judge, with the code's evidence
	PolicyUpgrade Policy = "upgrade" // the judge is asked only where the code says no
	PolicyVeto    Policy = "veto"    // the judge is asked only where the code says yes
)

// ParsePolicy reads the name of a policy; "" is PolicyCode.
func ParsePolicy(s string) (Policy, error) {
	switch p := Policy(s); p {
	case "":
		return PolicyCode, nil
	case PolicyCode, PolicyJudge, PolicyUpgrade, PolicyVeto:
		return p, nil
	}
	return "", fmt.Errorf("there is no judge policy %q; there is code, judge, upgrade, veto", s)
}

// asks reports whether the judge is asked after what the code said.
func (p Policy) asks(code Outcome) bool {
	switch p {
	case PolicyJudge:
		return true
	case PolicyUpgrade:
		return code != Complete
	case PolicyVeto:
		return code == Complete
	}
	return false
}

// combine is the outcome of code and judge together.
func (p Policy) combine(code, judge Outcome) Outcome {
	switch p {
	case PolicyJudge:
		return judge
	case PolicyUpgrade:
		if judge == Complete {
			return Complete
		}
	case PolicyVeto:
		if code == Complete {
			return judge
		}
	}
	return code
}

// consult asks the judge where the policy says so and puts both verdicts
// together. A judge that fails makes the episode void: it is never a zero.
func (v *Verifier) consult(ctx context.Context, ref *Reference, o *observation, d *Verdict, end Ending) {
	policy := end.Policy
	if policy == "" {
		policy = v.opt.Policy
	}
	code := d.State
	if !policy.asks(code) {
		return
	}
	said, err := v.ask(ctx, ref, o, d, end)
	if err != nil {
		d.Outcome, d.State, d.Reward, d.Error = VerifierError, VerifierError, nil, "judge: "+err.Error()
		return
	}
	said.Code = code
	d.Judge = said
	d.State = policy.combine(code, said.Outcome)
	v.settle(d, end)
}

func (v *Verifier) ask(ctx context.Context, ref *Reference, o *observation, d *Verdict, end Ending) (said *Judgement, err error) {
	if v.opt.Judge == nil {
		return nil, errors.New("the policy needs a judge, and there is none")
	}
	defer recovered(&err)
	sol := ref.Solutions[0]
	for _, s := range ref.Solutions {
		if s.Name == d.Solution {
			sol = s
		}
	}
	seen := *d
	said, err = v.opt.Judge(ctx, JudgeInput{
		Env: v.env.Name, Task: ref.Task.Name, Ask: ref.Drawn.Ask(), Policy: v.env.Policy,
		Answer: end.Answer, Expected: sol.Answer, Calls: end.Calls, Solution: sol.Run.Calls, Diff: o.diff, Code: &seen,
	})
	if err != nil {
		return nil, err
	}
	if said == nil {
		return nil, errors.New("it gave no verdict")
	}
	switch said.Outcome {
	case Complete, Partial, Incomplete:
		own := *said
		return &own, nil
	}
	return nil, fmt.Errorf("its verdict %q is none of complete, partial, incomplete", said.Outcome)
}
