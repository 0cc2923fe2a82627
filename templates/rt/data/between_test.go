package data_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/data"
)

// Nobody weighs 12.299999999999999 kg: a drawn number has the decimals of its
// step, or else two, or those of its bounds.
func TestRealsHaveFewDecimals(t *testing.T) {
	for _, tc := range []struct {
		low, high, step any
		digits, least   int // digits behind the point at most; different values at least
	}{
		{0, 3, 0.1, 1, 25},
		{0.05, 1, 0.1, 2, 10},
		{-16, -3, 0.5, 1, 20},
		{20, 35, nil, 2, 500},
		{0.125, 0.25, nil, 3, 100},
		{5, 5, nil, 0, 1},
	} {
		m := data.NewMaker(data.Rand(3, "reals"), nil, data.NewScope())
		seen := map[float64]bool{}
		for range 1000 {
			v, err := m.Make("x", &core.Gen{Kind: "between", Type: core.Real, Low: tc.low, High: tc.high, Step: tc.step})
			if err != nil {
				t.Fatal(err)
			}
			f, ok := v.(float64)
			if !ok || f < asFloat(tc.low) || f > asFloat(tc.high) {
				t.Fatalf("between %v and %v: %v", tc.low, tc.high, v)
			}
			if _, behind, _ := strings.Cut(strconv.FormatFloat(f, 'f', -1, 64), "."); len(behind) > tc.digits {
				t.Fatalf("between %v and %v, step %v: %v", tc.low, tc.high, tc.step, f)
			}
			seen[f] = true
		}
		if len(seen) < tc.least {
			t.Errorf("between %v and %v, step %v: only %d values", tc.low, tc.high, tc.step, len(seen))
		}
	}
	m := data.NewMaker(data.Rand(3, "reals"), nil, data.NewScope())
	if v, err := m.Make("x", &core.Gen{Kind: "between", Type: core.Real, Low: 0.0, High: 1e300}); err == nil {
		t.Errorf("a range without end gave %v", v)
	}
}

func asFloat(v any) float64 {
	f, err := strconv.ParseFloat(fmt.Sprint(v), 64)
	if err != nil {
		panic(err)
	}
	return f
}
