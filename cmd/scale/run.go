package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

type options struct {
	n         int
	envs, dir string
	noCheck   bool
	seeds     int
}

func (o *options) run() error {
	sources, err := readSources(o.envs)
	if err != nil {
		return err
	}
	dir, err := filepath.Abs(o.dir)
	if err != nil {
		return err
	}
	for _, part := range []string{"envs", "out", "cache"} {
		if err := os.RemoveAll(filepath.Join(dir, part)); err != nil {
			return err
		}
	}
	envs, out, awmc := filepath.Join(dir, "envs"), filepath.Join(dir, "out"), filepath.Join(dir, "awmc")
	if err := writeVariants(sources, o.n, envs); err != nil {
		return err
	}
	if err := command("", "go", "build", "-trimpath", "-o", awmc, "./cmd/awmc").Run(); err != nil {
		return err
	}
	// Nothing is remembered at the start but the programs that awmc needs;
	// the first environment brings them.
	env := append(os.Environ(), "AWMC_CACHE="+filepath.Join(dir, "cache"))
	warm := command("", awmc, "check", firstFile(envs))
	warm.Env = env
	if err := warm.Run(); err != nil {
		return err
	}
	args := []string{"build", envs, "-o", out}
	if o.noCheck {
		args = append(args, "--no-check")
	}
	if o.seeds > 0 {
		args = append(args, "--seeds", fmt.Sprint(o.seeds))
	}
	build := command("", awmc, args...)
	build.Env = env
	start := time.Now()
	err = build.Run()
	took := time.Since(start)
	if err != nil {
		return fmt.Errorf("building the variants: %w", err)
	}
	r := report{proved: !o.noCheck, variants: o.n, sources: len(sources), build: took, usage: build.ProcessState.SysUsage().(*syscall.Rusage)}
	start = time.Now()
	again := command("", awmc, args...)
	again.Env = env
	if err := again.Run(); err != nil {
		return fmt.Errorf("building them again: %w", err)
	}
	r.again = time.Since(start)
	if err := r.measureSources(out); err != nil {
		return err
	}
	return r.measureFleet(filepath.Join(out, "bin", "fleet"))
}

// command runs a program whose messages are shown.
func command(dir, name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Dir, c.Stdout, c.Stderr = dir, os.Stderr, os.Stderr
	return c
}

func firstFile(dir string) string {
	found, _ := filepath.Glob(filepath.Join(dir, "*", "*.yaml")) // written a moment ago
	return found[0]
}

// report is what was measured.
type report struct {
	proved            bool
	variants, sources int
	build, again      time.Duration
	usage             *syscall.Rusage // of awmc and what it ran, without their own children that still lived
	lines, files      int
	size              int64
}

func (r *report) measureSources(out string) error {
	return filepath.WalkDir(out, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		r.files++
		r.lines += strings.Count(string(b), "\n")
		return nil
	})
}

func (r *report) measureFleet(fleet string) error {
	st, err := os.Stat(fleet)
	if err != nil {
		return err
	}
	r.size = st.Size()
	start := time.Now()
	if err := exec.Command(fleet, "list").Run(); err != nil {
		return err
	}
	list := time.Since(start)
	ready, rss, err := serve(fleet)
	if err != nil {
		return err
	}
	cpu := time.Duration(r.usage.Utime.Nano() + r.usage.Stime.Nano())
	what := "build and prove them all"
	if !r.proved {
		what = "build them all, without the proof"
	}
	fmt.Printf(`| %d variants of %d environments, on %d processors | |
|---|---|
| %s, nothing remembered | %s (%s of processor time, %.1f s for each) |
| … again, nothing changed | %s |
| memory of the largest process on the way | %d MB |
| generated Go | %d files, %d lines |
| the fleet's program | %d MB |
| fleet list | %d ms |
| fleet serve, until it answers | %d ms, %d MB resident |
`, r.variants, r.sources, runtime.NumCPU(), what, r.build.Round(time.Second), cpu.Round(time.Second), cpu.Seconds()/float64(r.variants),
		r.again.Round(100*time.Millisecond), r.usage.Maxrss>>10, r.files, r.lines, r.size>>20, list.Milliseconds(), ready.Milliseconds(), rss>>20)
	return nil
}

// serve starts the fleet, waits until it answers, and ends it.
func serve(fleet string) (ready time.Duration, rss int64, err error) {
	c := exec.Command(fleet, "serve", "--addr", "127.0.0.1:0")
	out, err := c.StdoutPipe()
	if err != nil {
		return 0, 0, err
	}
	start := time.Now()
	if err := c.Start(); err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, c.Process.Kill(), ignoreKilled(c.Wait())) }()
	var address string
	for sc := bufio.NewScanner(out); address == "" && sc.Scan(); {
		if rest, ok := strings.CutPrefix(sc.Text(), "trainers: "); ok {
			address, _, _ = strings.Cut(rest, "/v1")
		}
	}
	resp, err := http.Get(address + "/healthz")
	if err != nil {
		return 0, 0, err
	}
	ready = time.Since(start)
	if err := resp.Body.Close(); err != nil {
		return 0, 0, err
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", c.Process.Pid))
	if err != nil {
		return 0, 0, err
	}
	var total, resident int64
	if _, err := fmt.Sscan(string(status), &total, &resident); err != nil {
		return 0, 0, err
	}
	return ready, resident * int64(os.Getpagesize()), nil
}

func ignoreKilled(err error) error {
	if _, ok := errors.AsType[*exec.ExitError](err); ok {
		return nil
	}
	return err
}
