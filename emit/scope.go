package emit

import (
	"maps"
	"slices"
	"strings"

	"github.com/awmc/awmc/ir"
	"github.com/dave/jennifer/jen"
)

// body writes the steps of one tool or rule.
type body struct {
	e     *emitter
	owner string // the tool's or rule's Go name
	names nameSet
	bound map[*ir.Var]*binding
	found map[string]*jen.Statement // name of an optional row → whether it is there
	// uses counts the operands that name a variable, columns those that name
	// a column of it.
	uses, columns map[*ir.Var]int
	// want is the row type in which a variable is returned, so that the
	// query can scan into it right away.
	want map[*ir.Var]*structType
	// param is the Go expression of a parameter.
	param func(p *ir.Param) value
	// fail is the return statement for an error.
	fail func(err *jen.Statement) *jen.Statement
	// output is the result's struct, nil if there is none.
	output *structType
	flat   bool
	// done ends the body when the result is complete.
	done func(result *jen.Statement) []jen.Code
	// queries collects the query methods in the order of their use.
	queries *[]*queryMethod
	// indexes are the loop variables of the loops over list parameters that
	// are open, by the parameter's path.
	indexes []loopIndex
	getters []getter
}

type loopIndex struct{ path, name string }

// value is a Go expression and its type: a value, a row or a list of rows.
type value struct {
	code *jen.Statement
	typ  ir.Type // nil for rows
	null bool
	row  *structType
	list bool // a list of row
}

// binding is what a variable of the language is in Go.
type binding struct {
	value
	ptr   bool           // a pointer to a row, nil if it is missing
	found *jen.Statement // whether the row is there; nil if it always is
}

func (e *emitter) newBody(owner string, steps []ir.Step, queries *[]*queryMethod) *body {
	b := &body{
		e:       e,
		owner:   owner,
		names:   nameSet{},
		bound:   map[*ir.Var]*binding{},
		found:   map[string]*jen.Statement{},
		uses:    map[*ir.Var]int{},
		columns: map[*ir.Var]int{},
		want:    map[*ir.Var]*structType{},
		queries: queries,
	}
	for _, n := range []string{"t", "s", "q", "in", "out", "ctx", "err", "ok"} {
		b.names[n] = true
	}
	eachOperand(steps, func(o ir.Operand) {
		b.uses[o.Var]++
		if o.Column != nil {
			b.columns[o.Var]++
		}
	})
	return b
}

// local picks the Go name of a local variable.
func (b *body) local(name string) string {
	want := plainName(name)
	for b.e.names[want] { // a type or function of the package
		want += "Value"
	}
	return b.names.pick(want)
}

// plainName is the Go name of a variable for a name of the language.
func plainName(name string) string {
	want := lower(goName(name))
	if reserved(want) {
		want += "Value"
	}
	return want
}

// partLocal is local for a part of the result, which often has the name of
// a variable that the steps bound before.
func (b *body) partLocal(name string) string {
	if name == "" { // the result is one row itself
		name = "result"
	}
	if b.names[plainName(name)] {
		name += "_result"
	}
	return b.local(name)
}

// fetchLocal is local for the row of a reference: what :order_id refers to
// is the order.
func (b *body) fetchLocal(v *ir.Var) string {
	name := rowName(v)
	if b.names[plainName(name)] {
		name += "_row"
	}
	return b.local(name)
}

// rowName is what the row behind a reference is called: the order for
// order_id and for order_no.
func rowName(v *ir.Var) string {
	name := v.Name[strings.LastIndexByte(v.Name, '.')+1:]
	if len(v.Row) > 0 && v.Row[0].Field != nil {
		// A parameter called like the field it refers by says nothing about
		// what it is: id, code.
		ent := v.Row[0].Field.Entity
		if slices.ContainsFunc(ent.Fields, func(f *ir.Field) bool { return f.Name == name && f.Ref == nil }) {
			return lower(fieldName(ent.GoName, ent.Name))
		}
	}
	for _, suffix := range []string{"_id", "_no", "_code", "_number"} {
		if short, ok := strings.CutSuffix(name, suffix); ok && short != "" {
			return short
		}
	}
	return name
}

// index picks the Go name of a loop's counter.
func (b *body) index() string {
	for _, name := range []string{"i", "j", "k"} {
		if !b.names[name] {
			return b.names.pick(name)
		}
	}
	return b.names.pick("n")
}

// scoped gives the names that f picks free again, once their block is
// closed.
func (b *body) scoped(f func()) {
	outer := maps.Clone(b.names)
	f()
	b.names = outer
}

func (b *body) bind(v *ir.Var, bd *binding) {
	b.bound[v] = bd
	switch {
	case bd.found != nil:
		b.found[v.Name] = bd.found
	case bd.ptr:
		b.found[v.Name] = jen.Add(bd.code).Op("!=").Nil()
	}
}

// operand is the Go expression of an operand.
func (b *body) operand(o ir.Operand) value {
	if o.Column != nil {
		return b.column(o)
	}
	switch o.Var.Kind {
	case ir.ActorVar:
		return b.e.actorKey("t")
	case ir.NowVar:
		return value{code: jen.Id("t.s.Now").Call(), typ: ir.DateTime}
	case ir.TodayVar:
		return value{code: jen.Id("t.s.Today").Call(), typ: ir.Date}
	case ir.FoundVar:
		return b.foundVar(o.Var)
	case ir.ParamVar:
		if o.Var.Param != nil {
			return b.param(o.Var.Param)
		}
	}
	if bd := b.bound[o.Var]; bd != nil {
		v := bd.value
		v.code = bd.code.Clone()
		return v
	}
	if o.Var.Param != nil {
		return b.param(o.Var.Param)
	}
	faultf("%s: variable :%s is not bound", b.owner, o.Var.Name)
	return value{}
}

func (b *body) foundVar(v *ir.Var) value {
	if bd := b.bound[v]; bd != nil {
		return value{code: bd.code.Clone(), typ: ir.Boolean}
	}
	if code := b.found[strings.TrimSuffix(v.Name, ".found")]; code != nil {
		return value{code: code.Clone(), typ: ir.Boolean}
	}
	faultf("%s: :%s: no optional row of that name", b.owner, v.Name)
	return value{}
}

// column is one column of a row or one member of an object.
func (b *body) column(o ir.Operand) value {
	base := b.bound[o.Var]
	if base == nil {
		if o.Var.Param == nil {
			faultf("%s: row :%s is not bound", b.owner, o.Var.Name)
		}
		base = &binding{value: b.param(o.Var.Param)}
		base.ptr = base.null
	}
	st := base.row
	if st == nil {
		obj, ok := base.typ.(*ir.Object)
		if !ok {
			faultf("%s: :%s has no columns", b.owner, o.Var.Name)
		}
		st = b.e.object(obj)
	}
	f := st.field(o.Column.Name)
	if f == nil {
		faultf("%s: :%s has no column %s", b.owner, o.Var.Name, o.Column.Name)
	}
	if base.ptr {
		return b.optionalColumn(base, st, f)
	}
	v := value{code: jen.Add(base.code.Clone()).Dot(f.name), typ: f.typ, null: f.null}
	if f.def != nil { // withDefaults has filled it in
		v.null = false
		if pointer(f.typ) {
			v.code = jen.Op("*").Add(v.code)
		}
	}
	return v
}

func (s *structType) field(column string) *structField {
	for i := range s.fields {
		if s.fields[i].json == column {
			return &s.fields[i]
		}
	}
	return nil
}

// convertObjects makes an object, or a list of them, one of another struct
// with the same members.
func (b *body) convertObjects(v value, from, to *ir.Object, t ir.Type, null bool) *jen.Statement {
	src, dst := b.e.object(from), b.e.object(to)
	each := jen.Func().Params(jen.Id("v").Id(src.name)).Id(dst.name).Block(
		jen.Return(b.convertRow(jen.Id("v"), src, dst)))
	if _, ok := t.(*ir.List); ok {
		return jen.Qual(b.e.core, "MapList").Call(v.code, each)
	}
	if !v.null {
		code := b.convertRow(v.code, src, dst)
		if null {
			return jen.New(code)
		}
		return code
	}
	code := jen.Qual(b.e.core, "Apply").Call(v.code, each)
	if !null {
		return jen.Op("*").Add(code)
	}
	return code
}

// actorKey is the signed-in user's key, from the session of a receiver.
func (e *emitter) actorKey(receiver string) value {
	if a := e.env.Actor; a != nil && len(a.Entity.Key) == 1 && a.Entity.Key[0].Type == ir.Text {
		return value{code: jen.Id(receiver + ".s.ActorKey").Call(), typ: ir.Text}
	}
	return value{code: jen.Id(receiver + ".s.ActorID").Call(), typ: ir.Integer}
}
