// Scale shows what many environments cost before there are many: it writes
// renamed variants of those in envs/ into a scratch folder, builds and proves
// them all as one fleet, and reports time, memory, sizes and the fleet's
// start. The variants are for this measurement only.
//
// Every variant has another name and another schema, so that nothing that
// awmc or Go remembers of one serves another.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

func main() {
	log.SetFlags(0)
	o := options{}
	flag.IntVar(&o.n, "n", 1000, "how many variants")
	flag.StringVar(&o.envs, "envs", "envs", "folder with the environments that are varied")
	flag.StringVar(&o.dir, "dir", filepath.Join("build", "scale"), "scratch folder; what an earlier run left there is deleted, unless -resume says otherwise")
	flag.BoolVar(&o.noCheck, "no-check", false, "leave out the proof")
	flag.IntVar(&o.seeds, "seeds", 0, "seeds of the proof (default: awmc's)")
	flag.BoolVar(&o.resume, "resume", false, "go on where a run in the scratch folder was interrupted; times are added up")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: go run ./cmd/scale [flags]\n\nBuilds renamed variants of envs/ in a scratch folder and reports what that took.")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 || o.n < 1 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := o.run(ctx)
	interrupted := errors.Is(err, context.Canceled)
	stop()
	switch {
	case interrupted:
		log.Print("Interrupted. The same command with -resume goes on from here.")
		os.Exit(130)
	case err != nil:
		log.Fatal(err)
	}
}
