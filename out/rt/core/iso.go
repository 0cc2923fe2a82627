package core

import (
	"errors"
	"strings"
)

// What the parsers below report, worded to follow "NAME must be".
var (
	errDate     = errors.New("a date such as 2026-03-02")
	errDateTime = errors.New("a date and time such as 2026-03-02T09:00:00Z")
	errTime     = errors.New("a time such as 09:00:00")
)

// ParseDate reads an ISO 8601 day: "2026-03-02", or midnight UTC of it in
// one of the forms of ParseDateTime.
func ParseDate(s string) (Date, error) {
	s = strings.TrimSpace(s)
	if len(s) == 10 {
		if _, _, _, ok := splitDate(s); ok {
			return Date(s), nil
		}
		return "", errDate
	}
	d, err := ParseDateTime(s)
	if err != nil || d.Time() != "00:00:00" || hasOffset(s) {
		return "", errDate
	}
	return d.Date(), nil
}

// ParseDateTime reads an ISO 8601 moment and converts it to UTC:
// "2026-03-02T09:00:00Z", with a space for the T, with an offset for the Z
// ("+02:00", "+0200", "+02"), without either (then it is UTC), and without
// seconds. A fraction of a second must be zero.
func ParseDateTime(s string) (DateTime, error) {
	s = strings.TrimSpace(s)
	if len(s) == 19 && s[10] == ' ' {
		if d := DateTime(s); d.Valid() {
			return d, nil
		}
	}
	if len(s) < 16 || (s[10] != 'T' && s[10] != 't' && s[10] != ' ') {
		return "", errDateTime
	}
	y, m, day, ok := splitDate(s[:10])
	if !ok {
		return "", errDateTime
	}
	h, min, sec, rest, ok := clock(s[11:])
	if !ok {
		return "", errDateTime
	}
	offset, ok := zone(rest)
	if !ok {
		return "", errDateTime
	}
	u := daysFromCivil(y, m, day)*86400 + int64(h)*3600 + int64(min)*60 + int64(sec) - int64(offset)*60
	if u < minDay*86400 || u >= (maxDay+1)*86400 {
		return "", errDateTime
	}
	return dateTimeFromUnix(u), nil
}

// ParseTime reads a time of day: "09:00:00" or "09:00". A fraction of a
// second must be zero.
func ParseTime(s string) (Time, error) {
	s = strings.TrimSpace(s)
	h, m, sec, rest, ok := clock(s)
	if !ok || rest != "" {
		return "", errTime
	}
	b := append2(make([]byte, 0, 8), h)
	b = append2(append(b, ':'), m)
	b = append2(append(b, ':'), sec)
	return Time(b), nil
}

// clock reads HH:MM, HH:MM:SS or HH:MM:SS.000 and returns what follows.
func clock(s string) (h, m, sec int, rest string, ok bool) {
	if len(s) >= 8 && s[5] == ':' {
		h, m, sec, ok = splitTime(s[:8])
		rest = s[8:]
		if ok && strings.HasPrefix(rest, ".") {
			n := 1
			for n < len(rest) && rest[n] == '0' {
				n++
			}
			ok = n > 1 // a digit other than 0 is left over and fits no zone
			rest = rest[n:]
		}
		return h, m, sec, rest, ok
	}
	if len(s) >= 5 {
		h, m, _, ok = splitTime(s[:5] + ":00")
		return h, m, 0, s[5:], ok
	}
	return 0, 0, 0, "", false
}

// zone reads what may follow a time: the offset from UTC in minutes.
func zone(s string) (minutes int, ok bool) {
	s = strings.TrimPrefix(s, " ")
	switch {
	case s == "", s == "Z", s == "z":
		return 0, true
	case s[0] != '+' && s[0] != '-':
		return 0, false
	}
	neg := s[0] == '-'
	s = s[1:]
	var hh, mm string
	switch {
	case len(s) == 2:
		hh, mm = s, "00"
	case len(s) == 4:
		hh, mm = s[:2], s[2:]
	case len(s) == 5 && s[2] == ':':
		hh, mm = s[:2], s[3:]
	default:
		return 0, false
	}
	h, ok1 := digits2(hh)
	m, ok2 := digits2(mm)
	if !ok1 || !ok2 || h > 14 || m > 59 {
		return 0, false
	}
	if minutes = h*60 + m; neg {
		minutes = -minutes
	}
	return minutes, true
}

// hasOffset reports whether a moment was given in another zone than UTC, so
// that its day is not clear.
func hasOffset(s string) bool {
	i := strings.LastIndexAny(s, "+-")
	return i > 10 && strings.Trim(s[i+1:], "0:") != ""
}
