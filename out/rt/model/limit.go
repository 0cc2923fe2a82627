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
	burst float64 // the most that can be saved up
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
	// A sixth may be used at once and the rest comes evenly, so that no
	// minute, wherever it begins, has more than the limit.
	burst := float64(l.TokensPerMinute) / 6
	return &limiter{slots: make(chan struct{}, l.Concurrency), rate: 5 * burst / 60, burst: burst, balance: burst, sleep: sleep, now: time.Now}
}

// enter waits for a turn for a request of about so many tokens. The function
// it returns ends the turn, given the tokens that it took in truth.
func (l *limiter) enter(ctx context.Context, tokens int) (func(took int), error) {
	select {
	case l.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if err := l.sleep(ctx, l.reserve(tokens)); err != nil {
		l.settle(tokens)
		<-l.slots
		return nil, err
	}
	return func(took int) {
		l.settle(tokens - took)
		<-l.slots
	}, nil
}

// reserve takes tokens from the balance, which may become negative, and says
// how long to wait until it would be nothing again. Whoever comes next waits
// longer, so that turns stay in order.
func (l *limiter) reserve(tokens int) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.rate == 0 {
		return 0
	}
	l.refill()
	l.balance -= float64(tokens)
	return time.Duration(max(-l.balance, 0) / l.rate * float64(time.Second))
}

// settle gives back what was reserved too much, or takes the rest.
func (l *limiter) settle(tokens int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refill()
	l.balance = min(l.balance+float64(tokens), l.burst)
}

func (l *limiter) refill() {
	now := l.now()
	if !l.at.IsZero() {
		l.balance = min(l.balance+now.Sub(l.at).Seconds()*l.rate, l.burst)
	}
	l.at = now
}
