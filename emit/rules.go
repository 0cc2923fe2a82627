package emit

import (
	"strings"

	"github.com/awmc/awmc/ir"
	"github.com/dave/jennifer/jen"
)

// ruleType is a rule as a private method of Tools.
type ruleType struct {
	method string
	params []ruleParam
	result *structType // nil if it returns nothing
	isNew  bool
	body   *body
	steps  *jen.Statement
	calls  []*queryMethod
}

// ruleParam is one argument of a rule's method. A parameter with a default
// always has a value: the caller gives the default.
type ruleParam struct {
	param *ir.Param
	name  string
	value value
}

// rule is the method of a rule, made on its first use.
func (e *emitter) rule(r *ir.Rule) *ruleType {
	if rt := e.rules[r]; rt != nil {
		return rt
	}
	name := r.GoName
	if !strings.HasPrefix(name, "rule") {
		name = "rule" + upper(fieldName(r.GoName, r.Name))
	}
	rt := &ruleType{method: e.names.pick(name)}
	e.rules[r] = rt
	b := e.newBody(rt.method, r.Steps, &rt.calls)
	rt.body = b
	for _, p := range r.Params {
		rp := ruleParam{param: p, name: b.local(p.Name)}
		rp.value = value{code: jen.Id(rp.name), typ: p.Type, null: p.Optional && p.Default == nil}
		rt.params = append(rt.params, rp)
	}
	b.param = func(p *ir.Param) value {
		for _, rp := range rt.params {
			if rp.param == p || rp.param.Name == p.Name {
				v := rp.value
				v.code = v.code.Clone()
				return v
			}
		}
		faultf("rule %s has no parameter %s", r.Name, p.Name)
		return value{}
	}
	if r.Output != nil {
		rt.result, rt.isNew = e.outputType(rt.method, r.Output, lower)
		b.flat = r.Output.Flat
		b.output = rt.result
	}
	return rt
}

// ruleSteps writes the steps of a rule.
func (e *emitter) ruleSteps(r *ir.Rule) {
	rt := e.rule(r)
	b := rt.body
	b.fail = func(err *jen.Statement) *jen.Statement { return jen.Return(err) }
	b.done = func(*jen.Statement) []jen.Code { return []jen.Code{jen.Return(jen.Nil())} }
	if rt.result != nil {
		b.fail = func(err *jen.Statement) *jen.Statement { return jen.Return(jen.Id("out"), err) }
		b.done = func(result *jen.Statement) []jen.Code { return []jen.Code{jen.Return(result, jen.Nil())} }
	}
	b.wants(r.Steps)
	rt.steps = block(func(g *jen.Group) {
		if rt.result != nil {
			g.Var().Id("out").Id(rt.result.name)
		}
		b.steps(g, r.Steps)
		if !endsInResult(r.Steps) {
			if rt.result != nil {
				g.Return(jen.Id("out"), jen.Nil())
			} else {
				g.Return(jen.Nil())
			}
		}
	})
}

// ruleMethod writes a rule's method with the types of its result.
func (e *emitter) ruleMethod(r *ir.Rule) chunk {
	rt := e.rule(r)
	code := block(func(g *jen.Group) {
		for _, p := range rt.params {
			e.declareObjects(g, []structField{{json: p.param.Name, typ: p.param.Type}}, rt.method)
		}
		if rt.result != nil {
			if rt.isNew {
				e.declareBare(g, rt.result)
			}
			e.declareRows(g, rt.method, r.Output, e.declareBare)
		}
		params := []jen.Code{jen.Id("ctx").Qual("context", "Context")}
		for _, p := range rt.params {
			params = append(params, jen.Id(p.name).Add(e.goType(p.value.typ, p.value.null)))
		}
		g.Line()
		head := jen.Func().Params(jen.Id("t").Op("*").Id("Tools")).Id(rt.method)
		if width(head.Clone().Params(params...)) > 90 {
			head.Add(multi("(", ")", params...))
		} else {
			head.Params(params...)
		}
		if rt.result == nil {
			head.Error()
		} else {
			head.Params(jen.Id(rt.result.name), jen.Error())
		}
		g.Add(doc(rt.method+" is the rule "+r.Name+".", sentence(r.Doc), refusals(r.Steps)).Add(head.Block(rt.steps)))
		rt.body.gettersOf(g)
	})
	return chunk{code, e.queriesChunk(rt.calls)}
}

// use runs a rule.
func (b *body) use(g *jen.Group, s *ir.UseStep) {
	rt := b.e.rule(s.Rule)
	args := []jen.Code{jen.Id("ctx")}
	for _, p := range rt.params {
		args = append(args, b.ruleArg(g, s, p))
	}
	call := longCall(jen.Id("t").Dot(rt.method), args...)
	used := false
	for _, p := range s.Parts {
		used = used || b.uses[p] > 0
	}
	if s.Bind != nil && b.uses[s.Bind] > 0 {
		used = true
	}
	switch {
	case rt.result == nil:
		g.If(jen.Err().Op(":=").Add(call), jen.Err().Op("!=").Nil()).Block(b.fail(jen.Err()))
		return
	case !used:
		g.If(jen.List(jen.Id("_"), jen.Err()).Op(":=").Add(call), jen.Err().Op("!=").Nil()).Block(b.fail(jen.Err()))
		return
	}
	name := b.local(s.Bind.Name)
	b.bind(s.Bind, &binding{value: value{code: jen.Id(name), row: rt.result}})
	for i, v := range s.Parts {
		b.bindPart(s, rt, name, i, v)
	}
	g.List(jen.Id(name), jen.Err()).Op(":=").Add(call)
	g.Add(b.ifErr())
}

// ruleArg is the value of one parameter of a rule: what the use gives, else
// the default, else null.
func (b *body) ruleArg(g *jen.Group, s *ir.UseStep, p ruleParam) jen.Code {
	for _, a := range s.Args {
		if a.Param != p.param && a.Param.Name != p.param.Name {
			continue
		}
		if c, ok := a.Value.(*ir.Constant); ok && c.Value.Value != nil && !p.value.null {
			return b.e.lit(p.param.Type, c.Value.Value)
		}
		v := b.eval(g, a.Value, p.param.Name)
		if v.null && p.param.Default != nil && pointer(v.typ) {
			return jen.Qual(b.e.core, "Or").Call(v.code, b.e.lit(p.param.Type, p.param.Default.Value))
		}
		return b.convert(v, p.param.Type, p.value.null)
	}
	if p.param.Default != nil {
		return b.e.lit(p.param.Type, p.param.Default.Value)
	}
	return jen.Nil()
}

// bindPart makes a part of a rule's result a variable.
func (b *body) bindPart(s *ir.UseStep, rt *ruleType, name string, i int, v *ir.Var) {
	parts := s.Rule.Output.Parts
	f := rt.result.field(v.Name[min(len(v.Name), len(s.Bind.Name)+1):])
	if f == nil {
		if i >= len(parts) {
			faultf("%s: part :%s of rule %s", b.owner, v.Name, s.Rule.Name)
		}
		f = rt.result.field(parts[i].Name)
	}
	bd := &binding{value: value{code: jen.Id(name).Dot(f.name), typ: f.typ, null: f.null}}
	if f.elem != nil {
		bd.value = value{code: bd.code, row: f.elem, list: f.list}
		bd.ptr = f.null && !f.list
	}
	b.bind(v, bd)
}
