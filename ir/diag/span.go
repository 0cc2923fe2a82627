package diag

import "strconv"

// String returns "file:line:column", as compilers write it; only the file if
// the position is not known.
func (s Span) String() string {
	if s.Start.IsZero() {
		return s.File
	}
	return s.File + ":" + strconv.Itoa(s.Start.Line) + ":" + strconv.Itoa(s.Start.Col)
}
