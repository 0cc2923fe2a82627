// Package build turns emitted files into a proved program: it stages them as
// a module, runs the Go tool, runs the proof of the result, and maps what
// either says back to the source. It also owns the output folder: it writes
// and deletes only files that a manifest lists. It imports ir/diag only.
package build

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// Go runs the Go tool in a folder, without cgo and without the workspace and
// flags of whoever calls, so that a build depends on its inputs only. It
// returns what the tool printed; progress, if not nil, gets what the tool says
// on the way.
func Go(ctx context.Context, dir string, progress io.Writer, args ...string) (output []byte, err error) {
	cmd := goCommand(ctx, dir, args...)
	var buf bytes.Buffer
	var w io.Writer = &buf
	if progress != nil {
		w = io.MultiWriter(&buf, progress)
	}
	cmd.Stdout, cmd.Stderr = w, w // the same, so that one pipe carries both in their order
	err = explained(cmd.Run())
	return buf.Bytes(), err
}

func goCommand(ctx context.Context, dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=-buildvcs=false")
	// Killed at once, the Go tool leaves its scratch folder behind.
	cmd.Cancel = func() error {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			return cmd.Process.Kill() // Windows knows no interrupt
		}
		return nil
	}
	cmd.WaitDelay = 10 * time.Second
	return cmd
}

// explained says what to do where there is no Go tool.
func explained(err error) error {
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("the Go tool is not on the PATH: install Go 1.26 or newer from https://go.dev/dl: %w", err)
	}
	return err
}

// GoVersion is what "go env GOVERSION" says, for manifests.
func GoVersion(ctx context.Context) (string, error) {
	out, err := Go(ctx, "", nil, "env", "GOVERSION")
	if err != nil {
		return "", fmt.Errorf("go env: %w: %s", err, out)
	}
	return strings.TrimSpace(string(out)), nil
}

// lines calls each with every whole line written to it.
type lines struct {
	each func(line string)
	rest []byte
}

func (l *lines) Write(p []byte) (int, error) {
	l.rest = append(l.rest, p...)
	for {
		line, rest, found := bytes.Cut(l.rest, []byte{'\n'})
		if !found {
			return len(p), nil
		}
		l.rest = rest
		l.each(string(line))
	}
}
