package emit

import (
	"strings"

	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/describe"
	"github.com/dave/jennifer/jen"
)

// steps writes a sequence of steps.
func (b *body) steps(g *jen.Group, steps []ir.Step) {
	for _, s := range steps {
		switch s := s.(type) {
		case *ir.FetchStep:
			b.fetch(g, s)
		case *ir.LetStep:
			b.let(g, s)
		case *ir.RequireStep:
			b.require(g, s)
		case *ir.RunStep:
			b.run(g, s)
		case *ir.EachStep:
			b.each(g, s)
		case *ir.WhenStep:
			b.when(g, s)
		case *ir.UseStep:
			b.use(g, s)
		case *ir.GoStep:
			b.goStep(g, s)
		case *ir.ReturnStep:
			b.result(g, s)
		default:
			faultf("%s: step %T", b.owner, s)
		}
	}
}

// fetch reads the row a reference points to. A null reference points to
// none, which is no error.
func (b *body) fetch(g *jen.Group, s *ir.FetchStep) {
	key := b.operand(s.Key)
	if !key.null {
		b.oneRow(g, s.Row, s.Query, s.Missing, b.fetchLocal)
		return
	}
	name := b.fetchLocal(s.Row)
	found := b.names.pick(name + "Found")
	used := b.uses[s.Row] > 0
	if s.Missing == nil && !used {
		return
	}
	if s.Missing != nil && !used && len(s.Query.Columns) == 1 {
		call, _ := b.call(s.Query, existing, nil, false)
		g.List(jen.Id(found), jen.Err()).Op(":=").Add(call)
		g.Add(b.ifErr())
		g.If(jen.Add(key.code).Op("!=").Nil().Op("&&").Op("!").Id(found)).Block(b.refuse(s.Missing))
		return
	}
	call, m := b.call(s.Query, foundRow, nil, true)
	b.bindOptional(s.Row, m, name, found)
	if s.Missing == nil {
		if !b.isFoundUsed(s.Row) {
			found = "_"
		}
	}
	if b.columns[s.Row] == 0 {
		name = "_"
	}
	g.List(jen.Id(name), jen.Id(found), jen.Err()).Op(":=").Add(call)
	g.Add(b.ifErr())
	if s.Missing != nil {
		g.If(jen.Add(key.code).Op("!=").Nil().Op("&&").Op("!").Id(found)).Block(b.refuse(s.Missing))
	}
}

func (b *body) bindOptional(v *ir.Var, m *queryMethod, name, found string) {
	b.bind(v, &binding{value: value{code: jen.Id(name), row: m.row}, found: jen.Id(found)})
}

// isFoundUsed reports whether some operand asks if the row is there, or
// returns it whole.
func (b *body) isFoundUsed(v *ir.Var) bool {
	if b.uses[v] > b.columns[v] {
		return true
	}
	for o := range b.uses {
		if o.Kind == ir.FoundVar && strings.TrimSuffix(o.Name, ".found") == v.Name {
			return true
		}
	}
	return false
}

// oneRow binds a row that must be there: its absence is the given refusal,
// or a fault where a foreign key makes sure of it.
func (b *body) oneRow(
	g *jen.Group, v *ir.Var, q *ir.Statement, missing *ir.Refusal, local func(*ir.Var) string,
) {
	used := b.uses[v] > 0
	if missing == nil {
		call, m := b.call(q, oneRow, b.want[v], false)
		if !used {
			g.If(jen.List(jen.Id("_"), jen.Err()).Op(":=").Add(call), jen.Err().Op("!=").Nil()).Block(b.fail(jen.Err()))
			return
		}
		name := local(v)
		b.bind(v, &binding{value: value{code: jen.Id(name), row: m.row}})
		g.List(jen.Id(name), jen.Err()).Op(":=").Add(call)
		g.Add(b.ifErr())
		return
	}
	name := local(v)
	found := b.names.pick(name + "Found")
	if !used && len(q.Columns) == 1 {
		call, _ := b.call(q, existing, nil, false)
		g.List(jen.Id(found), jen.Err()).Op(":=").Add(call)
		g.Add(b.ifErr())
		g.If(jen.Op("!").Id(found)).Block(b.refuse(missing))
		return
	}
	call, m := b.call(q, foundRow, b.want[v], false)
	b.bind(v, &binding{value: value{code: jen.Id(name), row: m.row}})
	if !used {
		name = "_"
	}
	g.List(jen.Id(name), jen.Id(found), jen.Err()).Op(":=").Add(call)
	g.Add(b.ifErr())
	g.If(jen.Op("!").Id(found)).Block(b.refuse(missing))
}

func (b *body) let(g *jen.Group, s *ir.LetStep) {
	switch s.Kind {
	case ir.LetRow:
		b.oneRow(g, s.Var, s.Query, s.Missing, func(v *ir.Var) string { return b.local(v.Name) })
	case ir.LetOptionalRow:
		nullable := b.columns[s.Var] > 0
		call, m := b.call(s.Query, foundRow, b.want[s.Var], nullable)
		name := b.local(s.Var.Name)
		found := b.names.pick(name + "Found")
		b.bindOptional(s.Var, m, name, found)
		if b.uses[s.Var] == 0 {
			name = "_"
		}
		if !b.isFoundUsed(s.Var) {
			found = "_"
		}
		if name == "_" && found == "_" {
			g.If(jen.List(jen.Id("_"), jen.Id("_"), jen.Err()).Op(":=").Add(call), jen.Err().Op("!=").Nil()).Block(b.fail(jen.Err()))
			return
		}
		g.List(jen.Id(name), jen.Id(found), jen.Err()).Op(":=").Add(call)
		g.Add(b.ifErr())
	case ir.LetRows:
		call, m := b.call(s.Query, manyRows, b.want[s.Var], false)
		if b.uses[s.Var] == 0 {
			g.If(jen.List(jen.Id("_"), jen.Err()).Op(":=").Add(call), jen.Err().Op("!=").Nil()).Block(b.fail(jen.Err()))
			return
		}
		name := b.local(s.Var.Name)
		b.bind(s.Var, &binding{value: value{code: jen.Id(name), row: m.row, list: true}})
		g.List(jen.Id(name), jen.Err()).Op(":=").Add(call)
		g.Add(b.ifErr())
	case ir.LetValue:
		b.letValue(g, s)
	}
}

func (b *body) letValue(g *jen.Group, s *ir.LetStep) {
	if b.uses[s.Var] == 0 {
		return
	}
	if q, ok := s.Expr.(*ir.Query); ok {
		call, _ := b.call(q.Statement, scalar, nil, false)
		c := q.Columns[0]
		name := b.local(s.Var.Name)
		b.bind(s.Var, &binding{value: value{code: jen.Id(name), typ: c.Type, null: c.Nullable}})
		g.List(jen.Id(name), jen.Err()).Op(":=").Add(call)
		g.Add(b.ifErr())
		return
	}
	v := b.eval(g, s.Expr, s.Var.Name)
	name := b.local(s.Var.Name)
	g.Id(name).Op(":=").Add(v.code)
	v.code = jen.Id(name)
	b.bind(s.Var, &binding{value: v})
}

func (b *body) require(g *jen.Group, s *ir.RequireStep) {
	if q, ok := s.Cond.(*ir.Query); ok {
		call, _ := b.call(q.Statement, condition, nil, false)
		g.If(jen.List(jen.Id("ok"), jen.Err()).Op(":=").Add(call), jen.Err().Op("!=").Nil()).
			Block(b.fail(jen.Err())).
			Else().If(jen.Op("!").Id("ok")).
			Block(b.refuse(s.Refuse))
		return
	}
	g.If(b.cond(g, s.Cond, true).code).Block(b.refuse(s.Refuse))
}

func (b *body) when(g *jen.Group, s *ir.WhenStep) {
	do := func(g *jen.Group) { b.scoped(func() { b.steps(g, s.Do) }) }
	var branch *jen.Statement
	if q, ok := s.Cond.(*ir.Query); ok {
		call, _ := b.call(q.Statement, condition, nil, false)
		branch = g.If(jen.List(jen.Id("ok"), jen.Err()).Op(":=").Add(call), jen.Err().Op("!=").Nil()).
			Block(b.fail(jen.Err())).
			Else().If(jen.Id("ok")).BlockFunc(do)
	} else {
		branch = g.If(b.cond(g, s.Cond, false).code).BlockFunc(do)
	}
	if len(s.Otherwise) > 0 {
		branch.Else().BlockFunc(func(g *jen.Group) { b.scoped(func() { b.steps(g, s.Otherwise) }) })
	}
}

func (b *body) run(g *jen.Group, s *ir.RunStep) {
	if s.Changes == nil {
		call, _ := b.call(s.Query, write, nil, false)
		g.If(jen.Err().Op(":=").Add(call), jen.Err().Op("!=").Nil()).Block(b.fail(jen.Err()))
		return
	}
	call, _ := b.call(s.Query, countWrite, nil, false)
	var refuse *jen.Statement
	if s.Refuse != nil {
		refuse = b.refuse(s.Refuse)
	} else {
		refuse = b.fail(jen.Qual("fmt", "Errorf").Call(
			jen.Lit("%d rows changed, not "+b.e.lit(ir.Integer, *s.Changes).GoString()), jen.Id("changed")))
	}
	g.If(jen.List(jen.Id("changed"), jen.Err()).Op(":=").Add(call), jen.Err().Op("!=").Nil()).
		Block(b.fail(jen.Err())).
		Else().If(jen.Id("changed").Op("!=").Add(b.e.lit(ir.Integer, *s.Changes))).
		Block(refuse)
}

func (b *body) each(g *jen.Group, s *ir.EachStep) {
	b.scoped(func() { b.loop(g, s) })
}

func (b *body) loop(g *jen.Group, s *ir.EachStep) {
	over := b.operand(s.In)
	item := value{row: over.row}
	if over.row == nil {
		list, ok := over.typ.(*ir.List)
		if !ok {
			faultf("%s: each over :%s, which is no list", b.owner, s.In.Var.Name)
		}
		item.typ = list.Elem
	}
	name := "_"
	if b.uses[s.Item] > 0 {
		name = b.local(s.Item.Name)
	}
	item.code = jen.Id(name)
	b.bind(s.Item, &binding{value: item})
	open := len(b.indexes)
	index := b.openIndex(s)
	loop := jen.Range().Add(over.code)
	switch {
	case name != "_":
		loop = jen.List(jen.Id(index), jen.Id(name)).Op(":=").Add(loop)
	case index != "_":
		loop = jen.Id(index).Op(":=").Add(loop)
	}
	g.For(loop).BlockFunc(func(g *jen.Group) { b.steps(g, s.Do) })
	b.indexes = b.indexes[:open]
}

// openIndex names the loop variable if a refusal inside needs the position
// in a list parameter, else it is "_".
func (b *body) openIndex(s *ir.EachStep) string {
	path := s.In.Var.Name
	if s.In.Column != nil {
		path += "[]." + s.In.Column.Name
	}
	if s.In.Var.Kind != ir.ParamVar && s.In.Column == nil || !needsIndex(s.Do, path+"[]") {
		return "_"
	}
	name := b.index()
	b.indexes = append(b.indexes, loopIndex{path, name})
	return name
}

func needsIndex(steps []ir.Step, prefix string) bool {
	has := func(r *ir.Refusal) bool { return r != nil && strings.HasPrefix(r.Param, prefix) }
	for s := range describe.Steps(steps) {
		switch s := s.(type) {
		case *ir.FetchStep:
			if has(s.Missing) {
				return true
			}
		case *ir.LetStep:
			if has(s.Missing) {
				return true
			}
		case *ir.RequireStep:
			if has(s.Refuse) {
				return true
			}
		case *ir.RunStep:
			if s.Changes != nil && has(s.Refuse) {
				return true
			}
		}
	}
	return false
}

// trimOwner shortens a query's name for a local variable: inside PlaceOrder,
// placeOrderTotal gives total.
func trimOwner(name, owner string) string {
	if rest, ok := strings.CutPrefix(name, lower(owner)); ok && rest != "" {
		return lower(rest)
	}
	return name
}
