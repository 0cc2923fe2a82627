package core

import "context"

// Trace collects which statements ran, for coverage. It is filled by the one
// goroutine that makes the calls.
type Trace struct {
	// Ran counts the runs of each statement by its text.
	Ran map[string]int
}

type traceKey struct{}

// WithTrace makes the calls under ctx report to t.
func WithTrace(ctx context.Context, t *Trace) context.Context {
	return context.WithValue(ctx, traceKey{}, t)
}

// TraceOf is the trace of ctx, nil if there is none.
func TraceOf(ctx context.Context) *Trace {
	t, _ := ctx.Value(traceKey{}).(*Trace)
	return t
}

func (t *Trace) run(text string) {
	if t != nil {
		t.Ran[text]++
	}
}
