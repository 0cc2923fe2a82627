// Package proof shows that an environment is sound before anyone trains on
// it: reference solutions complete their tasks, idle agents and near-misses
// fail, and no sequence of calls breaks an invariant. It imports core, data,
// task and the standard library only; worlds come in through core.Worlds.
package proof

// Report is the result of proving one environment: a datasheet of its tasks'
// verifiers. It holds no times, so that proving twice gives the same bytes;
// how long it took is measured by whoever asked.
type Report struct {
	Env      string    `json:"environment"`
	Seeds    int       `json:"seeds"`
	Walks    int       `json:"walks"`
	Steps    int       `json:"steps"`
	Passed   bool      `json:"passed"` // no finding is an error
	Findings []Finding `json:"findings"`

	Tasks       []TaskReport `json:"tasks"`
	Exploration Exploration  `json:"exploration"`
	Coverage    Coverage     `json:"coverage"`
}

// Finding is one weakness, on a line of env.yaml.
type Finding struct {
	Code    string `json:"code"`    // AWM6…
	Warning bool   `json:"warning"` // does not fail the proof
	Line    int    `json:"line"`
	Task    string `json:"task,omitempty"`
	Tool    string `json:"tool,omitempty"`
	Seed    int64  `json:"seed"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
	// Calls is the concrete episode that shows it, shortest first.
	Calls []Call `json:"calls,omitempty"`
	// Answer is what the episode answered, if that matters.
	Answer string `json:"answer,omitempty"`
}

// Call is one call of an episode.
type Call struct {
	Tool      string `json:"tool"`
	Arguments string `json:"arguments"`        // JSON
	Result    string `json:"result,omitempty"` // JSON, shortened
}

// TaskReport is what was found out about one task.
type TaskReport struct {
	Task    string `json:"task"`
	HeldOut bool   `json:"held_out"`
	Seeds   int    `json:"seeds"`
	// InvalidDraws counts the draws that were passed over.
	InvalidDraws int `json:"invalid_draws"`
	// Mutants and Caught count near-misses and how many of them failed, as
	// they must; Equivalent ones end in an equal state with an equal answer
	// and do not count.
	Mutants    int `json:"mutants"`
	Caught     int `json:"caught"`
	Equivalent int `json:"equivalent"`
	Variants   int `json:"variants"` // harmless variants tried, all of which must pass

	Difficulty Difficulty `json:"difficulty"`
}

// caught counts a near-miss that failed.
func (t *TaskReport) caught() {
	t.Mutants++
	t.Caught++
}

// Score is the mutation score: the share of near-misses caught, 1 if there
// are none.
func (t *TaskReport) Score() float64 {
	if t.Mutants == 0 {
		return 1
	}
	return float64(t.Caught) / float64(t.Mutants)
}

// Difficulty measures what a task asks of an agent; calls are the median
// over the seeds.
type Difficulty struct {
	Calls         int `json:"calls"`
	DistinctTools int `json:"distinct_tools"`
	Changing      int `json:"changing_calls"`
	Carried       int `json:"facts_carried"` // values of one result used in a later call
	// RandomSolves and NearestSolves count the seeds on which an agent that
	// calls at random (at most 50 calls), or always the tool named most like
	// the request, completes the task.
	RandomSolves  int `json:"random_solves"`
	NearestSolves int `json:"nearest_solves"`
}

// Exploration counts the calls of the random walks, those that looked for
// something in particular included.
type Exploration struct {
	Calls     int `json:"calls"`
	Succeeded int `json:"succeeded"`
	Refused   int `json:"refused"`
	Sequences int `json:"sequences"`
}

// Coverage lists what neither the solutions nor the exploration reached.
// Refusals are those that an author wrote.
type Coverage struct {
	Tools            int      `json:"tools"`
	ToolsSucceeded   int      `json:"tools_succeeded"`
	ToolsInSolutions int      `json:"tools_in_solutions"`
	Statements       int      `json:"statements"`
	StatementsRun    int      `json:"statements_run"`
	Refusals         int      `json:"refusals"`
	RefusalsReached  int      `json:"refusals_reached"`
	Entities         int      `json:"entities"`
	EntitiesChanged  int      `json:"entities_changed"`
	MissedStatements []string `json:"missed_statements,omitempty"`
	MissedRefusals   []string `json:"missed_refusals,omitempty"`
	UnchangedTables  []string `json:"unchanged_entities,omitempty"`
}
