package main

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"time"
)

// row is a line of the table: the peer's value by ours is the ratio, or the
// other way round where more is better.
type row struct {
	name       string
	ours, peer float64 // seconds, bytes or calls per second
	show       func(float64) string
	more       bool   // more is better
	note       string // of the peer's value
	goal       float64
}

func (r row) ratio() float64 {
	if r.more {
		return r.ours / r.peer
	}
	return r.peer / r.ours
}

func (r results) rows(o options) []row {
	a, p := r.Ours, r.Peer
	rows := []row{
		{name: "from asking for an instance until it can be called, median", ours: median(a.Ready), peer: median(p.Ready), show: duration, goal: 1000},
		{name: "… to its first result, after MCP's handshake", ours: median(a.Start), peer: median(p.Start), show: duration, goal: 1000},
		{name: "… to its first result, in the newest protocol", ours: median(a.Modern), peer: median(p.Start), show: duration, goal: 1000},
		{name: "a reading tool over MCP, median", ours: median(a.Read), peer: median(p.Read), show: duration, goal: 10},
		{name: "a reading tool over MCP, p99", ours: percentile(a.Read, 0.99), peer: percentile(p.Read, 0.99), show: duration},
		{name: "a writing tool over MCP, median", ours: median(a.Write), peer: median(p.Write), show: duration, goal: 10},
		{name: "a writing tool over MCP, p99", ours: percentile(a.Write, 0.99), peer: percentile(p.Write, 0.99), show: duration},
		{name: "reset, to the next result, median", ours: median(a.Reset), peer: median(p.Reset), show: duration},
	}
	sizes := o.sizes()
	for _, n := range sizes {
		rows = append(rows, row{name: fmt.Sprintf("memory per instance, %d at once", n), ours: float64(a.Memory[n]) / float64(n), peer: float64(p.Memory[n]) / float64(n), show: size})
	}
	if first, last := sizes[0], sizes[len(sizes)-1]; first != last {
		more := float64(last - first)
		rows = append(rows, row{name: "memory of each further instance", ours: float64(a.Memory[last]-a.Memory[first]) / more, peer: float64(p.Memory[last]-p.Memory[first]) / more, show: size, goal: 100})
	}
	rows = append(rows,
		row{name: fmt.Sprintf("memory per instance in the step (%d at once)", a.StepEpisodes), ours: float64(a.StepMemory) / float64(a.StepEpisodes),
			peer: float64(p.StepMemory) / float64(p.StepEpisodes), show: size, note: fmt.Sprintf("(%d at once)", p.StepEpisodes)},
		row{name: fmt.Sprintf("calls per second, %d agents", o.agents), ours: mean(a.CallsPerSecond), peer: mean(p.CallsPerSecond), show: count, more: true},
		row{name: fmt.Sprintf("a step of %d episodes of %d turns", a.StepEpisodes, o.turns), ours: a.Step.Seconds(),
			peer: p.Step.Seconds() * float64(a.StepEpisodes) / float64(p.StepEpisodes), show: duration,
			note: fmt.Sprintf("(**extrapolated** from %s for %d)", duration(p.Step.Seconds()), p.StepEpisodes)},
	)
	return rows
}

func (r results) markdown(o options, about string) string {
	var b strings.Builder
	b.WriteString(about)
	b.WriteString("\n| | generated server | reference layout | ratio | target |\n|---|--:|--:|--:|--:|\n")
	var short []row
	for _, x := range r.rows(o) {
		goal := ""
		if x.goal > 0 {
			goal = fmt.Sprintf("%.0f×", x.goal)
			if x.ratio() < x.goal {
				short = append(short, x)
			}
		}
		peer := x.show(x.peer)
		if x.note != "" {
			peer += " " + x.note
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", x.name, x.show(x.ours), peer, times(x.ratio()), goal)
	}
	b.WriteString("\n![Ratios](performance.svg)\n\n")
	for _, x := range short {
		fmt.Fprintf(&b, "Short of its target in this run: %s, %s instead of %.0f×.\n", x.name, times(x.ratio()), x.goal)
	}
	b.WriteString("\nWithout a protocol, the same two tools (the least of five measurements each):\n\n")
	b.WriteString("| | reading | writing | reading, to bare modernc | writing, to bare modernc |\n|---|--:|--:|--:|--:|\n")
	var bare floorFigures
	for _, f := range r.Floor {
		if strings.HasPrefix(f.Driver, "modernc") {
			bare = f
		}
	}
	line := func(name string, read, write float64) {
		fmt.Fprintf(&b, "| %s | %s | %s | %.2f | %.2f |\n", name, duration(read/1e9), duration(write/1e9), read/bare.Read, write/bare.Write)
	}
	for _, f := range r.Floor {
		line("bare SQL, "+f.Driver+", SQLite "+f.SQLite, f.Read, f.Write)
	}
	line("the tool as a Go method", r.InProcess.MethodRead, r.InProcess.MethodWrite)
	line("the tool as a server calls it, JSON in and out", r.InProcess.CallRead, r.InProcess.CallWrite)
	line("the tool over MCP and HTTP, the client's time included", median(r.Ours.Read)*1e9, median(r.Ours.Write)*1e9)
	return b.String()
}

const (
	beginMark = "<!-- bench-peers: what follows is written by make bench-peers -->"
	endMark   = "<!-- bench-peers: end -->"
)

// writeBetween replaces what stands between the markers of a page.
func writeBetween(path, text string) error {
	page, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	head, rest, ok := strings.Cut(string(page), beginMark)
	_, tail, ok2 := strings.Cut(rest, endMark)
	if !ok || !ok2 {
		return fmt.Errorf("%s has no markers %s and %s", path, beginMark, endMark)
	}
	return os.WriteFile(path, []byte(head+beginMark+"\n\n"+strings.TrimSpace(text)+"\n\n"+endMark+tail), 0o644)
}

func percentile(list []time.Duration, p float64) float64 {
	if len(list) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(list))
	return sorted[min(len(sorted)-1, int(p*float64(len(sorted))))].Seconds()
}

func median(list []time.Duration) float64 { return percentile(list, 0.5) }

func mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(len(list))
}

// three is a number with three digits that matter.
func three(x float64) string {
	switch {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

func duration(s float64) string {
	switch {
	case s < 1e-3:
		return three(s*1e6) + " µs"
	case s < 1:
		return three(s*1e3) + " ms"
	}
	return three(s) + " s"
}

func size(n float64) string {
	if n < 1e6 {
		return three(n/1e3) + " kB"
	}
	return three(n/1e6) + " MB"
}

func count(n float64) string { return fmt.Sprintf("%.0f", n) }

func times(x float64) string { return three(x) + "×" }
