package sqltext

import (
	"cmp"
	"slices"
	"strings"
)

// Builder puts a statement together from pieces of texts, and remembers
// where each piece came from, so that a place in the result leads back to
// the source. S names a source text. The zero Builder is ready to use.
type Builder[S any] struct{ pieces []piece[S] }

// piece is a stretch of the result: text copied from a source (From and At
// say where), text that stands for a source's range, or argument number arg.
type piece[S any] struct {
	text   string
	arg    int // counts from 1; 0 for text
	from   S
	origin Range
	copied bool // byte i of text is byte origin.Start+i of the source
	known  bool // origin is set
}

// Put appends text that is in no source.
func (b *Builder[S]) Put(text string) {
	if text != "" {
		b.pieces = append(b.pieces, piece[S]{text: text})
	}
}

// Replace appends text that stands for a range of a source.
func (b *Builder[S]) Replace(text string, from S, r Range) {
	b.pieces = append(b.pieces, piece[S]{text: text, from: from, origin: r, known: true})
}

// Arg appends argument number n, counted from 1, that stands for a range of
// a source.
func (b *Builder[S]) Arg(n int, from S, r Range) {
	b.pieces = append(b.pieces, piece[S]{arg: n, from: from, origin: r, known: true})
}

// Copy appends a part of a source as it is.
func (b *Builder[S]) Copy(from S, src string, r Range) {
	if r.Start < r.End {
		b.pieces = append(b.pieces, piece[S]{text: src[r.Start:r.End], from: from, origin: r, known: true, copied: true})
	}
}

// Append appends everything another builder holds.
func (b *Builder[S]) Append(other *Builder[S]) { b.pieces = append(b.pieces, other.pieces...) }

// Text returns the result with each argument as arg writes it.
func (b *Builder[S]) Text(arg func(n int) string) string {
	var out strings.Builder
	for _, p := range b.pieces {
		if p.arg > 0 {
			out.WriteString(arg(p.arg))
		} else {
			out.WriteString(p.text)
		}
	}
	return out.String()
}

// Origin leads from an offset in Text(arg) back to its source: the range it
// stands for, of length 0 where it is a copied byte. ok is false for text
// that is in no source.
func (b *Builder[S]) Origin(offset int, arg func(n int) string) (from S, r Range, ok bool) {
	at := 0
	for _, p := range b.pieces {
		n := len(p.text)
		if p.arg > 0 {
			n = len(arg(p.arg))
		}
		if offset < at+n {
			if !p.known {
				return from, r, false
			}
			if p.copied {
				i := p.origin.Start + offset - at
				return p.from, Range{i, i}, true
			}
			return p.from, p.origin, true
		}
		at += n
	}
	return from, r, false
}

// Edit replaces a range of a text.
type Edit struct {
	Range
	New string
}

// Edits returns what has to change in a text before SQLite gets it, in
// order: comments become a space.
func Edits(toks []Token) []Edit {
	var out []Edit
	for _, t := range toks {
		if t.Kind == Comment {
			out = append(out, Edit{Range{t.Start, t.End}, " "})
		}
	}
	return out
}

// Numbered writes argument n as SQLite's ?n.
func Numbered(n int) string {
	if n < 10 {
		return "?" + string(rune('0'+n))
	}
	return Numbered(n/10) + string(rune('0'+n%10))
}

func sortEdits(list []Edit) []Edit {
	slices.SortFunc(list, func(a, b Edit) int { return cmp.Compare(a.Start, b.Start) })
	return list
}

// Apply makes the edits, which must be in order and apart from each other,
// in a part of a text.
func Apply(src string, r Range, edits []Edit) string {
	var out strings.Builder
	at := r.Start
	for _, e := range edits {
		if e.Start < at || e.End > r.End {
			continue
		}
		out.WriteString(src[at:e.Start])
		out.WriteString(e.New)
		at = e.End
	}
	out.WriteString(src[at:r.End])
	return out.String()
}
