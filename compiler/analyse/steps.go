package analyse

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// steps lowers the steps of a block.
func (f *function_) steps(steps []*parse.Step, s *scope, b *block) {
	for _, st := range steps {
		f.step(st, s, b)
	}
}

func (f *function_) step(st *parse.Step, s *scope, b *block) {
	switch st.Kind {
	case parse.LetRow, parse.LetOptionalRow, parse.LetRows:
		f.letRows(st, s, b)
	case parse.LetValue:
		f.letValue(st, s, b)
	case parse.Require:
		f.require(st, s, b)
	case parse.Run:
		f.run(st, s, b)
	case parse.EachStep:
		f.each(st, s, b)
	case parse.When:
		f.when(st, s, b)
	case parse.Use:
		f.use(st, s, b)
	case parse.Go:
		f.goStep(st, s, b)
	case parse.ReturnStep:
		f.returnStep(st, s, b)
	}
}

// brokenLet binds a name about which nothing is known, so that one mistake
// is reported once.
func (f *function_) brokenLet(s *scope, name parse.Text) {
	f.consequence = true
	if name.Value != "" {
		s.bind(&binding{name: name.Value, span: name.Span, what: "let", broken: true, used: true})
	}
}

// rows compiles a statement that gives rows.
func (f *function_) rowsOf(text parse.Text, s *scope, name string) *compiled {
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

func (f *function_) letRows(st *parse.Step, s *scope, b *block) {
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
func (f *function_) noRow(span diag.Span, c *compiled) *ir.Refusal {
	what := "row"
	for _, name := range c.access.tables {
		if e := f.a.entity(name); e != nil {
			what = words(check.Singular(e.Name))
			break
		}
	}
	if st := c.s.stmt; st != nil && st.Select == nil {
		for name := range c.access.writes {
			if c.s.writesTo(name) {
				what = words(check.Singular(name))
			}
		}
	}
	return &ir.Refusal{Span: span, Code: ir.NotFound, Message: ir.Template{{Text: "There is no such " + what + "."}}}
}

// writesTo reports whether a statement names a table as its target.
func (s *sqlText) writesTo(name string) bool {
	switch st := s.stmt; {
	case st == nil:
	case st.Insert != nil:
		return strings.EqualFold(st.Insert.Table.Text, name)
	case st.Update != nil:
		return strings.EqualFold(st.Update.Table.Text, name)
	case st.Delete != nil:
		return strings.EqualFold(st.Delete.Table.Text, name)
	}
	return false
}

func (f *function_) letValue(st *parse.Step, s *scope, b *block) {
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
func (f *function_) lazyRow(v *ir.Var, key ir.Operand, ref reference, at *fetchPoint) *rowBinding {
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

// expr lowers an expression; name is that of its query, if it needs one.
func (f *function_) expr(text parse.Text, s *scope, name string) (ir.Expr, value, bool) {
	a := f.a
	src := a.readExpr(text)
	if src == nil {
		f.consequence = true
		return nil, value{}, false
	}
	if a.resolveAll(src, s, false) {
		t := a.typer(src)
		v := t.expr(src.expr, nil)
		if e, ok := (lowering{src}).value(src.expr); ok {
			a.problems(src, t.problems)
			return e, v, true
		}
	}
	e, v, ok := f.query(src, s, name)
	if ok && v.typ == nil && !v.literal {
		a.err(diag.OpenType, src.span(src.body), "the type of this value can't be worked out", "say it: `CAST(… AS type)`, with text, integer, real, boolean, date, datetime, time or json")
		return nil, value{}, false
	}
	return e, v, ok
}

// query makes an expression a query of one value.
func (f *function_) query(src *sqlText, s *scope, name string) (ir.Expr, value, bool) {
	a := f.a
	c := a.compile(src, s, compileOptions{name: name, sqlc: true})
	if c == nil {
		f.consequence = true
		return nil, value{}, false
	}
	return &ir.Query{Statement: c.stmt}, c.rel.cols[0].value, true
}

// cond lowers a condition.
func (f *function_) cond(text parse.Text, s *scope, name string) (ir.Expr, value, *sqlText) {
	a := f.a
	src := a.readExpr(text)
	if src == nil {
		f.consequence = true
		return nil, value{}, nil
	}
	if a.resolveAll(src, s, false) {
		t := a.typer(src)
		v := t.expr(src.expr, nil)
		if e, ok := (lowering{src}).cond(src.expr, false); ok {
			a.problems(src, t.problems)
			return e, v, src
		}
	}
	e, v, ok := f.query(src, s, name)
	if !ok {
		return nil, v, nil
	}
	q, _ := e.(*ir.Query)
	if sc, ok := scalarOf(v.typ); ok && q != nil {
		if sc == ir.Integer || sc == ir.Boolean {
			q.Columns[0].Type = ir.Boolean
		} else {
			a.err(diag.NotACondition, src.span(src.body), fmt.Sprintf("this is %s, not a condition", article(sc.String())), "compare it with something")
			return nil, v, nil
		}
	}
	return e, v, src
}

func (f *function_) require(st *parse.Step, s *scope, b *block) {
	e, v, src := f.cond(st.Expr, s, f.prefix+"Check")
	r := f.refusal(st.Refusal, s)
	if src == nil || r == nil {
		return
	}
	if v.null {
		f.a.warn(diag.NullRefuses, src.span(src.body), "this can be NULL, which refuses", "add the case where something is missing, such as `… IS NOT NULL AND …` or `… IS NULL OR …`")
	}
	b.add(&ir.RequireStep{Span: st.Span, Cond: e, Refuse: r})
	s.known = append(s.known, f.a.typer(src).shownBy(src.expr, nil, false)...)
}

func (f *function_) run(st *parse.Step, s *scope, b *block) {
	a := f.a
	src := a.readStatement(st.SQL)
	if src != nil && src.stmt.Select != nil {
		a.err(diag.WriteExpected, src.span(src.body), "`run` is for writes, and this only reads", "bind what it finds with `let`, or test it with `require`")
		src = nil
	}
	if src != nil && len(src.results()) > 0 {
		a.err(diag.WriteExpected, src.resultSpan(0), "nothing can use what this `run` returns", "remove RETURNING, or write `let: NAME` with `row:`")
		src = nil
	}
	var c *compiled
	if src != nil {
		c = a.compile(src, s, compileOptions{name: f.prefix + runName(src), sqlc: true})
	}
	step := &ir.RunStep{Span: st.Span}
	if st.Changes.Set {
		if n, err := strconv.ParseInt(st.Changes.Value, 10, 64); err == nil {
			step.Changes = &n
			step.Refuse = f.refusal(st.Refusal, s)
			if step.Refuse == nil && st.Refusal == nil {
				step.Refuse = &ir.Refusal{Span: st.Span, Code: ir.Conflict,
					Message: ir.Template{{Text: fmt.Sprintf("This would change another number of rows than %d.", n)}}}
			}
		}
	}
	if c == nil {
		f.consequence = true
		return
	}
	f.wrote(c)
	step.Query = c.stmt
	b.add(step)
}

// runName is what a write is called: the verb and the table.
func runName(s *sqlText) string {
	switch st := s.stmt; {
	case st.Insert != nil:
		return "Insert" + check.GoName(st.Insert.Table.Text)
	case st.Update != nil:
		return "Update" + check.GoName(st.Update.Table.Text)
	case st.Delete != nil:
		return "Delete" + check.GoName(st.Delete.Table.Text)
	}
	return "Run"
}

func (f *function_) when(st *parse.Step, s *scope, b *block) {
	e, _, src := f.cond(st.Expr, s, f.prefix+"When")
	step := &ir.WhenStep{Span: st.Span, Cond: e}
	do, otherwise := &block{}, &block{}
	yes, no := s.inner(), s.inner()
	if src != nil {
		t := f.a.typer(src)
		yes.known, no.known = t.shownBy(src.expr, nil, false), t.deniedBy(src.expr, nil)
	}
	f.steps(st.Do, yes, do)
	f.steps(st.Otherwise, no, otherwise)
	f.later(func() { step.Do, step.Otherwise = do.flat(), otherwise.flat() })
	if src != nil {
		b.add(step)
	}
}

func (f *function_) each(st *parse.Step, s *scope, b *block) {
	list := f.listAt(st.In, s)
	inner := s.inner()
	body := &block{}
	if list == nil {
		f.brokenLet(inner, st.Name)
		f.steps(st.Do, inner, body)
		return
	}
	if list.in.Var.Kind == ir.ParamVar && list.in.Column == nil {
		f.looped[list.in.Var.Param] = true
	}
	step := &ir.EachStep{Span: st.Span, In: list.in}
	step.In.Span = st.In.Span
	item := f.item(inner, list, st.Name.Value, st.Name.Span, body)
	step.Item = item.itemVar
	f.steps(st.Do, inner, body)
	f.later(func() { step.Do = body.flat() })
	b.add(step)
}

// listAt finds the list that a loop runs over.
func (f *function_) listAt(in parse.Text, s *scope) *listBinding {
	a := f.a
	path := strings.Split(in.Value, ".")
	b := s.lookup(path[0])
	if b == nil {
		if slices.Contains(s.all(), path[0]) {
			a.err(diag.NotAList, in.Span, fmt.Sprintf("`:%s` is not a list", in.Value), "a loop runs over a list parameter or a `let` with `rows`")
		} // else package check has said that there is none
		f.consequence = true
		return nil
	}
	b.used = true
	if b.broken {
		f.consequence = true
		return nil
	}
	for n := 1; n < len(path) && b.parts != nil; n++ {
		part := b.parts[path[n]]
		if part == nil {
			a.unknownMember(path, n, sortedKeys(b.parts), in.Span)
			return nil
		}
		b, path = part, path[n:]
		n = 0
	}
	if len(path) == 1 {
		if b.list == nil {
			a.err(diag.NotAList, in.Span, fmt.Sprintf("`:%s` is not a list", in.Value), "a loop runs over a list parameter or a `let` with `rows`")
		}
		return b.list
	}
	op, v, ok := s.member(b, path, 1, in.Span)
	if !ok {
		return nil
	}
	l, isList := v.typ.(*ir.List)
	if !isList {
		a.err(diag.NotAList, in.Span, fmt.Sprintf("`:%s` is %s, not a list", in.Value, article(typeName(v.typ))), "a loop runs over a list parameter or a `let` with `rows`")
		return nil
	}
	return &listBinding{in: op, elem: l.Elem, item: l.Item}
}

// item binds the item of a loop.
func (f *function_) item(s *scope, list *listBinding, name string, span diag.Span, body *block) *binding {
	v := &ir.Var{Span: span, Name: name, GoName: f.ident(name)}
	at := body.place()
	var b *binding
	path := list.path
	if path != "" {
		path += "[]"
	}
	switch elem := list.elem.(type) {
	case nil:
		v.Kind, v.Row = ir.RowVar, list.rows
		b = f.bindRow(name, span, v, at)
	case *ir.Object:
		v.Kind, v.Type = ir.ObjectVar, elem
		b = &binding{name: name, span: span}
		b.row = f.objectRow(v, elem, name, path, at, false)
	default:
		v.Kind, v.Type = ir.ScalarVar, elem
		b = f.bindValue(v, list.item, path, at)
	}
	b.what, b.itemVar, b.used = "loop item", v, true
	s.bind(b)
	return b
}
