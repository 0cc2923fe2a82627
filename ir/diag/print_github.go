package diag

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteGitHub prints diagnostics as workflow commands, which GitHub shows as
// annotations on the lines of a pull request.
func WriteGitHub(w io.Writer, list []Diagnostic) error {
	out := bufio.NewWriter(w)
	for _, d := range list {
		fmt.Fprintf(out, "::%s file=%s", d.Severity, escapeProperty(d.Span.File))
		if !d.Span.Start.IsZero() {
			fmt.Fprintf(out, ",line=%d,col=%d", d.Span.Start.Line, d.Span.Start.Col)
		}
		if end := d.Span.End; !end.IsZero() && end.Line >= d.Span.Start.Line {
			// GitHub's end column is inclusive, and ignored over several lines.
			fmt.Fprintf(out, ",endLine=%d", end.Line)
			if end.Line == d.Span.Start.Line {
				fmt.Fprintf(out, ",endColumn=%d", max(end.Col-1, d.Span.Start.Col))
			}
		}
		title := string(d.Code)
		if info, ok := Lookup(d.Code); ok {
			title += " " + info.Title
		}
		fmt.Fprintf(out, ",title=%s::%s\n", escapeProperty(title), escapeData(annotation(d)))
	}
	return out.Flush()
}

// annotation is everything there is to say in one text.
func annotation(d Diagnostic) string {
	text := d.Message
	if d.Hint != "" {
		text += "\nhint: " + d.Hint
	}
	for _, n := range d.Notes {
		text += "\nnote: " + n.Span.String() + ": " + n.Message
	}
	return text
}

func escapeData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func escapeProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
