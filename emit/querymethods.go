package emit

import (
	"github.com/awmc/awmc/ir"
	"github.com/dave/jennifer/jen"
)

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
