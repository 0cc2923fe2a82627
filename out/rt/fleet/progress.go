package fleet

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/awmc/awmc/out/rt/fleet/rollout"
)

// progress shows how far a run is: on a terminal on one line that is written
// over, in a log with a line now and then.
type progress struct {
	mu       sync.Mutex
	w        io.Writer
	terminal bool
	total    int
	done     int
	void     int
	sum      float64
	counted  int
	start    time.Time
	last     time.Time
}

func newProgress(w io.Writer, total, done int) *progress {
	terminal := false
	if f, ok := w.(*os.File); ok {
		if info, err := f.Stat(); err == nil {
			terminal = info.Mode()&os.ModeCharDevice != 0
		}
	}
	return &progress{w: w, terminal: terminal, total: total, done: done, start: time.Now()}
}

// line counts a finished episode.
func (p *progress) line(l *rollout.Line) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	if l.Reward == nil {
		p.void++
	} else {
		p.sum += *l.Reward
		p.counted++
	}
	every := 200 * time.Millisecond
	if !p.terminal {
		every = 15 * time.Second
	}
	if now := time.Now(); now.Sub(p.last) >= every {
		p.last = now
		p.show()
	}
}

func (p *progress) show() {
	mean := 0.0
	if p.counted > 0 {
		mean = p.sum / float64(p.counted)
	}
	rate := float64(p.counted+p.void) / max(time.Since(p.start).Seconds(), 1e-9)
	text := fmt.Sprintf("%d of %d episodes, mean reward %.3f, %d void, %.1f/s", p.done, p.total, mean, p.void, rate)
	if p.terminal {
		fmt.Fprintf(p.w, "\r%s\x1b[K", text)
		return
	}
	fmt.Fprintln(p.w, text)
}

func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.show()
	if p.terminal {
		fmt.Fprintln(p.w)
	}
}
