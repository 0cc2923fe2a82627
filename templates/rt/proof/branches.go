package proof

import (
	"fmt"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/task"
)

// branchSeeds is on how many seeds a loop must have been empty before that is
// worth saying: on a few it is chance.
const branchSeeds = 5

// ran notes the calls that the solutions of a seed make.
func (tr *trial) ran(ref *task.Reference) {
	for _, sol := range ref.Solutions {
		for _, c := range sol.Run.Calls {
			tr.lines[c.Line] = true
		}
	}
}

// emptyLoops warns of loops of the solutions that had nothing to run over on
// any seed: mostly one branch of an "if", which so was never tried, and never
// is what is asked of an agent.
func (tr *trial) emptyLoops() {
	if tr.stop || tr.report.Seeds < branchSeeds {
		return
	}
	tr.emptyIn(tr.t.Solve)
	for i := range tr.t.AlsoSolve {
		tr.emptyIn(tr.t.AlsoSolve[i].Steps)
	}
}

func (tr *trial) emptyIn(steps []core.Step) {
	for i := range steps {
		s := &steps[i]
		if s.Var == "" {
			continue
		}
		if tr.reached(s.Do) {
			tr.emptyIn(s.Do)
			continue
		}
		tr.find(Finding{Code: codeEmptyLoop, Warning: true, Line: s.Line,
			Message: fmt.Sprintf("%s is empty on each of %d seeds, so the solution of task %s never makes the calls for it", s.In, tr.report.Seeds, tr.t.Name),
			Hint:    "Let the data or what is given have rows of this kind on some seeds, or remove the loop."}, s.In)
	}
}

// reached reports whether any of the steps was carried out on some seed.
func (tr *trial) reached(steps []core.Step) bool {
	for i := range steps {
		if s := &steps[i]; s.Var == "" && tr.lines[s.Line] || s.Var != "" && tr.reached(s.Do) {
			return true
		}
	}
	return false
}
