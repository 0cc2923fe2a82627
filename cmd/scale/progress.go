package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// settings are what an interrupted run must be resumed with.
type settings struct {
	Variants int
	NoCheck  bool
	Seeds    int
}

// progress is what the build has taken so far, in all its parts. It is kept in
// a file, so that a run of hours survives an interruption.
type progress struct {
	path string

	Settings  settings
	Parts     int
	Took      time.Duration
	Processor time.Duration // of awmc and what it ran, without children that outlived them
	LargestKB int64         // memory of the largest process
}

func (p *progress) load() error {
	b, err := os.ReadFile(p.path)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("there is nothing to resume: %s does not exist", p.path)
	}
	if err != nil {
		return err
	}
	want := p.Settings
	if err := json.Unmarshal(b, p); err != nil {
		return fmt.Errorf("%s: %w", p.path, err)
	}
	if p.Settings != want {
		return fmt.Errorf("the interrupted run had other flags: %+v", p.Settings)
	}
	return nil
}

func (p *progress) save() error {
	b, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(p.path, append(b, '\n'), 0o644)
}

// measure runs the build and adds what it took, also if it fails or ends
// early. The error is the context's if that ended it.
func (p *progress) measure(ctx context.Context, build *exec.Cmd) error {
	p.Parts++
	start := time.Now()
	err := build.Run()
	p.Took += time.Since(start)
	if build.ProcessState != nil {
		if u, ok := build.ProcessState.SysUsage().(*syscall.Rusage); ok {
			p.Processor += time.Duration(u.Utime.Nano() + u.Stime.Nano())
			p.LargestKB = max(p.LargestKB, u.Maxrss)
		}
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return errors.Join(err, p.save())
}
