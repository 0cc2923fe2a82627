package describe

import (
	"encoding/json"
	"strings"

	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/templates/rt/core"
)

func task(t *ir.Task) core.Task {
	out := core.Task{
		Name:      t.Name,
		Ask:       t.Ask,
		Actor:     actor(t.Actor),
		HeldOut:   t.HeldOut,
		Line:      line(t.Span),
		Solve:     solveSteps(t.Solve),
		AlsoSolve: episodes(t.AlsoSolve),
		Wrong:     episodes(t.Wrong),
		Expect:    checks(t.Expect),
		FrameOnly: t.FrameOnly,
	}
	for _, g := range t.Given {
		out.Given = append(out.Given, given(g))
	}
	for _, f := range t.MayChange {
		out.MayChange = append(out.MayChange, core.Frame{
			Table: f.Entity.Name, Column: fieldName(f.Field), New: f.New, Keys: sqlOrNil(f.Where), Line: line(f.Span),
		})
	}
	for _, f := range t.Free {
		out.Free = append(out.Free, core.Free{
			Table: f.Entity.Name, Column: fieldName(f.Field), Keys: sqlOrNil(f.Where), Line: line(f.Span),
		})
	}
	for _, f := range t.InOrder {
		out.InOrder = append(out.InOrder, f.Entity.Name+"."+f.Name)
	}
	out.Ordered = t.Ordered
	for _, a := range t.Answer {
		out.Answer = append(out.Answer, answer(a))
	}
	return out
}

func fieldName(f *ir.Field) string {
	if f == nil {
		return ""
	}
	return f.Name
}

func given(g *ir.Given) core.Given {
	out := core.Given{
		Name:  g.Var.Name,
		Gen:   generator(g.Gen, asIs),
		Where: sqlOrNil(g.Where),
		Line:  line(g.Span),
	}
	if g.Var.Kind == ir.ScalarVar {
		out.Kind = Kind(g.Var.Type)
	}
	return out
}

func solveSteps(steps []ir.SolveStep) []core.Step {
	var out []core.Step
	for _, s := range steps {
		if s.Each != nil {
			out = append(out, core.Step{
				Var: s.Each.Var, In: s.Each.In, Do: solveSteps(s.Each.Do), As: s.As, Line: line(s.Span),
			})
			continue
		}
		out = append(out, core.Step{
			Tool: s.Tool.Name, Args: jsonObject(s.Args), As: s.As, Line: line(s.Span),
		})
	}
	return out
}

func episodes(es []*ir.Episode) []core.Episode {
	var out []core.Episode
	for _, e := range es {
		d := core.Episode{Name: e.Name, Why: e.Why, Steps: solveSteps(e.Steps), Line: line(e.Span)}
		switch {
		case len(e.Answer) == 1 && e.Answer[0].Name == "":
			d.Answer = e.Answer[0].JSON
		case len(e.Answer) > 0:
			d.Answer = jsonObject(e.Answer)
		}
		out = append(out, d)
	}
	return out
}

// jsonObject joins named JSON values in the order they were written.
func jsonObject(args []ir.NamedTemplate) string {
	var b strings.Builder
	b.WriteByte('{')
	for i, a := range args {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(quoteJSON(a.Name))
		b.WriteByte(':')
		b.WriteString(a.JSON)
	}
	b.WriteByte('}')
	return b.String()
}

func quoteJSON(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil { // strings always encode
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func answer(a *ir.AnswerPart) core.Answer {
	out := core.Answer{Name: a.Name, SQL: sqlOrNil(a.Query), Line: line(a.Span)}
	if a.Query == nil {
		out.Value = a.Value
		if !json.Valid([]byte(a.Value)) { // a template written as plain text
			out.Value = quoteJSON(a.Value)
		}
	}
	switch m := a.Match.(type) {
	case ir.MatchText:
		out.Match = "text"
	case ir.MatchNumber:
		out.Match, out.Tolerance = "number", m.Tolerance
	case ir.MatchDate:
		out.Match = "date"
	case ir.MatchSet:
		out.Match = "set"
	case ir.MatchList:
		out.Match = "list"
	case ir.MatchContains:
		out.Match = "contains"
	}
	return out
}
