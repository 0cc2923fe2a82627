package store

// moment is SQLite's DateTime: a point of time of which some forms are
// known and the others are worked out when needed. The functions on it
// follow SQLite's date.c step by step, since what they give must be what
// SQLite gives, down to the order in which modifiers normalise.
type moment struct {
	jd       int64 // Julian day number times 86400000
	y, m, d  int
	h, min   int
	s        float64
	tz       int // offset from UTC in minutes
	floor    int // days that "floor" takes back
	validJD  bool
	validYMD bool
	validHMS bool
	raw      bool // s holds a number that has not been interpreted yet
	bad      bool
	subsec   bool
}

const (
	dayMS = 86_400_000
	// maxJD is 9999-12-31 23:59:59.999.
	maxJD = 464269060799999
	// unixJD is 1970-01-01 00:00.
	unixJD = 210866760000000
)

func (p *moment) fail() { *p = moment{bad: true} }

func (p *moment) clear() { p.validYMD, p.validHMS, p.tz = false, false, 0 }

func (p *moment) computeJD() {
	if p.validJD {
		return
	}
	y, m, d := 2000, 1, 1
	if p.validYMD {
		y, m, d = p.y, p.m, p.d
	} else if p.validHMS && p.h == 24 {
		p.h, d = 0, 2
	}
	if y < -4713 || y > 9999 || p.raw {
		p.fail()
		return
	}
	if m <= 2 {
		y--
		m += 12
	}
	a := (y + 4800) / 100
	b := 38 - a + a/4
	x1 := 36525 * (y + 4716) / 100
	x2 := 306001 * (m + 1) / 10000
	p.jd = int64((float64(x1+x2+d+b) - 1524.5) * dayMS)
	p.validJD = true
	if p.validHMS {
		p.jd += int64(p.h*3_600_000+p.min*60_000) + int64(float64(p.s*1000)+0.5)
		if p.tz != 0 {
			p.jd -= int64(p.tz * 60_000)
			p.clear()
		}
	}
}

func (p *moment) computeYMD() {
	if p.validYMD {
		return
	}
	switch {
	case !p.validJD:
		p.y, p.m, p.d = 2000, 1, 1
	case p.jd < 0 || p.jd > maxJD:
		p.fail()
		return
	default:
		z := int((p.jd + dayMS/2) / dayMS)
		alpha := int((float64(z)+32044.75)/36524.25) - 52
		a := z + 1 + alpha - (alpha+100)/4 + 25
		b := a + 1524
		c := int((float64(b) - 122.1) / 365.25)
		d := 36525 * (c & 32767) / 100
		e := int(float64(b-d) / 30.6001)
		x1 := int(float64(30.6001 * float64(e)))
		p.d = b - d - x1
		p.m = e - 13
		if e < 14 {
			p.m = e - 1
		}
		p.y = c - 4715
		if p.m > 2 {
			p.y = c - 4716
		}
	}
	p.validYMD = true
}

func (p *moment) computeHMS() {
	if p.validHMS {
		return
	}
	p.computeJD()
	ms := int((p.jd + dayMS/2) % dayMS)
	p.s = float64(ms%60_000) / 1000
	min := ms / 60_000
	p.min, p.h = min%60, min/60
	p.raw, p.validHMS = false, true
}

func (p *moment) compute() {
	p.computeYMD()
	p.computeHMS()
}

// computeFloor remembers by how much the day exceeds its month.
func (p *moment) computeFloor() { p.floor = max(0, p.d-daysOfMonth(p.y, p.m)) }

func daysOfMonth(y, m int) int {
	switch {
	case m < 32 && 1<<m&0x15aa != 0:
		return 31
	case m != 2:
		return 30
	case y%4 == 0 && (y%100 != 0 || y%400 == 0):
		return 29
	}
	return 28
}

// setRaw takes a number, a Julian day until a modifier says otherwise.
func (p *moment) setRaw(r float64) {
	p.s, p.raw = r, true
	if r >= 0 && r < 5373484.5 {
		p.jd = int64(float64(r*dayMS) + 0.5)
		p.validJD = true
	}
}

// addMonths is the carry of months into years.
func (p *moment) carryMonths() {
	x := (p.m - 12) / 12
	if p.m > 0 {
		x = (p.m - 1) / 12
	}
	p.y += x
	p.m -= x * 12
}

func (p *moment) daysAfterJan01() int {
	jan := *p
	jan.validJD = false
	jan.m, jan.d = 1, 1
	jan.computeJD()
	return int((p.jd - jan.jd + dayMS/2) / dayMS)
}

func (p *moment) daysAfterMonday() int { return int((p.jd+dayMS/2)/dayMS) % 7 }

func (p *moment) daysAfterSunday() int { return int((p.jd+dayMS/2+dayMS)/dayMS) % 7 }
