package build

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
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
	cmd := goCommand(ctx, tmp, "install", "-v", "-trimpath", sqlcPackage+"@"+SQLCVersion)
	cmd.Env = append(cmd.Env, "GOBIN="+tmp)
	var said bytes.Buffer // a line for each of some hundred packages
	packages := 0
	cmd.Stderr = io.MultiWriter(&said, &lines{each: func(string) {
		if packages++; compiled != nil {
			compiled(packages)
		}
	}})
	if err := explained(cmd.Run()); err != nil {
		return "", fmt.Errorf("compiling sqlc %s: %w\n%s", SQLCVersion, err, tail(said.Bytes(), 12))
	}
	return path, os.Rename(tmp, dir)
}
