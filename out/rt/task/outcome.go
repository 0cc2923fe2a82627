package task

// Outcome is what an episode came to.
type Outcome string

// The outcomes. The last two are void: they have no reward.
const (
	Complete         Outcome = "complete"
	Partial          Outcome = "partial"    // part of the required difference is there, nothing else changed
	Incomplete       Outcome = "incomplete" // nothing of it is there, or something changed that may not
	FormatError      Outcome = "format_error"
	Truncated        Outcome = "truncated" // rewarded as Verdict.State deserves
	EnvironmentError Outcome = "environment_error"
	VerifierError    Outcome = "verifier_error"
)

// Void reports whether the episode says nothing about the agent.
func (o Outcome) Void() bool { return o == EnvironmentError || o == VerifierError }

// OpenEnv is the outcome's name in OpenEnv's AWM environment. For a truncated
// episode give the outcome of its state.
func (o Outcome) OpenEnv() string {
	switch o {
	case Complete, FormatError:
		return string(o)
	case Partial:
		return "incomplete"
	case EnvironmentError:
		return "server_error"
	case VerifierError:
		return "judge_error"
	}
	return "others"
}

// Rewards is what each outcome is worth.
type Rewards struct {
	Complete    float64 `json:"complete"`
	Partial     float64 `json:"partial"`
	Incomplete  float64 `json:"incomplete"`
	FormatError float64 `json:"format_error"`
}

// DefaultRewards are 1, 0.1, 0 and -1.
func DefaultRewards() Rewards { return Rewards{Complete: 1, Partial: 0.1, FormatError: -1} }

// Of is the reward of an outcome, nil if it is void. state is the outcome
// that the state alone deserves; it counts for truncated episodes.
func (r Rewards) Of(o, state Outcome) *float64 {
	if o == Truncated {
		o = state
	}
	var x float64
	switch o {
	case Complete:
		x = r.Complete
	case Partial:
		x = r.Partial
	case Incomplete:
		x = r.Incomplete
	case FormatError:
		x = r.FormatError
	default:
		return nil
	}
	return &x
}
