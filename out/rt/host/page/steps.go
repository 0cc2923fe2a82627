package page

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/service"
)

// step is what one call changed.
type step struct {
	N    int
	Tool string
	Args string
	changeLog
}

// maxSteps bounds how many calls are played again for one page.
const maxSteps = 300

// errDeparted is why a log can't be told call by call.
var errDeparted = errors.New("playing the calls again came to another result")

// steps tells the changes of an episode call by call, the last one first. An
// instance knows its difference from the start only, so the calls that
// changed something are played again in a world of their own: the same calls
// on the same start do the same.
func steps(ctx context.Context, h *instHead, log []service.Record) (list []step, err error) {
	actor, err := service.ParseActor(h.Env.Spec, h.Actor)
	if err != nil {
		return nil, err
	}
	w, err := h.Env.Worlds.Open(ctx, h.EffectiveSeed, actor)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	before := &core.Diff{}
	for i, rec := range log {
		if !rec.Changed {
			continue
		}
		if len(list) == maxSteps {
			return nil, fmt.Errorf("more than %d calls changed something", maxSteps)
		}
		if res := w.Call(ctx, rec.Tool, rec.Arguments); string(res.Text()) != string(rec.Result) {
			return nil, errDeparted
		}
		after, err := w.Diff(ctx)
		if err != nil {
			return nil, err
		}
		s := step{N: i + 1, Tool: rec.Tool, Args: clipText(string(rec.Arguments), 160)}
		s.changeLog = *newChangeLog(h.Env.Spec, between(before, after), fewChanges)
		list = append(list, s)
		before = after
	}
	slices.Reverse(list)
	return list, nil
}

// between is the difference of two states that are each given by their
// difference from the same third one.
func between(a, b *core.Diff) *core.Diff {
	out := &core.Diff{}
	for _, td := range b.Tables {
		d := core.TableDiff{Table: td.Table, Columns: td.Columns}
		seen := map[string]bool{}
		then := changesOf(a, td.Table)
		for _, now := range td.Changes {
			seen[keyText(now.Key)] = true
			if t, ok := then[keyText(now.Key)]; ok {
				now.Old = t.New
			}
			d.Changes = appendChange(d.Changes, now)
		}
		d.Changes = append(d.Changes, undone(a, td.Table, seen)...)
		if len(d.Changes) > 0 {
			out.Tables = append(out.Tables, d)
		}
	}
	for _, td := range a.Tables { // those that are as at the start again
		if changesOf(b, td.Table) == nil {
			out.Tables = append(out.Tables, core.TableDiff{Table: td.Table, Columns: td.Columns, Changes: undone(a, td.Table, nil)})
		}
	}
	return out
}

// changesOf are the changes of a table by their key; nil if there are none.
func changesOf(d *core.Diff, table string) map[string]core.Change {
	for _, td := range d.Tables {
		if td.Table == table {
			m := make(map[string]core.Change, len(td.Changes))
			for _, c := range td.Changes {
				m[keyText(c.Key)] = c
			}
			return m
		}
	}
	return nil
}

// undone are the changes of a table that were taken back, but those whose
// key was seen.
func undone(d *core.Diff, table string, seen map[string]bool) []core.Change {
	var list []core.Change
	for _, td := range d.Tables {
		if td.Table != table {
			continue
		}
		for _, c := range td.Changes {
			if !seen[keyText(c.Key)] {
				list = append(list, core.Change{Key: c.Key, Old: c.New, New: c.Old})
			}
		}
	}
	return list
}

// appendChange adds a change, if it is one.
func appendChange(list []core.Change, c core.Change) []core.Change {
	if (c.Old == nil) == (c.New == nil) && slices.Equal(c.Old, c.New) {
		return list
	}
	return append(list, c)
}
