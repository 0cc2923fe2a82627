package task

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/data"
)

// Options of a Verifier; the zero value has the defaults.
type Options struct {
	Rewards  *Rewards // nil for DefaultRewards
	MaxSeeds int      // how many seeds EffectiveSeed tries; 0 for 200
	Cache    int      // how many references are kept (and 16 times as many effective seeds); 0 for 256
	Policy   Policy   // "" for PolicyCode
	Judge    Judge    // needed by the other policies
}

// Verifier judges episodes of one environment. It is safe for concurrent use.
type Verifier struct {
	worlds  core.Worlds
	env     *core.Env
	schema  *schema
	opt     Options
	rewards Rewards
	refs    *cache[taskSeed, *Reference]
	seeds   *cache[taskSeed, int64]
}

type taskSeed struct {
	task *core.Task
	seed int64
}

// NewVerifier returns a verifier that opens its throwaway worlds in worlds.
func NewVerifier(worlds core.Worlds, opt Options) *Verifier {
	if opt.MaxSeeds <= 0 {
		opt.MaxSeeds = 200
	}
	if opt.Cache <= 0 {
		opt.Cache = 256
	}
	v := &Verifier{worlds: worlds, env: worlds.Env(), opt: opt, rewards: DefaultRewards()}
	if opt.Rewards != nil {
		v.rewards = *opt.Rewards
	}
	v.schema = newSchema(v.env)
	v.refs = newCache[taskSeed, *Reference](opt.Cache)
	v.seeds = newCache[taskSeed, int64](16 * opt.Cache)
	return v
}

// Prepared is all that is needed to start an episode.
type Prepared struct {
	Task          *core.Task `json:"-"`
	Seed          int64      `json:"seed"`           // as asked for
	EffectiveSeed int64      `json:"effective_seed"` // open the world with this one
	Drawn         *Drawn     `json:"drawn"`
	Reference     *Reference `json:"-"` // holds the solution
}

// Prepare finds the effective seed of a task and what comes with it.
func (v *Verifier) Prepare(ctx context.Context, taskName string, seed int64) (*Prepared, error) {
	t, err := FindTask(v.env, taskName)
	if err != nil {
		return nil, err
	}
	effective, err := v.EffectiveSeed(ctx, t, seed)
	if err != nil {
		return nil, err
	}
	ref, err := v.Reference(ctx, t, effective)
	if err != nil {
		return nil, err
	}
	return &Prepared{Task: t, Seed: seed, EffectiveSeed: effective, Drawn: ref.Drawn, Reference: ref}, nil
}

// EffectiveSeed is the first seed from the given one on at which the task is
// sound: its values can be drawn, it is not complete at the start, and its
// solutions complete it. The same everywhere; EffectiveSeed of the result is
// the result.
func (v *Verifier) EffectiveSeed(ctx context.Context, t *core.Task, seed int64) (int64, error) {
	return v.seeds.get(ctx, taskSeed{t, seed}, func(ctx context.Context) (int64, error) {
		last := ""
		for i := range v.opt.MaxSeeds {
			at := seed + int64(i)
			ref, err := v.Reference(ctx, t, at)
			switch {
			case err == nil && ref.Unsound == "":
				return at, nil
			case err == nil:
				last = fmt.Sprintf("seed %d: %s", at, ref.Unsound)
			case !ofSeed(err):
				return 0, err
			default:
				last = err.Error()
			}
		}
		return 0, fmt.Errorf("task %s is sound at none of the %d seeds from %d on; the last: %s", t.Name, v.opt.MaxSeeds, seed, last)
	})
}

// ofSeed reports whether a reference failed for what its seed drew, so that
// another seed may do.
func ofSeed(err error) bool {
	if errors.Is(err, data.ErrInvalidDraw) {
		return true
	}
	step, ok := errors.AsType[*StepError](err)
	return ok && !isContextError(step.Err)
}

func isContextError(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// Reference is what the solutions of a task come to at exactly this seed;
// worked out once and kept. The error wraps data.ErrInvalidDraw if there is
// no valid draw, and a *StepError if a solution fails.
func (v *Verifier) Reference(ctx context.Context, t *core.Task, seed int64) (*Reference, error) {
	return v.refs.get(ctx, taskSeed{t, seed}, func(ctx context.Context) (ref *Reference, err error) {
		defer recovered(&err)
		return makeReference(ctx, v.worlds, v.schema, t, seed)
	})
}

// recovered turns a panic into an error: a server must outlive a fault in
// judging one episode.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
	}
}

// Verify judges an episode that was played in w, a world opened with the
// effective seed (seed may be that or the one asked for). What goes wrong in
// judging is a void Verdict; the error is only for a context that ended.
func (v *Verifier) Verify(ctx context.Context, w core.World, t *core.Task, seed int64, end Ending) (*Verdict, error) {
	effective, err := v.EffectiveSeed(ctx, t, seed)
	var ref *Reference
	if err == nil {
		ref, err = v.Reference(ctx, t, effective)
	}
	if err != nil {
		return v.failed(ctx, t, seed, effective, end, err)
	}
	verdict, err := v.VerifyWith(ctx, w, ref, end)
	if verdict != nil {
		verdict.Seed = seed
	}
	return verdict, err
}

// VerifyWith is Verify against a reference that is at hand, whether its seed
// is sound or not.
func (v *Verifier) VerifyWith(ctx context.Context, w core.World, ref *Reference, end Ending) (*Verdict, error) {
	err := v.fits(w, ref)
	var o *observation
	var f *finding
	if err == nil {
		o, f, err = v.find(ctx, w, ref, end)
	}
	if err != nil {
		return v.failed(ctx, ref.Task, ref.Seed, ref.Seed, end, err)
	}
	verdict := &Verdict{
		Task: ref.Task.Name, Seed: ref.Seed, EffectiveSeed: ref.Seed,
		State: f.outcome, Share: f.share, Solution: f.solution,
		Conditions: f.conditions, Missing: shortened(f.missing), Unexpected: shortened(f.unexpected),
	}
	v.settle(verdict, end)
	if !verdict.Outcome.Void() && verdict.Outcome != FormatError {
		v.consult(ctx, ref, o, verdict, end)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return verdict, nil
}

// Completes reports whether VerifyWith would say that an episode is complete,
// by code alone. It does not find out how far it is from that, which takes
// most of the time where much is judged that should fail. An error is what
// makes a verdict void, or a context that ended.
func (v *Verifier) Completes(ctx context.Context, w core.World, ref *Reference, answer json.RawMessage) (complete bool, err error) {
	defer recovered(&err)
	if err := v.fits(w, ref); err != nil {
		return false, err
	}
	if !ref.mayComplete(answer) {
		return false, nil
	}
	o, err := observe(ctx, w, ref.Drawn)
	if err != nil {
		return false, err
	}
	return ref.completes(v.schema, o, answer)
}

// fits reports why a world is not one to play the task of a reference in.
func (v *Verifier) fits(w core.World, ref *Reference) error {
	if w.Seed() != ref.Seed {
		return fmt.Errorf("the instance was started with seed %d, and the task is played at seed %d", w.Seed(), ref.Seed)
	}
	want, have := ref.Task.Actor, w.Actor()
	if want == nil {
		want = v.env.Actor
	}
	if (want == nil) != (have == nil) || want != nil && *want != *have {
		return fmt.Errorf("the instance's signed-in user is %s, and the task is one of %s", userName(have), userName(want))
	}
	return nil
}

func userName(a *core.Actor) string {
	if a == nil {
		return "nobody"
	}
	return fmt.Sprintf("%s/%v", a.Entity, a.Key)
}

// mostDifferences bounds the lists of a verdict; the conditions have the
// numbers.
const mostDifferences = 100

func shortened(all []Difference) []Difference {
	return all[:min(len(all), mostDifferences):min(len(all), mostDifferences)]
}

// find observes the world and judges it by code.
func (v *Verifier) find(ctx context.Context, w core.World, ref *Reference, end Ending) (o *observation, f *finding, err error) {
	defer recovered(&err)
	if o, err = observe(ctx, w, ref.Drawn); err != nil {
		return nil, nil, err
	}
	f, err = ref.judge(v.schema, o, end.Answer)
	return o, f, err
}

// settle works out outcome and reward from the state's outcome and the
// ending. A fault of the host comes before anything else, then the format.
func (v *Verifier) settle(d *Verdict, end Ending) {
	d.Outcome = d.State
	switch {
	case end.Fault != nil:
		d.Outcome, d.Error = EnvironmentError, end.Fault.Error()
	case end.FormatError != "":
		d.Outcome, d.Error = FormatError, end.FormatError
	case end.Truncated:
		d.Outcome = Truncated
	}
	d.Reward = v.rewardsOf(end).Of(d.Outcome, d.State)
}

func (v *Verifier) rewardsOf(end Ending) Rewards {
	if end.Rewards != nil {
		return *end.Rewards
	}
	return v.rewards
}

// failed is the void verdict of an episode that could not be judged.
func (v *Verifier) failed(ctx context.Context, t *core.Task, seed, effective int64, end Ending, err error) (*Verdict, error) {
	if ctxErr := ctx.Err(); ctxErr != nil {
		return nil, ctxErr
	}
	d := &Verdict{Task: t.Name, Seed: seed, EffectiveSeed: effective, Outcome: VerifierError, State: VerifierError, Conditions: []Condition{}, Error: err.Error()}
	if end.Fault != nil {
		d.Outcome, d.Error = EnvironmentError, end.Fault.Error()
	}
	return d, nil
}
