package store

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"

	"modernc.org/sqlite"

	"github.com/awmc/awmc/out/rt/core"
)

// function is one SQL function of the language: all are pure, and NULL in
// any argument gives NULL.
type function struct {
	name     string
	min, max int // number of arguments; -1 for no upper bound
	// call returns a value, or what is wrong with the arguments. Texts among
	// the arguments are only valid during the call.
	call func(args []driver.Value) (driver.Value, string)
}

// functions are what the language adds to SQLite, and what it replaces.
var functions = []function{
	{"contains", 2, 2, contains},
	{"regexp", 2, 2, matches},
	{"plus_minutes", 2, 2, plusMinutes},
	{"plus_days", 2, 2, plusDays},
	{"minutes_between", 2, 2, minutesBetween},
	{"workdays_between", 2, 2, workdaysBetween},
	{"overlaps", 4, 4, overlaps},

	{"date", 1, -1, dateFunc(func(p *moment) driver.Value { return p.date() })},
	{"time", 1, -1, dateFunc(func(p *moment) driver.Value { return p.time() })},
	{"datetime", 1, -1, dateFunc(func(p *moment) driver.Value { return p.datetime() })},
	{"julianday", 1, -1, dateFunc(func(p *moment) driver.Value { return p.julianDay() })},
	{"unixepoch", 1, -1, dateFunc(func(p *moment) driver.Value { return p.unix() })},
	{"strftime", 2, -1, strftime},
	{"timediff", 2, 2, timeDifference},
	{"current_date", 0, 0, realClock("CURRENT_DATE")},
	{"current_time", 0, 0, realClock("CURRENT_TIME")},
	{"current_timestamp", 0, 0, realClock("CURRENT_TIMESTAMP")},
}

// register adds the functions to a driver of our own, so that other users of
// SQLite in the process keep theirs.
func register(d *sqlite.Driver) error {
	for _, f := range functions {
		err := d.RegisterFunction(f.name, &sqlite.FunctionImpl{
			NArgs:         -1, // a wrong number must not find SQLite's own function
			Deterministic: true,
			VolatileArgs:  true,
			Scalar:        f.scalar,
		})
		if err != nil {
			return fmt.Errorf("%s(): %w", f.name, err)
		}
	}
	return nil
}

func (f function) scalar(_ *sqlite.FunctionContext, args []driver.Value) (_ driver.Value, err error) {
	// A panic would unwind through SQLite, which could not be used again.
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s(): panic: %v", f.name, r)
		}
	}()
	if len(args) < f.min && f.max < 0 {
		return nil, errors.New(core.ArgumentFault + f.name + "() without a time asks for the real clock, which an environment can't see; use its own (:now, :today)")
	}
	if len(args) < f.min || f.max >= 0 && len(args) > f.max {
		return nil, fmt.Errorf("wrong number of arguments to function %s()", f.name)
	}
	for _, a := range args {
		if a == nil {
			return nil, nil
		}
	}
	v, what := f.call(args)
	if what != "" {
		return nil, errors.New(core.ArgumentFault + f.name + "(): " + what)
	}
	return v, nil
}

func realClock(word string) func([]driver.Value) (driver.Value, string) {
	return func([]driver.Value) (driver.Value, string) { return nil, clockRefused(word) }
}

// text is an argument as SQLite turns it into text.
func text(v driver.Value) string {
	switch v := v.(type) {
	case string:
		return v
	case []byte:
		return string(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		s := strconv.FormatFloat(v, 'g', 15, 64)
		return s
	}
	return fmt.Sprint(v)
}

// cText is text up to its first NUL byte, which it ends in.
func cText(v driver.Value) string {
	s := text(v)
	for i := range len(s) {
		if s[i] == 0 {
			return s[:i+1]
		}
	}
	return s + "\x00"
}

// at reads a time and its modifiers.
func at(args []driver.Value) (p moment, what string) {
	switch v := args[0].(type) {
	case int64:
		p.setRaw(float64(v))
	case float64:
		p.setRaw(v)
	default:
		if what := p.parse(cText(v)); what != "" {
			return p, what
		}
	}
	for i, m := range args[1:] {
		if what := p.modify(cText(m), i+1); what != "" {
			return p, what
		}
	}
	p.computeJD()
	if p.bad || p.jd < 0 || p.jd > maxJD {
		return p, "the result lies outside the years 0 to 9999"
	}
	if len(args) == 1 && p.validYMD && p.d > 28 {
		p.validYMD = false // 2023-02-31 is 2023-03-03
	}
	return p, ""
}

func dateFunc(result func(*moment) driver.Value) func([]driver.Value) (driver.Value, string) {
	return func(args []driver.Value) (driver.Value, string) {
		p, what := at(args)
		if what != "" {
			return nil, what
		}
		return result(&p), ""
	}
}

func strftime(args []driver.Value) (driver.Value, string) {
	p, what := at(args[1:])
	if what != "" {
		return nil, what
	}
	f := cText(args[0])
	s, ok := p.format(f[:len(f)-1])
	if !ok {
		return nil, quoted(f[:len(f)-1]) + " has a directive that SQLite does not know"
	}
	return s, ""
}

func timeDifference(args []driver.Value) (driver.Value, string) {
	a, what := at(args[:1])
	if what != "" {
		return nil, what
	}
	b, what := at(args[1:])
	if what != "" {
		return nil, what
	}
	return timediff(&a, &b), ""
}
