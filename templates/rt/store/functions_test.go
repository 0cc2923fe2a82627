package store

import (
	"database/sql/driver"
	"strings"
	"testing"

	"github.com/awmc/awmc/templates/rt/core"
)

func TestFunctions(t *testing.T) {
	c := ourSQLite(t)
	for _, tt := range []struct {
		expr string
		want any // an error's text after core.ArgumentFault if it is an error
	}{
		{"contains('The Quiet Sea', 'sea quiet')", int64(1)},
		{"contains('The Quiet Sea', 'seas')", int64(0)},
		{"contains('ÄPFEL', 'äpfel')", int64(1)},
		{"contains('Old ÄPFEL', 'OLD Äpf')", int64(1)},
		{"contains(replace(hex(zeroblob(300)), '0', 'A') || ' End', 'END aaaa')", int64(1)},
		{"contains('50% off_', '%')", int64(1)},
		{"contains('50 off', '%')", int64(0)},
		{"contains('anything', '  ')", int64(1)},
		{"contains(NULL, 'x')", nil},
		{"contains('x', NULL)", nil},
		{"contains(12345, 234)", int64(1)},
		{"'abc' REGEXP '[a-c]+'", int64(1)},
		{"'abcd' REGEXP '[a-c]+'", int64(0)}, // the whole text
		{"'b' REGEXP 'a|b'", int64(1)},
		{"NULL REGEXP 'a'", nil},
		{"'a' REGEXP '('", errorText("regexp(): error parsing regexp: missing closing ): `^(?:()$`")},
		{"plus_minutes('2026-03-02 23:30:00', 45)", "2026-03-03 00:15:00"},
		{"plus_minutes('2024-03-01T00:00:00Z', -1)", "2024-02-29 23:59:00"},
		{"plus_minutes('2026-03-02', 90)", "2026-03-02 01:30:00"},
		{"plus_minutes('2026-03-02', 1.5)", errorText("plus_minutes(): 1.5 is not a whole number")},
		{"plus_minutes('2026-03-02', 'x')", errorText(`plus_minutes(): "x" is not a whole number`)},
		{"plus_minutes('2026-03-02', 9223372036854775807)", errorText("plus_minutes(): 9223372036854775807 is more than the years 0 to 9999 hold")},
		{"plus_minutes('9999-12-31 23:59:00', 1)", errorText("plus_minutes(): the result lies outside the years 0 to 9999")},
		{"plus_minutes(NULL, 1)", nil},
		{"plus_days('2026-02-27', 2)", "2026-03-01"},
		{"plus_days('2026-02-27 10:00:00', 2.0)", "2026-03-01 10:00:00"},
		{"plus_days('0000-01-01', -1)", errorText("plus_days(): the result lies outside the years 0 to 9999")},
		{"plus_days('27.02.2026', 1)", errorText(`plus_days(): "27.02.2026" is not a date or time`)},
		{"minutes_between('2026-03-02 09:00:00', '2026-03-02 10:30:00')", int64(90)},
		{"minutes_between('2026-03-02 09:00:30', '2026-03-02 09:01:00')", int64(0)},
		{"minutes_between('2026-03-02 09:01:00', '2026-03-02 09:00:30')", int64(-1)}, // rounded down
		{"minutes_between('2026-03-01', '2026-03-02')", int64(1440)},
		{"workdays_between('2026-03-02', '2026-03-09')", int64(5)}, // Monday to Monday
		{"workdays_between('2026-03-06', '2026-03-09')", int64(1)}, // Friday to Monday
		{"workdays_between('2026-03-07', '2026-03-09')", int64(0)}, // Saturday to Monday
		{"workdays_between('2026-03-09', '2026-03-02')", int64(-5)},
		{"workdays_between('2026-03-02 23:00:00', '2026-03-03 01:00:00')", int64(1)},
		{"overlaps('2026-03-01', '2026-03-05', '2026-03-04', '2026-03-09')", int64(1)},
		{"overlaps('2026-03-01', '2026-03-05', '2026-03-05', '2026-03-09')", int64(0)},
		{"overlaps('2026-03-01', '2026-03-05', NULL, '2026-03-09')", nil},
		{"date('2026-03-02', '+1 month')", "2026-04-02"},
		{"date(NULL)", nil},
		{"date('2026-03-02', NULL)", nil},
		{"datetime('NOW')", errorText(`datetime(): "NOW" asks for the real clock, which an environment can't see; use its own (:now, :today)`)},
		{"datetime('subsec')", errorText(`datetime(): "subsec" asks for the real clock, which an environment can't see; use its own (:now, :today)`)},
		{"datetime()", errorText("datetime() without a time asks for the real clock, which an environment can't see; use its own (:now, :today)")},
		{"strftime('%Y')", errorText("strftime() without a time asks for the real clock, which an environment can't see; use its own (:now, :today)")},
		{"strftime('%Q', '2026-03-02')", errorText(`strftime(): "%Q" has a directive that SQLite does not know`)},
		{"datetime('2026-03-02', 'localtime')", errorText(`datetime(): "localtime" asks for the time zone of the machine, which an environment can't see`)},
		{"datetime('2026-03-02', 'UTC')", errorText(`datetime(): "UTC" asks for the time zone of the machine, which an environment can't see`)},
		{"CURRENT_TIMESTAMP", errorText(`current_timestamp(): "CURRENT_TIMESTAMP" asks for the real clock, which an environment can't see; use its own (:now, :today)`)},
	} {
		var got any
		err := c.QueryRowContext(ctx, "SELECT "+tt.expr).Scan(&got)
		want, fails := tt.want.(errorText)
		switch {
		case fails && (err == nil || !strings.Contains(err.Error(), core.ArgumentFault+string(want))):
			t.Errorf("%s: got %v, %v, want the error %s", tt.expr, got, err, want)
		case !fails && (err != nil || got != tt.want):
			t.Errorf("%s: got %v, %v, want %v", tt.expr, got, err, tt.want)
		}
	}
	// A mistake of the author is no argument's fault.
	for _, expr := range []string{"contains('a')", "plus_days('2026-03-02')", "overlaps(1, 2, 3)"} {
		var got any
		err := c.QueryRowContext(ctx, "SELECT "+expr).Scan(&got)
		if err == nil || strings.Contains(err.Error(), core.ArgumentFault) || !strings.Contains(err.Error(), "wrong number of arguments") {
			t.Errorf("%s: %v, %v", expr, got, err)
		}
	}
}

type errorText string

// Functions that are not deterministic can't be used in indexes and checks.
func TestFunctionsAreDeterministic(t *testing.T) {
	c := ourSQLite(t)
	if _, err := c.ExecContext(ctx, "CREATE TABLE t (a TEXT CHECK (a REGEXP 'x.*')); CREATE INDEX i ON t (date(a)); CREATE INDEX j ON t (a) WHERE contains(a, 'x')"); err != nil {
		t.Error(err)
	}
}

// FuzzDates: no text makes the functions panic, and what they accept they
// give in a form they accept again.
func FuzzDates(f *testing.F) {
	for _, tm := range times {
		for _, m := range []string{"+1 month", "+0001-02-03 04:05", "weekday -2", "end of month"} {
			f.Add(tm, m)
		}
	}
	f.Fuzz(func(t *testing.T, tm, modifier string) {
		p, what := at([]driver.Value{tm, modifier})
		if what != "" {
			return
		}
		if p.computeYMD(); p.bad || p.y < 0 {
			return
		}
		text := p.datetime()
		q, what := at([]driver.Value{text})
		if what != "" {
			t.Fatalf("%q %q gives %q: %s", tm, modifier, text, what)
		}
		if !p.subsec && q.datetime() != text {
			t.Fatalf("%q becomes %q", text, q.datetime())
		}
	})
}

func BenchmarkFunctions(b *testing.B) {
	c := ourSQLite(b)
	for _, q := range []string{
		"datetime('2026-03-02 09:00:00', '+2 hours')", "contains('The Quiet Sea, Volume 12', 'quiet sea')", "minutes_between('2026-03-02 09:00:00', '2026-03-02 10:30:00')", "'AB-1234' REGEXP '[A-Z]{2}-[0-9]{4}'",
	} {
		b.Run(q, func(b *testing.B) {
			// A thousand calls in one statement.
			stmt, err := c.PrepareContext(ctx, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT count("+strings.Replace(q, "'", "substr('', i) || '", 1)+") FROM n")
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				var n int
				if err := stmt.QueryRow().Scan(&n); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/call")
		})
	}
}
