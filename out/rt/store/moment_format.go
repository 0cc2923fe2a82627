package store

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

func (p *moment) date() string {
	p.computeYMD()
	b := make([]byte, 0, 11)
	return string(p.appendDate(b))
}

func (p *moment) appendDate(b []byte) []byte {
	y := p.y
	if y < 0 {
		b = append(b, '-')
		y = -y
	}
	b = append2(append2(b, y/100%100), y%100)
	b = append2(append(b, '-'), p.m)
	return append2(append(b, '-'), p.d)
}

func (p *moment) time() string {
	p.computeHMS()
	return string(p.appendTime(make([]byte, 0, 12)))
}

func (p *moment) appendTime(b []byte) []byte {
	b = append2(b, p.h)
	b = append2(append(b, ':'), p.min)
	b = append(b, ':')
	if !p.subsec {
		return append2(b, int(p.s))
	}
	ms := int(float64(1000*p.s) + 0.5)
	b = append2(b, ms/1000)
	b = append(b, '.', byte('0'+ms/100%10))
	return append2(b, ms%100)
}

func append2(b []byte, n int) []byte { return append(b, byte('0'+n/10%10), byte('0'+n%10)) }

func (p *moment) datetime() string {
	p.compute()
	b := p.appendDate(make([]byte, 0, 24))
	return string(p.appendTime(append(b, ' ')))
}

func (p *moment) julianDay() float64 {
	p.computeJD()
	return float64(p.jd) / dayMS
}

// unix is int64, or float64 with "subsec".
func (p *moment) unix() any {
	p.computeJD()
	if p.subsec {
		return float64(p.jd-unixJD) / 1000
	}
	return p.jd/1000 - unixJD/1000
}

// format is strftime; ok is false for an unknown directive.
func (p *moment) format(f string) (_ string, ok bool) {
	p.computeJD()
	p.compute()
	var b strings.Builder
	for i := 0; i < len(f); i++ {
		if f[i] != '%' {
			b.WriteByte(f[i])
			continue
		}
		if i++; i == len(f) || !p.directive(&b, f[i]) {
			return "", false
		}
	}
	return b.String(), true
}

func (p *moment) directive(b *strings.Builder, c byte) bool {
	switch c {
	case 'd':
		fmt.Fprintf(b, "%02d", p.d)
	case 'e':
		fmt.Fprintf(b, "%2d", p.d)
	case 'f':
		fmt.Fprintf(b, "%06.3f", min3(p.s, 59.999))
	case 'F':
		fmt.Fprintf(b, "%04d-%02d-%02d", p.y, p.m, p.d)
	case 'G':
		fmt.Fprintf(b, "%04d", p.thursday().y)
	case 'g':
		fmt.Fprintf(b, "%02d", p.thursday().y%100)
	case 'H':
		fmt.Fprintf(b, "%02d", p.h)
	case 'k':
		fmt.Fprintf(b, "%2d", p.h)
	case 'I':
		fmt.Fprintf(b, "%02d", (p.h+11)%12+1)
	case 'l':
		fmt.Fprintf(b, "%2d", (p.h+11)%12+1)
	case 'j':
		fmt.Fprintf(b, "%03d", p.daysAfterJan01()+1)
	case 'J':
		b.WriteString(general16(float64(p.jd) / dayMS))
	case 'm':
		fmt.Fprintf(b, "%02d", p.m)
	case 'M':
		fmt.Fprintf(b, "%02d", p.min)
	case 'p':
		b.WriteString([...]string{"AM", "PM"}[p.h/12%2])
	case 'P':
		b.WriteString([...]string{"am", "pm"}[p.h/12%2])
	case 'R':
		fmt.Fprintf(b, "%02d:%02d", p.h, p.min)
	case 's':
		switch v := p.unix().(type) {
		case float64:
			b.WriteString(strconv.FormatFloat(v, 'f', 3, 64))
		case int64:
			b.WriteString(strconv.FormatInt(v, 10))
		}
	case 'S':
		fmt.Fprintf(b, "%02d", int(p.s))
	case 'T':
		fmt.Fprintf(b, "%02d:%02d:%02d", p.h, p.min, int(p.s))
	case 'u':
		fmt.Fprint(b, (p.daysAfterSunday()+6)%7+1)
	case 'w':
		fmt.Fprint(b, p.daysAfterSunday())
	case 'U':
		fmt.Fprintf(b, "%02d", (p.daysAfterJan01()-p.daysAfterSunday()+7)/7)
	case 'V':
		fmt.Fprintf(b, "%02d", p.thursday().daysAfterJan01()/7+1)
	case 'W':
		fmt.Fprintf(b, "%02d", (p.daysAfterJan01()-p.daysAfterMonday()+7)/7)
	case 'Y':
		fmt.Fprintf(b, "%04d", p.y)
	case '%':
		b.WriteByte('%')
	default:
		return false
	}
	return true
}

// thursday is the Thursday of the same week, whose year is the week's.
func (p *moment) thursday() *moment {
	t := *p
	t.jd += int64(3-p.daysAfterMonday()) * dayMS
	t.validYMD = false
	t.computeYMD()
	return &t
}

// general16 is C's %.16g.
func general16(f float64) string {
	if f != 0 && (math.Abs(f) < 1e-4 || math.Abs(f) >= 1e16) {
		return strconv.FormatFloat(f, 'e', 15, 64)
	}
	return strconv.FormatFloat(f, 'g', 16, 64)
}

// timediff is how to get from b to a in calendar steps.
func timediff(a, b *moment) string {
	a.compute()
	b.compute()
	a.computeJD()
	b.computeJD()
	sign := byte('+')
	y, m := a.y-b.y, a.m-b.m
	later := a.jd >= b.jd
	if !later {
		sign = '-'
		y, m = -y, -m
	}
	if y != 0 {
		b.y = a.y
		b.validJD = false
		b.computeJD()
	}
	if m < 0 {
		y--
		m += 12
	}
	if m != 0 {
		b.m = a.m
		b.validJD = false
		b.computeJD()
	}
	step := -1
	if !later {
		step = 1
	}
	for later && a.jd < b.jd || !later && a.jd > b.jd {
		if m--; m < 0 {
			m = 11
			y--
		}
		b.m += step
		switch {
		case b.m < 1:
			b.m = 12
			b.y--
		case b.m > 12:
			b.m = 1
			b.y++
		}
		b.validJD = false
		b.computeJD()
	}
	d := *a
	d.jd = a.jd - b.jd
	if !later {
		d.jd = b.jd - a.jd
	}
	d.jd += 148699540800000
	d.clear()
	d.compute()
	return fmt.Sprintf("%c%04d-%02d-%02d %02d:%02d:%06.3f", sign, y, m, d.d-1, d.h, d.min, d.s)
}
