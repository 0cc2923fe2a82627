package analyse

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// tasks lowers the tasks.
func (a *analyser) tasks() {
	for _, t := range a.r.Tasks {
		if t.Broken {
			continue
		}
		if out := a.task(t); out != nil {
			a.env.Tasks = append(a.env.Tasks, out)
		}
	}
}

// taskScope is what a task has drawn, in order.
type taskScope struct {
	a     *analyser
	task  *check.Task
	names map[string]*blockName
	order []string
	// shapes are given values and results as templates see them.
	shapes map[string]*shape
	used   map[string]bool
	broken map[string]bool
}

func (s *taskScope) resolver() builtins {
	actor := s.a.env.Actor
	if s.task.Actor != nil {
		actor = s.task.Actor
	}
	return builtins{a: s.a, actor: actor, more: s.resolve}
}

func (s *taskScope) resolve(path []string, at diag.Span) (resolved, bool) {
	s.used[path[0]] = true
	n := s.names[path[0]]
	if n == nil {
		if s.broken[path[0]] {
			return resolved{}, false
		}
		s.a.unknownName(path[0], at, append(slices.Clone(s.order), "now", "today", "actor"))
		return resolved{}, false
	}
	if n.v.Kind == ir.ScalarVar && n.column != "" && len(path) > 1 && path[1] == n.column {
		// A row of one column is its value.
		path = slices.Delete(slices.Clone(path), 1, 2)
	}
	if n.v.Kind == ir.RowsVar {
		if len(path) > 1 {
			s.a.err(diag.RowAsValue, at, "`:"+path[0]+"` is a list, so it has no columns", "read it with `json_each(:"+path[0]+")`")
			return resolved{}, false
		}
		return operand(ir.Operand{Span: at, Var: n.v}, n.val), true
	}
	return s.a.rowPath(n, path, at)
}

func (a *analyser) task(t *check.Task) *ir.Task {
	spec := t.Spec
	errors := a.errors
	out := &ir.Task{Span: spec.Name.Span, Name: spec.Name.Value, Actor: t.Actor, HeldOut: spec.Split.Value == "held_out", Ordered: spec.Ordered.Value}
	s := &taskScope{a: a, task: t, names: map[string]*blockName{}, shapes: map[string]*shape{}, used: map[string]bool{}, broken: map[string]bool{}}
	for _, b := range []*ir.Var{nowVar, todayVar} {
		s.shapes[b.Name] = &shape{typ: b.Type}
	}
	if actor := s.resolver().actor; actor != nil {
		s.shapes["actor"] = &shape{typ: actor.Entity.Key[0].Type}
	}
	for _, e := range spec.Given {
		s.given(out, e)
	}
	s.wholeRows(spec.Ask)
	out.Ask = strings.TrimSpace(s.text(spec.Ask))
	s.firstAsked(out)
	episode := s.episode()
	out.Solve = episode.calls(spec.Solve)
	for _, e := range spec.AlsoSolve {
		out.AlsoSolve = append(out.AlsoSolve, s.other(e, spec))
	}
	for _, e := range spec.Wrong {
		w := s.other(e, spec)
		out.Wrong = append(out.Wrong, w)
	}
	for _, n := range spec.Expect {
		if c := a.check(n, s.resolver(), true); c != nil {
			out.Expect = append(out.Expect, c)
		}
	}
	out.FrameOnly = spec.MayChangeSet
	for _, e := range spec.MayChange {
		if f := s.frame(e); f != nil {
			out.MayChange = append(out.MayChange, f)
		}
	}
	for _, e := range spec.Free {
		if f := s.frame(e); f != nil {
			out.Free = append(out.Free, &ir.Free{Span: f.Span, Entity: f.Entity, Field: f.Field, Where: f.Where})
		}
	}
	for _, t := range spec.InOrder {
		if e, f := a.target(t); f != nil {
			if !f.Stamped {
				a.err(diag.NotStamped, t.Span, fmt.Sprintf("`%s.%s` is not a column that tools only stamp with `:now`", e.Name, f.Name),
					"its values are compared as they are; remove it")
			}
			out.InOrder = append(out.InOrder, f)
		}
	}
	out.Answer = episode.answer(spec.Answer)
	if a.errors > errors {
		return nil
	}
	for _, name := range s.order {
		if !s.used[name] {
			g := slices.IndexFunc(out.Given, func(g *ir.Given) bool { return g.Var.Name == name })
			if g >= 0 {
				a.warn(diag.UnusedName, out.Given[g].Span, "nothing uses the given value `"+name+"`", "use it, or remove it")
			}
		}
	}
	return out
}

// wholeRows refuses a request that names a row: its first column would be
// said, mostly an id, which is nobody's word.
func (s *taskScope) wholeRows(ask parse.Text) {
	for _, p := range templatePaths(ask.Value) {
		n := s.names[p.path[0]]
		if n == nil || len(p.path) > 1 || n.v.Kind != ir.RowVar {
			continue
		}
		s.a.err(diag.RowAsValue, ask.SpanOf(p.start, p.end), "`{"+p.path[0]+"}` is a row, not a single value",
			"name the column that a person would say, such as `{"+p.path[0]+"."+n.cols[len(n.cols)-1].Name+"}`")
	}
}

// firstAsked warns of a "first" that is narrowed by something the request
// does not say: whoever reads it could not find the same row.
func (s *taskScope) firstAsked(t *ir.Task) {
	said := map[string]bool{}
	for _, p := range templatePaths(t.Ask) {
		said[p.path[0]] = true
	}
	for _, g := range t.Given {
		query := lookedUp(g.Gen)
		if query == nil {
			continue
		}
		_, first := g.Gen.(*ir.FirstGen)
		known := true
		for _, op := range query.Args {
			name := op.Var.Name
			if s.names[name] == nil || said[name] {
				continue
			}
			known = false
			if first {
				said[name] = true // once is enough
				s.a.warn(diag.FirstNotAsked, g.Span, fmt.Sprintf("`%s` is narrowed by `%s`, which the request does not say", g.Var.Name, name),
					fmt.Sprintf("put {%s} into `ask`, or narrow the query by what it says", name))
			}
		}
		// What follows from what is said can be found out.
		said[g.Var.Name] = said[g.Var.Name] || known
	}
}

// lookedUp is the query of a generator that leaves nothing to chance; nil for
// others.
func lookedUp(g ir.Generator) *ir.Statement {
	switch g := g.(type) {
	case *ir.FirstGen:
		return g.Query
	case *ir.SQLGen:
		return g.Query
	case *ir.RowGen:
		return g.Query
	case *ir.RowsGen:
		return g.Query
	}
	return nil
}

// target finds "table" or "table.column".
func (a *analyser) target(t parse.Text) (*ir.Entity, *ir.Field) {
	name, column, dotted := strings.Cut(t.Value, ".")
	e := a.r.Entity(name)
	if e == nil || !dotted {
		return e, nil
	}
	return e, fieldNamed(e, column)
}

// frame lowers an entry of may_change or free: the table or column, and the
// rows that it is about.
func (s *taskScope) frame(e parse.Entry) *ir.Frame {
	a := s.a
	out := &ir.Frame{Span: e.Key.Span}
	out.Entity, out.Field = a.target(e.Key)
	if out.Entity == nil {
		return nil
	}
	if e.Value == nil || e.Value.Kind != parse.ScalarValue {
		return out
	}
	switch strings.TrimSpace(e.Value.Scalar.Value) {
	case "any", "":
		return out
	case "new":
		out.New = true
		return out
	}
	src := a.readExpr(e.Value.Scalar)
	if src == nil {
		return nil
	}
	var keys []string
	for _, k := range out.Entity.Key {
		keys = append(keys, sqltext.Name(k.Name))
	}
	rel := a.rels[strings.ToLower(out.Entity.Name)]
	c := a.compile(src, s.resolver(), compileOptions{
		beforeState: true,
		frame:       &frame{tables: []frameTable{{alias: out.Entity.Name, rel: rel}}},
		before:      "SELECT " + strings.Join(keys, ", ") + " FROM " + sqltext.Name(out.Entity.Name) + " WHERE (",
		after:       ")",
	})
	if c == nil {
		return nil
	}
	out.Where = c.stmt
	return out
}

// other lowers another way through the task.
func (s *taskScope) other(e *parse.Episode, spec *parse.Task) *ir.Episode {
	in := s.episode()
	out := &ir.Episode{Span: e.Span, Name: e.Name.Value, Why: e.Why.Value, Steps: in.calls(e.Calls)}
	v := e.Answer
	if v == nil {
		return out
	}
	parts := check.AnswerParts(spec.Answer)
	if v.Kind == parse.MapValue && len(parts) > 0 && parts[0].Name.Set {
		for _, x := range v.Entries {
			out.Answer = append(out.Answer, ir.NamedTemplate{Span: x.Key.Span, Name: x.Key.Value, JSON: in.json(x.Value, nil)})
		}
		return out
	}
	out.Answer = []ir.NamedTemplate{{Span: v.Span, JSON: in.json(v, nil)}}
	return out
}

// answer lowers what the agent has to answer.
func (s *taskScope) answer(v *parse.Value) []*ir.AnswerPart {
	var out []*ir.AnswerPart
	for _, p := range check.AnswerParts(v) {
		part := &ir.AnswerPart{Span: p.Spec.Span, Name: p.Name.Value, Match: match(p.Spec)}
		if sql := p.Spec.Get("sql"); sql != nil {
			c := s.a.selectText(sql.Scalar, s.resolver(), compileOptions{beforeState: true})
			if c == nil || !s.a.oneColumn(c) {
				continue
			}
			s.comparable(part, c)
			part.Query = c.stmt
		} else if value := p.Spec.Get("value"); value != nil {
			part.Value = s.answerValue(value, part.Match)
		}
		out = append(out, part)
	}
	return out
}

// comparable makes sure that what a query gives can be compared as match
// says.
func (s *taskScope) comparable(part *ir.AnswerPart, c *compiled) {
	t, ok := scalarOf(c.rel.cols[0].typ)
	if !ok {
		return
	}
	bad := false
	switch part.Match.(type) {
	case ir.MatchNumber:
		bad = t != ir.Integer && t != ir.Real
	case ir.MatchDate:
		bad = t != ir.Date && t != ir.DateTime && t != ir.Text
	}
	if bad {
		s.a.err(diag.AnswerMatch, c.stmt.Span, fmt.Sprintf("`match: %s` can't compare %s", matchName(part.Match), article(t.String())), "take another match, or select another column")
	}
}

func matchName(m ir.Match) string {
	switch m.(type) {
	case ir.MatchNumber:
		return "number"
	case ir.MatchDate:
		return "date"
	case ir.MatchSet:
		return "set"
	case ir.MatchList:
		return "list"
	case ir.MatchContains:
		return "contains"
	}
	return "text"
}

func match(v *parse.Value) ir.Match {
	m := v.Get("match")
	if m == nil {
		return ir.MatchText{}
	}
	switch m.Scalar.Value {
	case "number":
		out := ir.MatchNumber{}
		if t := v.Get("tolerance"); t != nil {
			out.Tolerance, _ = strconv.ParseFloat(t.Scalar.Value, 64)
		}
		return out
	case "date":
		return ir.MatchDate{}
	case "set":
		return ir.MatchSet{}
	case "list":
		return ir.MatchList{}
	case "contains":
		return ir.MatchContains{}
	}
	return ir.MatchText{}
}

// answerValue is the expected value as JSON.
func (s *taskScope) answerValue(v *parse.Value, m ir.Match) string {
	var t ir.Type = ir.Text
	if _, ok := m.(ir.MatchNumber); ok {
		t = nil
	}
	if v.Kind == parse.ListValue {
		parts := make([]string, len(v.Items))
		for i, x := range v.Items {
			parts[i] = s.json(x, nil)
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	return s.json(v, t)
}
