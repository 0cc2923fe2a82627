package core

// Task is one request to an agent and what counts as having met it.
type Task struct {
	Name    string
	Ask     string // with {given} paths in it
	Actor   *Actor // nil for the environment's
	HeldOut bool
	Line    int
	Given   []Given

	Solve     []Step
	AlsoSolve []Episode
	Wrong     []Episode

	Expect    []Check // over the final state and before.*
	FrameOnly bool    // MayChange replaces the comparison with the reference
	MayChange []Frame
	Free      []Free
	InOrder   []string // "table.column" of stamped columns whose order counts
	// Ordered is the words of the request that fix the order of the calls, so
	// that another order may give another state; "" if it does not matter.
	Ordered string
	Answer  []Answer
}

// Given is a value drawn for each seed.
type Given struct {
	Name  string
	Gen   Gen
	Kind  Kind // scalar type of the value; "" for rows and lists
	Where *SQL // other draws are invalid, or nil
	Line  int
}

// Step is a call of a solution, or a loop over calls if Var is set.
type Step struct {
	Tool string
	Args string // JSON object; strings may hold {paths}
	As   string
	Var  string // loop variable
	In   string // path of the list it runs over
	Do   []Step
	Line int
}

// Episode is another way through a task.
type Episode struct {
	Name  string
	Why   string
	Steps []Step
	// Answer is JSON, strings may hold {paths}; "" for none.
	Answer string
	Line   int
}

// Frame says what may differ at the end. Column "" means whole rows. Keys,
// if set, selects the key columns of the rows it is about (over the final
// state).
type Frame struct {
	Table  string
	Column string
	New    bool
	Keys   *SQL
	Line   int
}

// Free exempts columns (or whole rows) that the agent words itself.
type Free struct {
	Table  string
	Column string
	Keys   *SQL
	Line   int
}

// Answer is one value that the agent's answer must hold.
type Answer struct {
	Name      string // "" if the answer is one value
	Value     string // JSON, strings may hold {paths}; "" if SQL is set
	SQL       *SQL
	Match     string // text, number, date, set, list, contains
	Tolerance float64
	Line      int
}
