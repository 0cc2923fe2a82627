package core

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Checker checks the constraints of an input that a Go program made itself;
// arguments from an agent have been checked by DecodeArgs already. It keeps
// the first violation. The zero Checker is ready to use.
type Checker struct{ first *Error }

// Err is the first violation, or nil.
func (c *Checker) Err() error {
	if c.first == nil {
		return nil
	}
	return c.first
}

func (c *Checker) fail(path, format string, args ...any) {
	if c.first == nil {
		c.first = InvalidArgument(path, "%s %s.", path, fmt.Sprintf(format, args...))
	}
}

// CheckMin checks that v is not less than low.
func CheckMin[T cmp.Ordered](c *Checker, path string, v, low T) {
	if !(v >= low) { // so that NaN fails too
		c.fail(path, "must be at least %s, not %s", Show(low), Show(v))
	}
}

// CheckMax checks that v is not more than high.
func CheckMax[T cmp.Ordered](c *Checker, path string, v, high T) {
	if !(v <= high) {
		c.fail(path, "must be at most %s, not %s", Show(high), Show(v))
	}
}

// CheckMinItems checks that a list has at least n elements.
func CheckMinItems[T any](c *Checker, path string, list []T, n int) {
	if len(list) < n {
		c.fail(path, "must have at least %d elements, not %d", n, len(list))
	}
}

// CheckMaxItems checks that a list has at most n elements.
func CheckMaxItems[T any](c *Checker, path string, list []T, n int) {
	if len(list) > n {
		c.fail(path, "must have at most %d elements, not %d", n, len(list))
	}
}

// CheckMinLength checks that a text has at least n characters.
func CheckMinLength(c *Checker, path, v string, n int) {
	if got := utf8.RuneCountInString(v); got < n {
		c.fail(path, "must have at least %d characters, not %d", n, got)
	}
}

// CheckMaxLength checks that a text has at most n characters.
func CheckMaxLength(c *Checker, path, v string, n int) {
	if got := utf8.RuneCountInString(v); got > n {
		c.fail(path, "must have at most %d characters, not %d", n, got)
	}
}

// CheckPattern checks that all of a text matches a regular expression.
func CheckPattern(c *Checker, path, v, pattern string) {
	if !fullMatch(pattern, v) {
		c.fail(path, "must match %s, unlike %q", pattern, v)
	}
}

// CheckOneOf checks that a text is one of the allowed values.
func CheckOneOf(c *Checker, path, v string, allowed ...string) {
	if !slices.Contains(allowed, v) {
		c.fail(path, "must be one of %s, not %q", strings.Join(allowed, ", "), v)
	}
}

// CheckDate checks the form of a date.
func CheckDate(c *Checker, path string, v Date) {
	if _, err := time.Parse(time.DateOnly, string(v)); err != nil {
		c.fail(path, "must be a date such as 2026-03-02, not %q", string(v))
	}
}

// CheckDateTime checks the form of a moment.
func CheckDateTime(c *Checker, path string, v DateTime) {
	if _, err := time.Parse(time.DateTime, string(v)); err != nil {
		c.fail(path, "must be a moment in UTC such as 2026-03-02 09:00:00, not %q", string(v))
	}
}

// CheckTime checks the form of a time of day.
func CheckTime(c *Checker, path string, v Time) {
	if _, err := time.Parse(time.TimeOnly, string(v)); err != nil {
		c.fail(path, "must be a time such as 09:00:00, not %q", string(v))
	}
}

// fullMatch reports whether all of v matches; patterns were compiled once by
// awmc, so that an error can't happen.
func fullMatch(pattern, v string) bool {
	re, err := regexp.Compile(`^(?:` + pattern + `)$`)
	return err == nil && re.MatchString(v)
}
