package emit

import (
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/describe"
	"github.com/dave/jennifer/jen"
)

// flavour is what a query method returns.
type flavour int

const (
	oneRow      flavour = iota // (Row, error); no row is an error
	foundRow                   // (Row, bool, error)
	optionalRow                // (*Row, error), nil if there is none
	existing                   // (bool, error): whether there is a row
	manyRows                   // ([]Row, error)
	condition                  // (bool, error); NULL is false
	scalar                     // (T, error)
	write                      // error
	countWrite                 // (int64, error): how many rows changed
)

// queryMethod is one statement as a method of queries.
type queryMethod struct {
	stmt    *ir.Statement
	name    string
	konst   string
	flavour flavour
	params  []queryParam
	row     *structType // of the row flavours
	private bool        // row is declared beside the method
}

// queryParam is one argument of a statement. param is "" for what the
// session knows by itself.
type queryParam struct {
	param string
	typ   *jen.Statement
	arg   *jen.Statement
}

// call registers the method for a statement and returns the call of it. The
// row type is the wanted one if it fits, else the entity's, else a private
// one.
func (b *body) call(s *ir.Statement, fl flavour, want *structType, nullable bool) (*jen.Statement, *queryMethod) {
	m := &queryMethod{stmt: s, flavour: fl}
	for _, other := range *b.queries {
		if other.stmt == s {
			m = other
		}
	}
	fresh := m.name == ""
	if fresh {
		e := b.e
		name := s.Name
		if name == "" {
			name = lower(b.owner) + "Query"
		}
		m.name = e.names.pick("query:" + lower(name))[len("query:"):]
		m.konst = e.names.pick("sql" + upper(m.name))
		e.consts[s.Name] = m.konst
		*b.queries = append(*b.queries, m)
	}
	args := b.arguments(m, fresh)
	switch fl {
	case oneRow, foundRow, optionalRow, manyRows:
		if fresh {
			b.rowType(m, want, nullable)
		}
	}
	return longCall(jen.Id("t.q").Dot(m.name), append([]jen.Code{jen.Id("ctx")}, args...)...), m
}

// rowType chooses the struct that a query scans into.
func (b *body) rowType(m *queryMethod, want *structType, nullable bool) {
	fields := columnFields(m.stmt.Columns, nullable)
	if want != nil && sameFields(want.fields[:min(len(want.fields), len(fields))], fields) &&
		(len(want.fields) == len(fields) || want.fields[len(fields)].elem != nil) {
		m.row = want
		return
	}
	if ent := b.e.entityRow(m.stmt.Columns); ent != nil && !nullable {
		m.row = ent
		return
	}
	m.row = &structType{name: b.e.names.pick(m.name + "Row"), fields: fields}
	m.row.doc = []string{m.row.name + " is what " + m.name + " finds."}
	for i := range m.row.fields {
		m.row.fields[i].json, m.row.fields[i].doc = m.stmt.Columns[i].Name, ""
	}
	m.private = true
}

// arguments are the values a call passes, each operand once, and on the
// first call the method's parameters.
func (b *body) arguments(m *queryMethod, fresh bool) []jen.Code {
	names := nameSet{}
	for _, n := range []string{"q", "ctx", "row", "rows", "list", "err", "found", "result"} {
		names[n] = true
	}
	var args []jen.Code
	for _, o := range m.stmt.Args {
		p := queryParam{}
		v := value{}
		if o.Column == nil {
			switch o.Var.Kind {
			case ir.ActorVar:
				v = b.e.actorKey("q")
			case ir.NowVar:
				v = value{code: jen.Id("q.s.Now").Call(), typ: ir.DateTime}
			case ir.TodayVar:
				v = value{code: jen.Id("q.s.Today").Call(), typ: ir.Date}
			}
		}
		if v.code == nil {
			v = b.operand(o)
			args = append(args, v.code)
			p.param = names.pick(plainName(paramName(o)))
			p.typ = b.e.valueType(v)
			v.code = jen.Id(p.param)
		}
		p.arg = v.code
		if v.row != nil {
			v.row.tagged = true
		}
		if v.row != nil || isJSON(v.typ) {
			p.arg = jen.Qual(b.e.core, "JSONText").Call(v.code)
		}
		if fresh {
			m.params = append(m.params, p)
		}
	}
	return args
}

// paramName is the name of a query's parameter for an operand: "order_id"
// for :order_id and for the id of the row behind :order_no.
func paramName(o ir.Operand) string {
	if o.Column == nil {
		return o.Var.Name
	}
	return rowName(o.Var) + "_" + o.Column.Name
}

// valueType is the Go type of a value.
func (e *emitter) valueType(v value) *jen.Statement {
	if v.row == nil {
		return e.goType(v.typ, v.null)
	}
	if v.list {
		return jen.Index().Id(v.row.name)
	}
	return jen.Id(v.row.name)
}

// longCall is a call; its arguments go on in further lines if they would not
// fit on one.
func longCall(fn *jen.Statement, args ...jen.Code) *jen.Statement {
	call := fn.Clone().Call(args...)
	if width(call) <= 84 {
		return call
	}
	column := width(fn) + 1
	filled := make([]jen.Code, len(args))
	for i, a := range args {
		w := width(jen.Add(a)) + 2
		filled[i] = a
		if column += w; column > 84 && i > 0 {
			filled[i] = jen.Line().Add(a)
			column = w + 4
		}
	}
	return fn.Clone().Call(filled...)
}

// statementConst is the constant that holds a statement's text.
func (e *emitter) statementConst(name string) *jen.Statement {
	if c, ok := e.consts[name]; ok {
		return jen.Id(c)
	}
	for _, s := range e.allStatements() {
		if s.Name == name {
			return stringLit(s.Text)
		}
	}
	faultf("statement %s", name)
	return nil
}

func (e *emitter) allStatements() []*ir.Statement {
	var out []*ir.Statement
	for _, t := range e.env.Tools {
		for s := range describe.Statements(t.Steps) {
			out = append(out, s)
		}
	}
	for _, r := range e.env.Rules {
		for s := range describe.Statements(r.Steps) {
			out = append(out, s)
		}
	}
	return out
}
