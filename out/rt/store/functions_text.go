package store

import (
	"bytes"
	"database/sql/driver"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// contains reports whether a text has every word of another one, in any
// case and order. Words are separated by white space and are looked for as
// they are: there are no wildcards. No words are contained in every text.
func contains(args []driver.Value) (driver.Value, string) {
	var a, b [256]byte // most texts fit, and need no memory then
	haystack, words := appendLower(a[:0], text(args[0])), appendLower(b[:0], text(args[1]))
	for {
		words = bytes.TrimLeftFunc(words, unicode.IsSpace)
		if len(words) == 0 {
			return true, ""
		}
		end := bytes.IndexFunc(words, unicode.IsSpace)
		if end < 0 {
			end = len(words)
		}
		if !bytes.Contains(haystack, words[:end]) {
			return false, ""
		}
		words = words[end:]
	}
}

// appendLower appends a text in lower case.
func appendLower(dst []byte, s string) []byte {
	start := len(dst)
	for i := range len(s) {
		c := s[i]
		if c >= utf8.RuneSelf {
			return append(dst[:start], strings.ToLower(s)...)
		}
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		dst = append(dst, c)
	}
	return dst
}

// patterns keeps compiled expressions. They come from the environment's
// source, so there are few; if an agent can make them up, the cache is
// emptied before it grows large.
var patterns struct {
	sync.RWMutex
	m map[string]*regexp.Regexp
}

const maxPatterns = 1000

// matches is SQL's REGEXP: text REGEXP pattern calls regexp(pattern, text).
// A pattern must match the whole text.
func matches(args []driver.Value) (driver.Value, string) {
	pattern := text(args[0])
	patterns.RLock()
	re := patterns.m[pattern]
	patterns.RUnlock()
	if re == nil {
		pattern = strings.Clone(pattern) // the argument goes away with the call
		var err error
		if re, err = regexp.Compile("^(?:" + pattern + ")$"); err != nil {
			return nil, err.Error()
		}
		patterns.Lock()
		if patterns.m == nil || len(patterns.m) >= maxPatterns {
			patterns.m = map[string]*regexp.Regexp{}
		}
		patterns.m[pattern] = re
		patterns.Unlock()
	}
	return re.MatchString(text(args[1])), ""
}
