package build

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// SQLCVersion is the release of sqlc that awmc's analysis was written for.
const SQLCVersion = "v1.31.1"

const sqlcPackage = "github.com/sqlc-dev/sqlc/cmd/sqlc"

// Tool is the path of the pinned sqlc program. It is compiled on first use
// into cacheDir (about 75 s of processor time) by the Go tool, so that nothing
// but Go has to be installed; compiled is called once for each package
// compiled on the way, with the number so far.
func Tool(ctx context.Context, cacheDir string, compiled func(packages int)) (string, error) {
	name := "sqlc"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	dir := filepath.Join(cacheDir, "tools", "sqlc@"+SQLCVersion+"-"+runtime.GOOS+"-"+runtime.GOARCH)
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return "", err
	}
	// Whoever comes second waits: compiling it twice at once takes twice as
	// long.
	unlock, err := lockedfile.MutexAt(filepath.Join(filepath.Dir(dir), "lock")).Lock()
	if err != nil {
		return "", err
	}
	defer unlock()
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	tmp, err := os.MkdirTemp(filepath.Dir(dir), ".sqlc-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	cmd := exec.CommandContext(ctx, "go", "install", "-v", "-trimpath", sqlcPackage+"@"+SQLCVersion)
	cmd.Dir = tmp
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOBIN="+tmp, "GOWORK=off", "GOFLAGS=-buildvcs=false")
	lines := &lineCounter{each: compiled}
	cmd.Stderr = lines
	if err := cmd.Run(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return "", fmt.Errorf("the Go tool is not on the PATH: install Go 1.26 or newer from https://go.dev/dl: %w", err)
		}
		return "", fmt.Errorf("compiling sqlc %s: %w\n%s", SQLCVersion, err, lines.tail())
	}
	return path, os.Rename(tmp, dir)
}

// lineCounter counts lines and keeps the last few for an error message.
type lineCounter struct {
	n    int
	each func(int)
	last bytes.Buffer
}

func (l *lineCounter) Write(p []byte) (int, error) {
	if l.last.Len() > 64<<10 {
		l.last.Reset()
	}
	l.last.Write(p)
	if k := bytes.Count(p, []byte{'\n'}); k > 0 {
		l.n += k
		if l.each != nil {
			l.each(l.n)
		}
	}
	return len(p), nil
}

func (l *lineCounter) tail() string {
	lines := bytes.Split(bytes.TrimSpace(l.last.Bytes()), []byte{'\n'})
	return string(bytes.Join(lines[max(0, len(lines)-12):], []byte{'\n'}))
}
