package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

type options struct {
	n               int
	envs, dir       string
	noCheck, resume bool
	seeds           int
}

func (o *options) run(ctx context.Context) error {
	dir, err := filepath.Abs(o.dir)
	if err != nil {
		return err
	}
	out, awmc := filepath.Join(dir, "out"), filepath.Join(dir, "awmc")
	sources, err := readSources(o.envs)
	if err != nil {
		return err
	}
	p := &progress{path: filepath.Join(dir, "progress.json"), Settings: settings{Variants: o.n, NoCheck: o.noCheck, Seeds: o.seeds}}
	if o.resume {
		err = p.load()
	} else {
		err = o.start(ctx, dir, awmc, sources)
	}
	if err != nil {
		return err
	}
	args := []string{"build", filepath.Join(dir, "envs"), "-o", out}
	if o.noCheck {
		args = append(args, "--no-check")
	}
	if o.seeds > 0 {
		args = append(args, "--seeds", fmt.Sprint(o.seeds))
	}
	build := func() *exec.Cmd { return remembering(dir, command(ctx, awmc, args...)) }
	if err := p.measure(ctx, build()); err != nil {
		return fmt.Errorf("building the variants: %w", err)
	}
	r := report{sources: len(sources), progress: p}
	start := time.Now()
	if err := build().Run(); err != nil {
		return fmt.Errorf("building them again: %w", cmp.Or(ctx.Err(), err))
	}
	r.again = time.Since(start)
	if err := r.measureSources(out); err != nil {
		return err
	}
	return r.measureFleet(filepath.Join(out, "bin", "fleet"))
}

// start writes the variants into a scratch folder that holds nothing else
// any more. Nothing is remembered at the start but the programs that awmc
// needs; a check of the first environment brings them.
func (o *options) start(ctx context.Context, dir, awmc string, sources []source) error {
	for _, part := range []string{"envs", "out", "cache", "progress.json"} {
		if err := os.RemoveAll(filepath.Join(dir, part)); err != nil {
			return err
		}
	}
	envs := filepath.Join(dir, "envs")
	if err := writeVariants(sources, o.n, envs); err != nil {
		return err
	}
	if err := command(ctx, "go", "build", "-trimpath", "-o", awmc, "./cmd/awmc").Run(); err != nil {
		return err
	}
	return remembering(dir, command(ctx, awmc, "check", firstFile(envs))).Run()
}

// remembering lets awmc keep what it remembers in the scratch folder.
func remembering(dir string, awmc *exec.Cmd) *exec.Cmd {
	awmc.Env = append(os.Environ(), "AWMC_CACHE="+filepath.Join(dir, "cache"))
	return awmc
}

// command runs a program whose messages are shown, and interrupts it with the
// context.
func command(ctx context.Context, name string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, name, args...)
	c.Stdout, c.Stderr = os.Stderr, os.Stderr
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	return c
}

func firstFile(dir string) string {
	found, _ := filepath.Glob(filepath.Join(dir, "*", "*.yaml")) // written a moment ago
	return found[0]
}

// report is what was measured.
type report struct {
	*progress
	sources      int
	again        time.Duration
	lines, files int
	size         int64
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
	what := "build and prove them all"
	if r.Settings.NoCheck {
		what = "build them all, without the proof"
	}
	parts := ""
	if r.Parts > 1 {
		parts = fmt.Sprintf(", in %d parts", r.Parts)
	}
	fmt.Printf(`| %d variants of %d environments, on %d processors | |
|---|---|
| %s, nothing remembered | %s (%s of processor time, %.1f s for each)%s |
| … again, nothing changed | %s |
| memory of the largest process on the way | %d MB |
| generated Go | %d files, %d lines |
| the fleet's program | %d MB |
| fleet list | %d ms |
| fleet serve, until it answers | %d ms, %d MB resident |
`, r.Settings.Variants, r.sources, runtime.NumCPU(), what, r.Took.Round(time.Second), r.Processor.Round(time.Second), r.Processor.Seconds()/float64(r.Settings.Variants), parts,
		r.again.Round(100*time.Millisecond), r.LargestKB>>10, r.files, r.lines, r.size>>20, list.Milliseconds(), ready.Milliseconds(), rss>>20)
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
