package check

import (
	"fmt"
	"slices"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// checkTools desugars every tool and checks it.
func (c *checker) checkTools() {
	seen := c.siblings("tool")
	for _, s := range c.spec.Tools {
		before := c.errors
		ok := c.toolName(s.Name) && seen.add(s.Name)
		t := c.tool(s)
		t.Broken = c.errors > before || c.r.EntitiesBroken
		c.r.Tools = append(c.r.Tools, t)
		c.env.Tools = append(c.env.Tools, t.IR)
		if ok {
			c.tools[s.Name.Value] = t
		}
	}
	for _, t := range c.r.Tools {
		if before := c.errors; !t.Broken {
			c.cases(t) // which may call any tool first
			t.Broken = c.errors > before
		}
	}
}

func (c *checker) toolName(t parse.Text) bool {
	if !c.snake("tool", t) {
		return false
	}
	if toolReserved[t.Value] {
		c.err(diag.NameReserved, t.Span, fmt.Sprintf("the tool name %s is taken: the protocols around a server use it", quote(t.Value)),
			fmt.Sprintf("say what it acts on, such as %s", quote(t.Value+"_order")))
		return false
	}
	return true
}

// tool checks one tool as written, then rewrites it and resolves its
// parameters.
func (c *checker) tool(s *parse.Tool) *Tool {
	t := &Tool{Spec: s, IR: &ir.Tool{
		Span: s.Name.Span, Name: s.Name.Value, GoName: GoName(s.Name.Value), Doc: sentence(s.Doc.Value), Form: s.Form.Value,
	}}
	if !s.Form.Set {
		c.errors++ // parse has said so
		return t
	}
	before := c.errors
	c.formKeys(s)
	if c.errors > before {
		// The form is in doubt, so nothing is rewritten; the parameters
		// still are, so that tasks can be checked against them.
		t.IR.Params, _ = c.params(s.Params, t.IR.GoName)
		return t
	}
	switch s.Form.Value {
	case "row", "rows", "do":
		c.written(t)
	default:
		c.short(t)
	}
	if t.IR.Doc == "" && c.errors == before {
		c.warn(diag.ToolDoc, s.Name.Span, fmt.Sprintf("tool %s has no doc", quote(s.Name.Value)), "add `doc:` with a sentence that tells the agent what it does")
	}
	c.paramDocs(s, t.IR.Params)
	return t
}

// written checks a tool that has SQL or steps of its own.
func (c *checker) written(t *Tool) {
	s := t.Spec
	if s.Form.Value == "rows" {
		d := *s
		d.Params = append(slices.Clone(s.Params), c.listParams(s, s.Params)...)
		t.Spec = &d
	}
	t.IR.Params, _ = c.params(t.Spec.Params, t.IR.GoName)
	switch s.Form.Value {
	case "row":
		c.filled(s.SQL)
		c.refusal(s.Missing)
	case "rows":
		c.filled(s.SQL)
		c.filterConditions(s, t.IR.Params)
		for _, col := range s.Sort {
			c.snake("column", col)
		}
	case "do":
		scope := newScope(nil)
		for _, p := range t.IR.Params {
			scope.bind(p.Name, binding{span: p.Span, what: "parameter", param: p})
		}
		if len(s.Do) == 0 {
			c.errors++
			return
		}
		c.steps(s.Do, scope, true)
		if !slices.ContainsFunc(s.Do, func(step *parse.Step) bool { return step.Kind == parse.ReturnStep }) {
			c.warn(diag.NoReturn, s.Name.Span, fmt.Sprintf("tool %s returns nothing", quote(s.Name.Value)),
				"end it with a `return`, so that the agent sees what came of the call")
		}
	}
}

// filterConditions checks that filter names parameters and that the SQL says
// where the conditions go.
func (c *checker) filterConditions(s *parse.Tool, params []*ir.Param) {
	for _, f := range s.Filter {
		if memberOf(s.Params, f.Name.Value) == nil {
			c.unknown(diag.UnknownParam, f.Name, fmt.Sprintf("`filter` names %s, which is no parameter", quote(f.Name.Value)), memberNames(s.Params),
				"write it under `params`")
		}
	}
	places := filterPlaces(s.SQL.Value)
	switch {
	case len(s.Filter) > 0 && len(places) == 0 && s.SQL.Set:
		c.err(diag.FilterPlace, s.SQL.Span, "the SQL does not say where the conditions of `filter` go", "write `WHERE :filter`, or `AND :filter` behind other conditions")
	case len(s.Filter) == 0 && len(places) > 0:
		c.err(diag.FilterPlace, s.SQL.SpanOf(places[0].Start, places[0].End), "there is no `filter` whose conditions could go here", "add `filter: {parameter: condition}`, or remove `:filter`")
	case len(places) > 1:
		c.err(diag.FilterPlace, s.SQL.SpanOf(places[1].Start, places[1].End), "`:filter` stands twice in the SQL", "put the conditions into one place; a WITH can hold the filtered rows")
	}
}

// filterPlaces finds :filter in SQL.
func filterPlaces(sql string) []sqltext.Token {
	var out []sqltext.Token
	for _, t := range sqltext.Lex(sql) {
		if t.Kind == sqltext.Param && t.Text(sql) == ":filter" {
			out = append(out, t)
		}
	}
	return out
}

// cases checks the calls on the starting data.
func (c *checker) cases(t *Tool) {
	for _, k := range t.Spec.Cases {
		for _, b := range k.Before {
			if called := c.called(b); called != nil {
				c.args(b.Args, called, b.Span, argRules{sql: true})
			}
		}
		fails := k.Fails.Set && c.errorCode(k.Fails)
		// A call that must fail as invalid may leave anything out.
		c.args(k.Call, t, k.Span, argRules{sql: true, wrong: fails})
	}
}
