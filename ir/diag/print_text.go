package diag

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// Terminal colors of the text printer.
const (
	bold   = "\x1b[1m"
	red    = "\x1b[1;31m"
	yellow = "\x1b[1;33m"
	blue   = "\x1b[1;34m"
	reset  = "\x1b[0m"
)

// WriteText prints diagnostics for people: a line that editors and terminals
// can jump to, the line of the source with the place marked, the hint, and
// notes. sources returns the bytes of a file, or nil if they are not at hand;
// it may be nil. With color it writes ANSI escapes.
func WriteText(w io.Writer, list []Diagnostic, sources func(file string) []byte, color bool) error {
	out := bufio.NewWriter(w)
	p := textPrinter{out: out, sources: sources, color: color, lines: map[string][]string{}}
	for _, d := range list {
		p.diagnostic(d)
	}
	return out.Flush()
}

type textPrinter struct {
	out     *bufio.Writer
	sources func(string) []byte
	color   bool
	lines   map[string][]string // of the files seen, split once
}

func (p *textPrinter) diagnostic(d Diagnostic) {
	tone := red
	if d.Severity == Warning {
		tone = yellow
	}
	fmt.Fprintf(p.out, "%s: %s: %s\n", p.paint(bold, d.Span.String()),
		p.paint(tone, d.Severity.String()+" "+string(d.Code)), p.paint(bold, d.Message))
	p.excerpt(d.Span, tone)
	if d.Hint != "" {
		p.labelled("hint", d.Hint)
	}
	for _, n := range d.Notes {
		p.labelled("note", n.Span.String()+": "+n.Message)
		p.excerpt(n.Span, blue)
	}
}

// labelled prints text behind a label, further lines aligned with the first.
func (p *textPrinter) labelled(label, text string) {
	indent := strings.Repeat(" ", len(label)+4)
	fmt.Fprintf(p.out, "  %s: %s\n", p.paint(blue, label), strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n"+indent))
}

func (p *textPrinter) paint(tone, text string) string {
	if !p.color {
		return text
	}
	return tone + text + reset
}

// excerpt prints the first line of a span with a mark under it.
func (p *textPrinter) excerpt(span Span, tone string) {
	line, ok := p.line(span.File, span.Start.Line)
	if !ok || strings.TrimSpace(line) == "" {
		return
	}
	from, to := span.Start.Col-1, len([]rune(line))
	if span.End.IsZero() {
		to = from + 1
	} else if span.End.Line == span.Start.Line {
		to = span.End.Col - 1
	}
	text, before, marked := window([]rune(strings.TrimRight(line, " \t\r")), from, to)
	number := fmt.Sprintf("%5d", span.Start.Line)
	fmt.Fprintf(p.out, "%s %s\n", p.paint(blue, number+" |"), text)
	fmt.Fprintf(p.out, "%s %s%s\n", p.paint(blue, "      |"), strings.Repeat(" ", before), p.paint(tone, strings.Repeat("^", max(1, marked))))
}

// line returns one line of a file.
func (p *textPrinter) line(file string, number int) (string, bool) {
	lines, seen := p.lines[file]
	if !seen && p.sources != nil {
		if src := p.sources(file); src != nil {
			src = bytes.ReplaceAll(bytes.TrimPrefix(src, []byte("\ufeff")), []byte("\r\n"), []byte("\n"))
			lines = strings.Split(string(bytes.ToValidUTF8(src, []byte("\ufffd"))), "\n")
		}
		p.lines[file] = lines
	}
	if number < 1 || number > len(lines) {
		return "", false
	}
	return lines[number-1], true
}

// maxWidth is the widest excerpt in columns of a terminal.
const maxWidth = 110

// window makes a line fit for a terminal: tabs and characters without a shape
// become visible, a long line is cut around the mark. from and to are
// characters of the line; before and marked are columns of the terminal.
func window(line []rune, from, to int) (text string, before, marked int) {
	from = min(max(from, 0), len(line))
	to = min(max(to, from), len(line))
	// Lines may be megabytes: only what could be seen is measured.
	start, end := max(0, from-maxWidth), min(len(line), from+2*maxWidth)
	to = min(to, end)
	for end > to && columns(line[start:end]) > maxWidth {
		end--
	}
	for start < from && columns(line[start:end]) > maxWidth {
		start++
	}
	for end > from+1 && columns(line[start:end]) > maxWidth {
		end--
	}
	var b strings.Builder
	if start > 0 {
		b.WriteString("…")
		before++
	}
	for i := start; i < end; i++ {
		b.WriteString(visible(line[i]))
		switch n := columns(line[i : i+1]); {
		case i < from:
			before += n
		case i < to:
			marked += n
		}
	}
	if end < len(line) {
		b.WriteString("…")
	}
	return b.String(), before, marked
}

// visible is what is printed for a character.
func visible(r rune) string {
	switch {
	case r == '\t':
		return "    "
	case unicode.IsControl(r) || r == '\ufeff' || r == '\u2028' || r == '\u2029':
		return "\ufffd"
	default:
		return string(r)
	}
}

// columns is the width of text in a terminal.
func columns(line []rune) int {
	n := 0
	for _, r := range line {
		switch {
		case r == '\t':
			n += 4
		case r != '\ufeff' && unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
			// Combining marks and joiners add to the character before.
		case wide(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

// wide says whether a terminal gives a character two columns: the East Asian
// scripts, full-width forms and most emoji.
func wide(r rune) bool {
	switch {
	case r < 0x1100:
		return false
	case r <= 0x115f,
		r >= 0x2e80 && r <= 0x303e,
		r >= 0x3041 && r <= 0x33ff,
		r >= 0x3400 && r <= 0x4dbf,
		r >= 0x4e00 && r <= 0x9fff,
		r >= 0xa000 && r <= 0xa4cf,
		r >= 0xa960 && r <= 0xa97f,
		r >= 0xac00 && r <= 0xd7a3,
		r >= 0xf900 && r <= 0xfaff,
		r >= 0xfe30 && r <= 0xfe6f,
		r >= 0xff00 && r <= 0xff60,
		r >= 0xffe0 && r <= 0xffe6,
		r >= 0x1f300 && r <= 0x1f64f,
		r >= 0x1f680 && r <= 0x1f6ff,
		r >= 0x1f900 && r <= 0x1f9ff,
		r >= 0x20000 && r <= 0x3fffd:
		return true
	}
	return false
}
