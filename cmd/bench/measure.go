package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// bench measures both sides in turn.
type bench struct {
	o options
	r results
}

// results are all figures of a run.
type results struct {
	Ours, Peer figures
	Floor      []floorFigures
	InProcess  inProcess
	Load       string // of the machine, before
}

// figures are one side's. Durations are of single operations.
type figures struct {
	Ready, Start, Modern []time.Duration // see single
	Read, Write, Reset   []time.Duration
	Memory               map[int]int64 // by number of instances, together
	CallsPerSecond       []float64
	Step                 time.Duration
	StepEpisodes         int
	StepMemory           int64
}

type floorFigures struct {
	Driver string  `json:"driver"`
	SQLite string  `json:"sqlite"`
	Read   float64 `json:"read_ns"`
	Write  float64 `json:"write_ns"`
}

type inProcess struct {
	MethodRead  float64 `json:"method_read_ns"`
	MethodWrite float64 `json:"method_write_ns"`
	CallRead    float64 `json:"call_read_ns"`
	CallWrite   float64 `json:"call_write_ns"`
}

// sizes are the numbers of instances at which memory is measured.
func (o options) sizes() []int {
	sizes := []int{1, 16, 64}
	return slices.DeleteFunc(sizes, func(n int) bool { return n > max(o.agents, o.peerStep) })
}

func (b *bench) measure(ctx context.Context) (err error) {
	b.r.Load = loadAverage()
	ours, err := startOurs(b.o.server, b.o.agents)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ours.close()) }()
	database, err := ours.database(ctx)
	if err != nil {
		return err
	}
	if err := b.bare(ctx, database); err != nil {
		return err
	}
	peer, err := newReference(ctx, b.o, database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, peer.close()) }()

	for round := range b.o.rounds {
		say("round %d: single instances", round+1)
		if err := b.single(ctx, ours, &b.r.Ours); err != nil {
			return fmt.Errorf("ours: %w", err)
		}
		if err := b.single(ctx, peer, &b.r.Peer); err != nil {
			return fmt.Errorf("the peer: %w", err)
		}
	}
	return b.crowds(ctx, peer)
}

// crowds measures many instances at once. Ours gets a new process for each
// size, so that nothing of the size before is charged to it.
func (b *bench) crowds(ctx context.Context, peer *reference) error {
	var live []*instance
	b.r.Peer.Memory, b.r.Ours.Memory = map[int]int64{}, map[int]int64{}
	for _, n := range b.o.sizes() {
		say("memory with %d instances", n)
		err := b.fresh(func(s *ours) error {
			if _, err := b.grow(ctx, s, nil, n); err != nil {
				return err
			}
			var err error
			b.r.Ours.Memory[n], err = s.memory()
			return err
		})
		if err != nil {
			return fmt.Errorf("ours: %w", err)
		}
		if live, err = b.grow(ctx, peer, live, n); err != nil {
			return fmt.Errorf("the peer: %w", err)
		}
		if b.r.Peer.Memory[n], err = peer.memory(); err != nil {
			return err
		}
	}
	say("%d agents", b.o.agents)
	err := b.fresh(func(s *ours) error {
		mine, err := b.grow(ctx, s, nil, b.o.agents)
		if err != nil {
			return err
		}
		if live, err = b.grow(ctx, peer, live, b.o.agents); err != nil {
			return err
		}
		for range b.o.rounds {
			if err := b.together(ctx, mine, &b.r.Ours); err != nil {
				return fmt.Errorf("ours: %w", err)
			}
			if err := b.together(ctx, live, &b.r.Peer); err != nil {
				return fmt.Errorf("the peer: %w", err)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := b.each(ctx, len(live), func(i int) error { return peer.end(ctx, live[i]) }); err != nil {
		return err
	}
	say("a step of %d episodes, and of %d", b.o.step, b.o.peerStep)
	if err := b.fresh(func(s *ours) error { return b.step(ctx, s, &b.r.Ours, b.o.step) }); err != nil {
		return fmt.Errorf("ours: %w", err)
	}
	if err := b.step(ctx, peer, &b.r.Peer, b.o.peerStep); err != nil {
		return fmt.Errorf("the peer: %w", err)
	}
	return nil
}

func (b *bench) fresh(do func(s *ours) error) (err error) {
	s, err := startOurs(b.o.server, b.o.agents)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	return do(s)
}

// single measures one instance at a time.
func (b *bench) single(ctx context.Context, s system, f *figures) error {
	var in *instance
	for i := range b.o.starts {
		if in != nil {
			if err := s.end(ctx, in); err != nil {
				return err
			}
		}
		err := timed(&f.Start, func() (err error) {
			if err = timed(&f.Ready, func() error { in, err = s.start(ctx); return err }); err != nil {
				return err
			}
			return errors.Join(in.agent.initialize(ctx), in.read(ctx))
		})
		if err != nil {
			return fmt.Errorf("start %d: %w", i, err)
		}
	}
	if err := b.modern(ctx, s, f); err != nil {
		return err
	}
	for i := range b.o.calls {
		if err := timed(&f.Read, func() error { return in.read(ctx) }); err != nil {
			return err
		}
		if err := timed(&f.Write, func() error { return in.write(ctx, i) }); err != nil {
			return err
		}
	}
	for range b.o.starts * 4 {
		err := timed(&f.Reset, func() error {
			if err := s.reset(ctx, in); err != nil {
				return err
			}
			return in.read(ctx)
		})
		if err != nil {
			return err
		}
	}
	return s.end(ctx, in)
}

// modern measures starts in protocol version 2026-07-28, which has no
// handshake. fastapi-mcp doesn't know it.
func (b *bench) modern(ctx context.Context, s system, f *figures) error {
	if _, ok := s.(*ours); !ok {
		return nil
	}
	for range b.o.starts {
		var in *instance
		err := timed(&f.Modern, func() (err error) {
			if in, err = s.start(ctx); err != nil {
				return err
			}
			_, err = in.agent.callModern(ctx, "get_book", bookArgs)
			return err
		})
		if err != nil {
			return err
		}
		if err := s.end(ctx, in); err != nil {
			return err
		}
	}
	return nil
}

// grow makes instances up to n, each of which has been used.
func (b *bench) grow(ctx context.Context, s system, live []*instance, n int) ([]*instance, error) {
	have := len(live)
	live = append(live, make([]*instance, max(0, n-have))...)
	err := b.each(ctx, n-have, func(i int) (err error) {
		if live[have+i], err = open(ctx, s); err != nil {
			return err
		}
		for turn := range b.o.turns {
			if err := live[have+i].turn(ctx, turn); err != nil {
				return err
			}
		}
		return nil
	})
	return live, err
}

// together lets all agents call for a while.
func (b *bench) together(ctx context.Context, live []*instance, f *figures) error {
	var calls atomic.Int64
	start := time.Now()
	err := b.each(ctx, len(live), func(i int) error {
		for n := 0; time.Since(start) < b.o.seconds; n++ {
			if err := live[i].turn(ctx, n); err != nil {
				return err
			}
			calls.Add(1)
		}
		return nil
	})
	f.CallsPerSecond = append(f.CallsPerSecond, float64(calls.Load())/time.Since(start).Seconds())
	return err
}

// step is what a trainer does between two updates: all episodes live at once,
// each turn is made in all of them, then they end.
func (b *bench) step(ctx context.Context, s system, f *figures, n int) error {
	live := make([]*instance, n)
	start := time.Now()
	err := b.each(ctx, n, func(i int) (err error) {
		live[i], err = open(ctx, s)
		return err
	})
	for turn := 0; turn < b.o.turns && err == nil; turn++ {
		err = b.each(ctx, n, func(i int) error { return live[i].turn(ctx, turn) })
	}
	if err == nil {
		pause := time.Now()
		f.StepMemory, err = s.memory()
		start = start.Add(time.Since(pause))
	}
	if err == nil {
		err = b.each(ctx, n, func(i int) error { return s.end(ctx, live[i]) })
	}
	f.Step, f.StepEpisodes = time.Since(start), n
	return err
}

// each does something n times, for as many agents at once as there are.
func (b *bench) each(ctx context.Context, n int, do func(i int) error) error {
	var next atomic.Int64
	var wg sync.WaitGroup
	var once sync.Once
	var failed error
	for range min(n, b.o.agents) {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n || ctx.Err() != nil {
					return
				}
				if err := do(i); err != nil {
					once.Do(func() { failed = err })
					next.Store(int64(n))
					return
				}
			}
		})
	}
	wg.Wait()
	return errors.Join(failed, ctx.Err())
}

// bare measures without a protocol. The least of several measurements counts
// there: see the programs.
func (b *bench) bare(ctx context.Context, database []byte) error {
	say("without a protocol")
	path := b.o.scratch + "/floor.db"
	if err := os.WriteFile(path, database, 0o600); err != nil {
		return err
	}
	if err := output(ctx, &b.r.Floor, b.o.floor, path, book); err != nil {
		return err
	}
	return output(ctx, &b.r.InProcess, b.o.inprocess, book)
}

func output(ctx context.Context, v any, program string, args ...string) error {
	out, err := exec.CommandContext(ctx, program, args...).Output()
	if err != nil {
		if e, ok := errors.AsType[*exec.ExitError](err); ok {
			err = fmt.Errorf("%w: %.1000s", err, e.Stderr)
		}
		return fmt.Errorf("%s: %w", program, err)
	}
	return json.Unmarshal(out, v)
}

func timed(list *[]time.Duration, do func() error) error {
	start := time.Now()
	err := do()
	*list = append(*list, time.Since(start))
	return err
}

func say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "%s "+format+"\n", append([]any{time.Now().Format("15:04:05")}, args...)...)
}

func loadAverage() string {
	b, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	first, _, _ := strings.Cut(string(b), " ")
	return first
}
