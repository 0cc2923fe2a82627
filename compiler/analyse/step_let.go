package analyse

import (
	"strings"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates/rt/core"
)

// brokenLet binds a name about which nothing is known, so that one mistake
// is reported once.
func (f *routine) brokenLet(s *scope, name parse.Text) {
	f.consequence = true
	if name.Value != "" {
		s.bind(&binding{name: name.Value, span: name.Span, what: "let", broken: true, used: true})
	}
}

// rows compiles a statement that gives rows.
func (f *routine) rowsOf(text parse.Text, s *scope, name string) *compiled {
	a := f.a
	c := a.compile(a.readStatement(text), s, compileOptions{name: name, sqlc: true})
	if c == nil {
		return nil
	}
	if len(c.stmt.Columns) == 0 {
		a.err(diag.RowsExpected, c.stmt.Span, "this statement gives no rows", "add `RETURNING` with columns, or write it as `run:`")
		return nil
	}
	if !a.resultColumns(c) {
		return nil
	}
	a.noteOpen(c)
	f.wrote(c)
	return c
}

func (f *routine) letRows(st *parse.Step, s *scope, b *block) {
	c := f.rowsOf(st.SQL, s, f.prefix+check.GoName(st.Name.Value))
	if c == nil {
		f.brokenLet(s, st.Name)
		return
	}
	v := &ir.Var{Span: st.Name.Span, Name: st.Name.Value, GoName: f.ident(st.Name.Value), Kind: ir.RowVar, Row: c.stmt.Columns}
	step := &ir.LetStep{Span: st.Span, Var: v, Query: c.stmt}
	b.add(step)
	var bound *binding
	switch st.Kind {
	case parse.LetRows:
		step.Kind, v.Kind = ir.LetRows, ir.RowsVar
		bound = &binding{name: v.Name, span: v.Span, what: "let", list: &listBinding{in: ir.Operand{Span: v.Span, Var: v}, rows: v.Row}}
		f.unordered(c)
	case parse.LetOptionalRow:
		step.Kind, v.Nullable = ir.LetOptionalRow, true
		v.Row = f.a.nullableColumns(v.Row)
		bound = f.bindRow(v.Name, v.Span, v, b.place())
		bound.row.own = c.stmt.Columns
		bound.found = &ir.Var{Span: v.Span, Name: v.Name + ".found", GoName: f.ident(v.Name + "_found"), Kind: ir.FoundVar, Type: ir.Boolean}
	default:
		step.Missing = f.refusal(st.Refusal, s)
		if step.Missing == nil && !alwaysRowOf(c) {
			step.Missing = f.noRow(st.Span, c)
		}
		bound = f.bindRow(v.Name, v.Span, v, b.place())
		bound.matters = st.Refusal != nil
	}
	bound.matters = bound.matters || c.stmt.IsWrite
	s.bind(bound)
}

// nullableColumns are the columns of a row that may be missing.
func (a *analyser) nullableColumns(cols []*ir.Column) []*ir.Column {
	out := make([]*ir.Column, len(cols))
	for i, c := range cols {
		n := *c
		n.Nullable = true
		out[i] = &n
		a.copies[c] = append(a.copies[c], &n)
		if ref, ok := a.colRefs[c]; ok {
			a.colRefs[&n] = ref
		}
	}
	return out
}

// alwaysRowOf reports whether a statement certainly gives a row: an INSERT
// of values, or an aggregate over all rows.
func alwaysRowOf(c *compiled) bool {
	st := c.s.stmt
	switch {
	case st == nil:
	case st.Insert != nil:
		src := st.Insert.Source
		return st.Insert.Or == "" && len(st.Insert.Upserts) == 0 && (src == nil || len(src.Cores) == 1 && src.Cores[0].Values != nil)
	case st.Select != nil:
		return alwaysRow(st.Select)
	}
	return false
}

// noRow is the refusal where a row is missing and the author wrote none.
func (f *routine) noRow(span diag.Span, c *compiled) *ir.Refusal {
	what := "row"
	for _, name := range c.access.tables {
		if e := f.a.entity(name); e != nil {
			what = words(core.Singular(e.Name))
			break
		}
	}
	if st := c.s.stmt; st != nil && st.Select == nil {
		for name := range c.access.writes {
			if strings.EqualFold(c.s.target(), name) {
				what = words(core.Singular(name))
			}
		}
	}
	return &ir.Refusal{Span: span, Code: ir.NotFound, Message: ir.Template{{Text: "There is no such " + what + "."}}}
}

// target is the table that a write changes, "" for what only reads.
func (s *sqlText) target() string {
	switch st := s.stmt; {
	case st == nil:
	case st.Insert != nil:
		return st.Insert.Table.Text
	case st.Update != nil:
		return st.Update.Table.Text
	case st.Delete != nil:
		return st.Delete.Table.Text
	}
	return ""
}

func (f *routine) letValue(st *parse.Step, s *scope, b *block) {
	e, v, ok := f.expr(st.Expr, s, f.prefix+check.GoName(st.Name.Value))
	if ok && v.typ == nil {
		f.a.err(diag.OpenType, st.Expr.Span, "this is always NULL", "write a value, or leave the name out")
		ok = false
	}
	if !ok {
		f.brokenLet(s, st.Name)
		return
	}
	vr := &ir.Var{Span: st.Name.Span, Name: st.Name.Value, GoName: f.ident(st.Name.Value), Kind: ir.ScalarVar, Type: v.typ, Nullable: v.null}
	b.add(&ir.LetStep{Span: st.Span, Kind: ir.LetValue, Var: vr, Expr: e})
	op := ir.Operand{Span: vr.Span, Var: vr}
	bound := &binding{name: vr.Name, span: vr.Span, what: "let", self: &op, shown: &op, val: value{typ: vr.Type, null: v.null}}
	if ref := v.reference(); ref != nil && ref.isKey() {
		bound.val.ref = ref
		bound.row = f.lazyRow(vr, op, *ref, b.place())
	}
	if l, ok := vr.Type.(*ir.List); ok {
		bound.list = &listBinding{in: op, elem: l.Elem, item: l.Item}
	}
	s.bind(bound)
}

// lazyRow is the row that a value refers to, read only if a column of it is
// named.
func (f *routine) lazyRow(v *ir.Var, key ir.Operand, ref reference, at *fetchPoint) *rowBinding {
	a := f.a
	rel := a.refRelation(&ref)
	var row *rowBinding
	lazy := &rowBinding{fn: f, v: v, name: v.Name, point: at, refs: map[string]*rowBinding{}, names: rel.names}
	lazy.find = func(name string) *ir.Column {
		if rel.index(name) < 0 {
			return nil
		}
		if row == nil {
			row = f.fetch(at, key, ref, v.Nullable, v.Name)
			lazy.v = row.v
		}
		return row.find(name)
	}
	return lazy
}
