package store

import (
	"strconv"
	"strings"
)

// The parsers work on text that ends in a NUL byte, as C's do, so that
// looking one byte ahead needs no check of the length.

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// digits reads n digits of a number from low to high, followed by next (any
// byte if 0).
func digits(z string, n, low, high int, next byte) (v int, ok bool) {
	for i := 0; i < n; i++ {
		if !isDigit(z[i]) {
			return 0, false
		}
		v = v*10 + int(z[i]-'0')
	}
	return v, v >= low && v <= high && (next == 0 || z[n] == next)
}

// parse reads a point of time; what says why it can't.
func (p *moment) parse(z string) (what string) {
	if p.parseDate(z) || p.parseTime(z) {
		return ""
	}
	text := z[:len(z)-1]
	if strings.EqualFold(text, "now") || strings.EqualFold(text, "subsec") || strings.EqualFold(text, "subsecond") {
		return clockRefused(text)
	}
	if r, ok := number(text); ok {
		p.setRaw(r)
		return ""
	}
	return quoted(text) + " is not a date or time"
}

func clockRefused(word string) string {
	return quoted(word) + " asks for the real clock, which an environment can't see; use its own (:now, :today)"
}

func quoted(s string) string {
	if len(s) > 80 {
		s = s[:80]
	}
	return strconv.Quote(s)
}

// number reads a text that is a number, with space around it.
func number(text string) (float64, bool) {
	text = strings.TrimFunc(text, func(r rune) bool { return r < 128 && isSpace(byte(r)) })
	unsigned := strings.TrimLeft(text, "+-")
	if len(text)-len(unsigned) > 1 || unsigned == "" {
		return 0, false
	}
	for i := range len(unsigned) { // no hexadecimal, Inf, NaN or _
		if c := unsigned[i]; !isDigit(c) && strings.IndexByte(".eE+-", c) < 0 {
			return 0, false
		}
	}
	r, err := strconv.ParseFloat(text, 64)
	if err != nil && r == 0 {
		return 0, false
	}
	return r, true
}

// parseDate reads YYYY-MM-DD and the time that may follow.
func (p *moment) parseDate(z string) bool {
	neg := z[0] == '-'
	if neg {
		z = z[1:]
	}
	if len(z) < 11 {
		return false
	}
	y, ok1 := digits(z, 4, 0, 14712, '-')
	if !ok1 {
		return false
	}
	m, ok2 := digits(z[5:], 2, 1, 12, '-')
	if !ok2 {
		return false
	}
	d, ok3 := digits(z[8:], 2, 1, 31, 0)
	if !ok3 {
		return false
	}
	z = z[10:]
	for isSpace(z[0]) || z[0] == 'T' {
		z = z[1:]
	}
	switch {
	case p.parseTime(z):
		if p.h == 24 {
			p.h = 0
			if d++; d > daysOfMonth(y, m) {
				d -= daysOfMonth(y, m)
				if m++; m > 12 {
					m = 1
					y++
				}
			}
		}
	case z[0] == 0:
		p.validHMS = false
	default:
		return false
	}
	if neg {
		y = -y
	}
	p.validJD, p.validYMD = false, true
	p.y, p.m, p.d = y, m, d
	p.computeFloor()
	if p.tz != 0 {
		p.computeJD()
	}
	return true
}

// parseTime reads HH:MM, HH:MM:SS or HH:MM:SS.FFF and the zone that may
// follow.
func (p *moment) parseTime(z string) bool {
	if len(z) < 6 {
		return false
	}
	h, ok1 := digits(z, 2, 0, 24, ':')
	if !ok1 {
		return false
	}
	min, ok2 := digits(z[3:], 2, 0, 59, 0)
	if !ok2 {
		return false
	}
	z = z[5:]
	sec, frac := 0, 0.0
	if z[0] == ':' {
		if len(z) < 4 {
			return false
		}
		var ok bool
		if sec, ok = digits(z[1:], 2, 0, 59, 0); !ok {
			return false
		}
		z = z[3:]
		if z[0] == '.' && isDigit(z[1]) {
			scale := 1.0
			for z = z[1:]; isDigit(z[0]); z = z[1:] {
				frac = float64(frac*10) + float64(z[0]) - '0'
				scale = float64(scale * 10)
			}
			frac = min3(frac/scale, 0.999)
		}
	}
	if h == 24 && (min != 0 || sec != 0 || frac != 0) {
		return false
	}
	p.validJD, p.raw, p.validHMS = false, false, true
	p.h, p.min, p.s = h, min, float64(sec)+frac
	return p.parseZone(z)
}

func min3(a, b float64) float64 {
	if a > b {
		return b
	}
	return a
}

// parseZone reads Z or an offset.
func (p *moment) parseZone(z string) bool {
	for isSpace(z[0]) {
		z = z[1:]
	}
	p.tz = 0
	sign := 0
	switch z[0] {
	case '-':
		sign = -1
	case '+':
		sign = 1
	case 'Z', 'z':
		z = z[1:]
	default:
		return z[0] == 0
	}
	if sign != 0 {
		if z = z[1:]; len(z) < 6 {
			return false
		}
		h, ok1 := digits(z, 2, 0, 14, ':')
		if !ok1 {
			return false
		}
		min, ok2 := digits(z[3:], 2, 0, 59, 0)
		if !ok2 {
			return false
		}
		z = z[5:]
		p.tz = sign * (min + h*60)
	}
	for isSpace(z[0]) {
		z = z[1:]
	}
	return z[0] == 0
}
