package analyse

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates/rt/core"
)

// output is the result that a function will have.
func (f *routine) output() *ir.Output {
	if f.tool != nil {
		if f.tool.Output == nil {
			f.tool.Output = &ir.Output{GoName: f.tool.GoName + "Output"}
		}
		return f.tool.Output
	}
	if f.rule.Output == nil {
		f.rule.Output = &ir.Output{GoName: f.a.r.GoTypes.Claim(f.goOwner() + "Result")}
	}
	return f.rule.Output
}

// goOwner is how the types of a function's result begin.
func (f *routine) goOwner() string {
	if f.tool != nil {
		return f.tool.GoName
	}
	return upperFirst(f.rule.GoName)
}

func (f *routine) returnStep(st *parse.Step, s *scope, b *block) {
	out := f.output()
	step := &ir.ReturnStep{Span: st.Span}
	for _, r := range st.Return {
		part := f.part(r, s, f.goOwner())
		if part == nil {
			f.consequence = true
			continue
		}
		if r.Name.Value == "" {
			out.Flat = true
			part.Part.RowType = out.GoName
		}
		out.Parts = append(out.Parts, part.Part)
		step.Parts = append(step.Parts, part)
	}
	b.add(step)
}

// part lowers one named part of a result.
func (f *routine) part(r *parse.Return, s *scope, owner string) *ir.ReturnPart {
	p := &ir.Part{Span: r.Span, Name: r.Name.Value, GoName: check.GoName(r.Name.Value)}
	if r.Name.Value == "" {
		p.GoName = owner
	}
	rp := &ir.ReturnPart{Part: p}
	name := f.prefix + "Return" + p.GoName
	switch r.Kind {
	case parse.ReturnRow:
		return f.rowPart(rp, r, f.rowsOf(r.SQL, s, name), s, owner)
	case parse.ReturnRows:
		return f.rowsPart(rp, r, s, name, owner)
	case parse.ReturnValue:
		return f.valuePart(rp, r, s, name)
	case parse.ReturnGet:
		return f.rowPart(rp, r, f.getRow(r, s, name), s, owner)
	case parse.ReturnLet:
		return f.letPart(rp, r, s, owner)
	}
	return nil
}

// rowType names the struct of a part's rows.
func (f *routine) rowType(p *ir.Part, owner string) {
	if p.Name == "" {
		return
	}
	one := check.GoName(core.Singular(p.Name))
	p.RowType = f.a.r.GoTypes.Claim(owner+one, owner+one+"Row")
}

func (f *routine) rowPart(rp *ir.ReturnPart, r *parse.Return, c *compiled, s *scope, owner string) *ir.ReturnPart {
	refusal := f.refusal(r.Refusal, s)
	if c == nil {
		return nil
	}
	rp.Part.Kind, rp.Part.Columns, rp.Part.Null = ir.PartRow, c.stmt.Columns, r.Optional
	rp.Query, rp.Missing = c.stmt, refusal
	f.rowType(rp.Part, owner)
	if !r.Optional && r.Refusal == nil && !alwaysRowOf(c) && !f.surely(r, c) {
		rp.Missing = f.noRow(r.Span, c)
	}
	f.nested(rp, r, s, owner)
	return rp
}

// surely reports whether the row of a "get" is certainly there: its key is
// one that was read or written before, and nothing deletes it. That it is
// missing would be a fault of the environment.
func (f *routine) surely(r *parse.Return, c *compiled) bool {
	if r.Kind != parse.ReturnGet || len(c.stmt.Args) != 1 {
		return false
	}
	p, ok := unparen(c.s.expr).(*sqltext.ParamExpr)
	if !ok {
		return false
	}
	v := c.s.resolved[p].value
	e := f.a.r.Entity(r.Get.Value)
	known := v.field != nil && v.field.Entity == e && v.field == e.Key[0]
	if ref := v.reference(); ref != nil && f.rule == nil {
		known = known || ref.field == e.Key[0]
	}
	return known && !v.null && !f.deletes[e.Name]
}

// getRow reads a whole row of an entity by its key.
func (f *routine) getRow(r *parse.Return, s *scope, name string) *compiled {
	a := f.a
	e := a.r.Entity(r.Get.Value)
	if e == nil || len(e.Key) != 1 {
		return nil // package check has said so
	}
	src := a.readExpr(r.Expr)
	if src == nil {
		return nil
	}
	cols := make([]string, len(e.Fields))
	for i, fd := range e.Fields {
		cols[i] = sqltext.Name(fd.Name)
	}
	c := a.compile(src, s, compileOptions{name: name, sqlc: true, compose: func(c *composer) {
		c.put("SELECT " + strings.Join(cols, ", ") + " FROM " + sqltext.Name(e.Name) + " WHERE " + sqltext.Name(e.Key[0].Name) + " = (")
		c.copy(src, src.body)
		c.put(")")
	}, relation: a.rels[strings.ToLower(e.Name)]})
	return c
}

func (f *routine) rowsPart(rp *ir.ReturnPart, r *parse.Return, s *scope, name, owner string) *ir.ReturnPart {
	c := f.rowsOf(r.SQL, s, name)
	if c == nil {
		return nil
	}
	f.unordered(c)
	rp.Part.Kind, rp.Part.Columns, rp.Query = ir.PartRows, c.stmt.Columns, c.stmt
	f.rowType(rp.Part, owner)
	f.nested(rp, r, s, owner)
	return rp
}

// unordered warns of rows that may come in any order.
func (f *routine) unordered(c *compiled) {
	st := c.s.stmt
	if st == nil || st.Select == nil || c.t.totalOrder(st.Select, c.rel, c.frame) {
		return
	}
	if len(st.Select.OrderBy) == 0 {
		f.a.warn(diag.RowsUnordered, c.stmt.Span, "these rows have no order", "add `ORDER BY` with columns that tell every row from every other")
		return
	}
	last := st.Select.OrderBy[len(st.Select.OrderBy)-1]
	f.a.warn(diag.RowsUnordered, c.s.span(last.Range), "rows that tie in this order may come in any", "end the `ORDER BY` with a key, such as the id")
}

// nested lowers the parts inside of each row.
func (f *routine) nested(rp *ir.ReturnPart, r *parse.Return, s *scope, owner string) {
	if len(r.With) == 0 {
		return
	}
	in := s.inner()
	v := &ir.Var{Span: r.Span, Name: "row", GoName: f.ident("row"), Kind: ir.RowVar, Row: rp.Part.Columns}
	rp.RowVar = v
	// What references of the row lead to can't be read inside of a result.
	at := &fetchPoint{}
	b := f.bindRow("row", r.Span, v, at)
	b.used = true
	in.bind(b)
	if rp.Part.RowType != "" {
		owner = rp.Part.RowType
	}
	for _, n := range r.With {
		part := f.part(n, in, owner)
		if part == nil {
			f.consequence = true
			continue
		}
		rp.Nested = append(rp.Nested, part)
		rp.Part.Nested = append(rp.Part.Nested, part.Part)
		for _, c := range rp.Part.Columns {
			if c.Name == n.Name.Value {
				f.a.err(diag.SameColumn, n.Name.Span, fmt.Sprintf("the rows have a column `%s` already", c.Name), "give the part another name")
			}
		}
	}
	if len(at.steps) > 0 {
		f.a.err(diag.NoColumns, at.steps[0].Span, "a reference of `:row` can't be followed inside of a result", "join the table in the SQL")
	}
}

func (f *routine) valuePart(rp *ir.ReturnPart, r *parse.Return, s *scope, name string) *ir.ReturnPart {
	p := rp.Part
	if f.tool != nil && f.tool.Form == "delete" && strings.EqualFold(strings.TrimSpace(r.Expr.Value), "true") {
		p.Kind = ir.PartTrue
		return rp
	}
	e, v, ok := f.expr(r.Expr, s, name)
	if !ok {
		return nil
	}
	if v.typ == nil {
		f.a.err(diag.OpenType, r.Expr.Span, "the type of this value can't be worked out", "say it: `CAST(… AS type)`")
		return nil
	}
	p.Kind, p.Type, p.Null = ir.PartScalar, v.typ, v.null
	if val, ok := e.(*ir.Value); ok {
		rp.Var, rp.Column = val.Var, val.Column
		return rp
	}
	rp.Expr = e
	return rp
}

// letPart returns what is bound already.
func (f *routine) letPart(rp *ir.ReturnPart, r *parse.Return, s *scope, owner string) *ir.ReturnPart {
	a, p := f.a, rp.Part
	path := strings.Split(r.Let.Value, ".")
	b := s.lookup(path[0])
	if b == nil {
		switch path[0] {
		case "actor", "now", "today":
		default:
			return nil // package check has said so
		}
	}
	for b != nil && b.parts != nil && len(path) > 1 {
		b.used = true
		part := b.parts[path[1]]
		if part == nil {
			a.unknownMember(path, 1, sortedKeys(b.parts), r.Let.Span)
			return nil
		}
		b, path = part, path[1:]
	}
	if b != nil && len(path) == 1 {
		b.used = true
		switch {
		case b.broken:
			return nil
		case b.parts != nil:
			a.err(diag.RowAsValue, r.Let.Span, fmt.Sprintf("`:%s` is the result of a rule", path[0]), b.valueHint())
			return nil
		case b.list != nil && b.list.rows != nil:
			p.Kind, p.Columns, rp.Var = ir.PartRows, b.list.rows, b.list.in.Var
			f.rowType(p, owner)
			f.nested(rp, r, s, owner)
			return rp
		case b.row != nil && b.self == nil:
			p.Kind, p.Columns, rp.Var = ir.PartRow, b.row.v.Row, b.row.v
			if p.Null = b.found != nil; p.Null {
				p.Columns = b.row.own
			}
			if p.Columns == nil {
				p.Columns = b.row.v.Row
			}
			f.rowType(p, owner)
			f.nested(rp, r, s, owner)
			return rp
		}
	}
	op, v, ok := s.operand(path, r.Let.Span)
	if !ok {
		return nil
	}
	if v.typ == nil {
		v.typ = ir.Text
	}
	p.Kind, p.Type, p.Null = ir.PartScalar, v.typ, v.null
	rp.Var, rp.Column = op.Var, op.Column
	return rp
}
