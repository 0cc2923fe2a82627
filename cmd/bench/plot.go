package main

import (
	"fmt"
	"math"
	"strings"
)

// svg draws how many times better the generated server is, a bar for each
// line of the table, on a logarithmic scale from 1 on.
func (r results) svg(o options) []byte {
	const (
		left, width, right = 350, 420, 90
		top, step, bar     = 50, 26, 16
	)
	rows := r.rows(o)
	most := 10.0
	for _, x := range rows {
		most = max(most, x.ratio(), x.goal)
	}
	decades := math.Ceil(math.Log10(most))
	x := func(ratio float64) float64 { return left + width*math.Log10(max(ratio, 1))/decades }
	height := top + step*len(rows) + 30
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12" role="img">`+"\n", left+width+right, height)
	b.WriteString("<title>How many times better than the reference layout</title>\n")
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="#fff"/>`+"\n")
	fmt.Fprintf(&b, `<text x="%d" y="20" font-size="14" font-weight="bold">A generated server against the reference layout</text>`+"\n", left)
	fmt.Fprintf(&b, `<text x="%d" y="36" fill="#666">times better, logarithmic; a mark is the target</text>`+"\n", left)
	for d := range int(decades) + 1 {
		at := x(math.Pow10(d))
		fmt.Fprintf(&b, `<line x1="%.1f" y1="%d" x2="%.1f" y2="%d" stroke="#ddd"/>`+"\n", at, top-6, at, height-24)
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle" fill="#666">%.0f×</text>`+"\n", at, height-8, math.Pow10(d))
	}
	for i, row := range rows {
		y := top + step*i
		fill := "#2b6cb0"
		if row.note != "" {
			fill = "#90b4d8" // not measured at the same size
		}
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">%s</text>`+"\n", left-8, y+bar-3, row.name)
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%.1f" height="%d" fill="%s"/>`+"\n", left, y, max(1, x(row.ratio())-left), bar, fill)
		end := max(left+1, x(row.ratio()))
		if mark := x(row.goal); mark > end && mark < end+60 {
			end = mark // the target stands where the figure would
		}
		fmt.Fprintf(&b, `<text x="%.1f" y="%d">%s</text>`+"\n", end+6, y+bar-3, times(row.ratio()))
		if row.goal > 0 {
			fmt.Fprintf(&b, `<line x1="%.1f" y1="%d" x2="%.1f" y2="%d" stroke="#c53030" stroke-width="3"/>`+"\n", x(row.goal), y-3, x(row.goal), y+bar+3)
		}
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}
