package core

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"time"
)

// Date is a calendar day, "YYYY-MM-DD".
type Date string

// DateTime is a moment in UTC: "YYYY-MM-DD HH:MM:SS" in Go and in the
// database, "YYYY-MM-DDTHH:MM:SSZ" in JSON.
type DateTime string

// Time is a time of day, "HH:MM:SS".
type Time string

// NewDate returns the day of t, which is taken in UTC.
func NewDate(t time.Time) Date { return Date(t.UTC().Format(time.DateOnly)) }

// NewDateTime returns the moment t, its fraction of a second cut off.
func NewDateTime(t time.Time) DateTime { return DateTime(t.UTC().Format(time.DateTime)) }

// Go returns midnight UTC of the day; the zero time if d is malformed.
func (d Date) Go() time.Time {
	t, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		return time.Time{}
	}
	return t
}

// Go returns the moment as a time.Time; the zero time if d is malformed.
func (d DateTime) Go() time.Time {
	t, err := time.Parse(time.DateTime, string(d))
	if err != nil {
		return time.Time{}
	}
	return t
}

// AddDays returns the day n days later. A malformed date stays as it is, and
// so does one that would leave the years 0 to 9999.
func (d Date) AddDays(n int) Date {
	y, m, day, ok := splitDate(string(d))
	if !ok {
		return d
	}
	days := daysFromCivil(y, m, day) + int64(n)
	if days < minDay || days > maxDay {
		return d
	}
	y, m, day = civilFromDays(days)
	return Date(appendDate(make([]byte, 0, 10), y, m, day))
}

// AddMinutes returns the moment n minutes later. A malformed one stays as it
// is, and so does one that would leave the years 0 to 9999.
func (d DateTime) AddMinutes(n int) DateTime {
	s, ok := d.unix()
	if !ok {
		return d
	}
	s += int64(n) * 60
	if s < minDay*86400 || s >= (maxDay+1)*86400 {
		return d
	}
	return dateTimeFromUnix(s)
}

// Date is the moment's day.
func (d DateTime) Date() Date {
	if len(d) < 10 {
		return Date(d)
	}
	return Date(d[:10])
}

// Time is the moment's time of day.
func (d DateTime) Time() Time {
	if len(d) < 11 {
		return ""
	}
	return Time(d[11:])
}

// Valid reports whether d is a day of the calendar in its exact form.
func (d Date) Valid() bool {
	_, _, _, ok := splitDate(string(d))
	return ok
}

// Valid reports whether d is a moment in its exact form.
func (d DateTime) Valid() bool {
	_, ok := d.unix()
	return ok
}

// Valid reports whether t is a time of day in its exact form.
func (t Time) Valid() bool {
	_, _, _, ok := splitTime(string(t))
	return ok
}

// unix returns the seconds since 1970.
func (d DateTime) unix() (int64, bool) {
	if len(d) != 19 || d[10] != ' ' {
		return 0, false
	}
	y, m, day, ok := splitDate(string(d[:10]))
	if !ok {
		return 0, false
	}
	h, min, s, ok := splitTime(string(d[11:]))
	if !ok {
		return 0, false
	}
	return daysFromCivil(y, m, day)*86400 + int64(h)*3600 + int64(min)*60 + int64(s), true
}

func dateTimeFromUnix(s int64) DateTime {
	days := floorDiv(s, 86400)
	s -= days * 86400
	y, m, d := civilFromDays(days)
	b := appendDate(make([]byte, 0, 19), y, m, d)
	b = append(b, ' ')
	b = append2(b, int(s/3600))
	b = append(b, ':')
	b = append2(b, int(s/60%60))
	b = append(b, ':')
	b = append2(b, int(s%60))
	return DateTime(b)
}

// MarshalJSON writes "YYYY-MM-DDTHH:MM:SSZ"; a malformed moment is written
// as it is, so that it can be seen.
func (d DateTime) MarshalJSON() ([]byte, error) {
	if !d.Valid() {
		return json.Marshal(string(d))
	}
	b := make([]byte, 0, 22)
	b = append(b, '"')
	b = append(b, d[:10]...)
	b = append(b, 'T')
	b = append(b, d[11:]...)
	return append(b, 'Z', '"'), nil
}

// UnmarshalJSON accepts what ParseDateTime does; null leaves d as it is.
func (d *DateTime) UnmarshalJSON(raw []byte) error { return unmarshal(raw, d, ParseDateTime) }

// UnmarshalJSON accepts what ParseDate does; null leaves d as it is.
func (d *Date) UnmarshalJSON(raw []byte) error { return unmarshal(raw, d, ParseDate) }

// UnmarshalJSON accepts what ParseTime does; null leaves t as it is.
func (t *Time) UnmarshalJSON(raw []byte) error { return unmarshal(raw, t, ParseTime) }

func unmarshal[T ~string](raw []byte, dst *T, parse func(string) (T, error)) error {
	if string(raw) == "null" {
		return nil
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return err
	}
	v, err := parse(s)
	if err != nil {
		return err
	}
	*dst = v
	return nil
}

// Scan reads the column's text as it is stored.
func (d *Date) Scan(src any) error { return scanText(src, d) }

// Scan reads the column's text as it is stored.
func (d *DateTime) Scan(src any) error { return scanText(src, d) }

// Scan reads the column's text as it is stored.
func (t *Time) Scan(src any) error { return scanText(src, t) }

func scanText[T ~string](src any, dst *T) error {
	switch v := src.(type) {
	case string:
		*dst = T(v)
	case []byte:
		*dst = T(v)
	default:
		return fmt.Errorf("a %T is not a %T", src, *dst)
	}
	return nil
}

// Value is the text as it is stored.
func (d Date) Value() (driver.Value, error) { return string(d), nil }

// Value is the text as it is stored.
func (d DateTime) Value() (driver.Value, error) { return string(d), nil }

// Value is the text as it is stored.
func (t Time) Value() (driver.Value, error) { return string(t), nil }
