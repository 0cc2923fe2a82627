package data_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/awmc/awmc/templates/rt/data"
)

// Requests say dates as people do; a value that is no date must not pass as
// one.
func TestSpokenDates(t *testing.T) {
	values := map[string]any{
		"on": "2026-06-09", "at": "2026-06-09 14:30:00", "from": "08:05:00", "none": nil, "n": int64(20260609), "title": "2026-06-31",
		"days": data.List{"2026-06-09", "2026-06-10"}, "row": data.Row{Columns: []string{"day"}, Values: []any{"2026-01-31"}},
	}
	lookup := func(path string) (any, error) {
		v, ok := values[path]
		if !ok {
			return nil, fmt.Errorf("no %s", path)
		}
		return v, nil
	}
	for template, want := range map[string]string{
		"{on:weekday} {on:day}":   "Tuesday 9 June",
		"{on:date}, {at:date}":    "9 June 2026, 9 June 2026",
		"{at:day} at {at:time}":   "9 June at 14:30",
		"{from:time}":             "08:05",
		"[{none:day}{none:time}]": "[]",
		"{days:day}":              "9 June, 10 June",
		"{row:day}":               "31 January",
		"{{on:day}}":              "{on:day}",
	} {
		if got, err := data.Expand(template, lookup); err != nil || got != want {
			t.Errorf("%s: %q %v, want %q", template, got, err, want)
		}
	}
	for template, want := range map[string]string{
		"{n:day}":      "needs a date or a datetime, not 20260609",
		"{title:date}": "needs a date or a datetime, not 2026-06-31",
		"{on:time}":    "needs a datetime or a time, not 2026-06-09",
		"{from:day}":   "needs a date or a datetime, not 08:05:00",
		"{on:month}":   "a width such as :05",
	} {
		if got, err := data.Expand(template, lookup); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q %v, want an error with %q", template, got, err, want)
		}
	}
}
