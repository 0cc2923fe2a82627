package parse

import (
	"slices"
	"strings"
)

// value passes on a value whose shape depends on what it is for: a later
// stage reads it. Here only the traps of YAML are looked for.
func (r *reader) value(v *Value) *Value {
	r.rawText(v, "")
	return v
}

// entries passes on the entries of a map.
func (r *reader) entries(v *Value, what, hint string) []Entry {
	out := r.mapping(v, what, hint)
	for _, e := range out {
		r.rawText(e.Value, e.Key.Value)
	}
	return out
}

// rawText refuses comments behind text inside a value that stands under key.
func (r *reader) rawText(v *Value, key string) {
	switch {
	case v == nil || v.bad:
	case v.Kind == ScalarValue && (isStatement(key, v.Scalar) || cutsShort(r.src, v.Scalar)):
		r.comment(v.Scalar)
	case v.Kind == ListValue:
		for _, item := range v.Items {
			r.rawText(item, key)
		}
	case v.Kind == MapValue:
		for _, e := range v.Entries {
			r.rawText(e.Value, e.Key.Value)
		}
	}
}

// isStatement says whether a text is SQL by the key it stands under or by how
// it begins.
func isStatement(key string, t Text) bool {
	first, _, _ := strings.Cut(t.Value, " ")
	return slices.Contains([]string{"sql", "first", "row", "rows", "where"}, key) ||
		strings.EqualFold(first, "SELECT") || strings.EqualFold(first, "WITH")
}

// cutsShort says whether what YAML takes for a comment behind a value looks
// like a part of it ("Room #5"): a comment has two spaces before it and one
// after the sign.
func cutsShort(s *source, t Text) bool {
	if t.comment.Start.IsZero() || !strings.ContainsFunc(t.Value, isLetter) {
		return false
	}
	hash := cursorAt(t.comment.Start)
	before, _ := s.rune(cursor{hash.line, hash.col - 2})
	after, ok := s.rune(cursor{hash.line, hash.col + 1})
	return !isBlank(before) || ok && !isBlank(after) && after != '#'
}

func isLetter(c rune) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c > 0x7f }
