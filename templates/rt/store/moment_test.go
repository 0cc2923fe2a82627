package store

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"modernc.org/sqlite"
)

// plainSQLite is a connection with SQLite's own functions.
func plainSQLite(t testing.TB) *sql.Conn {
	db := sql.OpenDB(&connector{driver: new(sqlite.Driver), dsn: ":memory:"})
	t.Cleanup(func() { db.Close() })
	c, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func ourSQLite(t testing.TB) *sql.Conn {
	db, err := OpenDB(":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	c, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

var (
	times = []string{
		"2026-03-02", "2026-03-02 09:00:00", "2026-03-02T09:00:00Z", "2026-03-02 09:00:00+02:00", "2026-03-02 09:00:00.123 -05:30",
		"2024-02-29", "2023-02-31", "2023-04-31 12:00", "2000-12-31 24:00:00", "2024-02-29 24:00", "9999-12-31 23:59:59.999", "0000-01-01", "-4713-11-24 12:00:00",
		"-0001-05-05", "12:30", "12:30:15.5", "24:00", "2460000.5", " 2460000.5 ", "0", "5373484.49", "1700000000", "-1", "1e9", "2026-3-2", "2026-13-01", "", "x",
		"2026-03-02 25:00", "2026-03-02T", "2026-03-02 ", "2026-03-02 09:00:00 Z ", "2026-03-02 09:00:00+14:00", "2026-03-02 09:00:00+15:00", "12:00z", "1.5.5", "+5", "--5", "5e", "0x10", "Inf", "1_000",
		"2026-03-02 09:00:00.9999", "1969-12-31 23:59:59", "1899-12-30 00:00:01",
	}
	modifiers = []string{
		"+1 day", "-1 day", "1 days", "+0 days", "+1.5 days", "-36 hours", "+90 minutes", "-1 second", "+0.001 seconds", "+1 month", "-1 month", "+13 months", "-25 months", "+1.5 months", "+1 year", "-4 years", "+0.5 year",
		"+0001-02-03", "-0001-02-03", "+0000-11-30 12:30", "+0001-12-00", "-10000-01-01", "+00001-01-01 01:01", "0001-01-01", "+12:30", "-12:30:15.5", "12:30", "+25:00", "+24:00",
		"start of day", "start of month", "start of year", "START OF DAY", "start of week", "end of day", "end of month", "end of year",
		"weekday 0", "weekday 3", "weekday -2", "weekday 6", "weekday 7", "weekday 1.5", "weekday", "weekday  4", "weekday -0",
		"unixepoch", "julianday", "auto", "ceiling", "floor", "subsec", "subsecond",
		"1 fortnight", "+ 1 day", "++1 day", "+1  day", "+1day", "+1 dayss", "5", "", "nonsense", "+1 month ", "+9999999 years", "-5373484 days", "+5373486 days", "+1e3 days", "+1 Days", "1 DAY",
	}
	formats = []string{"%d", "%e", "%f", "%F", "%G-W%V", "%g", "%H", "%I", "%j", "%J", "%k", "%l", "%m", "%M", "%p %P", "%R", "%s", "%S", "%T", "%u %w", "%U %W", "%Y", "%%", "%q", "%", "a%", "%Y-%m-%d %H:%M:%f", ""}
)

// compare runs one call on both connections. Where SQLite gives NULL we must
// give an error, and everywhere else the same value of the same type.
func compare(t *testing.T, plain, ours *sql.Stmt, call string, args []any) {
	t.Helper()
	var want, got any
	if err := plain.QueryRow(args...).Scan(&want); err != nil {
		t.Fatalf("%s %q: SQLite itself fails: %v", call, args, err)
	}
	err := ours.QueryRow(args...).Scan(&got)
	switch {
	case want == nil && err == nil:
		t.Errorf("%s %q: SQLite gives NULL, we give %v", call, args, got)
	case want != nil && err != nil:
		t.Errorf("%s %q: SQLite gives %v, we fail: %v", call, args, want, err)
	case want != nil && fmt.Sprintf("%T %v", got, got) != fmt.Sprintf("%T %v", want, want):
		t.Errorf("%s %q: SQLite gives %T %v, we give %T %v", call, args, want, want, got, got)
	}
}

func TestDateFunctionsAreSQLites(t *testing.T) {
	plain, ours := plainSQLite(t), ourSQLite(t)
	rnd := rand.New(rand.NewPCG(1, 2))
	stmts := map[string][2]*sql.Stmt{}
	run := func(call string, args []any) {
		pair, ok := stmts[call]
		if !ok {
			for i, c := range []*sql.Conn{plain, ours} {
				var err error
				if pair[i], err = c.PrepareContext(context.Background(), "SELECT "+call); err != nil {
					t.Fatal(err)
				}
			}
			stmts[call] = pair
		}
		compare(t, pair[0], pair[1], call, args)
	}
	someTime := func() any {
		switch rnd.IntN(8) {
		case 0:
			return times[rnd.IntN(len(times))]
		case 1:
			return rnd.Int64N(6_000_000)
		case 2:
			return rnd.Float64() * 5_400_000
		case 3:
			return rnd.Int64N(4_000_000_000) - 2_000_000_000
		}
		s := fmt.Sprintf("%04d-%02d-%02d", rnd.IntN(10000), rnd.IntN(12)+1, rnd.IntN(31)+1)
		if rnd.IntN(2) == 0 {
			s += fmt.Sprintf(" %02d:%02d:%02d", rnd.IntN(24), rnd.IntN(60), rnd.IntN(60))
			if rnd.IntN(4) == 0 {
				s += fmt.Sprintf(".%03d", rnd.IntN(1000))
			}
			if rnd.IntN(4) == 0 {
				s += fmt.Sprintf("%c%02d:%02d", "+-"[rnd.IntN(2)], rnd.IntN(15), rnd.IntN(60))
			}
		}
		return s
	}
	someModifier := func() string {
		switch rnd.IntN(4) {
		case 0:
			units := []string{"second", "minute", "hour", "day", "month", "year"}
			return fmt.Sprintf("%+d %ss", rnd.IntN(5000)-2500, units[rnd.IntN(len(units))])
		case 1:
			return fmt.Sprintf("%+.3f days", rnd.Float64()*1000-500)
		}
		return modifiers[rnd.IntN(len(modifiers))]
	}
	names := []string{"date", "time", "datetime", "julianday", "unixepoch"}
	times := times
	if testing.Short() {
		times = times[:10]
	}
	for _, tm := range times {
		if strings.EqualFold(tm, "now") {
			continue
		}
		for _, name := range names {
			run(name+"(?1)", []any{tm})
			for _, m := range modifiers {
				run(name+"(?1, ?2)", []any{tm, m})
			}
		}
		for _, f := range formats {
			run("strftime(?1, ?2)", []any{f, tm})
		}
		for _, other := range times {
			run("timediff(?1, ?2)", []any{tm, other})
		}
	}
	n := 10_000
	if testing.Short() {
		n = 500
	}
	for range n {
		name := names[rnd.IntN(len(names))]
		run(name+"(?1, ?2, ?3)", []any{someTime(), someModifier(), someModifier()})
		run("strftime(?1, ?2, ?3)", []any{formats[rnd.IntN(len(formats))], someTime(), someModifier()})
		run("timediff(?1, ?2)", []any{someTime(), someTime()})
		if t.Failed() {
			t.FailNow()
		}
	}
}
