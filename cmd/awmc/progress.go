package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress prints each stage of a single environment on a line, and many
// environments as a bar.
type progress struct {
	mu      sync.Mutex
	w       io.Writer
	quiet   bool // a program reads the output
	many    bool
	bar     *progressbar.ProgressBar // of the phase, for many on a terminal
	partial bool                     // the last message waits to be replaced
}

func newReporter(w io.Writer, format string) *progress {
	return &progress{w: w, quiet: format == "json"}
}

// Phase implements compiler.Reporter.
func (p *progress) Phase(name string, n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.many = p.many || n > 1
	if !p.many || p.quiet || !colourful(p.w) {
		return
	}
	p.endBar()
	p.bar = progressbar.NewOptions(n, progressbar.OptionSetWriter(p.w), progressbar.OptionSetDescription(fmt.Sprintf("%-8s", name)),
		progressbar.OptionShowCount(), progressbar.OptionSetElapsedTime(true), progressbar.OptionSetPredictTime(true),
		progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond))
	p.bar.RenderBlank() // the first step may take a minute
}

// Stage implements compiler.Reporter.
func (p *progress) Stage(env, stage string, took time.Duration, note string) {
	if p.quiet || p.bar != nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.endPartial()
	if p.many {
		if env == "" {
			env = "all"
		}
		fmt.Fprintf(p.w, "%-24s %-8s %8s  %s\n", env, stage, short(took), note)
		return
	}
	fmt.Fprintf(p.w, "  %-8s %8s  %s\n", stage, short(took), note)
}

// short is a duration as people read it.
func short(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return fmt.Sprintf("%d µs", d.Microseconds())
	case d < 10*time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}

// Step implements compiler.Reporter.
func (p *progress) Step() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		p.bar.Add(1)
	}
}

// Message implements compiler.Reporter.
func (p *progress) Message(text string) {
	if p.quiet {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if line, again := strings.CutSuffix(text, "\r"); again {
		if !colourful(p.w) {
			return // a log wants no line that is written over
		}
		fmt.Fprintf(p.w, "\r%s\x1b[K", line)
		p.partial = true
		return
	}
	p.endPartial()
	fmt.Fprintln(p.w, text)
}

func (p *progress) endPartial() {
	if p.partial {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.partial = false
	}
}

func (p *progress) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.endPartial()
	p.endBar()
}

func (p *progress) endBar() {
	if p.bar != nil {
		p.bar.Finish()
		p.bar = nil
	}
}
