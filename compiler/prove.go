package compiler

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/awmc/awmc/compiler/build"
	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates/rt/proof"
)

// prove runs the proof of every unit that has no cached one, records its
// findings, and returns the units that passed.
func (l *linker) prove(ctx context.Context, good []*unit, programs map[string]string) ([]*unit, error) {
	if l.opt.NoProof {
		return good, nil
	}
	l.rep.Phase("prove", len(good))
	var open []*unit
	for _, u := range good {
		if b, ok := l.opt.Cache.Get("proof", l.proofKey(u)); ok && l.record(u, b) == nil {
			l.rep.Stage(u.name, "prove", 0, "cached: "+note(b))
			l.rep.Step()
			continue
		}
		u.cached = false
		open = append(open, u)
	}
	fleet := programs[""]
	if fleet == "" {
		for _, u := range open {
			l.proveWith(ctx, programs[u.name], nil, u)
		}
		return healthy(good), ctx.Err()
	}
	// A fleet proves many in one process; one that a step of an environment
	// brings down takes only a few others with it.
	for batch := range slices.Chunk(open, 16) {
		names := make([]string, len(batch))
		for i, u := range batch {
			names[i] = u.name
		}
		l.proveWith(ctx, fleet, names, batch...)
	}
	return healthy(good), ctx.Err()
}

// proveWith lets a program prove units and records what it finds.
func (l *linker) proveWith(ctx context.Context, program string, names []string, units ...*unit) {
	byName := map[string]*unit{}
	for _, u := range units {
		byName[u.name] = u
	}
	start := time.Now()
	err := build.Prove(ctx, program, names, l.opt.Seeds, func(env string, raw json.RawMessage) {
		u := byName[env]
		if u == nil {
			return
		}
		delete(byName, env)
		if err := l.record(u, raw); err != nil {
			u.fault(diag.ProofFailed, err)
			return
		}
		l.rep.Step()
		l.rep.Stage(u.name, "prove", time.Since(start), note(raw))
		start = time.Now()
		if err := l.opt.Cache.Put("proof", l.proofKey(u), raw); err != nil {
			l.rep.Message("The cache can't be written: " + err.Error())
		}
	})
	for _, u := range units {
		if byName[u.name] != nil {
			u.fault(diag.ProofFailed, cmp.Or(err, errors.New("the program gave no report")))
		}
	}
}

// record turns a report's findings into diagnostics.
func (l *linker) record(u *unit, raw json.RawMessage) error {
	var r proof.Report
	if err := json.Unmarshal(raw, &r); err != nil {
		return err
	}
	u.proof = raw
	for _, f := range r.Findings {
		pos := diag.Pos{Line: f.Line, Col: 1}
		d := diag.Diagnostic{Code: diag.Code(f.Code), Span: diag.Span{File: u.path, Start: pos, End: pos}, Message: f.Message, Hint: f.Hint}
		if f.Warning {
			d.Severity = diag.Warning
		}
		if len(f.Calls) > 0 {
			d.Notes = append(d.Notes, diag.Note{Span: d.Span, Message: episode(f)})
		}
		u.list.Add(d)
	}
	return nil
}

// episode writes the calls that show a finding.
func episode(f proof.Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "with seed %d:", f.Seed)
	for _, c := range f.Calls {
		fmt.Fprintf(&b, "\n  %s %s", c.Tool, c.Arguments)
		if c.Result != "" {
			fmt.Fprintf(&b, " → %s", c.Result)
		}
	}
	if f.Answer != "" {
		fmt.Fprintf(&b, "\n  answer: %s", f.Answer)
	}
	return b.String()
}

// note sums a report up in a few words.
func note(raw json.RawMessage) string {
	var r proof.Report
	if json.Unmarshal(raw, &r) != nil {
		return ""
	}
	mutants, caught := 0, 0
	for i := range r.Tasks {
		mutants += r.Tasks[i].Mutants
		caught += r.Tasks[i].Caught
	}
	return fmt.Sprintf("%d tasks, %d seeds, %d of %d near-misses caught, %d calls explored", len(r.Tasks), r.Seeds, caught, mutants, r.Exploration.Calls)
}
