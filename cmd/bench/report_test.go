package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func example() (results, options) {
	ms := func(n ...int) (list []time.Duration) {
		for _, x := range n {
			list = append(list, time.Duration(x)*time.Millisecond)
		}
		return list
	}
	side := func(k int) figures {
		return figures{
			Ready: ms(k), Start: ms(k, 2*k, 3*k), Modern: ms(k), Read: ms(k, k, 9*k), Write: ms(2 * k), Reset: ms(k),
			Memory: map[int]int64{1: int64(k) * 25e6, 16: int64(k) * 30e6}, CallsPerSecond: []float64{4000 / float64(k), 2000 / float64(k)},
			Step: time.Second * time.Duration(k), StepEpisodes: 1024, StepMemory: int64(k) * 1e8,
		}
	}
	r := results{Ours: side(1), Peer: side(5), Floor: []floorFigures{{"github.com/mattn/go-sqlite3", "3.50", 10e3, 20e3}, {"modernc.org/sqlite", "3.54", 20e3, 40e3}},
		InProcess: inProcess{30e3, 60e3, 40e3, 80e3}}
	r.Peer.StepEpisodes = 64
	return r, options{agents: 16, peerStep: 16, turns: 8}
}

// A figure that was not measured, or that missed its target, must say so.
func TestReport(t *testing.T) {
	r, o := example()
	got := r.markdown(o, "Machine: one.\n")
	for _, want := range []string{
		"| … to its first result, after MCP's handshake | 2.00 ms | 10.0 ms | 5.00× | 1000× |",
		"| a reading tool over MCP, p99 | 9.00 ms | 45.0 ms | 5.00× |  |",
		"| memory per instance, 16 at once | 1.88 MB | 9.38 MB | 5.00× |  |",
		"| memory of each further instance | 333 kB | 1.67 MB | 5.00× | 100× |",
		"| calls per second, 16 agents | 3000 | 600 | 5.00× |  |",
		"| a step of 1024 episodes of 8 turns | 1.00 s | 80.0 s (**extrapolated** from 5.00 s for 64) | 80.0× |  |",
		"Short of its target in this run: a reading tool over MCP, median, 5.00× instead of 10×.",
		"| bare SQL, github.com/mattn/go-sqlite3, SQLite 3.50 | 10.0 µs | 20.0 µs | 0.50 | 0.50 |",
		"| the tool as a server calls it, JSON in and out | 40.0 µs | 80.0 µs | 2.00 | 2.00 |",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s\nis not in\n%s", want, got)
		}
	}
}

func TestPlotIsXML(t *testing.T) {
	r, o := example()
	d := xml.NewDecoder(strings.NewReader(string(r.svg(o))))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// What people wrote around the figures must outlive them.
func TestWriteBetween(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.md")
	if err := os.WriteFile(path, []byte("before\n"+beginMark+"\nold\n"+endMark+"\nafter\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"one", "two"} {
		if err := writeBetween(path, text); err != nil {
			t.Fatal(err)
		}
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if want := "before\n" + beginMark + "\n\ntwo\n\n" + endMark + "\nafter\n"; string(b) != want {
		t.Errorf("got %q", b)
	}
	if err := writeBetween(filepath.Join(filepath.Dir(path), "none.md"), "x"); err == nil {
		t.Error("a page that isn't there was written")
	}
}
