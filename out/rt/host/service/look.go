package service

import (
	"context"
	"slices"

	"github.com/awmc/awmc/out/rt/core"
)

// Log is the episode's calls so far.
func (in *Instance) Log(ctx context.Context) ([]Record, error) {
	if err := in.take(ctx); err != nil {
		return nil, err
	}
	defer in.leave()
	return slices.Clone(in.log), nil
}

// Select runs a reading query over the instance's state, as World.Select
// does. It is for those who watch, never for agents: it leaves no trace in
// the log.
func (in *Instance) Select(ctx context.Context, query string, args ...any) (*core.Table, error) {
	if err := in.take(ctx); err != nil {
		return nil, err
	}
	defer in.leave()
	ctx, stop := in.merge(ctx)
	defer stop()
	if err := in.open(ctx); err != nil {
		return nil, fault(err)
	}
	t, err := in.world.Select(ctx, query, args...)
	if err != nil {
		return nil, fault(err)
	}
	return t, nil
}
