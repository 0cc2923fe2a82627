package analyse

import (
	"strings"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/describe"
)

// cases lowers the calls that a tool is tried with.
func (a *analyser) cases(t *check.Tool) {
	for _, c := range t.Spec.Cases {
		out := &ir.Case{Span: c.Span, Fails: c.Fails.Value}
		var ok bool
		if out.Args, ok = a.caseArgs(t, c.Call); !ok {
			continue
		}
		for _, b := range c.Before {
			called := a.r.Tool(b.Tool.Value)
			if called == nil {
				ok = false // package check has said so
				break
			}
			args, fine := a.caseArgs(called, b.Args)
			ok = ok && fine
			out.Before = append(out.Before, ir.CaseCall{Tool: called.IR, Args: args})
		}
		if ok {
			t.IR.Cases = append(t.IR.Cases, out)
		}
	}
}

func (a *analyser) caseArgs(t *check.Tool, entries []parse.Entry) ([]ir.NamedTemplate, bool) {
	var out []ir.NamedTemplate
	for _, e := range entries {
		arg := ir.NamedTemplate{Span: e.Key.Span, Name: e.Key.Value}
		var ok bool
		if arg.JSON, ok = a.caseArg(t, e); !ok {
			return nil, false
		}
		out = append(out, arg)
	}
	return out, true
}

// caseArg is an argument as JSON: a value, or {"sql": …, "args": […]} for
// what a query gives.
func (a *analyser) caseArg(t *check.Tool, e parse.Entry) (string, bool) {
	if sql := e.Value.Get("sql"); e.Value.Kind == parse.MapValue && len(e.Value.Entries) == 1 && sql != nil {
		c := a.selectText(sql.Scalar, builtins{a: a, actor: a.env.Actor}, compileOptions{})
		if c == nil || !a.oneColumn(c) {
			return "", false
		}
		args := make([]string, len(c.stmt.Args))
		for i, path := range describe.SQL(c.stmt).Args {
			args[i] = quoteJSON(path)
		}
		return `{"sql":` + quoteJSON(c.stmt.Text) + `,"args":[` + strings.Join(args, ",") + `]}`, true
	}
	s := &taskScope{a: a, task: &check.Task{}, shapes: map[string]*shape{}, used: map[string]bool{}, broken: map[string]bool{}}
	for _, p := range t.IR.Params {
		if p.Name == e.Key.Value {
			return s.plain(e.Value, p.Type), true
		}
	}
	return s.plain(e.Value, nil), true
}

// plain is json without templates: braces in a case are braces.
func (s *taskScope) plain(v *parse.Value, t ir.Type) string {
	if v.Kind == parse.ScalarValue {
		return scalarJSON(v, t)
	}
	return s.json(v, t)
}
