// Command awmc compiles descriptions of agent environments (env.yaml) into
// standalone Go servers and proves that they are sound. It is thin: every
// command parses its flags and calls package compiler.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

func main() {
	collectLess()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// collectLess makes the garbage collector wait: most commands end before it is
// of use, and it takes a sixth of the time of a check. The limit is for
// folders of a thousand environments.
func collectLess() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(400)
		debug.SetMemoryLimit(1 << 30)
	}
}
