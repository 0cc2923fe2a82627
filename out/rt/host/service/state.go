package service

import (
	"context"
	"errors"

	"github.com/awmc/awmc/out/rt/core"
)

// Diff is the net difference of the instance's state from its start.
func (in *Instance) Diff(ctx context.Context) (*core.Diff, error) {
	if err := in.take(ctx); err != nil {
		return nil, err
	}
	defer in.leave()
	return in.diff(ctx)
}

func (in *Instance) diff(ctx context.Context) (*core.Diff, error) {
	if in.world == nil && len(in.log) == 0 {
		return &core.Diff{Tables: []core.TableDiff{}}, nil
	}
	ctx, stop := in.merge(ctx)
	defer stop()
	if err := in.open(ctx); err != nil {
		return nil, fault(err)
	}
	d, err := in.world.Diff(ctx)
	if err != nil {
		return nil, fault(err)
	}
	if d.Tables == nil {
		d.Tables = []core.TableDiff{}
	}
	return d, nil
}

// serializer is a world that can write its database as an SQLite file.
type serializer interface {
	Serialize(ctx context.Context) ([]byte, error)
}

// Database is the instance's database as an SQLite file.
func (in *Instance) Database(ctx context.Context) ([]byte, error) {
	if err := in.take(ctx); err != nil {
		return nil, err
	}
	defer in.leave()
	ctx, stop := in.merge(ctx)
	defer stop()
	if err := in.open(ctx); err != nil {
		return nil, fault(err)
	}
	w, ok := in.world.(serializer)
	if !ok {
		return nil, fault(errors.New("the worlds of this server can't be written as files"))
	}
	b, err := w.Serialize(ctx)
	if err != nil {
		return nil, fault(err)
	}
	return b, nil
}
