package analyse

import (
	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// rules lowers the rules, each after those it uses.
func (a *analyser) rules() {
	for _, r := range a.r.Rules {
		a.specsOf(r.Spec.Params)
	}
	for _, t := range a.r.Tools {
		a.specsOf(t.Spec.Params)
	}
	a.brokenRules, a.brokenTools = map[*check.Rule]bool{}, map[*check.Tool]bool{}
	done := map[*check.Rule]bool{}
	var visit func(r *check.Rule)
	visit = func(r *check.Rule) {
		if r == nil || done[r] {
			return
		}
		done[r] = true // package check refuses circles
		usedRules(r.Spec.Do, func(name string) { visit(a.r.Rule(name)) })
		a.rule(r)
	}
	for _, r := range a.r.Rules {
		visit(r)
	}
}

// usedRules calls visit for each rule that steps use.
func usedRules(steps []*parse.Step, visit func(name string)) {
	for _, st := range steps {
		for _, t := range st.Use {
			visit(t.Value)
		}
		usedRules(st.Do, visit)
		usedRules(st.Otherwise, visit)
	}
}

func (a *analyser) rule(r *check.Rule) {
	if r.Broken {
		a.brokenRules[r] = true
		return
	}
	errors := a.errors
	f := a.newRoutine(r.IR.Name, r.IR.GoName, r.IR.Params)
	f.rule = r.IR
	f.lower(r.Spec.Do, func(steps []ir.Step) { r.IR.Steps = steps })
	if f.consequence || a.errors > errors {
		a.brokenRules[r] = true
	}
	r.IR.Writes = writes(r.IR.Steps)
}

// lower lowers the steps of a tool or rule.
func (f *routine) lower(steps []*parse.Step, done func([]ir.Step)) {
	s := &scope{fn: f, names: map[string]*binding{}}
	f.bindParams(s)
	b := &block{items: []blockItem{{point: f.entry}}}
	checks := &block{}
	f.steps(steps, s, b)
	f.unlooped(checks, s)
	b.items = append(b.items[:1:1], append(checks.items, b.items[1:]...)...)
	for i := 0; i < len(f.laters); i++ {
		f.laters[i]()
	}
	done(b.flat())
	f.unused()
}

// unused warns of names that nothing uses.
func (f *routine) unused() {
	if f.consequence || f.a.ds.HasErrors() && f.anyBroken() {
		return
	}
	for _, b := range f.bindings {
		switch {
		case b.used || b.matters || b.what == "part of a rule's result":
		case b.what == "parameter":
			f.a.warn(diag.UnusedName, b.span, "nothing uses the parameter `"+b.name+"`", "use it, or remove it")
		case b.what == "result of a rule":
		default:
			f.a.warn(diag.UnusedName, b.span, "nothing uses `:"+b.name+"`", "use it, or remove the step")
		}
	}
}

func (f *routine) anyBroken() bool {
	for _, b := range f.bindings {
		if b.broken {
			return true
		}
	}
	return false
}

// tools lowers the tools.
func (a *analyser) tools() {
	for _, t := range a.r.Tools {
		if t.Broken {
			continue
		}
		errors := a.errors
		f := a.newRoutine(t.IR.Name, t.IR.GoName, t.IR.Params)
		f.tool = t.IR
		switch t.Spec.Form.Value {
		case "row":
			f.rowTool(t.Spec)
		case "rows":
			f.rowsTool(t.Spec)
		default:
			f.lower(t.Spec.Do, func(steps []ir.Step) { t.IR.Steps = steps })
		}
		if t.IR.Output == nil { // a tool that returns nothing says so much
			t.IR.Output = &ir.Output{GoName: t.IR.GoName + "Output", Parts: []*ir.Part{{Span: t.IR.Span, Name: "done", GoName: "Done", Kind: ir.PartTrue}}}
			t.IR.Steps = append(t.IR.Steps, &ir.ReturnStep{Span: t.IR.Span, Parts: []*ir.ReturnPart{{Part: t.IR.Output.Parts[0]}}})
		}
		a.hints(t.IR)
		a.brokenTools[t] = f.consequence || a.errors > errors
		a.cases(t)
	}
}

// rowTool lowers a tool whose result is one row.
func (f *routine) rowTool(t *parse.Tool) {
	ret := &parse.Return{Span: t.SQL.Span, Kind: parse.ReturnRow, SQL: t.SQL, Refusal: t.Missing}
	f.lower([]*parse.Step{{Span: t.Span, Kind: parse.ReturnStep, Return: []*parse.Return{ret}}}, func(steps []ir.Step) { f.tool.Steps = steps })
}
