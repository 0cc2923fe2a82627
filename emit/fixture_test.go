package emit_test

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// builder makes environments by hand, so that the emitter is tested without
// the stages before it. Lines are counted up, as if each node had one.
type builder struct {
	env  *ir.Environment
	line int
	seq  int
	site map[string]int
}

func newBuilder(name string) *builder {
	b := &builder{site: map[string]int{}}
	b.env = &ir.Environment{
		Span: b.span(), Name: name, Title: "Corner Books", Summary: "An online bookshop.",
		Category: "retail", Policy: "Be kind.\nCancel only before shipping.", Now: "2026-03-02 09:00:00",
	}
	return b
}

func (b *builder) span() diag.Span {
	b.line++
	return diag.Span{File: "some/where/env.yaml", Start: diag.Pos{Line: b.line, Col: 1}}
}

func (b *builder) entity(name, goname string, auto bool, fields ...*ir.Field) *ir.Entity {
	e := &ir.Entity{Span: b.span(), Name: name, GoName: goname, Doc: "All " + name + " of the shop.", AutoID: auto}
	if auto {
		fields = append([]*ir.Field{field("id", ir.Integer)}, fields...)
		e.Key = fields[:1]
	}
	for _, f := range fields {
		f.Entity, f.Span = e, b.span()
	}
	e.Fields = fields
	b.env.Entities = append(b.env.Entities, e)
	return e
}

func field(name string, t ir.Type) *ir.Field {
	return &ir.Field{Name: name, GoName: pascal(name), Type: t}
}

func optional(f *ir.Field) *ir.Field { f.Optional = true; return f }

func ref(name string, to *ir.Entity) *ir.Field {
	f := field(name, to.Key[0].Type)
	f.Ref = to.Key[0]
	return f
}

func pascal(name string) string {
	var b strings.Builder
	for w := range strings.SplitSeq(name, "_") {
		if w == "id" {
			b.WriteString("ID")
		} else if w != "" {
			b.WriteString(strings.ToUpper(w[:1]) + w[1:])
		}
	}
	return b.String()
}

// cols makes result columns: "book.id" is a table's column, "total:integer"
// and "total:integer?" computed ones.
func (b *builder) cols(specs ...string) []*ir.Column {
	var out []*ir.Column
	for _, s := range specs {
		if name, typ, ok := strings.Cut(s, ":"); ok {
			null := strings.HasSuffix(typ, "?")
			out = append(out, &ir.Column{Name: name, GoName: pascal(name), Type: typeNamed(strings.TrimSuffix(typ, "?")), Nullable: null})
			continue
		}
		table, name, _ := strings.Cut(s, ".")
		for _, e := range b.env.Entities {
			if e.Name != table {
				continue
			}
			for _, f := range e.Fields {
				if f.Name == name || name == "*" {
					out = append(out, &ir.Column{Name: f.Name, GoName: f.GoName, Type: f.Type, Nullable: f.Optional, Field: f})
				}
			}
		}
	}
	return out
}

func typeNamed(name string) ir.Type {
	for s := ir.Text; s <= ir.Time; s++ {
		if s.String() == name {
			return s
		}
	}
	return ir.JSON{}
}

func (b *builder) query(name, sql string, columns []*ir.Column, args ...ir.Operand) *ir.Statement {
	b.seq++
	if name == "" {
		name = fmt.Sprintf("query%d", b.seq)
	}
	write := !strings.HasPrefix(sql, "SELECT")
	s := &ir.Statement{Span: b.span(), Name: name, Text: sql, SQLC: sql, Columns: columns, Args: args, IsWrite: write}
	for _, e := range b.env.Entities {
		if strings.Contains(sql, e.Name) {
			s.Reads = append(s.Reads, e)
			if write && len(s.Writes) == 0 {
				s.Writes = append(s.Writes, e)
			}
		}
	}
	return s
}

func (b *builder) refuse(tool string, code ir.ErrorCode, param string, parts ...any) *ir.Refusal {
	b.site[tool]++
	r := &ir.Refusal{Span: b.span(), Site: fmt.Sprintf("%s/%d", tool, b.site[tool]), Code: code, Param: param}
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			r.Message = append(r.Message, ir.TemplatePart{Text: p})
		case ir.Operand:
			r.Message = append(r.Message, ir.TemplatePart{Operand: &p})
		}
	}
	return r
}

func param(name string, t ir.Type) *ir.Param {
	return &ir.Param{Name: name, GoName: pascal(name), Type: t}
}

func optionalParam(name string, t ir.Type) *ir.Param {
	p := param(name, t)
	p.Optional = true
	return p
}

func withDefault(p *ir.Param, v any) *ir.Param {
	p.Default = &ir.Literal{Value: v}
	return p
}

func paramVar(p *ir.Param) *ir.Var {
	return &ir.Var{Name: p.Name, GoName: p.GoName, Kind: ir.ParamVar, Type: p.Type, Nullable: p.Optional && p.Default == nil, Param: p}
}

func rowVar(name string, columns []*ir.Column) *ir.Var {
	return &ir.Var{Name: name, GoName: pascal(name), Kind: ir.RowVar, Row: columns}
}

func rowsVar(name string, columns []*ir.Column) *ir.Var {
	return &ir.Var{Name: name, GoName: pascal(name), Kind: ir.RowsVar, Row: columns}
}

func scalarVar(name string, t ir.Type) *ir.Var {
	return &ir.Var{Name: name, GoName: pascal(name), Kind: ir.ScalarVar, Type: t}
}

func whole(v *ir.Var) ir.Operand { return ir.Operand{Var: v} }

func of(v *ir.Var, column string) ir.Operand {
	for _, c := range v.Row {
		if c.Name == column {
			return ir.Operand{Var: v, Column: c}
		}
	}
	panic(v.Name + "." + column)
}

func val(o ir.Operand) *ir.Value { return &ir.Value{Operand: o} }

func lit(t ir.Type, v any) *ir.Constant {
	return &ir.Constant{Type: t, Value: ir.Literal{Value: v}}
}

func literals(vs ...any) []ir.Literal {
	var out []ir.Literal
	for _, v := range vs {
		out = append(out, ir.Literal{Value: v})
	}
	return out
}

var (
	actorVar = &ir.Var{Name: "actor", Kind: ir.ActorVar, Type: ir.Integer}
	nowVar   = &ir.Var{Name: "now", Kind: ir.NowVar, Type: ir.DateTime}
)
