// Package diag is the vocabulary in which every stage of the compiler reports
// what is wrong with a source file: positions, stable codes, diagnostics with
// a hint that says what to write instead, and printers for people (text),
// programs (JSON) and GitHub's annotations.
//
// It is the lowest package of the compiler and imports the standard library
// only.
package diag

import (
	"cmp"
	"slices"
)

// Pos is a place in a source file. Line and Col count from 1; Col counts
// Unicode code points, as editors do. The zero Pos means "the whole file".
type Pos struct {
	Line int `json:"line"`
	Col  int `json:"column"`
}

// IsZero reports whether the position is unknown.
func (p Pos) IsZero() bool { return p.Line == 0 }

// Span is a stretch of one source file, End exclusive. A zero End means that
// only the start is known.
type Span struct {
	File  string `json:"file"`
	Start Pos    `json:"start"`
	End   Pos    `json:"end"`
}

// Severity says whether a diagnostic fails the build.
type Severity int

// Errors fail a build; warnings do not.
const (
	Error Severity = iota
	Warning
)

// String returns "error" or "warning".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Code names one kind of mistake, for ever: AWM and four digits. The first
// digit is the stage: 1 parse, 2 check, 3 analyse (SQL, types), 4 data and
// tasks, 5 go steps, 6 proof, 9 faults of awmc itself.
type Code string

// IsFault reports whether the code stands for a fault of awmc, which is
// never the author's to mend.
func (c Code) IsFault() bool { return len(c) == 7 && c[3] == '9' }

// Note is a second place that helps to understand a diagnostic, such as
// where a name was first defined.
type Note struct {
	Span    Span   `json:"span"`
	Message string `json:"message"`
}

// Diagnostic is one mistake: where it is, what is wrong, and what to write
// instead.
type Diagnostic struct {
	Code     Code     `json:"code"`
	Severity Severity `json:"-"`
	Span     Span     `json:"span"`
	Message  string   `json:"message"`
	// Hint says what to write instead; it is never empty for an error.
	Hint  string `json:"hint,omitempty"`
	Notes []Note `json:"notes,omitempty"`
}

// List collects diagnostics. The zero List is ready to use.
type List struct{ items []Diagnostic }

// Add appends diagnostics as they are.
func (l *List) Add(ds ...Diagnostic) { l.items = append(l.items, ds...) }

// Error reports a mistake that fails the build.
func (l *List) Error(code Code, span Span, message, hint string, notes ...Note) {
	l.Add(Diagnostic{Code: code, Span: span, Message: message, Hint: hint, Notes: notes})
}

// Warn reports something doubtful that does not fail the build.
func (l *List) Warn(code Code, span Span, message, hint string, notes ...Note) {
	l.Add(Diagnostic{Code: code, Severity: Warning, Span: span, Message: message, Hint: hint, Notes: notes})
}

// HasErrors reports whether any diagnostic fails the build.
func (l *List) HasErrors() bool {
	return slices.ContainsFunc(l.items, func(d Diagnostic) bool { return d.Severity == Error })
}

// HasFaults reports whether any diagnostic is a fault of awmc itself.
func (l *List) HasFaults() bool {
	return slices.ContainsFunc(l.items, func(d Diagnostic) bool { return d.Code.IsFault() })
}

// Len is the number of diagnostics collected.
func (l *List) Len() int { return len(l.items) }

// Sorted returns the diagnostics without duplicates in a total order: by
// file, line, column, code and message. Errors and warnings are mixed.
func (l *List) Sorted() []Diagnostic {
	out := slices.Clone(l.items)
	slices.SortStableFunc(out, func(a, b Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.Span.File, b.Span.File),
			cmp.Compare(a.Span.Start.Line, b.Span.Start.Line),
			cmp.Compare(a.Span.Start.Col, b.Span.Start.Col),
			cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Message, b.Message),
		)
	})
	return slices.CompactFunc(out, func(a, b Diagnostic) bool {
		return a.Code == b.Code && a.Span == b.Span && a.Message == b.Message
	})
}
