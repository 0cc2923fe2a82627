package compiler_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/awmc/awmc/compiler"
	"github.com/awmc/awmc/compiler/build"
	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates/rt/proof"
)

// brokenSeeds is how many seeds the broken environments are proved with.
const brokenSeeds = 6

// TestBroken builds small environments, each broken in one way (half_done
// is not, for all one might fear), and compares what the proof finds with the
// comments at their tops. They are linked as one fleet: each by itself would
// take seconds.
//
// Without it, a proof that has become blind to a kind of mistake would go on
// saying that every environment is sound.
func TestBroken(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a fleet")
	}
	out := filepath.Join(t.TempDir(), "out")
	results, err := compiler.Build(t.Context(), []string{filepath.Join("testdata", "broken")}, compiler.Options{Out: out, Fast: true, Seeds: brokenSeeds}, quiet{})
	if err != nil {
		t.Fatal(err)
	}
	if len(results) < 20 {
		t.Fatalf("only %d environments", len(results))
	}
	for _, r := range results {
		t.Run(filepath.Base(r.Path), func(t *testing.T) { checkBroken(t, r) })
	}
	t.Run("repeat", func(t *testing.T) { repeatProof(t, out, "half_done") })
}

var (
	wantFinding = regexp.MustCompile(`^(AWM\d{4}) @(\w+): (.+)$`)
	wantCalls   = regexp.MustCompile(`^(\d+) calls? shows? (AWM\d{4})$`)
)

func checkBroken(t *testing.T, r *compiler.Result) {
	source, err := os.ReadFile(r.Path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(source), "\n")
	expected := map[diag.Code]bool{}
	for _, line := range lines {
		want, ok := strings.CutPrefix(line, "# want: ")
		if !ok || want == "nothing" {
			continue
		}
		if m := wantCalls.FindStringSubmatch(want); m != nil {
			n, err := strconv.Atoi(m[1])
			if err != nil {
				t.Fatal(err)
			}
			if got := episodeCalls(r, diag.Code(m[2])); got != n {
				t.Errorf("the episode of %s has %d calls, want %d: %v", m[2], got, n, r.Diagnostics)
			}
			continue
		}
		m := wantFinding.FindStringSubmatch(want)
		if m == nil {
			t.Fatalf("%q is no expectation", want)
		}
		expected[diag.Code(m[1])] = true
		if !found(r, lines, diag.Code(m[1]), m[2], m[3]) {
			t.Errorf("want %s", want)
		}
	}
	for _, d := range r.Diagnostics {
		if d.Severity == diag.Error && !expected[d.Code] {
			t.Errorf("not expected: %s on line %d: %s", d.Code, d.Span.Start.Line, d.Message)
		}
		if strings.HasPrefix(string(d.Code), "AWM6") && d.Hint == "" {
			t.Errorf("%s has no hint", d.Code)
		}
	}
}

// found looks for a diagnostic on a line that holds a word.
func found(r *compiler.Result, lines []string, code diag.Code, word, message string) bool {
	for _, d := range r.Diagnostics {
		n := d.Span.Start.Line
		if d.Code == code && n > 0 && n <= len(lines) && strings.Contains(lines[n-1], word) && strings.Contains(d.Message, message) {
			return true
		}
	}
	return false
}

// episodeCalls counts the calls of the episode that shows a finding.
func episodeCalls(r *compiler.Result, code diag.Code) int {
	for _, d := range r.Diagnostics {
		if d.Code == code && len(d.Notes) > 0 {
			return strings.Count(d.Notes[0].Message, "\n  ")
		}
	}
	return 0
}

// repeatProof repeats a proof with nothing but what the manifest says, and
// gets the same report. In half_done every refusal was reached, after writes
// of which nothing was left.
func repeatProof(t *testing.T, out, name string) {
	m, err := build.ReadManifest(filepath.Join(out, name, build.ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	var r proof.Report
	if err := json.Unmarshal(m.Proof, &r); err != nil {
		t.Fatal(err)
	}
	if !r.Passed || r.Coverage.Refusals != 1 || r.Coverage.RefusalsReached != 1 || r.Seeds != brokenSeeds {
		t.Errorf("report: passed %v, %d of %d refusals, %d seeds", r.Passed, r.Coverage.RefusalsReached, r.Coverage.Refusals, r.Seeds)
	}
	var stdout bytes.Buffer
	cmd := exec.CommandContext(t.Context(), filepath.Join(out, "bin", "fleet"), "check", name, "--seeds", strconv.Itoa(r.Seeds), "--format", "json")
	cmd.Stdout, cmd.Stderr = &stdout, io.Discard
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	var was bytes.Buffer
	if err := json.Compact(&was, m.Proof); err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSpace(stdout.String()); got != was.String() {
		t.Errorf("the proof came out otherwise:\n%s\n%s", got, was.String())
	}
}
