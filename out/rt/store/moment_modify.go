package store

import "strings"

// modify applies one modifier, the idx-th argument after the time; what says
// why it can't.
func (p *moment) modify(z string, idx int) (what string) {
	text := z[:len(z)-1]
	if word := strings.ToLower(text); word == "localtime" || word == "utc" {
		return quoted(text) + " asks for the time zone of the machine, which an environment can't see"
	}
	if !p.modified(z, text, idx) {
		return quoted(text) + " is not a modifier that can be applied here"
	}
	return ""
}

func (p *moment) modified(z, text string, idx int) bool {
	switch z[0] {
	case '+', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return p.shift(z)
	}
	word := strings.ToLower(text)
	switch {
	case word == "auto":
		if idx > 1 {
			return false
		}
		p.autoAdjust()
		return true
	case word == "ceiling":
		p.computeJD()
		p.clear()
		p.floor = 0
		return true
	case word == "floor":
		p.computeJD()
		p.jd -= int64(p.floor) * dayMS
		p.clear()
		return true
	case word == "julianday":
		if idx > 1 || !p.validJD || !p.raw {
			return false
		}
		p.raw = false
		return true
	case word == "unixepoch":
		return idx == 1 && p.raw && p.unixEpoch()
	case word == "subsec", word == "subsecond":
		p.subsec = true
		return true
	case strings.HasPrefix(word, "weekday "):
		return p.weekday(text[len("weekday "):])
	case strings.HasPrefix(word, "start of "):
		return p.startOf(word[len("start of "):])
	case strings.HasPrefix(word, "end of "):
		return p.endOf(word[len("end of "):])
	}
	return false
}

// autoAdjust takes a number for a Julian day or for seconds since 1970, by
// its size.
func (p *moment) autoAdjust() {
	if !p.raw || p.validJD {
		p.raw = false
		return
	}
	if p.s >= -210866760000 && p.s <= 253402300799 {
		r := float64(p.s*1000) + unixJD
		p.clear()
		p.jd, p.validJD, p.raw = int64(r+0.5), true, false
	}
}

func (p *moment) unixEpoch() bool {
	r := float64(p.s*1000) + unixJD
	if r < 0 || r >= 464269060800000 {
		return false
	}
	p.clear()
	p.jd, p.validJD, p.raw = int64(r+0.5), true, false
	return true
}

func (p *moment) weekday(arg string) bool {
	r, ok := number(arg)
	if !ok || r < -6 || r > 6 || r != float64(int(r)) {
		return false
	}
	p.compute()
	p.tz = 0
	p.validJD = false
	p.computeJD()
	n := int64(r)
	if n < 0 {
		n = -n
	}
	if z := (p.jd + 129600000) / dayMS % 7; z != n {
		if z > n {
			z -= 7
		}
		p.jd += (n - z) * dayMS
		if strings.Contains(arg, "-") {
			p.jd -= 7 * dayMS
		}
	}
	p.clear()
	return true
}

func (p *moment) startOf(unit string) bool {
	if !p.validJD && !p.validYMD && !p.validHMS {
		return false
	}
	p.computeYMD()
	p.validHMS, p.h, p.min, p.s = true, 0, 0, 0
	p.raw, p.tz, p.validJD = false, 0, false
	switch unit {
	case "month":
		p.d = 1
	case "year":
		p.m, p.d = 1, 1
	case "day":
	default:
		return false
	}
	return true
}

func (p *moment) endOf(unit string) bool {
	if !p.validJD && !p.validYMD && !p.validHMS {
		return false
	}
	p.computeYMD()
	p.validHMS, p.h, p.min, p.s = true, 23, 59, 59.999
	p.raw, p.tz, p.validJD = false, 0, false
	switch unit {
	case "month":
		p.d = 1
		if p.m++; p.m > 12 {
			p.y++
			p.m = 1
		}
		p.computeFloor()
		p.computeJD()
		p.jd -= int64(p.floor+1) * dayMS
		p.clear()
	case "year":
		p.m, p.d = 12, 31
	case "day":
	default:
		return false
	}
	return true
}

// units are what "+N units" may name, with the largest N and the seconds of
// one.
var units = [...]struct {
	name  string
	limit float64
	secs  float64
}{
	{"second", float64(float32(4.6427e+14)), 1},
	{"minute", float64(float32(7.7379e+12)), 60},
	{"hour", float64(float32(1.2897e+11)), 3600},
	{"day", 5373485, 86400},
	{"month", 176546, 2592000},
	{"year", 14713, 31536000},
}

// shift adds "+N units", "+HH:MM:SS" or "+YYYY-MM-DD HH:MM".
func (p *moment) shift(z string) bool {
	sign := z[0]
	n := 1
	for z[n] != 0 && z[n] != ':' && !isSpace(z[n]) {
		if z[n] == '-' {
			if _, ok := digits(z[1:], 4, 0, 14712, 0); ok && n == 5 {
				break
			}
			if n == 6 {
				if _, ok := digits(z[1:], 5, 0, 14712, 0); ok {
					break
				}
			}
		}
		n++
	}
	r, ok := number(z[:n])
	if !ok {
		return false
	}
	clock := z
	if z[n] == '-' {
		done, rest, ok := p.shiftDate(z, n, sign)
		if done || !ok {
			return ok
		}
		clock, n = rest, 2
	}
	if clock[n] == ':' {
		return p.shiftClock(clock, sign)
	}
	rest := z[n:]
	for isSpace(rest[0]) {
		rest = rest[1:]
	}
	return p.shiftUnits(r, strings.ToLower(rest[:len(rest)-1]))
}

// shiftDate adds years, months and days; rest is the time that follows, if
// it is not done with that.
func (p *moment) shiftDate(z string, n int, sign byte) (done bool, rest string, ok bool) {
	if sign != '+' && sign != '-' || len(z) < n+7 {
		return false, "", false
	}
	y, ok1 := digits(z[1:], n-1, 0, 14712, '-')
	m, ok2 := digits(z[n+1:], 2, 0, 11, '-')
	d, ok3 := digits(z[n+4:], 2, 0, 30, 0)
	if !ok1 || !ok2 || !ok3 {
		return false, "", false
	}
	p.compute()
	p.validJD = false
	if sign == '-' {
		y, m, d = -y, -m, -d
	}
	p.y += y
	p.m += m
	p.carryMonths()
	p.computeFloor()
	p.computeJD()
	p.validHMS, p.validYMD = false, false
	p.jd += int64(d) * dayMS
	z = z[n+6:]
	if z[0] == 0 {
		return true, "", true
	}
	if !isSpace(z[0]) || len(z) < 7 {
		return false, "", false
	}
	_, ok1 = digits(z[1:], 2, 0, 24, ':')
	_, ok2 = digits(z[4:], 2, 0, 59, 0)
	return false, z[1:], ok1 && ok2
}

func (p *moment) shiftClock(z string, sign byte) bool {
	if !isDigit(z[0]) {
		z = z[1:]
	}
	var t moment
	if !t.parseTime(z) {
		return false
	}
	t.computeJD()
	t.jd -= dayMS / 2
	t.jd -= t.jd / dayMS * dayMS
	if sign == '-' {
		t.jd = -t.jd
	}
	p.computeJD()
	p.clear()
	p.jd += t.jd
	return true
}

func (p *moment) shiftUnits(r float64, unit string) bool {
	if len(unit) < 3 || len(unit) > 10 {
		return false
	}
	unit = strings.TrimSuffix(unit, "s")
	p.computeJD()
	round := 0.5
	if r < 0 {
		round = -0.5
	}
	p.floor = 0
	defer p.clear()
	for _, u := range units {
		if u.name != unit || r <= -u.limit || r >= u.limit {
			continue
		}
		switch unit {
		case "month":
			p.compute()
			p.m += int(r)
			p.carryMonths()
			p.computeFloor()
			p.validJD = false
			r -= float64(int(r))
		case "year":
			p.compute()
			p.y += int(r)
			p.computeFloor()
			p.validJD = false
			r -= float64(int(r))
		}
		p.computeJD()
		p.jd += int64(float64(float64(r*1000)*u.secs) + round)
		return true
	}
	return false
}
