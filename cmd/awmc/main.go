// Command awmc compiles descriptions of agent environments (env.yaml) into
// standalone Go servers and proves that they are sound. It is thin: every
// command parses its flags and calls package compiler.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
