package model

import (
	"context"
	"sync"
	"time"
)

// Limits are what a client allows itself.
type Limits struct {
	Concurrency     int // requests at once; 8 by default
	TokensPerMinute int // prompt and answer together; 0 is no limit
}

// limiter lets requests through, so many at once and so many tokens a minute.
type limiter struct {
	slots chan struct{}
	rate  float64 // tokens a second; 0 is no limit
	burst float64
	sleep func(context.Context, time.Duration) error
	now   func() time.Time

	mu      sync.Mutex
	balance float64
	at      time.Time
}

func newLimiter(l Limits) *limiter {
	if l.Concurrency <= 0 {
		l.Concurrency = 8
	}
	per := float64(l.TokensPerMinute)
	return &limiter{slots: make(chan struct{}, l.Concurrency), rate: per / 60, burst: per, balance: per, sleep: sleep, now: time.Now}
}

// enter waits for a turn for a request of about so many tokens. The function
// it returns ends the turn, given the tokens that it took in truth.
func (l *limiter) enter(ctx context.Context, tokens int) (func(took int), error) {
	select {
	case l.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	reserved := l.reserve(tokens)
	if err := l.sleep(ctx, l.debt()); err != nil {
		l.settle(reserved)
		<-l.slots
		return nil, err
	}
	return func(took int) {
		l.settle(reserved - float64(took))
		<-l.slots
	}, nil
}

// reserve takes tokens from the balance, which may become negative: whoever
// comes next waits longer, so that turns stay in order.
func (l *limiter) reserve(tokens int) float64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refill()
	// A request larger than the limit could never start otherwise.
	n := min(float64(tokens), l.burst)
	l.balance -= n
	return n
}

// debt is how long it takes until the balance is there.
func (l *limiter) debt() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.rate == 0 || l.balance >= 0 {
		return 0
	}
	return time.Duration(-l.balance / l.rate * float64(time.Second))
}

// settle gives back what was reserved too much, or takes the rest.
func (l *limiter) settle(tokens float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refill()
	l.balance = min(l.balance+tokens, l.burst)
}

func (l *limiter) refill() {
	now := l.now()
	if !l.at.IsZero() {
		l.balance = min(l.balance+now.Sub(l.at).Seconds()*l.rate, l.burst)
	}
	l.at = now
}
