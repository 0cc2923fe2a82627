package core

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// Costs adds up how long statements take, by their text, for authors who look
// for the slow ones. A nil *Costs adds up nothing. It may be used by many
// goroutines.
type Costs struct {
	mu     sync.Mutex
	byText map[string]*Cost
}

// Cost is what all runs of one statement took, its rows read.
type Cost struct {
	Text string
	Runs int
	Time time.Duration
}

// Now is when a statement begins, the zero time if nothing is added up.
func (c *Costs) Now() time.Time {
	if c == nil {
		return time.Time{}
	}
	return time.Now()
}

// Add counts a run that began when Now said.
func (c *Costs) Add(text string, began time.Time) {
	if c == nil {
		return
	}
	took := time.Since(began)
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.byText[text]
	if s == nil {
		if c.byText == nil {
			c.byText = map[string]*Cost{}
		}
		s = &Cost{Text: text}
		c.byText[text] = s
	}
	s.Runs++
	s.Time += took
}

// Slowest lists up to n statements, the one that took longest in all first.
func (c *Costs) Slowest(n int) []Cost {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	all := make([]Cost, 0, len(c.byText))
	for _, s := range c.byText {
		all = append(all, *s)
	}
	slices.SortFunc(all, func(a, b Cost) int { return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(a.Text, b.Text)) })
	return all[:min(n, len(all))]
}
