package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// about says what the figures were measured on and with.
func (b *bench) about() (string, error) {
	versions, err := exec.CommandContext(context.Background(), b.o.python, "-c", `
import platform, sqlite3
from importlib.metadata import version
print(f"Python {platform.python_version()} with SQLite {sqlite3.sqlite_version}, " + ", ".join(f"{n} {version(n)}" for n in ("fastapi", "fastapi-mcp", "mcp", "sqlalchemy", "uvicorn", "uvloop")))`).Output()
	if err != nil {
		return "", fmt.Errorf("the peer's versions: %w", err)
	}
	return fmt.Sprintf("Machine: %s, %d CPUs for everything (both sides, and the clients), %s, %s. Load when the run began: %s.\n"+
		"Generated server: %s. Reference layout: %s.\n"+
		"%d rounds in turn, %d starts, %d calls of each tool and %d resets in each; %d agents for %s in each.\n",
		cpu(), runtime.NumCPU(), memory(), kernel(), b.r.Load,
		runtime.Version(), strings.TrimSpace(string(versions)),
		b.o.rounds, b.o.starts, b.o.calls, 4*b.o.starts, b.o.agents, b.o.seconds), nil
}

func cpu() string { return field("/proc/cpuinfo", "model name", "an unknown processor") }

func memory() string {
	var kb float64
	if _, err := fmt.Sscanf(field("/proc/meminfo", "MemTotal", ""), "%f kB", &kb); err != nil {
		return "unknown memory"
	}
	return fmt.Sprintf("%.0f GB", kb/1e6)
}

func kernel() string {
	b, err := os.ReadFile("/proc/sys/kernel/osrelease")
	if err != nil {
		return runtime.GOOS
	}
	version, _, _ := strings.Cut(strings.TrimSpace(string(b)), "-")
	return "Linux " + version
}

func field(path, name, otherwise string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return otherwise
	}
	for line := range strings.Lines(string(b)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return otherwise
}
