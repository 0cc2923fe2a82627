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

// queryMethods writes the constants, row types and methods of queries.
func (e *emitter) queryMethods(g *jen.Group, methods []*queryMethod) {
	for _, m := range methods {
		g.Line()
		g.Const().Id(m.konst).Op("=").Add(stringLit(m.stmt.Text))
		if m.private {
			e.declareBare(g, m.row)
		}
		g.Line()
		e.queryMethod(g, m)
	}
}

func (e *emitter) queryMethod(g *jen.Group, m *queryMethod) {
	params := []jen.Code{jen.Id("ctx").Qual("context", "Context")}
	args := []jen.Code{jen.Id("ctx"), jen.Id(m.konst)}
	for _, p := range m.params {
		if p.param != "" {
			params = append(params, jen.Id(p.param).Add(p.typ))
		}
		args = append(args, p.arg)
	}
	head := jen.Func().Params(jen.Id("q").Id("queries")).Id(m.name)
	results, code := e.queryBody(m, args)
	if width(head.Clone().Params(params...).Params(results...)) > 108 {
		head.Add(multi("(", ")", params...))
	} else {
		head.Params(params...)
	}
	if len(results) == 1 {
		head.Add(results[0])
	} else {
		head.Params(results...)
	}
	g.Add(head.Block(code...))
}

// queryBody is the results and the statements of a query method.
func (e *emitter) queryBody(m *queryMethod, args []jen.Code) (results, code []jen.Code) {
	errResult := jen.Error()
	query := func(method string) *jen.Statement { return longCall(jen.Id("q.s").Dot(method), args...) }
	switch m.flavour {
	case write:
		return []jen.Code{errResult}, []jen.Code{
			jen.List(jen.Id("_"), jen.Err()).Op(":=").Add(query("Exec")),
			jen.Return(jen.Err()),
		}
	case countWrite:
		return []jen.Code{jen.Int64(), errResult}, []jen.Code{jen.Return(query("Exec"))}
	case condition:
		return []jen.Code{jen.Bool(), errResult}, []jen.Code{
			jen.Var().Id("result").Qual(e.core, "Truth"),
			jen.Err().Op(":=").Add(query("QueryRow")).Dot("Scan").Call(jen.Op("&").Id("result")),
			jen.Return(jen.Bool().Call(jen.Id("result")), jen.Err()),
		}
	case scalar:
		c := m.stmt.Columns[0]
		return []jen.Code{e.goType(c.Type, c.Nullable), errResult}, []jen.Code{
			jen.Var().Id("result").Add(e.goType(c.Type, c.Nullable)),
			jen.Err().Op(":=").Add(query("QueryRow")).Dot("Scan").Call(e.scanInto(jen.Id("result"), c.Type)),
			jen.Return(jen.Id("result"), jen.Err()),
		}
	case manyRows:
		return []jen.Code{jen.Index().Id(m.row.name), errResult}, []jen.Code{
			jen.List(jen.Id("rows"), jen.Err()).Op(":=").Add(query("Query")),
			jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err())),
			jen.Defer().Id("rows.Close").Call(),
			jen.Id("list").Op(":=").Index().Id(m.row.name).Values(),
			jen.For(jen.Id("rows.Next").Call()).Block(
				jen.Var().Id("row").Id(m.row.name),
				jen.If(jen.Err().Op(":=").Add(e.scanRow("rows", m)), jen.Err().Op("!=").Nil()).Block(
					jen.Return(jen.Nil(), jen.Err())),
				jen.Id("list").Op("=").Append(jen.Id("list"), jen.Id("row")),
			),
			jen.Return(jen.Id("list"), jen.Id("rows.Err").Call()),
		}
	}
	if m.flavour == existing {
		c := m.stmt.Columns[0]
		return []jen.Code{jen.Bool(), errResult}, []jen.Code{
			jen.Var().Id("key").Add(e.goType(c.Type, c.Nullable)),
			jen.Return(e.found(query("QueryRow").Dot("Scan").Call(e.scanInto(jen.Id("key"), c.Type)))),
		}
	}
	scan := e.scanCall(query("QueryRow"), m)
	declare := jen.Var().Id("row").Id(m.row.name)
	found := jen.List(jen.Id("found"), jen.Err()).Op(":=").Add(e.found(scan))
	if width(found) > 100 {
		found = jen.Err().Op(":=").Add(scan).Line().
			List(jen.Id("found"), jen.Err()).Op(":=").Add(e.found(jen.Err()))
	}
	switch m.flavour {
	case foundRow:
		return []jen.Code{jen.Id(m.row.name), jen.Bool(), errResult}, []jen.Code{
			declare,
			found,
			jen.Return(jen.Id("row"), jen.Id("found"), jen.Err()),
		}
	case optionalRow:
		return []jen.Code{jen.Op("*").Id(m.row.name), errResult}, []jen.Code{
			declare,
			found,
			jen.If(jen.Op("!").Id("found")).Block(jen.Return(jen.Nil(), jen.Err())),
			jen.Return(jen.Op("&").Id("row"), jen.Nil()),
		}
	}
	return []jen.Code{jen.Id(m.row.name), errResult}, []jen.Code{
		declare,
		jen.Err().Op(":=").Add(scan),
		jen.Return(jen.Id("row"), jen.Err()),
	}
}

// found turns the error of a row that is not there into false.
func (e *emitter) found(scan *jen.Statement) *jen.Statement {
	return jen.Qual(e.core, "Found").Call(scan)
}

func (e *emitter) scanRow(rows string, m *queryMethod) *jen.Statement {
	return e.scanCall(jen.Id(rows), m)
}

// scanCall is the Scan of a row's columns.
func (e *emitter) scanCall(on *jen.Statement, m *queryMethod) *jen.Statement {
	var dest []jen.Code
	for i, c := range m.stmt.Columns {
		dest = append(dest, e.scanInto(jen.Id("row").Dot(m.row.fields[i].name), c.Type))
	}
	call := on.Clone().Dot("Scan").Call(dest...)
	if width(call) <= 90 {
		return call
	}
	column := 1 << 10
	for i, d := range dest {
		w := width(jen.Add(d)) + 2
		if column += w; column > 90 {
			dest[i], column = jen.Line().Add(d), w
		}
	}
	return on.Clone().Dot("Scan").Call(dest...)
}

// scanInto is the destination for a column.
func (e *emitter) scanInto(v *jen.Statement, t ir.Type) *jen.Statement {
	if isJSON(t) {
		return jen.Qual(e.core, "ScanJSON").Call(jen.Op("&").Add(v))
	}
	return jen.Op("&").Add(v)
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
