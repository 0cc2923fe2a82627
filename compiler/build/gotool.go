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
)

// Go runs the Go tool in a folder, without cgo and without the workspace and
// flags of whoever calls, so that a build depends on its inputs only.
func Go(ctx context.Context, dir string, progress io.Writer, args ...string) (output []byte, err error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=-buildvcs=false")
	var buf bytes.Buffer
	cmd.Stdout = &buf
	cmd.Stderr = &buf
	if progress != nil {
		cmd.Stderr = io.MultiWriter(&buf, progress)
	}
	err = cmd.Run()
	if errors.Is(err, exec.ErrNotFound) {
		err = fmt.Errorf("the Go tool is not on the PATH: install Go 1.26 or newer from https://go.dev/dl: %w", err)
	}
	return buf.Bytes(), err
}

// GoVersion is what "go env GOVERSION" says, for manifests.
func GoVersion(ctx context.Context) (string, error) {
	out, err := Go(ctx, "", nil, "env", "GOVERSION")
	if err != nil {
		return "", fmt.Errorf("go env: %w: %s", err, out)
	}
	return strings.TrimSpace(string(out)), nil
}
