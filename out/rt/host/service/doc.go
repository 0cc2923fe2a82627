// Package service is what a host serves, without a protocol: environments,
// and the instances that agents act on. The command line, MCP, the control
// API and the other protocols of package host stand on it; each is a thin
// translation. It imports core, task and the standard library (and the
// Prometheus client for its figures); worlds come in through core.Worlds.
//
// An instance is one episode: a private copy of the world, a clock, a log of
// calls and, at the end, a verdict.
//
//	s, err := service.New(entries, service.Options{Worlds: open})
//	in, err := s.Create(ctx, service.Start{Environment: "corner_books", Task: "buy_the_cheapest", Seed: 7})
//	result, err := in.Call(ctx, "search_books", args)
//	verdict, err := in.Verify(ctx, service.Finish{Answer: answer})
package service
