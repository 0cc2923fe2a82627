package analyse

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// use lowers the use of rules.
func (f *routine) use(st *parse.Step, s *scope, b *block) {
	for _, t := range st.Use {
		r := f.a.r.Rule(t.Value)
		if r == nil {
			continue // package check has said so
		}
		f.useRule(st, t, r, s, b)
	}
}

func (f *routine) useRule(st *parse.Step, name parse.Text, r *check.Rule, s *scope, b *block) {
	a := f.a
	step := &ir.UseStep{Span: st.Span, Rule: r.IR}
	ok := true
	for _, p := range r.IR.Params {
		e, given, fine := f.ruleArg(st, name, r, p, s)
		ok = ok && fine
		if given {
			step.Args = append(step.Args, ir.UseArg{Param: p, Value: e})
		}
	}
	if r.IR.Output == nil && st.Name.Value != "" && !r.Broken && !a.brokenRules[r] {
		a.err(diag.RuleReturnsNothing, st.Name.Span, fmt.Sprintf("the rule `%s` returns nothing, so there is nothing to call `%s`", r.IR.Name, st.Name.Value),
			"remove `as`, or end the rule with a `return`")
		ok = false
	}
	if !ok || r.Broken || a.brokenRules[r] {
		f.brokenLet(s, st.Name)
		return
	}
	b.add(step)
	if r.IR.Output == nil {
		return
	}
	as := st.Name.Value
	span := st.Name.Span
	if as == "" {
		as, span = r.IR.Name, name.Span
	}
	step.Bind = &ir.Var{Span: span, Name: as, GoName: f.ident(as), Kind: ir.RowVar}
	bound := &binding{name: as, span: span, what: "result of a rule", parts: map[string]*binding{}, matters: true}
	for _, part := range r.IR.Output.Parts {
		pb := f.bindPart(part, as, span, b)
		step.Parts = append(step.Parts, pb.itemVar)
		bound.parts[part.Name] = pb
	}
	if st.Name.Value != "" {
		s.bind(bound)
	}
}

// bindPart makes a part of a rule's result a name.
func (f *routine) bindPart(part *ir.Part, as string, span diag.Span, b *block) *binding {
	v := &ir.Var{Span: span, Name: as + "." + part.Name, GoName: f.ident(as + "_" + part.Name), Nullable: part.Null}
	out := &binding{name: v.Name, span: span, what: "part of a rule's result", itemVar: v}
	op := ir.Operand{Span: span, Var: v}
	switch part.Kind {
	case ir.PartRow:
		v.Kind, v.Row = ir.RowVar, part.Columns
		if part.Null {
			v.Row = f.a.nullableColumns(part.Columns)
		}
		row := f.bindRow(v.Name, span, v, b.place())
		out.row = row.row
		out.row.own = part.Columns
		if part.Null {
			out.found = &ir.Var{Span: span, Name: v.Name + ".found", GoName: f.ident(v.GoName + "Found"), Kind: ir.FoundVar, Type: ir.Boolean}
		}
	case ir.PartRows:
		v.Kind, v.Row = ir.RowsVar, part.Columns
		out.list = &listBinding{in: op, rows: part.Columns}
	default:
		v.Kind, v.Type = ir.ScalarVar, part.Type
		if part.Kind == ir.PartTrue {
			v.Type = ir.Boolean
		}
		out.self, out.shown = &op, &op
		out.val = value{typ: v.Type, null: part.Null}
		if l, ok := v.Type.(*ir.List); ok {
			out.list = &listBinding{in: op, elem: l.Elem, item: l.Item}
		}
	}
	return out
}

// ruleArg is what one parameter of a rule gets. given is false if it is left
// to its default, or to null.
func (f *routine) ruleArg(st *parse.Step, name parse.Text, r *check.Rule, p *ir.Param, s *scope) (e ir.Expr, given, ok bool) {
	for _, w := range st.With {
		if w.Key.Value != p.Name || w.Value == nil {
			continue
		}
		if w.Value.Kind == parse.NullValue {
			if omittable(p) {
				return nil, false, true
			}
			f.a.err(diag.RuleArgument, w.Value.Span, fmt.Sprintf("the rule `%s` needs a value for `%s`", r.IR.Name, p.Name), "write an expression")
			return nil, true, false
		}
		text := w.Value.Scalar
		if list := f.wholeList(text, s); list != nil {
			return f.listArg(list, r, p, text.Span)
		}
		e, v, ok := f.expr(text, s, f.prefix+check.GoName(r.IR.Name)+check.GoName(p.Name))
		if !ok {
			return nil, true, false
		}
		e, ok = f.fitArg(e, v, r, p, text.Span)
		return e, true, ok
	}
	b := s.lookup(p.Name)
	if b == nil || p.Default != nil {
		return nil, false, true // check has made sure that it may be left out
	}
	b.used = true
	if b.broken {
		f.consequence = true
		return nil, true, false
	}
	return f.sameName(b, r, p, name.Span, s)
}

// wholeList is the list of rows that an expression is as a whole.
func (f *routine) wholeList(text parse.Text, s *scope) *binding {
	name, ok := strings.CutPrefix(strings.TrimSpace(text.Value), ":")
	if !ok {
		return nil
	}
	path := strings.Split(name, ".")
	b := s.lookup(path[0])
	if len(path) == 2 && b != nil && b.parts != nil {
		b.used = true
		b = b.parts[path[1]]
	} else if len(path) > 1 {
		return nil
	}
	if b != nil && b.list != nil && b.list.rows != nil {
		b.used = true
		return b
	}
	return nil
}

// sameName passes what has the parameter's name in the caller.
func (f *routine) sameName(b *binding, r *check.Rule, p *ir.Param, at diag.Span, s *scope) (ir.Expr, bool, bool) {
	a := f.a
	if b.shown != nil && p.Ref != nil && b.val.ref != nil && b.val.ref.field == p.Ref {
		op := *b.shown
		op.Span = at
		e, ok := f.fitArg(&ir.Value{Operand: op}, b.val, r, p, at)
		return e, true, ok
	}
	switch {
	case b.self != nil || b.selfOf != nil:
		op, v, ok := s.operand([]string{b.name}, at)
		if !ok {
			return nil, true, false
		}
		e, ok := f.fitArg(&ir.Value{Operand: op}, v, r, p, at)
		return e, true, ok
	case b.row != nil && p.Ref != nil:
		if col := b.row.find(p.Ref.Name); col != nil {
			op := ir.Operand{Span: at, Var: b.row.v, Column: col}
			e, ok := f.fitArg(&ir.Value{Operand: op}, a.valueOf(col), r, p, at)
			return e, true, ok
		}
	case b.list != nil:
		return f.listArg(b, r, p, at)
	}
	a.err(diag.RuleArgument, at, fmt.Sprintf("`:%s` is %s, and the rule `%s` takes %s of that name", b.name, b.shape(), r.IR.Name, article(typeName(p.Type))),
		fmt.Sprintf("say what it gets: `with: {%s: \":…\"}`", p.Name))
	return nil, true, false
}

// listArg passes a list of rows: only a rule that takes json can have it.
func (f *routine) listArg(b *binding, r *check.Rule, p *ir.Param, at diag.Span) (ir.Expr, bool, bool) {
	if _, ok := p.Type.(ir.JSON); ok || sameType(p.Type, b.val.typ) {
		return &ir.Value{Operand: b.list.in}, true, true
	}
	f.a.err(diag.RuleArgument, at, fmt.Sprintf("the parameter `%s` of the rule `%s` is %s, not a list of rows", p.Name, r.IR.Name, article(typeName(p.Type))),
		"let the rule read the rows itself")
	return nil, true, false
}

// fitArg makes sure that a value can be a parameter's.
func (f *routine) fitArg(e ir.Expr, v value, r *check.Rule, p *ir.Param, at diag.Span) (ir.Expr, bool) {
	a := f.a
	ps, scalar := scalarOf(p.Type)
	if v.literal && scalar {
		if v.typ == nil {
			if omittable(p) {
				return &ir.Constant{Type: ps, Value: ir.Literal{Span: at}}, true
			}
			a.err(diag.RuleArgument, at, fmt.Sprintf("the rule `%s` needs a value for `%s`", r.IR.Name, p.Name), "write an expression that is never NULL")
			return nil, false
		}
		if lit, ok := literalAs(v, ps); ok {
			lit.Span = at
			return &ir.Constant{Type: ps, Value: lit}, true
		}
	}
	vs, vok := scalarOf(v.typ)
	fits := sameType(p.Type, v.typ) || isJSON(p.Type) && isJSON(v.typ) || scalar && vok && ps == ir.Real && vs == ir.Integer
	if q, ok := e.(*ir.Query); ok && scalar && vok && !fits {
		// SQL's truth values and numbers are the same thing.
		if ps == ir.Boolean && vs == ir.Integer || ps == ir.Integer && vs == ir.Boolean {
			q.Columns[0].Type = ps
			fits = true
		}
	}
	if !fits {
		a.err(diag.RuleArgument, at, fmt.Sprintf("the parameter `%s` of the rule `%s` is %s, and this is %s", p.Name, r.IR.Name, article(typeName(p.Type)), article(typeName(v.typ))),
			"give a value of the parameter's type", diag.Note{Span: p.Span, Message: "the parameter"})
		return nil, false
	}
	if v.null && !p.Optional && p.Default == nil {
		a.err(diag.RuleArgument, at, fmt.Sprintf("this can be NULL, and the rule `%s` needs a value for `%s`", r.IR.Name, p.Name),
			fmt.Sprintf("make sure of it before with `require: … IS NOT NULL`, or make the parameter optional: `%s: {…, optional: true}`", p.Name),
			diag.Note{Span: p.Span, Message: "the parameter"})
		return nil, false
	}
	return e, true
}
