package describe

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/templates/rt/core"
)

func tool(env *ir.Environment, t *ir.Tool) core.Tool {
	out := core.Tool{
		Name:        t.Name,
		Title:       title(t.Name),
		Doc:         t.Doc,
		Form:        t.Form,
		Params:      Params(t.Params),
		Output:      Output(t.Output),
		ReadOnly:    t.ReadOnly,
		Destructive: t.Destructive,
		Idempotent:  t.Idempotent,
		Sites:       sites(t.Steps),
		Line:        line(t.Span),
	}
	reads, writes := map[*ir.Entity]bool{}, map[*ir.Entity]bool{}
	used := map[*ir.Rule]bool{}
	touched(t.Steps, reads, writes, used)
	for _, e := range env.Entities {
		if reads[e] {
			out.Reads = append(out.Reads, e.Name)
		}
		if writes[e] {
			out.Writes = append(out.Writes, e.Name)
		}
	}
	for _, r := range env.Rules {
		if used[r] {
			out.Uses = append(out.Uses, r.Name)
		}
	}
	for _, c := range t.Cases {
		d := core.Case{Fails: core.Code(c.Fails), Line: line(c.Span)}
		d.Args = caseArgs(c.Args)
		for _, b := range c.Before {
			d.Before = append(d.Before, core.CaseCall{Tool: b.Tool.Name, Args: caseArgs(b.Args)})
		}
		out.Cases = append(out.Cases, d)
	}
	return out
}

func caseArgs(args []ir.NamedTemplate) map[string]json.RawMessage {
	if len(args) == 0 {
		return nil
	}
	out := make(map[string]json.RawMessage, len(args))
	for _, a := range args {
		out[a.Name] = json.RawMessage(a.JSON)
	}
	return out
}

// title turns "place_order" into "Place order".
func title(name string) string {
	words := strings.ReplaceAll(name, "_", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}

// touched collects the tables that steps read and write and the rules they
// use, those used by rules included.
func touched(steps []ir.Step, reads, writes map[*ir.Entity]bool, used map[*ir.Rule]bool) {
	for s := range Statements(steps) {
		for _, e := range s.Reads {
			reads[e] = true
		}
		for _, e := range s.Writes {
			writes[e] = true
		}
	}
	for s := range Steps(steps) {
		if use, ok := s.(*ir.UseStep); ok && !used[use.Rule] {
			used[use.Rule] = true
			touched(use.Rule.Steps, reads, writes, used)
		}
	}
}

// sites lists the refusals written in steps, without those of the rules they
// use, in source order. A refusal without a site (there is no row where there
// must be one) needs no episode that shows it.
func sites(steps []ir.Step) []core.Site {
	var out []core.Site
	add := func(r *ir.Refusal) {
		if r == nil || r.Site == "" || slices.ContainsFunc(out, func(s core.Site) bool { return s.Name == r.Site }) {
			return
		}
		out = append(out, core.Site{Name: r.Site, Code: core.Code(r.Code), Line: line(r.Span), Default: r.Default})
	}
	for s := range Steps(steps) {
		switch s := s.(type) {
		case *ir.FetchStep:
			add(s.Missing)
		case *ir.LetStep:
			add(s.Missing)
		case *ir.RequireStep:
			add(s.Refuse)
		case *ir.RunStep:
			if s.Changes != nil {
				add(s.Refuse)
			}
		case *ir.GoStep:
			if code, ok := goRefusal(s.Body); ok {
				out = append(out, core.Site{Name: s.Site, Code: code, Line: line(s.Span)})
			}
		case *ir.ReturnStep:
			for p := range Parts(s.Parts) {
				add(p.Missing)
			}
		}
	}
	return out
}

// goRefusal reports whether a Go body can refuse, and the code of its first
// refusal.
func goRefusal(body string) (core.Code, bool) {
	m := regexp.MustCompile(`\bfail\.(NotFound|Conflict|Forbidden|InvalidArgument|FailedPrecondition)\(`).FindStringSubmatch(body)
	if m == nil {
		return "", false
	}
	return map[string]core.Code{
		"NotFound":           core.CodeNotFound,
		"Conflict":           core.CodeConflict,
		"Forbidden":          core.CodeForbidden,
		"InvalidArgument":    core.CodeInvalidArgument,
		"FailedPrecondition": core.CodeFailedPrecondition,
	}[m[1]], true
}

// statements lists the queries of all tools, then of all rules.
func statements(env *ir.Environment) []core.Statement {
	var out []core.Statement
	add := func(owner string, steps []ir.Step) {
		for s := range Statements(steps) {
			out = append(out, core.Statement{Name: s.Name, Tool: owner, Text: s.Text, Line: line(s.Span)})
		}
	}
	for _, t := range env.Tools {
		add(t.Name, t.Steps)
	}
	for _, r := range env.Rules {
		add(r.Name, r.Steps)
	}
	return out
}
