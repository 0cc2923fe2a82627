package service

import (
	"context"
	"slices"

	"github.com/awmc/awmc/out/rt/core"
)

// Again says what an instance becomes when it is reset; what is nil stays.
type Again struct {
	Task             *string
	Seed             *int64
	Actor            *string
	EndOnFormatError *bool
}

// Reset takes the instance back to the beginning of an episode: another
// task, another seed, or the same. Its log and verdict are forgotten.
func (in *Instance) Reset(ctx context.Context, a Again) (Info, error) {
	if err := in.take(ctx); err != nil {
		return Info{}, err
	}
	defer in.leave()
	start, before := in.start, in.start
	if a.Task != nil {
		start.Task = *a.Task
	}
	if a.Seed != nil {
		start.Seed = *a.Seed
	}
	if a.Actor != nil {
		start.Actor = *a.Actor
	}
	if a.EndOnFormatError != nil {
		start.EndOnFormatError = *a.EndOnFormatError
	}
	if start.Task != before.Task && a.Actor == nil {
		start.Actor = "" // it was said for the other task
	}
	ctx, stop := in.merge(ctx)
	defer stop()
	if err := in.begin(ctx, start); err != nil {
		return Info{}, err
	}
	in.log, in.ended, in.ending, in.verdict, in.broken, in.badCall, in.parent = nil, false, Ending{}, nil, nil, "", ""
	if in.world != nil {
		if err := in.world.Reset(ctx, in.seed, in.actor); err != nil {
			// A new world is as good as one that was reset.
			in.service.opt.Log.Warn("resetting an instance", "environment", in.Env.Name, "error", err)
			in.freeWorld()
		}
	}
	if in.journal != nil {
		if err := in.journal.rewrite(in); err != nil {
			return Info{}, fault(err)
		}
	}
	in.service.Metrics.reset(in.Env.Name)
	in.touch()
	return in.info(), nil
}

// Fork copies the instance, with its database, clock and log, into count new
// ones. A verdict is not copied: the copies go on.
func (in *Instance) Fork(ctx context.Context, count int) ([]*Instance, error) {
	if count < 1 {
		return nil, invalidf("a fork makes at least one instance, not %d", count)
	}
	if err := in.service.room(count); err != nil {
		return nil, err
	}
	if err := in.take(ctx); err != nil {
		return nil, err
	}
	defer in.leave()
	ctx, stop := in.merge(ctx)
	defer stop()
	if len(in.log) > 0 && in.broken == nil {
		if err := in.open(ctx); err != nil {
			return nil, fault(err)
		}
	}
	forks := make([]*Instance, 0, count)
	for range count {
		f, err := in.fork(ctx)
		if err != nil {
			for _, f := range forks {
				err = orLog(in.service, err, in.service.Delete(f.ID))
			}
			return nil, err
		}
		forks = append(forks, f)
	}
	in.touch()
	return forks, nil
}

func orLog(s *Service, err, second error) error {
	if second != nil {
		s.opt.Log.Error("undoing a fork", "error", second)
	}
	return err
}

func (in *Instance) fork(ctx context.Context) (*Instance, error) {
	f := in.service.blank(in.Env)
	f.start, f.task, f.seed, f.actor, f.ask, f.parent = in.start, in.task, in.seed, in.actor, in.ask, in.ID
	f.log = slices.Clip(slices.Clone(in.log))
	f.broken, f.badCall = in.broken, in.badCall
	if in.world != nil {
		var err error
		var w core.World
		if w, err = in.world.Fork(ctx); err != nil {
			return nil, fault(err)
		}
		f.world = w
	}
	if err := in.service.admit(f); err != nil {
		f.freeWorld()
		return nil, err
	}
	return f, nil
}
