package task

import "github.com/awmc/awmc/templates/rt/core"

// Reference is what a task's solutions come to at one seed. It is read-only.
type Reference struct {
	Task  *core.Task
	Seed  int64
	Drawn *Drawn
	// Solutions are solve, then each also_solve.
	Solutions []*Solution
	// Unsound says why no episode should be played at this seed ("it is
	// complete before any call"), or is "".
	Unsound string
}

// Solution is one way to complete a task, as carried out on a throwaway world.
type Solution struct {
	Name   string // "solve", or the name of the also_solve
	Run    *Run
	Diff   *core.Diff
	Answer []Expected
	Now    core.DateTime // the clock at the end
}
