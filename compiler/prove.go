package compiler

import (
	"context"
	"encoding/json"
	"fmt"
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
	var open []*unit
	for _, u := range good {
		if b, ok := l.opt.Cache.Get("proof", l.proofKey(u)); ok && l.record(u, b) == nil {
			l.rep.Stage(u.name, "prove", 0, "cached: "+note(b))
			continue
		}
		u.cached = false
		open = append(open, u)
	}
	for len(open) > 0 {
		// A fleet proves in one process; the reports come one by one, so a
		// few at a time keep the progress visible.
		batch := open[:min(len(open), 16)]
		open = open[len(batch):]
		if err := l.proveBatch(ctx, batch, programs); err != nil {
			return nil, err
		}
	}
	return healthy(good), nil
}

func (l *linker) proveBatch(ctx context.Context, batch []*unit, programs map[string]string) error {
	run := func(program string, names []string, units []*unit) error {
		start := time.Now()
		got, err := build.Prove(ctx, program, names, l.opt.Seeds)
		if err != nil {
			return l.faultAll(units, diag.ProofFailed, err)
		}
		for _, u := range units {
			raw := got[u.name]
			if raw == nil {
				u.fault(diag.ProofFailed, fmt.Errorf("the program gave no report for %s", u.name))
				continue
			}
			if err := l.record(u, raw); err != nil {
				u.fault(diag.ProofFailed, err)
				continue
			}
			l.rep.Stage(u.name, "prove", time.Since(start)/time.Duration(len(units)), note(raw))
			if err := l.opt.Cache.Put("proof", l.proofKey(u), raw); err != nil {
				l.rep.Message("The cache can't be written: " + err.Error())
			}
		}
		return nil
	}
	if fleet := programs[""]; fleet != "" {
		names := make([]string, len(batch))
		for i, u := range batch {
			names[i] = u.name
		}
		return run(fleet, names, batch)
	}
	for _, u := range batch {
		if err := run(programs[u.name], nil, []*unit{u}); err != nil {
			return err
		}
	}
	return nil
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
