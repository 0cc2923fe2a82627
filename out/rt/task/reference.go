package task

import (
	"context"
	"errors"
	"fmt"

	"github.com/awmc/awmc/out/rt/core"
)

// Reference is what a task's solutions come to at one seed. It is read-only.
type Reference struct {
	Task  *core.Task `json:"-"`
	Seed  int64      `json:"seed"`
	Drawn *Drawn     `json:"drawn"`
	// Solutions are solve, then each also_solve.
	Solutions []*Solution `json:"solutions"`
	// Unsound says why no episode should be played at this seed ("it is
	// complete before any call"), or is "".
	Unsound string `json:"unsound,omitempty"`

	atStart []bool            // which expect conditions hold before any call
	start   []map[string]bool // keys of may_change in the starting state
}

// Solution is one way to complete a task, as carried out on a throwaway world.
type Solution struct {
	Name   string        `json:"name"` // "solve", or the name of the also_solve
	Run    *Run          `json:"run"`
	Diff   *core.Diff    `json:"difference"`
	Answer []Expected    `json:"answer,omitempty"`
	Now    core.DateTime `json:"now"` // the clock at the end

	free freedom
}

// mainSolution is the name of the reference solution among Solutions.
const mainSolution = "solve"

// makeReference draws and solves in throwaway worlds.
func makeReference(ctx context.Context, worlds core.Worlds, s *schema, t *core.Task, seed int64) (ref *Reference, err error) {
	w, err := worlds.Open(ctx, seed, t.Actor)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	ref = &Reference{Task: t, Seed: seed}
	if ref.Drawn, err = Draw(ctx, w, t, seed); err != nil {
		return nil, err
	}
	if ref.atStart, err = expectations(ctx, w, ref.Drawn); err != nil {
		return nil, err
	}
	if ref.start, err = frameKeys(ctx, w, ref.Drawn); err != nil {
		return nil, err
	}
	idle, err := observe(ctx, w, ref.Drawn)
	if err != nil {
		return nil, err
	}
	ways := make([]core.Episode, 0, 1+len(t.AlsoSolve))
	ways = append(ways, core.Episode{Name: mainSolution, Steps: t.Solve, Line: t.Line})
	ways = append(ways, t.AlsoSolve...)
	observed := make([]*observation, len(ways))
	for i := range ways {
		if i > 0 {
			if err := w.Reset(ctx, seed, t.Actor); err != nil {
				return nil, err
			}
		}
		sol, err := carryOut(ctx, w, ref.Drawn, &ways[i], i)
		if err != nil {
			return nil, fmt.Errorf("task %s, %s, seed %d: %w", t.Name, sol.Name, seed, err)
		}
		ref.Solutions = append(ref.Solutions, sol)
		if observed[i], err = observe(ctx, w, ref.Drawn); err != nil {
			return nil, err
		}
		sol.Diff, sol.free = observed[i].diff, observed[i].free
		sol.Run.vars = ref.Drawn.vars // references are kept: let the results go
	}
	ref.Unsound, err = ref.unsound(s, idle, observed)
	return ref, err
}

func carryOut(ctx context.Context, w core.World, d *Drawn, e *core.Episode, i int) (*Solution, error) {
	sol := &Solution{Name: e.Name}
	if sol.Name == "" {
		sol.Name = fmt.Sprintf("also_solve %d", i)
	}
	var err error
	if sol.Run, err = Solve(ctx, w, d, e.Steps); err != nil {
		return sol, err
	}
	if sol.Answer, err = Answer(ctx, w, sol.Run); err != nil {
		return sol, err
	}
	own, err := EpisodeAnswer(sol.Run, e)
	if err != nil {
		return sol, err
	}
	if sol.Answer, err = withEpisode(sol.Answer, own); err != nil {
		return sol, err
	}
	sol.Now = w.Now()
	return sol, nil
}

// unsound says why this seed is none to play at: the idle agent, whatever it
// says, must not have completed the task, and each solution must.
func (ref *Reference) unsound(s *schema, idle *observation, solved []*observation) (string, error) {
	for i, sol := range ref.Solutions {
		for j := range sol.Answer {
			if empty(&sol.Answer[j]) {
				return fmt.Sprintf("the answer of %s is empty", sol.Name), nil
			}
		}
		f, err := ref.judge(s, solved[i], Told(sol.Answer))
		if err != nil {
			return "", err
		}
		if f.outcome != Complete {
			return fmt.Sprintf("%s does not complete it: %s", sol.Name, f.failed()), nil
		}
	}
	f, err := ref.judge(s, idle, nil)
	if err != nil {
		return "", err
	}
	if f.outcome == Complete {
		return "it is complete before any call", nil
	}
	return "", nil
}
