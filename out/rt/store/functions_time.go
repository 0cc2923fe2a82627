package store

import (
	"database/sql/driver"
	"strings"
)

// plus_minutes(t, n) is the datetime n minutes after t.
func plusMinutes(args []driver.Value) (driver.Value, string) {
	p, what := at(args[:1])
	if what != "" {
		return nil, what
	}
	n, what := whole(args[1], 5_300_000_000)
	if what != "" {
		return nil, what
	}
	if what := p.add(n * 60_000); what != "" {
		return nil, what
	}
	return p.datetime(), ""
}

// plus_days(d, n) is the date n days after d. Of a datetime it gives a
// datetime.
func plusDays(args []driver.Value) (driver.Value, string) {
	p, what := at(args[:1])
	if what != "" {
		return nil, what
	}
	n, what := whole(args[1], 3_700_000)
	if what != "" {
		return nil, what
	}
	_, isText := args[0].(string)
	timed := !isText || strings.Contains(text(args[0]), ":")
	if what := p.add(n * dayMS); what != "" {
		return nil, what
	}
	if timed {
		return p.datetime(), ""
	}
	return p.date(), ""
}

// add moves p by a time that can't overflow.
func (p *moment) add(ms int64) string {
	p.computeJD()
	p.jd += ms
	p.clear()
	if p.computeYMD(); p.bad || p.y < 0 || p.y > 9999 {
		return "the result lies outside the years 0 to 9999"
	}
	return ""
}

// whole is a whole number of a size that makes sense.
func whole(v driver.Value, most int64) (int64, string) {
	var n int64
	switch v := v.(type) {
	case int64:
		n = v
	case float64:
		if n = int64(v); float64(n) != v {
			return 0, text(v) + " is not a whole number"
		}
	default:
		return 0, quoted(text(v)) + " is not a whole number"
	}
	if n > most || n < -most {
		return 0, text(n) + " is more than the years 0 to 9999 hold"
	}
	return n, ""
}

// two reads two times as milliseconds.
func two(args []driver.Value) (a, b int64, what string) {
	p, what := at(args[:1])
	if what != "" {
		return 0, 0, what
	}
	q, what := at(args[1:2])
	return p.jd, q.jd, what
}

// minutes_between(a, b) is b - a in whole minutes, rounded down.
func minutesBetween(args []driver.Value) (driver.Value, string) {
	a, b, what := two(args)
	if what != "" {
		return nil, what
	}
	return floorDiv(b-a, 60_000), ""
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// workdays_between(a, b) counts the days from Monday to Friday from a on,
// b not included; negative if b lies before a.
func workdaysBetween(args []driver.Value) (driver.Value, string) {
	a, b, what := two(args)
	if what != "" {
		return nil, what
	}
	// Days since the Monday -4713-11-24, which is what Julian days count from.
	return workdays(floorDiv(b+dayMS/2, dayMS)) - workdays(floorDiv(a+dayMS/2, dayMS)), ""
}

// workdays counts those before day n, where day 0 is a Monday.
func workdays(n int64) int64 {
	weeks := floorDiv(n, 7)
	return weeks*5 + min(n-weeks*7, 5)
}

// overlaps(a1, a2, b1, b2) reports whether two spans have a moment in
// common; their ends do not belong to them.
func overlaps(args []driver.Value) (driver.Value, string) {
	a1, a2, what := two(args[:2])
	if what != "" {
		return nil, what
	}
	b1, b2, what := two(args[2:])
	if what != "" {
		return nil, what
	}
	return a1 < b2 && b1 < a2, ""
}
