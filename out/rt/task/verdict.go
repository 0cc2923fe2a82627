package task

import "encoding/json"

// Verdict is the judgement of one episode.
type Verdict struct {
	Task          string  `json:"task"`
	Seed          int64   `json:"seed"`
	EffectiveSeed int64   `json:"effective_seed"`
	Outcome       Outcome `json:"outcome"`
	// State is the outcome by state and answer alone. It differs from Outcome
	// for truncated episodes and format errors, and by what a judge says.
	State Outcome `json:"state"`
	// Reward is nil (null) if the episode is void.
	Reward *float64 `json:"reward"`
	// Share of the required difference that is there, 0 to 1.
	Share float64 `json:"share"`
	// Solution is the one that the episode was held against: "solve", or the
	// name of the also_solve that came closest.
	Solution   string       `json:"solution,omitempty"`
	Conditions []Condition  `json:"conditions"`
	Missing    []Difference `json:"missing,omitempty"`    // at most 100
	Unexpected []Difference `json:"unexpected,omitempty"` // at most 100
	// Error is what went wrong in a void episode or broke the format.
	Error string     `json:"error,omitempty"`
	Judge *Judgement `json:"judge,omitempty"`
}

// Condition is the result of one thing that must hold.
type Condition struct {
	Kind ConditionKind `json:"kind"`
	Name string        `json:"name,omitempty"` // of an expect condition or a part of the answer
	OK   bool          `json:"ok"`
	Why  string        `json:"why"`
	Line int           `json:"line,omitempty"` // in env.yaml
}

// ConditionKind says what a condition is about.
type ConditionKind string

// The kinds of conditions.
const (
	StateCondition  ConditionKind = "state"  // the final state is that of a solution
	FrameCondition  ConditionKind = "frame"  // nothing changed but what may_change allows
	ExpectCondition ConditionKind = "expect" // a named SQL condition
	AnswerCondition ConditionKind = "answer"
)

// Difference is one change that is missing or that should not be there.
type Difference struct {
	Table  string          `json:"table"`
	Change string          `json:"change"`           // insert, update or delete
	Key    json.RawMessage `json:"key"`              // list of the key's values; of a missing insert, those the solution had
	Column string          `json:"column,omitempty"` // of an update
	Want   json.RawMessage `json:"want,omitempty"`   // for an update: the value it should have now
	Got    json.RawMessage `json:"got,omitempty"`    // for an update: the value it has
	Text   string          `json:"text"`             // a sentence for people
}

// Ending is what an episode ended in, beside the state of its world.
type Ending struct {
	// Answer is the agent's final answer: JSON or plain text; nil for none.
	Answer json.RawMessage
	// Truncated is set if turns or tokens ran out before the agent ended.
	Truncated bool
	// FormatError, if not "", says which call named no tool or broke its
	// schema, where episodes end on that.
	FormatError string
	// Fault is a fault of the host that makes the episode void, or nil.
	Fault error
	// Rewards of this episode, nil for those of the verifier.
	Rewards *Rewards
	// Calls is what the agent did, for a judge; may be nil.
	Calls []Call
	// Policy of this episode, "" for that of the verifier.
	Policy Policy
}
