package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A run that is interrupted must not lose what it took so far, and must not
// be resumed as another.
func TestAnInterruptedRunIsResumed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "progress.json")
	first := &progress{path: path, Settings: settings{Variants: 7}}
	ctx, cancel := context.WithCancel(context.Background())
	build := command(ctx, "sleep", "60")
	time.AfterFunc(20*time.Millisecond, cancel)
	if err := first.measure(ctx, build); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted: %v", err)
	}
	second := &progress{path: path, Settings: settings{Variants: 7}}
	if err := second.load(); err != nil {
		t.Fatal(err)
	}
	before := second.Took
	if err := second.measure(context.Background(), command(context.Background(), "true")); err != nil {
		t.Fatal(err)
	}
	if second.Parts != 2 || before <= 0 || second.Took <= before || second.LargestKB == 0 {
		t.Errorf("after the second part: %+v", second)
	}
	other := &progress{path: path, Settings: settings{Variants: 8}}
	if err := other.load(); err == nil || !strings.Contains(err.Error(), "other flags") {
		t.Errorf("resumed with other flags: %v", err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := other.load(); err == nil || !strings.Contains(err.Error(), "nothing to resume") {
		t.Errorf("resumed without a run: %v", err)
	}
}
