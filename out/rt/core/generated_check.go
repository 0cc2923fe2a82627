package core

import (
	"cmp"
	"regexp"
	"slices"
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

// must reports that the value at path is not what it must be.
func (c *Checker) must(path, want, got string) {
	if c.first == nil {
		c.first = mustBe(want, got).in(path).error()
	}
}

// mustHave reports that the list at path has the wrong size.
func (c *Checker) mustHave(path, want string, got int) {
	if c.first == nil {
		f := fault{after: " must have " + want + ", got " + Show(int64(got)) + "."}
		c.first = f.in(path).error()
	}
}

// CheckMin checks that v is not less than low.
func CheckMin[T cmp.Ordered](c *Checker, path string, v, low T) {
	if !(v >= low) { // so that NaN fails too
		c.must(path, "at least "+Show(low), Show(v))
	}
}

// CheckMax checks that v is not more than high.
func CheckMax[T cmp.Ordered](c *Checker, path string, v, high T) {
	if !(v <= high) {
		c.must(path, "at most "+Show(high), Show(v))
	}
}

// CheckMinItems checks that a list has at least n elements.
func CheckMinItems[T any](c *Checker, path string, list []T, n int64) {
	if int64(len(list)) < n {
		c.mustHave(path, "at least "+elements(n), len(list))
	}
}

// CheckMaxItems checks that a list has at most n elements.
func CheckMaxItems[T any](c *Checker, path string, list []T, n int64) {
	if int64(len(list)) > n {
		c.mustHave(path, "at most "+elements(n), len(list))
	}
}

// CheckMinLength checks that a text has at least n characters.
func CheckMinLength(c *Checker, path, v string, n int64) {
	if got := int64(utf8.RuneCountInString(v)); got < n {
		c.must(path, "at least "+Show(n)+" characters long", Show(got))
	}
}

// CheckMaxLength checks that a text has at most n characters.
func CheckMaxLength(c *Checker, path, v string, n int64) {
	if got := int64(utf8.RuneCountInString(v)); got > n {
		c.must(path, "at most "+Show(n)+" characters long", Show(got))
	}
}

// CheckPattern checks that all of a text matches a regular expression.
func CheckPattern(c *Checker, path, v, pattern string) {
	// Patterns were compiled once by awmc, so that there is no error.
	re, err := regexp.Compile(`^(?:` + pattern + `)$`)
	if err != nil || !re.MatchString(v) {
		c.must(path, "a text that matches the pattern "+pattern, quote(v))
	}
}

// CheckOneOf checks that a text is one of the allowed values.
func CheckOneOf(c *Checker, path, v string, allowed ...string) {
	if !slices.Contains(allowed, v) {
		c.must(path, "one of "+quoteAll(allowed), quote(v))
	}
}

// CheckDate checks the form of a date.
func CheckDate(c *Checker, path string, v Date) {
	if !v.Valid() {
		c.must(path, errDate.Error(), quote(string(v)))
	}
}

// CheckDateTime checks the form of a moment.
func CheckDateTime(c *Checker, path string, v DateTime) {
	if !v.Valid() {
		c.must(path, errDateTime.Error(), quote(string(v)))
	}
}

// CheckTime checks the form of a time of day.
func CheckTime(c *Checker, path string, v Time) {
	if !v.Valid() {
		c.must(path, errTime.Error(), quote(string(v)))
	}
}
