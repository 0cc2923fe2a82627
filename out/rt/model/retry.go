package model

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// Retry says how requests are repeated that failed for a reason that passes:
// 408, 409, 429, any 5xx, a time-out, a broken connection.
type Retry struct {
	Attempts int           // in all; 6 by default
	Base     time.Duration // the first wait, which doubles; 1 s by default
	Longest  time.Duration // of a wait of our own choosing; 60 s by default
	// Patience is the longest wait that a server may ask for; if it asks for
	// more, its refusal stands. 10 minutes by default.
	Patience time.Duration
	// Timeout of one attempt, its body included; 5 minutes by default.
	Timeout time.Duration
}

func (r *Retry) defaults() {
	set := func(d *time.Duration, v time.Duration) {
		if *d <= 0 {
			*d = v
		}
	}
	if r.Attempts <= 0 {
		r.Attempts = 6
	}
	set(&r.Base, time.Second)
	set(&r.Longest, time.Minute)
	set(&r.Patience, 10*time.Minute)
	set(&r.Timeout, 5*time.Minute)
}

// maxAnswer bounds what is read of one answer.
const maxAnswer = 64 << 20

// transport repeats requests. It is a round tripper because go-openai shows
// neither the headers nor the body of a refusal.
type transport struct {
	next  http.RoundTripper
	retry Retry
	sleep func(context.Context, time.Duration) error
	now   func() time.Time

	mu sync.Mutex
	// quiet is until when the server wants to be left alone: what it says to
	// one request goes for the others too.
	quiet time.Time
}

// RoundTrip implements http.RoundTripper.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	req, err := addTools(req)
	if err != nil {
		return nil, err
	}
	for attempt := 1; ; attempt++ {
		if err := t.sleep(ctx, t.untilQuietEnds()); err != nil {
			return nil, err
		}
		resp, err := t.once(req)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil && !passes(resp.StatusCode) || attempt == t.retry.Attempts {
			return resp, err
		}
		wait := t.backOff(attempt)
		if err == nil {
			if asked, ok := retryAfter(resp.Header, t.now()); ok {
				if asked > t.retry.Patience {
					return resp, nil
				}
				wait = asked
				t.keepQuiet(asked)
			}
		}
		if err := t.sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// once makes one attempt and reads the whole answer, so that a connection
// that breaks or hangs half-way counts as failed.
func (t *transport) once(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), t.retry.Timeout)
	defer cancel()
	again := req.Clone(ctx)
	if req.GetBody != nil {
		body, err := req.GetBody()
		if err != nil {
			return nil, err
		}
		again.Body = body
	}
	resp, err := t.next.RoundTrip(again)
	if err == nil {
		var body []byte
		body, err = io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
		err = errors.Join(err, resp.Body.Close())
		resp.Body = io.NopCloser(bytes.NewReader(body))
	}
	if err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("no answer within %v: %w", t.retry.Timeout, err)
		}
		return nil, err
	}
	return resp, nil
}

// passes reports whether a refusal may be gone a little later.
func passes(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	}
	return status >= 500 && status != http.StatusNotImplemented
}

// backOff doubles with each attempt; a random half keeps clients that failed
// together from coming back together.
func (t *transport) backOff(attempt int) time.Duration {
	d := min(t.retry.Base<<min(attempt-1, 20), t.retry.Longest)
	return d/2 + rand.N(d/2+1)
}

// retryAfter reads how long a server wants to be left alone.
func retryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms >= 0 {
		return time.Duration(ms * float64(time.Millisecond)), true
	}
	v := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(v, 64); err == nil && s >= 0 {
		return time.Duration(min(s, 1e9) * float64(time.Second)), true
	}
	if at, err := http.ParseTime(v); err == nil {
		return max(at.Sub(now), 0), true
	}
	return 0, false
}

func (t *transport) keepQuiet(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if until := t.now().Add(d); until.After(t.quiet) {
		t.quiet = until
	}
}

func (t *transport) untilQuietEnds() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.quiet.Sub(t.now())
}

// sleep waits, unless ctx ends first.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
