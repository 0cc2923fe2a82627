// Command bench measures generated servers against the reference layout (one
// Python process and one SQLite file for each instance) and against bare
// SQLite, in one run on one machine, and writes the figures into a page.
//
// It starts the programs that it is given and speaks to them over the loopback
// interface; it imports templates/rt/store to prepare the peer's database, and
// the standard library. run.sh beside it installs and builds what it needs.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"
)

// options say what is measured and how much.
type options struct {
	server, python, peer, floor, inprocess string // programs
	page, plot                             string // what is written
	scratch                                string

	rounds, starts, calls int // per round: instances started, calls of each tool
	agents                int
	seconds               time.Duration
	step, peerStep, turns int
}

func main() {
	var o options
	flag.StringVar(&o.server, "server", "", "program of corner_books")
	flag.StringVar(&o.python, "python", "", "Python that has the peer's packages")
	flag.StringVar(&o.peer, "peer", "cmd/bench/peers/reference/app.py", "the peer's program")
	flag.StringVar(&o.floor, "floor", "", "program of peers/floor")
	flag.StringVar(&o.inprocess, "inprocess", "", "program of peers/inprocess")
	flag.StringVar(&o.page, "page", "docs/performance.md", "page with the markers to write between; - for stdout")
	flag.StringVar(&o.plot, "plot", "docs/performance.svg", "where the plot goes")
	flag.StringVar(&o.scratch, "scratch", "", "folder for the peers' databases")
	flag.IntVar(&o.rounds, "rounds", 3, "how often ours and the peer take turns")
	flag.IntVar(&o.starts, "starts", 5, "instances started in a round")
	flag.IntVar(&o.calls, "calls", 300, "calls of each tool in a round")
	flag.IntVar(&o.agents, "agents", 64, "agents at once")
	flag.DurationVar(&o.seconds, "for", 5*time.Second, "how long the agents call in a round")
	flag.IntVar(&o.step, "step", 1024, "episodes of a training step")
	flag.IntVar(&o.peerStep, "peer-step", 64, "episodes at once that the peer gets: what fits into memory")
	flag.IntVar(&o.turns, "turns", 8, "calls of an episode")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, o)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	b := &bench{o: o}
	if err := b.measure(ctx); err != nil {
		return err
	}
	about, err := b.about()
	if err != nil {
		return err
	}
	if o.page == "-" {
		_, err := os.Stdout.WriteString(b.r.markdown(o, about))
		return err
	}
	if err := os.WriteFile(o.plot, b.r.svg(o), 0o644); err != nil {
		return err
	}
	return writeBetween(o.page, b.r.markdown(o, about))
}
