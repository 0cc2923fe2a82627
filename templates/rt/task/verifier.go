package task

import (
	"context"

	"github.com/awmc/awmc/templates/rt/core"
)

// Options of a Verifier; the zero value has the defaults.
type Options struct {
	Rewards  *Rewards // nil for DefaultRewards
	MaxSeeds int      // how many seeds EffectiveSeed tries; 0 for 1000
	Cache    int      // how many references (and effective seeds) are kept; 0 for 1024
	Policy   Policy   // "" for PolicyCode
	Judge    Judge    // needed by the other policies
}

// Verifier judges episodes of one environment. It is safe for concurrent use.
type Verifier struct{}

// NewVerifier returns a verifier that opens its throwaway worlds in worlds.
func NewVerifier(worlds core.Worlds, opt Options) *Verifier { panic("being written") }

// FindTask returns the task of that name; the error names near ones.
func FindTask(env *core.Env, name string) (*core.Task, error) { panic("being written") }

// Prepared is all that is needed to start an episode.
type Prepared struct {
	Task          *core.Task
	Seed          int64 // as asked for
	EffectiveSeed int64 // open the world with this one
	Drawn         *Drawn
	Reference     *Reference
}

// Prepare finds the effective seed of a task and what comes with it.
func (v *Verifier) Prepare(ctx context.Context, taskName string, seed int64) (*Prepared, error) {
	panic("being written")
}

// EffectiveSeed is the first seed from the given one on at which the task is
// sound: its values can be drawn, it is not complete at the start, and its
// solutions complete it. The same everywhere; EffectiveSeed of the result is
// the result.
func (v *Verifier) EffectiveSeed(ctx context.Context, t *core.Task, seed int64) (int64, error) {
	panic("being written")
}

// Reference is what the solutions of a task come to at exactly this seed;
// worked out once and kept. The error wraps data.ErrInvalidDraw if there is
// no valid draw, and is a *StepError if a solution fails.
func (v *Verifier) Reference(ctx context.Context, t *core.Task, seed int64) (*Reference, error) {
	panic("being written")
}

// Verify judges an episode that was played in w, a world opened with the
// effective seed (seed may be that or the one asked for). What goes wrong in
// judging is a void Verdict; the error is only for a context that ended.
func (v *Verifier) Verify(ctx context.Context, w core.World, t *core.Task, seed int64, end Ending) (*Verdict, error) {
	panic("being written")
}

// VerifyWith is Verify against a reference that is at hand, whether its seed
// is sound or not.
func (v *Verifier) VerifyWith(ctx context.Context, w core.World, ref *Reference, end Ending) (*Verdict, error) {
	panic("being written")
}

// SameState reports whether two differences from the same start lead to equal
// states: the default comparison, with no freedom that a task gives.
func SameState(env *core.Env, a, b *core.Diff) (bool, error) { panic("being written") }
