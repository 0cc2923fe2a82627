package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/awmc/awmc/compiler/model"
	"github.com/awmc/awmc/compiler/synth"
	rt "github.com/awmc/awmc/templates/rt/model"
)

// synthProgress shows each round of a single environment on a line, and many
// environments as a bar with counts by stage.
type synthProgress struct {
	mu      sync.Mutex
	w       io.Writer
	verbose bool
	many    bool
	bar     *progressbar.ProgressBar
	meter   *model.Meter
	prices  model.Prices
	at      map[string]string // stage by environment
	ended   map[synth.Status]int
	since   time.Time // of the last request or answer
}

func newSynthReporter(w io.Writer, n int, verbose bool, meter *model.Meter, prices model.Prices) *synthProgress {
	p := &synthProgress{w: w, verbose: verbose, many: n > 1, meter: meter, prices: prices, at: map[string]string{}, ended: map[synth.Status]int{}, since: time.Now()}
	if p.many && colourful(w) {
		p.bar = progressbar.NewOptions(n, progressbar.OptionSetWriter(w), progressbar.OptionShowCount(), progressbar.OptionSetElapsedTime(true),
			progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond))
	}
	return p
}

// Event implements synth.Reporter.
func (p *synthProgress) Event(e synth.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	name := e.State.Job.Name
	p.at[name] = synth.StageNames()[e.State.Stage]
	switch e.Kind {
	case synth.EventDone, synth.EventSetAside, synth.EventFault:
		delete(p.at, name)
		p.ended[e.State.Status]++
		if p.bar != nil {
			p.bar.Add(1)
		}
	}
	if p.bar != nil {
		p.bar.Describe(p.counts())
	}
	if line := p.line(e); line != "" {
		if p.bar != nil {
			p.bar.Clear()
		}
		fmt.Fprint(p.w, line)
	}
}

// counts is the bar's text: how many environments are at which stage.
func (p *synthProgress) counts() string {
	by := map[string]int{}
	for _, stage := range p.at {
		by[stage]++
	}
	var parts []string
	for _, s := range synth.StageNames() {
		if by[s] > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", s, by[s]))
		}
	}
	parts = append(parts, fmt.Sprintf("proved %d", p.ended[synth.Done]))
	if n := p.ended[synth.SetAside] + p.ended[synth.Faulty]; n > 0 {
		parts = append(parts, fmt.Sprintf("set aside %d", n))
	}
	used, cost := p.meter.Spent()
	return strings.Join(parts, ", ") + "; " + spentWords(used, cost, p.prices)
}

func spentWords(used rt.Usage, cost float64, prices model.Prices) string {
	s := synth.Tokens(used.Total()) + " tokens"
	if prices.Known() {
		s += fmt.Sprintf(", %.2f in money", cost)
	}
	return s
}

// line is what an event is worth saying; many environments say only how they
// end, unless all is to be shown.
func (p *synthProgress) line(e synth.Event) string {
	s := e.State
	head := ""
	if p.many {
		head = s.Job.Name + ": "
	}
	switch e.Kind {
	case synth.EventRound:
		if p.many && !p.verbose {
			return ""
		}
		took := time.Since(p.since)
		p.since = time.Now()
		return head + roundLine(e.Round, took, p.verbose)
	case synth.EventProving:
		if p.many && !p.verbose {
			return ""
		}
		return head + "  build and proof …\n"
	case synth.EventRestart:
		if p.many && !p.verbose {
			return ""
		}
		return fmt.Sprintf("%sThe stage %s begins anew.\n", head, synth.StageNames()[s.Stage])
	case synth.EventSetAside:
		return fmt.Sprintf("%sset aside: %s\n", head, s.Why)
	case synth.EventFault:
		return fmt.Sprintf("%sa fault of awmc or of the machine: %s\n", head, s.Why)
	case synth.EventDone:
		return fmt.Sprintf("%sproved.\n", head)
	}
	return ""
}

// roundLine tells of one answer.
func roundLine(r *synth.Round, took time.Duration, verbose bool) string {
	what := "written"
	if r.Round > 0 {
		what = fmt.Sprintf("mended (%d)", r.Round)
	}
	result := "right"
	if !r.Passed {
		result = plural(r.All, "mistake", "mistakes")
	}
	line := fmt.Sprintf("  %-10s %-11s %8s  %-8s %s\n", r.Stage, what, synth.Tokens(r.Usage.Total()), short(took), result)
	if r.Passed {
		return line
	}
	for i, problem := range r.Problems {
		if !verbose && i == 1 {
			line += fmt.Sprintf("             … and %d more\n", r.All-1)
			break
		}
		line += "             " + problem.String() + "\n"
		if verbose && problem.Hint != "" {
			line += "               hint: " + problem.Hint + "\n"
		}
	}
	return line
}

func (p *synthProgress) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		p.bar.Finish()
	}
}
