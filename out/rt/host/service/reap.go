package service

import (
	"cmp"
	"slices"
	"time"
)

func sortByID(list []*Instance) {
	slices.SortFunc(list, func(a, b *Instance) int { return cmp.Compare(a.ID, b.ID) })
}

// reap ends instances that nobody uses any more.
func (s *Service) reap() {
	tick := time.NewTicker(max(s.opt.Limits.Idle/20, 10*time.Millisecond))
	defer tick.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-tick.C:
			s.expire()
		}
	}
}

// expire buries what has idled for too long. An instance in the middle of a
// call is in use, however long that takes.
func (s *Service) expire() {
	before := s.opt.Clock().Add(-s.opt.Limits.Idle).UnixNano()
	for _, in := range s.Instances("") {
		if in.used.Load() >= before || !in.turn.try() {
			continue
		}
		idle := in.used.Load() < before
		in.turn.give()
		if !idle {
			continue
		}
		if err := s.bury(in.ID, true); err != nil && KindOf(err) == Fault {
			s.opt.Log.Error("expiring an instance", "instance", in.ID, "error", err)
		}
	}
}
