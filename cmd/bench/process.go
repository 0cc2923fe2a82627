package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a program that was started here and is ended here.
type process struct {
	cmd    *exec.Cmd
	out    *bufio.Reader
	failed bytes.Buffer
	done   chan error
}

func startProcess(program string, args ...string) (*process, error) {
	p := &process{cmd: exec.Command(program, args...), done: make(chan error, 1)}
	p.cmd.Stderr = &p.failed
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReader(out)
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go func() { p.done <- p.cmd.Wait() }()
	return p, nil
}

// ended is the error of a process that should still run, or nil.
func (p *process) ended() error {
	select {
	case err := <-p.done:
		p.done <- err
		return fmt.Errorf("%s ended: %v: %.2000s", p.cmd.Path, err, p.failed.Bytes())
	default:
		return nil
	}
}

// end asks the process to stop, and insists after five seconds.
func (p *process) end() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	select {
	case <-p.done:
		return nil
	case <-time.After(5 * time.Second):
	}
	if err := p.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	<-p.done
	return nil
}

// memory is the process's share of physical memory: pages that it has in
// common with others count in proportion (PSS), so that many processes of one
// program are not charged for its code again and again.
func (p *process) memory() (int64, error) {
	f, err := os.Open("/proc/" + strconv.Itoa(p.cmd.Process.Pid) + "/smaps_rollup")
	if err != nil {
		return 0, err
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(b)) {
		if f := strings.Fields(line); len(f) >= 2 && f[0] == "Pss:" {
			kb, err := strconv.ParseInt(f[1], 10, 64)
			return kb << 10, err
		}
	}
	return 0, errors.New("smaps_rollup has no Pss")
}
