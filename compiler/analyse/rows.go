package analyse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// rowsTool lowers a tool whose result is a list, with the conditions of
// filter, the orders of sort and the pages of page.
func (f *routine) rowsTool(t *parse.Tool) {
	s := &scope{fn: f, names: map[string]*binding{}}
	f.bindParams(s)
	b := &block{items: []blockItem{{point: f.entry}}}
	f.list(t, s, b)
	checks := &block{}
	f.unlooped(checks, s)
	b.items = append(b.items[:1:1], append(checks.items, b.items[1:]...)...)
	for i := 0; i < len(f.laters); i++ {
		f.laters[i]()
	}
	f.tool.Steps = b.flat()
	f.unused()
}

// listQuery is the query of a rows tool while it is put together.
type listQuery struct {
	f       *routine
	t       *parse.Tool
	s       *scope
	src     *sqlText
	filters []*sqlText
	params  []string // of the filters
	sorts   []string // expressions to sort by, in the order of t.Sort
	key     []string // what ties end at
	wrapped bool     // sorted from outside, as a compound has to be
}

func (f *routine) list(t *parse.Tool, s *scope, b *block) {
	a := f.a
	src := a.readStatement(t.SQL)
	for _, fl := range t.Filter { // a mistake in the query is no reason to call these unused
		if p := s.lookup(fl.Name.Value); p != nil {
			p.used = true
		}
	}
	if src == nil {
		f.consequence = true
		return
	}
	if src.stmt.Select == nil {
		a.err(diag.ReadOnlyHere, src.span(src.body), "`rows` is for queries, and this writes", "write the tool with `do:` and `let: x` with `rows:`")
		return
	}
	q := &listQuery{f: f, t: t, s: s, src: src}
	if !q.readFilters() {
		f.consequence = true
	}
	for _, name := range []string{"sort", "order", "limit", "offset"} {
		if p := s.lookup(name); p != nil && (len(t.Sort) > 0 && name[0] != 'l' && name != "offset" || t.Page != nil && (name == "limit" || name == "offset")) {
			p.used = true
		}
	}
	if len(t.Sort) > 0 && len(src.stmt.Select.OrderBy) > 0 {
		a.err(diag.SortedTwice, src.span(src.stmt.Select.OrderBy[0].Range), "a query with `sort` has no `ORDER BY` of its own", "remove it: `sort` adds it")
		return
	}
	if src.stmt.Select.Limit != nil && t.Page != nil {
		a.err(diag.SortedTwice, src.span(src.stmt.Select.Limit.Span()), "a query with `page` has no `LIMIT` of its own", "remove it: `page` adds it")
		return
	}
	if !f.checkList(q) {
		f.consequence = true
		return
	}
	c := a.compile(src, s, compileOptions{name: f.prefix, sqlc: true, filter: true, compose: q.compose})
	if c == nil {
		f.consequence = true
		return
	}
	if !a.resultColumns(c) {
		f.consequence = true
		return
	}
	a.noteOpen(c)
	if len(t.Sort) == 0 {
		if t.Page == nil {
			f.unordered(c)
		} else if !c.t.totalOrder(src.stmt.Select, c.rel, c.frame) {
			a.err(diag.PageOrder, c.stmt.Span, "the rows of a page need an order without ties, or a row could be on two pages or on none",
				"end the `ORDER BY` with a key, such as the id")
			return
		}
	}
	f.listResult(q, c, b)
}

// readFilters reads and resolves the conditions.
func (q *listQuery) readFilters() bool {
	ok := true
	for _, fl := range q.t.Filter {
		cond := q.f.a.readExpr(fl.Text)
		if cond == nil || !q.f.a.resolveAll(cond, q.s, false) {
			ok = false
			continue
		}
		q.filters = append(q.filters, cond)
		q.params = append(q.params, fl.Name.Value)
	}
	return ok
}

// checkList types the conditions in the scope of the SELECT that has
// :filter, and looks for the columns of sort. It reports false if one names
// what is not there.
func (f *routine) checkList(q *listQuery) bool {
	a := f.a
	if !a.resolveAll(q.src, q.s, true) {
		return true // reported with the query
	}
	rel, frame := a.typer(q.src).selectFrame(q.src.stmt.Select, nil)
	ok := true
	for _, col := range q.t.Sort {
		if rel.index(col.Value) < 0 && len(rel.cols) > 0 {
			a.err(diag.SortColumn, col.Span, fmt.Sprintf("the result has no column `%s` to sort by", col.Value), listHint(col.Value, rel.names(), "its columns are"))
			ok = false
		}
	}
	if frame == nil {
		return ok // a compound: SQLite looks at each part
	}
	own := *frame
	own.aliases, own.copyOf, own.single = nil, frame.root(), false
	for _, cond := range q.filters {
		t := a.typer(cond)
		t.expr(cond.expr, &own)
		a.problems(cond, t.problems)
		a.problems(cond, t.missing)
		ok = ok && len(t.missing) == 0
	}
	return ok
}

// compose writes the whole query.
func (q *listQuery) compose(c *composer) {
	sel := q.src.stmt.Select
	c.filter = q.filter
	if len(q.t.Sort) > 0 {
		q.prepareSort()
	}
	if q.wrapped {
		c.put("SELECT * FROM (")
	}
	c.copy(q.src, sqltext.Range{Start: q.src.body.Start, End: sel.BodyEnd})
	if q.wrapped {
		c.put(")")
	}
	if len(q.t.Sort) > 0 {
		c.put("\nORDER BY ")
		q.orderBy(c)
	} else {
		c.copy(q.src, sqltext.Range{Start: sel.BodyEnd, End: q.src.body.End})
	}
	if q.t.Page != nil {
		c.put("\nLIMIT ")
		q.param(c, "limit")
		c.put(" OFFSET ")
		q.param(c, "offset")
	}
}

// param appends a parameter of the tool.
func (q *listQuery) param(c *composer, name string) {
	if o := q.shown(name); o != nil {
		c.arg(*o, q.src, q.src.body)
		return
	}
	c.put("NULL")
}

// shown is a parameter of the tool; nil if a mistake left it out.
func (q *listQuery) shown(name string) *ir.Operand {
	if b := q.s.lookup(name); b != nil {
		return b.shown
	}
	return nil
}

// filter writes the conditions, each of which holds where its parameter is
// not given.
func (q *listQuery) filter(c *composer) {
	if len(q.filters) == 0 {
		c.put("TRUE")
		return
	}
	c.put("(")
	for i, cond := range q.filters {
		if i > 0 {
			c.put(" AND ")
		}
		b := q.s.lookup(q.params[i])
		optional := b != nil && b.shown != nil && b.val.null
		if optional {
			c.put("(")
			c.arg(*b.shown, cond, cond.body)
			c.put(" IS NULL OR ")
		}
		c.put("(")
		c.copy(cond, cond.body)
		c.put(")")
		if optional {
			c.put(")")
		}
	}
	c.put(")")
}

// prepareSort finds the expressions to sort by and the key that ties end at.
func (q *listQuery) prepareSort() {
	a, sel := q.f.a, q.src.stmt.Select
	t := a.typer(q.src)
	rel, frame := t.selectFrame(sel, nil)
	core := sel.Cores[0]
	q.wrapped = frame == nil || core.Values != nil
	for _, col := range q.t.Sort {
		i := rel.index(col.Value)
		if i < 0 {
			q.sorts = append(q.sorts, "NULL") // reported
			continue
		}
		q.sorts = append(q.sorts, q.sortExpr(core, rel, frame, i))
	}
	if frame != nil && !q.wrapped {
		x := t.factsOf(core, frame)
		if core.Distinct {
			for i := range rel.cols {
				q.key = append(q.key, sqltext.Numbered(i + 1)[1:])
			}
			return
		}
		if key, ok := x.rowKey(); ok {
			q.key = key
			return
		}
	}
	if keys := rel.rowKeys(); len(keys) > 0 {
		for _, i := range keys[0] {
			q.key = append(q.key, sqltext.Name(rel.cols[i].name))
		}
		return
	}
	for i := range rel.cols { // rows that agree in everything are the same
		q.key = append(q.key, sqltext.Numbered(i + 1)[1:])
	}
}

// sortExpr is what a result is sorted by: its expression, since inside of an
// expression an alias could mean a table's column.
func (q *listQuery) sortExpr(core *sqltext.Core, rel *relation, f *frame, i int) string {
	name := rel.cols[i].name
	if q.wrapped {
		return sqltext.Name(name)
	}
	if len(core.Results) == len(rel.cols) && !core.Results[i].Star {
		if c, ok := core.Results[i].Expr.(*sqltext.ColumnExpr); ok {
			return q.src.src[c.Start:c.End]
		}
		if _, n := f.lookup(&sqltext.ColumnExpr{Name: sqltext.Ident{Text: name}}); n == 1 {
			got, _ := f.lookup(&sqltext.ColumnExpr{Name: sqltext.Ident{Text: name}})
			if got.table < 0 {
				return sqltext.Name(name) // only the alias has this name
			}
		}
		q.wrapped = true
		return sqltext.Name(name)
	}
	// From "*": the first table that has it.
	for _, tab := range f.tables {
		if tab.rel.index(name) >= 0 {
			return sqltext.Name(tab.alias) + "." + sqltext.Name(name)
		}
	}
	return sqltext.Name(name)
}

// orderBy writes the ORDER BY of sort: by the chosen column, or by the whole
// list, in either direction, and then by the key.
func (q *listQuery) orderBy(c *composer) {
	if q.wrapped { // a late decision: expressions from before are not in reach
		for i, col := range q.t.Sort {
			q.sorts[i] = sqltext.Name(col.Value)
		}
	}
	term := func(expr, test, direction string) {
		c.put("CASE WHEN (")
		q.param(c, "sort")
		c.put(" IS NULL OR ")
		q.param(c, "sort")
		c.put(" = " + test + ") AND ")
		q.param(c, "order")
		c.put(direction + " THEN " + expr + " END")
	}
	for i, col := range q.t.Sort {
		test := sqltext.Literal(col.Value)
		term(q.sorts[i], test, " <> 'desc'")
		c.put(",\n  ")
		term(q.sorts[i], test, " = 'desc'")
		c.put(" DESC,\n  ")
	}
	key := slices.Clone(q.key)
	if len(key) == 0 {
		key = []string{"1"}
	}
	c.put(strings.Join(key, ", "))
}

// listResult makes the result of the tool: items, and total where paged.
func (f *routine) listResult(q *listQuery, c *compiled, b *block) {
	out := f.output()
	items := &ir.Part{Span: q.t.SQL.Span, Name: "items", GoName: "Items", Kind: ir.PartRows, Columns: c.stmt.Columns}
	items.RowType = f.a.r.GoTypes.Claim(f.goOwner()+"Item", f.goOwner()+"ItemRow")
	rp := &ir.ReturnPart{Part: items, Query: c.stmt}
	step := &ir.ReturnStep{Span: q.t.SQL.Span, Parts: []*ir.ReturnPart{rp}}
	out.Parts = append(out.Parts, items)
	b.add(step)
	if q.t.Page == nil {
		return
	}
	count := &composer{filter: q.filter}
	sel := q.src.stmt.Select
	count.put("SELECT count(*) AS total FROM (")
	count.copy(q.src, sqltext.Range{Start: q.src.body.Start, End: sel.BodyEnd})
	count.put(")")
	rp.Count = &ir.Statement{
		Span: c.stmt.Span, Name: f.a.claim(f.prefix + "Total"), Text: count.text(), Args: count.args, SQLC: count.sqlc(),
		Columns: []*ir.Column{{Name: "total", GoName: check.GoName("total"), Type: ir.Integer}}, Reads: c.stmt.Reads,
	}
	rp.Limit, rp.Offset = q.shown("limit"), q.shown("offset")
	total := &ir.Part{Span: q.t.SQL.Span, Name: "total", GoName: "Total", Kind: ir.PartScalar, Type: ir.Integer}
	out.Parts = append(out.Parts, total)
	step.Parts = append(step.Parts, &ir.ReturnPart{Part: total})
}
