package parse

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/awmc/awmc/ir/diag"
)

// run is a stretch of a Text's Value that lies in the file without a break:
// the bytes from..to begin at pos, with one column for each code point. If
// width is set the run is one escape sequence of that many columns.
type run struct {
	from, to int
	pos      diag.Pos
	width    int
}

// At returns the position in the file of the byte of Value at offset. Where
// the file has nothing for that byte (a line break that YAML folded into a
// space) it is the end of what stands before it. A Text that is not from the
// file, such as SQL that a short form stands for, gives the start of its Span.
func (t Text) At(offset int) diag.Pos {
	offset = min(max(offset, 0), len(t.Value))
	if len(t.runs) == 0 {
		return t.Span.Start
	}
	i, exact := slices.BinarySearchFunc(t.runs, offset, func(r run, off int) int { return r.from - off })
	if !exact {
		i--
	}
	if i < 0 {
		return t.runs[0].pos
	}
	return t.runs[i].at(t.Value, offset)
}

// at is the position of an offset at or after the start of the run.
func (r run) at(value string, offset int) diag.Pos {
	pos := r.pos
	if r.width > 0 {
		if offset >= r.to {
			pos.Col += r.width
		}
		return pos
	}
	pos.Col += utf8.RuneCountInString(value[r.from:min(offset, r.to)])
	return pos
}

// SpanOf returns where the bytes start..end (end exclusive) of Value lie in
// the file. A Text that is not from the file gives its Span.
func (t Text) SpanOf(start, end int) diag.Span {
	if len(t.runs) == 0 {
		return t.Span
	}
	start = min(max(start, 0), len(t.Value))
	end = min(max(end, start), len(t.Value))
	span := diag.Span{File: t.Span.File, Start: t.At(start)}
	span.End = span.Start
	if end > start {
		// The end belongs to the last byte, not to the line after it.
		i, exact := slices.BinarySearchFunc(t.runs, end-1, func(r run, off int) int { return r.from - off })
		if !exact {
			i--
		}
		span.End = t.runs[max(i, 0)].at(t.Value, end)
	}
	return span
}

// Slice returns the part start..end of the text, with its positions.
func (t Text) Slice(start, end int) Text {
	start = min(max(start, 0), len(t.Value))
	end = min(max(end, start), len(t.Value))
	out := Text{Value: t.Value[start:end], Span: t.SpanOf(start, end), Quoted: t.Quoted, Set: t.Set}
	for _, r := range t.runs {
		from, to := max(r.from, start), min(r.to, end)
		if from >= to {
			continue
		}
		out.runs = append(out.runs, run{from: from - start, to: to - start, pos: r.at(t.Value, from), width: r.width})
	}
	out.Lines = out.lineStarts(len(t.Lines) > 1)
	return out
}

// TrimSpace returns the text without white space around it.
func (t Text) TrimSpace() Text {
	end := len(strings.TrimRight(t.Value, " \t\n"))
	start := end - len(strings.TrimLeft(t.Value[:end], " \t\n"))
	if start == 0 && end == len(t.Value) {
		return t
	}
	return t.Slice(start, end)
}

// without returns the text with the bytes start..end left out. Its Span stays
// that of the whole.
func (t Text) without(start, end int) Text {
	before, after := t.Slice(0, start), t.Slice(end, len(t.Value))
	out := t
	out.Value = before.Value + after.Value
	out.runs = before.runs
	for _, r := range after.runs {
		r.from, r.to = r.from+start, r.to+start
		out.runs = append(out.runs, r)
	}
	return out
}

// lineStarts computes Lines: for each line of a block scalar, else one.
func (t Text) lineStarts(block bool) []diag.Pos {
	starts := []diag.Pos{t.At(0)}
	if !block {
		return starts
	}
	for i, c := range []byte(t.Value) {
		if c == '\n' && i+1 < len(t.Value) {
			starts = append(starts, t.At(i+1))
		}
	}
	return starts
}
