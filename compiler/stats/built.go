package stats

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/awmc/awmc/compiler/build"
	"github.com/awmc/awmc/templates/rt/proof"
)

// Built is what the output folder says about an environment.
type Built struct {
	// Stale says that env.yaml has changed since.
	Stale       bool              `json:"stale,omitempty"`
	Files       int               `json:"files"`
	Bytes       int64             `json:"bytes"`        // of the emitted files
	BinaryBytes int64             `json:"binary_bytes"` // 0 if there is only a fleet
	Versions    map[string]string `json:"versions,omitempty"`

	// The rest is 0 without a proof.
	Seeds      int             `json:"seeds,omitempty"`
	Passed     bool            `json:"passed"`
	Warnings   int             `json:"warnings,omitempty"`
	NearMisses int             `json:"near_misses,omitempty"`
	Caught     int             `json:"caught,omitempty"`
	Explored   int             `json:"explored_calls,omitempty"`
	Coverage   *proof.Coverage `json:"coverage,omitempty"`
}

// Score is the mutation score, the share of near-misses that were caught; 1
// if there are none.
func (b *Built) Score() float64 { return share(b.Caught, b.NearMisses) }

func share(part, of int) float64 {
	if of == 0 {
		return 1
	}
	return float64(part) / float64(of)
}

// Proved is what the proof found out about a task.
type Proved struct {
	Seeds        int              `json:"seeds"`
	InvalidDraws int              `json:"invalid_draws,omitempty"`
	NearMisses   int              `json:"near_misses"`
	Caught       int              `json:"caught"`
	Equivalent   int              `json:"equivalent,omitempty"`
	Variants     int              `json:"variants"`
	Difficulty   proof.Difficulty `json:"difficulty"`
}

// built reads what an output folder has of an environment.
func (l *loaded) built(out string) error {
	path := filepath.Join(out, l.Name, build.ManifestName)
	if _, err := os.Stat(path); err != nil {
		return nil // it was not built there
	}
	m, err := build.ReadManifest(path)
	if err != nil {
		return err
	}
	src, err := os.ReadFile(filepath.FromSlash(l.Path))
	if err != nil {
		return err
	}
	b := &Built{Stale: m.SourceHash != build.Digest(src), Files: len(m.Files), Versions: m.Versions}
	for name := range m.Files {
		b.Bytes += size(filepath.Join(out, filepath.FromSlash(name)))
	}
	b.BinaryBytes = size(filepath.Join(out, "bin", l.Name))
	l.Built = b
	if len(m.Proof) == 0 || string(m.Proof) == "null" {
		return nil
	}
	var r proof.Report
	if err := json.Unmarshal(m.Proof, &r); err != nil {
		return fmt.Errorf("%s: the proof's report is damaged: %w", path, err)
	}
	l.proved(&r)
	return nil
}

func (l *loaded) proved(r *proof.Report) {
	b := l.Built
	b.Seeds, b.Passed, b.Explored, b.Coverage = r.Seeds, r.Passed, r.Exploration.Calls, &r.Coverage
	for _, f := range r.Findings {
		if f.Warning {
			b.Warnings++
		}
	}
	byName := map[string]*proof.TaskReport{}
	for i := range r.Tasks {
		byName[r.Tasks[i].Task] = &r.Tasks[i]
	}
	for i := range l.Tasks {
		t := byName[l.Tasks[i].Name]
		if t == nil {
			continue
		}
		l.Tasks[i].Proved = &Proved{Seeds: t.Seeds, InvalidDraws: t.InvalidDraws, NearMisses: t.Mutants, Caught: t.Caught, Equivalent: t.Equivalent, Variants: t.Variants, Difficulty: t.Difficulty}
		b.NearMisses += t.Mutants
		b.Caught += t.Caught
	}
}

func size(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}
