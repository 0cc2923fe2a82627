package stats

import (
	"fmt"
	"html/template"
	"math"
	"strings"
)

// Plots are inline SVG in the colours of the page around them, so that a
// report is one file that needs nothing else.

// bar is one bar of a chart.
type bar struct {
	Label string
	Value float64
	Note  string // beside the bar
	Loud  bool   // in the colour of warnings
}

// The width of all plots, in units that the page scales.
const plotWidth = 460

// bars draws horizontal bars; most is the value of a full one, 0 for the
// largest.
func bars(list []bar, most float64) template.HTML {
	for _, x := range list {
		most = math.Max(most, x.Value)
	}
	const row, note = 24, 64
	label := 0
	for _, x := range list {
		label = max(label, min(len([]rune(x.Label)), 20)*7+12)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %d %d" role="img">`, plotWidth, len(list)*row+4)
	for i, x := range list {
		y := i*row + 2
		width := 0.0
		if most > 0 {
			width = x.Value / most * float64(plotWidth-label-note)
		}
		class := "bar"
		if x.Loud {
			class = "bar loud"
		}
		fmt.Fprintf(&b, `<text class="label" x="%d" y="%d" text-anchor="end">%s</text>`, label-8, y+15, escape(clip(x.Label, 20)))
		fmt.Fprintf(&b, `<rect class="track" x="%d" y="%d" width="%d" height="14" rx="3"/>`, label, y+4, plotWidth-label-note)
		fmt.Fprintf(&b, `<rect class="%s" x="%d" y="%d" width="%.1f" height="14" rx="3"/>`, class, label, y+4, width)
		fmt.Fprintf(&b, `<text class="note" x="%d" y="%d">%s</text>`, plotWidth-note+8, y+15, escape(x.Note))
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

// axis is how a histogram divides its values.
type axis struct {
	from, step float64
	bins       int
	label      func(from float64) string
	unit       string
	mark       float64 // where a line is drawn; 0 for none
	markText   string
}

// whole is an axis for counts, with as many bins as fit.
func whole(values []float64, unit string) axis {
	lo, hi := math.Inf(1), 0.0
	for _, v := range values {
		lo, hi = math.Min(lo, v), math.Max(hi, v)
	}
	if len(values) == 0 {
		lo = 0
	}
	step := 1.0
	for i := 0; (hi-lo+1)/step > 16; i++ {
		step *= []float64{2, 2.5, 2}[i%3] // 1, 2, 5, 10, 20, …
	}
	from := math.Floor(lo/step) * step
	return axis{from: from, step: step, bins: int((hi-from)/step) + 1, unit: unit, label: func(x float64) string { return shortNumber(x) }}
}

// shares is an axis from 0 to 1.
func shares(bins int, unit string) axis {
	return axis{step: 1 / float64(bins), bins: bins, unit: unit, label: func(x float64) string { return fmt.Sprintf("%.0f %%", x*100) }}
}

func shortNumber(x float64) string {
	switch {
	case x >= 1e6:
		return fmt.Sprintf("%gM", math.Round(x/1e5)/10)
	case x >= 1e4:
		return fmt.Sprintf("%gk", math.Round(x/1e2)/10)
	}
	return fmt.Sprintf("%g", x)
}

// histogram counts values by bins.
func histogram(values []float64, a axis) template.HTML {
	counts := make([]int, max(a.bins, 1))
	most := 1
	for _, v := range values {
		i := min(max(int((v-a.from)/a.step+1e-9), 0), len(counts)-1)
		counts[i]++
		most = max(most, counts[i])
	}
	const height, left, bottom, top = 170, 34, 34, 12
	inner := float64(plotWidth - left - 8)
	width := inner / float64(len(counts))
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %d %d" role="img">`, plotWidth, height)
	scale := float64(height-bottom-top) / float64(most)
	for _, n := range ticks(most) {
		y := float64(height-bottom) - float64(n)*scale
		fmt.Fprintf(&b, `<line class="grid" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/><text class="note" x="%d" y="%.1f" text-anchor="end">%d</text>`, left, plotWidth-8, y, y, left-6, y+4, n)
	}
	every := (len(counts) + 9) / 10
	for i, n := range counts {
		x := float64(left) + float64(i)*width
		if n > 0 {
			h := float64(n) * scale
			fmt.Fprintf(&b, `<rect class="bar" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="2"><title>%s: %d</title></rect>`,
				x+1.5, float64(height-bottom)-h, math.Max(width-3, 1), h, escape(a.label(a.from+float64(i)*a.step)), n)
		}
		if i%every == 0 {
			at, anchor := x+width/2, "middle"
			if a.step < 1 || a.step > 1 { // the label is where the bin begins
				at = x
			}
			fmt.Fprintf(&b, `<text class="note" x="%.1f" y="%d" text-anchor="%s">%s</text>`, at, height-bottom+15, anchor, escape(a.label(a.from+float64(i)*a.step)))
		}
	}
	fmt.Fprintf(&b, `<text class="unit" x="%d" y="%d" text-anchor="end">%s</text>`, plotWidth-8, height-4, escape(a.unit))
	if a.mark > 0 {
		x := float64(left) + (a.mark-a.from)/a.step*width
		fmt.Fprintf(&b, `<line class="mark" x1="%.1f" x2="%.1f" y1="%d" y2="%d"/><text class="note" x="%.1f" y="%d">%s</text>`, x, x, top-6, height-bottom, x+5, top+4, escape(a.markText))
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

// ticks are about four round numbers up to most.
func ticks(most int) []int {
	step := 1
	for i := 0; most/step > 4; i++ {
		step = []int{2, 5, 10}[i%3] * int(math.Pow10(i/3))
	}
	var out []int
	for n := 0; n <= most; n += step {
		out = append(out, n)
	}
	return out
}

// point is one place of a scatter plot with how many are there.
type point struct{ x, y, n int }

// scatter draws points as circles by their number.
func scatter(points []point, xUnit, yUnit string) template.HTML {
	const height, left, bottom, top = 240, 34, 36, 12
	mx, my := 4, 4
	for _, p := range points {
		mx, my = max(mx, p.x), max(my, p.y)
	}
	sx, sy := float64(plotWidth-left-20)/float64(mx), float64(height-bottom-top-8)/float64(my)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %d %d" role="img">`, plotWidth, height)
	for _, n := range ticks(my) {
		y := float64(height-bottom) - float64(n)*sy
		fmt.Fprintf(&b, `<line class="grid" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/><text class="note" x="%d" y="%.1f" text-anchor="end">%d</text>`, left, plotWidth-8, y, y, left-6, y+4, n)
	}
	for _, n := range ticks(mx) {
		fmt.Fprintf(&b, `<text class="note" x="%.1f" y="%d" text-anchor="middle">%d</text>`, float64(left)+float64(n)*sx, height-bottom+15, n)
	}
	for _, p := range points {
		fmt.Fprintf(&b, `<circle class="dot" cx="%.1f" cy="%.1f" r="%.1f"><title>%d %s, %d %s: %s</title></circle>`,
			float64(left)+float64(p.x)*sx, float64(height-bottom)-float64(p.y)*sy, 3+2*math.Sqrt(float64(p.n)), p.x, escape(xUnit), p.y, escape(yUnit), count(p.n, "task"))
	}
	fmt.Fprintf(&b, `<text class="unit" x="%d" y="%d" text-anchor="end">%s</text><text class="unit" x="%d" y="%d">%s</text></svg>`, plotWidth-8, height-4, escape(xUnit), left+4, top, escape(yUnit))
	return template.HTML(b.String())
}

func escape(s string) string { return template.HTMLEscapeString(s) }
