package task

import (
	"strconv"
	"strings"
	"time"
	"unicode"
)

// matchesDate accepts the common notations of a day, "2026-03-02",
// "2 March 2026", "Monday, March 2nd, 2026", "02.03.2026", "2026/3/2",
// "20260302" and "03/02/2026" or "02/03/2026" (either may be meant), of a
// moment (with "09:00", "9:00:30", "9 am", "T", "Z" or an offset behind it,
// which is converted to UTC) and of a time of day. Where a day is wanted, a
// time behind it is ignored; where a moment is wanted, it must be there.
func matchesDate(want, got any) bool {
	w := readMoments(textOf(want))
	if len(w) != 1 {
		s, isText := want.(string)
		return isText && sameText(s, textOf(got))
	}
	for _, g := range readMoments(textOf(got)) {
		if w[0].same(g) {
			return true
		}
	}
	return false
}

// moment is a day, a time of day, or both.
type moment struct {
	day     string // YYYY-MM-DD, or ""
	seconds int    // of the day, or -1
	offset  *int   // minutes east of UTC, if one was written
}

func (want moment) same(got moment) bool {
	if want.day != "" && want.seconds < 0 {
		return want.day == got.day
	}
	if got.seconds < 0 || (want.day == "") != (got.day == "") {
		return false
	}
	return want.utc() == got.utc()
}

func (m moment) utc() string {
	day := m.day
	if day == "" {
		day = "2000-01-01"
	}
	t, err := time.Parse("2006-01-02", day)
	if err != nil {
		return m.day
	}
	t = t.Add(time.Duration(m.seconds) * time.Second)
	if m.offset != nil {
		t = t.Add(-time.Duration(*m.offset) * time.Minute)
	}
	if m.day == "" {
		return t.Format("15:04:05")
	}
	return t.Format("2006-01-02 15:04:05")
}

// readMoments gives the readings of a text that is a date, a time or both:
// two where day and month may be meant either way, none if it is anything
// else.
func readMoments(s string) []moment {
	if len(s) > 100 {
		return nil
	}
	words := dateWords(s)
	m := moment{seconds: -1}
	words, ok := takeTime(words, &m)
	if !ok {
		return nil
	}
	if len(words) == 0 {
		if m.seconds < 0 {
			return nil
		}
		return []moment{m}
	}
	var out []moment
	for _, day := range readDay(words) {
		m.day = day
		out = append(out, m)
	}
	return out
}

// dateWords splits a text into numbers, names and signs, without the words
// that only surround a date.
func dateWords(s string) []string {
	var words []string
	rs := []rune(strings.ToLower(s))
	for i := 0; i < len(rs); {
		start := i
		switch r := rs[i]; {
		case unicode.IsDigit(r):
			for i < len(rs) && unicode.IsDigit(rs[i]) {
				i++
			}
		case unicode.IsLetter(r):
			for i < len(rs) && unicode.IsLetter(rs[i]) {
				i++
			}
		default:
			i++
			if strings.ContainsRune(" \t\n,\"'()*", r) {
				continue
			}
		}
		w := string(rs[start:i])
		if !fillers[w] && !(ordinals[w] && len(words) > 0 && isNumber(words[len(words)-1])) {
			words = append(words, w)
		}
	}
	if n := len(words); n > 0 && words[n-1] == "." {
		words = words[:n-1]
	}
	return words
}

var fillers = map[string]bool{"on": true, "the": true, "of": true, "at": true, "monday": true, "tuesday": true,
	"wednesday": true, "thursday": true, "friday": true, "saturday": true, "sunday": true, "mon": true, "tue": true,
	"wed": true, "thu": true, "fri": true, "sat": true, "sun": true}

var ordinals = map[string]bool{"st": true, "nd": true, "rd": true, "th": true}

func isNumber(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// takeTime takes a time of day, with its zone, off the end of the words.
// False if what looks like one is none.
func takeTime(words []string, m *moment) ([]string, bool) {
	words = takeZone(words, m)
	n := len(words)
	half := ""
	if n > 1 && (words[n-1] == "am" || words[n-1] == "pm") {
		half, n = words[n-1], n-1
	}
	hour, minute, second, start := -1, 0, 0, n
	switch {
	case n >= 5 && words[n-2] == ":" && words[n-4] == ":":
		start = n - 5
		hour, minute, second = small(words[start]), small(words[start+2]), small(words[start+4])
	case n >= 7 && words[n-2] == "." && words[n-4] == ":" && words[n-6] == ":": // fractions of a second
		start = n - 7
		hour, minute, second = small(words[start]), small(words[start+2]), small(words[start+4])
	case n >= 3 && words[n-2] == ":":
		start = n - 3
		hour, minute = small(words[start]), small(words[start+2])
	case n >= 1 && half != "":
		start = n - 1
		hour = small(words[start])
	default:
		return words[:n], half == "" && m.offset == nil
	}
	if half != "" {
		if hour < 1 || hour > 12 {
			return nil, false
		}
		hour %= 12
		if half == "pm" {
			hour += 12
		}
	}
	if hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 {
		return nil, false
	}
	m.seconds = hour*3600 + minute*60 + second
	if start > 0 && words[start-1] == "t" {
		start--
	}
	return words[:start], true
}

// takeZone takes "Z", "UTC", "GMT" or an offset off the end.
func takeZone(words []string, m *moment) []string {
	n := len(words)
	if n > 1 && (words[n-1] == "z" || words[n-1] == "utc" || words[n-1] == "gmt") {
		zero := 0
		m.offset = &zero
		return words[:n-1]
	}
	// +01:00 behind a time; "-" alone would be part of a date
	if n > 6 && words[n-2] == ":" && (words[n-4] == "+" || words[n-4] == "-") && words[n-6] == ":" {
		h, min := small(words[n-3]), small(words[n-1])
		if h < 0 || h > 14 || min < 0 || min > 59 {
			return words
		}
		off := h*60 + min
		if words[n-4] == "-" {
			off = -off
		}
		m.offset = &off
		return words[:n-4]
	}
	return words
}

// small reads a number of one or two digits, -1 if it is none.
func small(s string) int {
	if len(s) > 2 {
		return -1
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}

// readDay gives the days that the words may mean.
func readDay(words []string) []string {
	var parts []string
	signs := ""
	for _, w := range words {
		if r := []rune(w)[0]; unicode.IsLetter(r) || unicode.IsDigit(r) {
			parts = append(parts, w)
		} else {
			signs += w
		}
	}
	if len(parts) == 1 && len(parts[0]) == 8 && signs == "" {
		return days(parts[0][:4], parts[0][4:6], parts[0][6:])
	}
	if len(parts) != 3 {
		return nil
	}
	a, b, c := parts[0], parts[1], parts[2]
	named := strings.Trim(signs, ".-/") == ""
	switch {
	case named && monthName(b) != "": // 2 March 2026
		if len(a) == 4 {
			return days(a, monthName(b), c)
		}
		return days(c, monthName(b), a)
	case named && monthName(a) != "": // March 2 2026
		return days(c, monthName(a), b)
	case signs != "--" && signs != "//" && signs != "..":
		return nil
	case len(a) == 4:
		return days(a, b, c)
	case signs == "..":
		return days(c, b, a)
	}
	out := days(c, b, a)
	for _, d := range days(c, a, b) {
		if len(out) == 0 || out[0] != d {
			out = append(out, d)
		}
	}
	return out
}

func days(year, month, day string) []string {
	if len(year) != 4 || len(month) > 2 || len(day) > 2 {
		return nil
	}
	if len(month) == 1 {
		month = "0" + month
	}
	if len(day) == 1 {
		day = "0" + day
	}
	s := year + "-" + month + "-" + day
	if _, err := time.Parse("2006-01-02", s); err != nil {
		return nil
	}
	return []string{s}
}

func monthName(s string) string {
	if len(s) < 3 {
		return ""
	}
	for i, m := range [...]string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"} {
		if s == m || s == m[:3] || s == "sept" && m == "september" {
			return strconv.Itoa(i + 1)
		}
	}
	return ""
}

// hasDate looks for a date among the words of a longer text.
func hasDate(text, want string) bool {
	w := readMoments(want)
	if len(w) != 1 || w[0].day == "" {
		return false
	}
	fields := strings.Fields(text)
	for i := range fields {
		for n := 1; n <= 6 && i+n <= len(fields); n++ {
			piece := strings.Trim(strings.Join(fields[i:i+n], " "), ".,;:!?")
			for _, m := range readMoments(piece) {
				if w[0].same(m) {
					return true
				}
			}
		}
	}
	return false
}
