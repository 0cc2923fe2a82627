package model

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/awmc/awmc/templates/rt/model"
)

// Prices are in money for a million tokens.
type Prices struct{ Prompt, Completion float64 }

// Known reports whether there are prices at all.
func (p Prices) Known() bool { return p.Prompt > 0 || p.Completion > 0 }

// Cost is what a usage costs.
func (p Prices) Cost(u model.Usage) float64 {
	return (float64(u.Prompt)*p.Prompt + float64(u.Completion)*p.Completion) / 1e6
}

// Budget is how much may be spent in all: tokens or money. The zero Budget
// is no limit.
type Budget struct {
	Tokens int
	Money  float64
}

// ParseBudget reads tokens ("2000000", "500k", "2M") or money ("$25", "25$").
func ParseBudget(s string) (Budget, error) {
	if s == "" {
		return Budget{}, nil
	}
	bad := fmt.Errorf("--budget %s: write tokens, such as 500k or 2M, or money, such as $25", s)
	if strings.HasPrefix(s, "$") || strings.HasSuffix(s, "$") {
		v, err := strconv.ParseFloat(strings.Trim(s, "$"), 64)
		if err != nil || v <= 0 || math.IsInf(v, 0) || math.IsNaN(v) {
			return Budget{}, bad
		}
		return Budget{Money: v}, nil
	}
	unit := 1.0
	number := s
	switch s[len(s)-1] {
	case 'k', 'K':
		unit, number = 1e3, s[:len(s)-1]
	case 'm', 'M':
		unit, number = 1e6, s[:len(s)-1]
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || !(v*unit >= 1) || v*unit > math.MaxInt32*1e6 {
		return Budget{}, bad
	}
	return Budget{Tokens: int(v * unit)}, nil
}

// Check makes sure that a budget in money has prices.
func (b Budget) Check(p Prices) error {
	if b.Money > 0 && !p.Known() {
		return errors.New("a budget in money needs prices: give --price-prompt and --price-completion, in money for a million tokens")
	}
	return nil
}

// allows reports whether a usage is within the budget.
func (b Budget) allows(u model.Usage, p Prices) bool {
	return (b.Tokens == 0 || u.Total() <= b.Tokens) && (b.Money == 0 || p.Cost(u) <= b.Money)
}
