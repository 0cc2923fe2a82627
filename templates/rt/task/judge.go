package task

import (
	"context"
	"encoding/json"

	"github.com/awmc/awmc/templates/rt/core"
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
