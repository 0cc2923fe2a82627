package core

import (
	"encoding/json"
	"testing"
	"time"
)

func TestParseDateTime(t *testing.T) {
	for in, want := range map[string]DateTime{
		"2026-03-02T09:00:00Z":         "2026-03-02 09:00:00",
		"2026-03-02t09:00:00z":         "2026-03-02 09:00:00",
		" 2026-03-02 09:00:00 ":        "2026-03-02 09:00:00",
		"2026-03-02T09:00":             "2026-03-02 09:00:00",
		"2026-03-02T09:00Z":            "2026-03-02 09:00:00",
		"2026-03-02T09:00:00.000Z":     "2026-03-02 09:00:00",
		"2026-03-02T00:30:00+01:00":    "2026-03-01 23:30:00",
		"2026-03-02T23:30:00-0130":     "2026-03-03 01:00:00",
		"2026-03-02T23:30:00-01":       "2026-03-03 00:30:00",
		"2024-02-29T00:00:00Z":         "2024-02-29 00:00:00",
		"0000-01-01T00:00:00Z":         "0000-01-01 00:00:00",
		"9999-12-31T23:59:59Z":         "9999-12-31 23:59:59",
		"9999-12-31T23:59:59-01:00":    "",
		"0000-01-01T00:00:00+01:00":    "",
		"2026-02-29T00:00:00Z":         "",
		"2026-03-02":                   "",
		"2026-03-02T24:00:00Z":         "",
		"2026-03-02T09:00:60Z":         "",
		"2026-03-02T09:00:00.5Z":       "",
		"2026-03-02T09:00:00.":         "",
		"2026-03-02T09:00:00+15:00":    "",
		"2026-03-02T09:00:00+1":        "",
		"2026-03-02T09:00:00 Europe":   "",
		"2026/03/02 09:00:00":          "",
		"tomorrow at noon, please":     "",
		"":                             "",
		"2026-03-02_09:00:00":          "",
		"２026-03-02 09:00:00":          "",
		"2026-03-02T09:00:00Zulu time": "",
	} {
		got, err := ParseDateTime(in)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v, want %q", in, got, err, want)
		}
	}
}

func TestParseDateAndTime(t *testing.T) {
	for in, want := range map[string]Date{
		"2026-03-02": "2026-03-02", "2026-03-02T00:00:00Z": "2026-03-02", "2026-03-02 00:00": "2026-03-02", "2026-03-02T00:00:00+00:00": "2026-03-02",
		"2026-03-02T00:00:00+02:00": "", "2026-03-02T02:00:00+02:00": "", "2026-03-02T09:00:00Z": "", "2026-3-2": "", "2026-02-30": "", "02.03.2026": "", "": "",
	} {
		if got, err := ParseDate(in); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v, want %q", in, got, err, want)
		}
	}
	for in, want := range map[string]Time{
		"09:00": "09:00:00", "09:00:30": "09:00:30", "23:59:59.00": "23:59:59", "24:00": "", "9:00": "", "09:00Z": "", "09:00:00.1": "", "": "",
	} {
		if got, err := ParseTime(in); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v, want %q", in, got, err, want)
		}
	}
}

// The calendar agrees with package time on every day it knows.
func TestCalendar(t *testing.T) {
	d, want := Date("0000-01-01"), time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC)
	for range maxDay - minDay {
		if string(d) != want.Format(time.DateOnly) {
			t.Fatalf("%s, want %s", d, want.Format(time.DateOnly))
		}
		d, want = d.AddDays(1), want.AddDate(0, 0, 1)
	}
	if d != "9999-12-31" || d.AddDays(1) != d || Date("0000-01-01").AddDays(-1) != "0000-01-01" || Date("x").AddDays(1) != "x" {
		t.Errorf("ends at %s", d)
	}
}

func TestAddMinutes(t *testing.T) {
	for _, tt := range []struct {
		from DateTime
		n    int
		want DateTime
	}{
		{"2026-03-02 09:00:00", 1, "2026-03-02 09:01:00"},
		{"2024-02-28 23:59:59", 1, "2024-02-29 00:00:59"},
		{"2026-01-01 00:00:00", -1, "2025-12-31 23:59:00"},
		{"1969-12-31 23:59:00", 2, "1970-01-01 00:01:00"},
		{"9999-12-31 23:59:00", 1, "9999-12-31 23:59:00"},
		{"never", 1, "never"},
	} {
		if got := tt.from.AddMinutes(tt.n); got != tt.want {
			t.Errorf("%s + %d = %s, want %s", tt.from, tt.n, got, tt.want)
		}
	}
}

func TestJSONForms(t *testing.T) {
	type all struct {
		D  Date      `json:"d"`
		DT DateTime  `json:"dt"`
		T  Time      `json:"t"`
		N  *DateTime `json:"n"`
	}
	v := all{"2026-03-02", "2026-03-02 09:00:00", "09:00:00", nil}
	raw, err := json.Marshal(v)
	if want := `{"d":"2026-03-02","dt":"2026-03-02T09:00:00Z","t":"09:00:00","n":null}`; err != nil || string(raw) != want {
		t.Errorf("%s, %v, want %s", raw, err, want)
	}
	var back all
	if err := json.Unmarshal(raw, &back); err != nil || back != v {
		t.Errorf("%+v, %v", back, err)
	}
	if err := json.Unmarshal([]byte(`{"dt":"soon"}`), &back); err == nil {
		t.Error("accepted a datetime that is none")
	}
	if raw, _ := json.Marshal(DateTime("odd")); string(raw) != `"odd"` {
		t.Errorf("a malformed moment is written as %s", raw)
	}
}

func FuzzParseDateTime(f *testing.F) {
	f.Add("2026-03-02T09:00:00+02:00")
	f.Add("2026-03-02 09:00:00.000 -0130")
	f.Fuzz(func(t *testing.T, s string) {
		if d, err := ParseDateTime(s); err == nil && !d.Valid() {
			t.Errorf("%q gives %q", s, d)
		}
		if d, err := ParseDate(s); err == nil && !d.Valid() {
			t.Errorf("%q gives %q", s, d)
		}
		if d, err := ParseTime(s); err == nil && !d.Valid() {
			t.Errorf("%q gives %q", s, d)
		}
	})
}

func BenchmarkParseDateTime(b *testing.B) {
	for b.Loop() {
		if _, err := ParseDateTime("2026-03-02T09:00:00Z"); err != nil {
			b.Fatal(err)
		}
	}
}
