package data

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/awmc/awmc/out/rt/core"
)

// between draws from a range with both ends included. Dates step in days,
// datetimes and times in minutes.
func between(r *rand.Rand, g *core.Gen) (any, error) {
	low, err := Value(g.Low)
	if err != nil {
		return nil, err
	}
	high, err := Value(g.High)
	if err != nil {
		return nil, err
	}
	switch g.Type {
	case core.Integer:
		a, aok := low.(int64)
		b, bok := high.(int64)
		step, err := wholeStep(g.Step)
		if !aok || !bok || err != nil {
			return nil, fmt.Errorf("between %v and %v: whole numbers are needed", low, high)
		}
		n, err := steps(r, a, b, step)
		return a + n*step, err
	case core.Real:
		return betweenReals(r, core.Number(low), core.Number(high), g.Step)
	case core.DateKind:
		return betweenTimes(r, "2006-01-02", low, high, 24*time.Hour, g.Step)
	case core.DateTimeKind:
		return betweenTimes(r, "2006-01-02 15:04:05", low, high, time.Minute, g.Step)
	case core.TimeKind:
		return betweenTimes(r, "15:04:05", low, high, time.Minute, g.Step)
	}
	return nil, fmt.Errorf("between does not make values of type %s", g.Type)
}

func wholeStep(v any) (int64, error) {
	if v == nil {
		return 1, nil
	}
	s, err := Value(v)
	if err != nil {
		return 0, err
	}
	n, ok := s.(int64)
	if !ok || n < 1 {
		return 0, fmt.Errorf("step %v: a whole number from 1 is needed", v)
	}
	return n, nil
}

// steps draws how many steps above low to go.
func steps(r *rand.Rand, low, high, step int64) (int64, error) {
	if high < low {
		return 0, fmt.Errorf("between %d and %d: the range is empty", low, high)
	}
	n := (uint64(high) - uint64(low)) / uint64(step)
	if n == ^uint64(0) {
		return int64(r.Uint64()), nil
	}
	return int64(r.Uint64N(n + 1)), nil
}

func betweenReals(r *rand.Rand, low, high float64, step any) (any, error) {
	if high < low {
		return nil, fmt.Errorf("between %v and %v: the range is empty", low, high)
	}
	// Without a step, as fine as people write numbers.
	digits := max(2, decimals(low), decimals(high))
	unit := math.Pow10(-digits)
	if step != nil {
		s, err := Value(step)
		if err != nil || core.Number(s) <= 0 {
			return nil, fmt.Errorf("step %v: a number above 0 is needed", step)
		}
		unit = core.Number(s)
		digits = max(decimals(low), decimals(unit))
	}
	// The conversions keep the compiler from fusing two operations, which
	// would give other bits on other processors.
	n := float64((high-low)/unit) + 1e-9
	if n >= 1<<53 {
		return nil, fmt.Errorf("between %v and %v: there are too many numbers in steps of %v", low, high, unit)
	}
	v := low + float64(float64(r.Int64N(int64(n)+1))*unit)
	// Three steps of 0.1 are 0.3, and not 0.30000000000000004.
	return strconv.ParseFloat(strconv.FormatFloat(v, 'f', digits, 64), 64)
}

// decimals counts the digits behind the point of a number as it is written.
func decimals(v float64) int {
	_, behind, _ := strings.Cut(strconv.FormatFloat(v, 'f', -1, 64), ".")
	return len(behind)
}

func betweenTimes(r *rand.Rand, layout string, low, high any, unit time.Duration, step any) (any, error) {
	a, err := time.Parse(layout, text(low))
	if err != nil {
		return nil, fmt.Errorf("between: %v does not look like %s", low, layout)
	}
	b, err := time.Parse(layout, text(high))
	if err != nil {
		return nil, fmt.Errorf("between: %v does not look like %s", high, layout)
	}
	k, err := wholeStep(step)
	if err != nil {
		return nil, err
	}
	n, err := steps(r, 0, int64(b.Sub(a)/unit), k)
	if err != nil {
		return nil, fmt.Errorf("between %v and %v: the range is empty", low, high)
	}
	// Add in two parts: a Duration spans 292 years only.
	total := n * k
	days := total * int64(unit/time.Minute) / (24 * 60)
	rest := total*int64(unit/time.Minute) - days*24*60
	return a.AddDate(0, 0, int(days)).Add(time.Duration(rest) * time.Minute).Format(layout), nil
}
