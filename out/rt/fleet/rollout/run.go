package rollout

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"

	"github.com/awmc/awmc/out/rt/host/service"
)

// Options of a run.
type Options struct {
	Rules
	Agent       Agent
	Name        string // of the agent, for the output
	Concurrency int    // episodes at once
	// Retries is how often a void episode is played again in this run.
	Retries int
	// Done, if set, is told of each line as it is written, from one goroutine
	// at a time.
	Done func(*Line)
}

// Run plays the jobs that are not in the output yet and appends a line for
// each to out. Void episodes are played again, and never count as zero. The
// error is for an output that can't be written, a permanent refusal of the
// model's server, or a context that ended; what was played is kept.
func Run(ctx context.Context, s *service.Service, jobs []Job, opt Options, out io.Writer) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	queue := make(chan Job)
	var mu sync.Mutex
	w := bufio.NewWriter(out)
	write := func(l *Line) error {
		b, err := json.Marshal(l)
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		if _, err := w.Write(append(b, '\n')); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
		if opt.Done != nil {
			opt.Done(l)
		}
		return nil
	}
	var wg sync.WaitGroup
	for range min(max(opt.Concurrency, 1), max(len(jobs), 1)) {
		wg.Go(func() {
			for job := range queue {
				l := opt.play(ctx, s, job)
				if ctx.Err() != nil && l.Void != "" {
					return // stopped, not void: it will be played another time
				}
				if err := write(l); err != nil {
					stop(err)
					return
				}
			}
		})
	}
	for _, job := range jobs {
		select {
		case queue <- job:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(queue)
	wg.Wait()
	return context.Cause(ctx)
}

func (o *Options) play(ctx context.Context, s *service.Service, job Job) *Line {
	var l *Line
	for range max(o.Retries, 0) + 1 {
		l = Play(ctx, s, o.Agent, o.Name, o.Rules, job)
		if l.Void == "" || ctx.Err() != nil {
			break
		}
	}
	return l
}

// Finished reads an output file and returns its lines that count: the last
// one of each episode, and no void ones. A last line that a crash cut off is
// left out. A missing file is an empty one.
func Finished(path string) (map[string]*Line, error) {
	lines := map[string]*Line{}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return lines, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := bufio.NewReader(f)
	for n := 1; ; n++ {
		b, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return lines, nil // b, if anything, is half a line
		}
		if err != nil {
			return nil, err
		}
		var l Line
		if err := json.Unmarshal(b, &l); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, n, err)
		}
		if l.Void == "" {
			lines[l.ID] = &l
		} else {
			delete(lines, l.ID)
		}
	}
}

// Append opens an output file for more lines. Half a line at its end, which
// a crash left, is cut off first.
func Append(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err == nil {
		size, err = wholeLines(f, size)
	}
	if err == nil {
		err = f.Truncate(size)
	}
	if err == nil {
		_, err = f.Seek(size, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// wholeLines is how much of a file ends in a line break.
func wholeLines(f io.ReaderAt, size int64) (int64, error) {
	buf := make([]byte, 64<<10)
	for size > 0 {
		n := min(int64(len(buf)), size)
		if _, err := f.ReadAt(buf[:n], size-n); err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		for i := n - 1; i >= 0; i-- {
			if buf[i] == '\n' {
				return size - n + i + 1, nil
			}
		}
		size -= n
	}
	return 0, nil
}
