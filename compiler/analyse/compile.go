package analyse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// compiled is a statement that SQLite has accepted.
type compiled struct {
	s      *sqlText
	stmt   *ir.Statement
	rel    *relation
	frame  *frame
	t      *typer
	access access
}

// compileOptions say how a text is compiled.
type compileOptions struct {
	name string // of the statement; "" if no method is emitted for it
	// sqlc is set for what goes into queries.sql.
	sqlc bool
	// wrap is put around an expression; "SELECT (" and ")" by default.
	before, after string
	// compose writes the text; nil copies it whole.
	compose func(c *composer)
	// filter stands for :filter.
	filter bool
	// frame types an expression.
	frame *frame
	// beforeState allows tables of the schema "before".
	beforeState bool
	// relation is what a composed query gives, where that is not the type of
	// the expression in it.
	relation *relation
	// scratch is a table that only this text may read.
	scratch string
	// session creates the session table if the text turns out to need it.
	session bool
}

// compile resolves, types, composes and prepares a text. It reports what is
// wrong and returns nil then.
func (a *analyser) compile(s *sqlText, res resolver, o compileOptions) *compiled {
	if s == nil {
		return nil
	}
	named := a.resolveAll(s, res, o.filter)
	t := a.typer(s)
	t.before = o.beforeState
	out := &compiled{s: s, t: t}
	if s.stmt != nil {
		out.rel, out.frame = t.statement(s.stmt)
	} else {
		out.frame = o.frame
		v := t.expr(s.expr, o.frame)
		out.rel = &relation{cols: []relColumn{{name: "value", value: v}}}
		if o.relation != nil {
			copied := *o.relation
			copied.cols = slices.Clone(copied.cols)
			out.rel = &copied
		}
	}
	if !named {
		a.problems(s, t.missing)
		a.problems(s, t.problems)
		return nil
	}
	c := &composer{}
	switch {
	case o.compose != nil:
		o.compose(c)
	case s.stmt != nil:
		c.copy(s, s.body)
	default:
		before, after := "SELECT (", ")"
		if o.before != "" {
			before, after = o.before, o.after
		}
		c.put(before)
		c.copy(s, s.body)
		c.put(after)
	}
	return a.finish(out, c, o)
}

// finish prepares what is composed.
func (a *analyser) finish(out *compiled, c *composer, o compileOptions) *compiled {
	s, t := out.s, out.t
	if o.session && a.usesSes {
		if err := a.eng.exec(a.sessionSchema()); err != nil {
			a.internal(err)
			return nil
		}
	}
	text := c.text()
	if o.beforeState && strings.Contains(strings.ToLower(text), "before") {
		if err := a.eng.attachBefore(a.env.Entities, a.env.Views, a.env.ViewsUseSession); err != nil {
			a.internal(err)
			return nil
		}
	}
	errors := a.errors
	p, err := a.eng.prepare(text)
	if err != nil {
		if a.namesBrokenView(s) {
			return nil // a consequence of what is reported there
		}
		a.problems(s, t.problems)
		if !slices.ContainsFunc(t.problems, func(p problem) bool { return p.code == diag.UnknownTable }) {
			a.sqliteError(c, s, t, err)
		}
		return nil
	}
	t.refuseFunctions(s.root(), p.functions)
	a.checkTables(s, t, p, o)
	if o.sqlc && s.stmt != nil {
		t.portable(s.stmt)
	} else if o.sqlc {
		t.portableExpr(s.expr)
	}
	a.problems(s, t.problems)
	if a.errors > errors {
		return nil
	}
	out.access = p.access
	a.cascades(p.writes, p.deletes)
	out.stmt = &ir.Statement{
		Span:    s.span(s.body),
		Name:    a.claim(o.name),
		Text:    text,
		Args:    c.args,
		Reads:   a.entitiesOf(p.reads),
		Writes:  a.entitiesOf(p.writes),
		IsWrite: s.stmt != nil && s.stmt.Select == nil,
	}
	if o.sqlc {
		out.stmt.SQLC = c.sqlc()
	}
	a.columns(out, p)
	return out
}

// namesBrokenView reports whether a text uses a view that has a mistake.
func (a *analyser) namesBrokenView(s *sqlText) bool {
	found := false
	sqltext.WalkTables(s.root(), func(t *sqltext.TableRef) { found = found || a.broken[strings.ToLower(t.Name.Text)] })
	return found
}

// checkTables reports tables that SQL of the language may not touch.
func (a *analyser) checkTables(s *sqlText, t *typer, p *prepared, o compileOptions) {
	for _, m := range t.missing { // SQLite's own tables, which it knows
		if m.code == diag.UnknownTable {
			a.problems(s, []problem{m})
			return
		}
	}
	for _, name := range p.tables {
		if a.rels[strings.ToLower(name)] != nil || name == "json_each" || name == "json_tree" || name == "" || name == o.scratch || name == sessionTable && o.session {
			continue
		}
		if name == sessionTable && !namesTable(s, name) {
			continue // through a view
		}
		at := s.span(s.body)
		sqltext.WalkTables(s.root(), func(t *sqltext.TableRef) {
			if strings.EqualFold(t.Name.Text, name) {
				at = s.span(t.Name.Range)
			}
		})
		a.err(diag.UnknownTable, at, fmt.Sprintf("there is no table or view `%s`", name), listHint(name, slices.Clone(a.tables), "there are"))
	}
}

func namesTable(s *sqlText, name string) bool {
	found := false
	sqltext.WalkTables(s.root(), func(t *sqltext.TableRef) { found = found || strings.EqualFold(t.Name.Text, name) })
	return found
}

// columns makes the columns of the result. Names are SQLite's; types are
// worked out here.
func (a *analyser) columns(out *compiled, p *prepared) {
	for i, info := range p.columns {
		v := unknown()
		if i < len(out.rel.cols) && len(out.rel.cols) == len(p.columns) {
			v = out.rel.cols[i].value
			if out.s.stmt != nil {
				out.rel.cols[i].name = info.Name
			}
		} else if i >= len(out.rel.cols) {
			out.rel.cols = append(out.rel.cols, relColumn{name: info.Name, value: v})
		}
		col := v.column(info.Name)
		if v.ref != nil {
			a.colRefs[col] = *v.ref
		}
		out.stmt.Columns = append(out.stmt.Columns, col)
	}
}

// open notes columns whose type is not known: only sqlc may tell.
func (a *analyser) noteOpen(c *compiled) {
	for i, col := range c.rel.cols {
		if i < len(c.stmt.Columns) && col.typ == nil {
			a.open = append(a.open, openColumn{c.stmt, c.stmt.Columns[i], c.s.resultSpan(i)})
		}
	}
}

// results are the results that a statement lists.
func (s *sqlText) results() []sqltext.Result {
	switch {
	case s.stmt == nil:
	case s.stmt.Select != nil:
		return s.stmt.Select.Cores[0].Results
	case s.stmt.Insert != nil:
		return s.stmt.Insert.Returning
	case s.stmt.Update != nil:
		return s.stmt.Update.Returning
	case s.stmt.Delete != nil:
		return s.stmt.Delete.Returning
	}
	return nil
}

// resultSpan is the place of result i; of the whole text if that can't be
// told.
func (s *sqlText) resultSpan(i int) diag.Span {
	rs := s.results()
	for k, r := range rs {
		if r.Star || k > i {
			break
		}
		if k == i {
			return s.span(r.Range)
		}
	}
	return s.span(s.body)
}

// resultColumns checks the names of a result's columns: each is a name of
// the language, and no two are the same.
func (a *analyser) resultColumns(c *compiled) bool {
	ok := true
	seen, goes := map[string]bool{}, map[string]string{}
	rs := c.s.results()
	for i, col := range c.stmt.Columns {
		at := c.s.resultSpan(i)
		if i < len(rs) && !rs[i].Star && len(rs) == len(c.stmt.Columns) && resultName(rs[i]) == "" {
			a.err(diag.UnnamedColumn, at, "this result has no name", "give it one: `"+clip(c.s.src[rs[i].Start:rs[i].End])+" AS name`")
			ok = false
			continue
		}
		switch {
		case !plainName(col.Name):
			a.err(diag.ColumnName, at, fmt.Sprintf("`%s` can't name a column of a result", col.Name),
				"write lower-case words joined by underscores after AS")
			ok = false
		case seen[col.Name]:
			a.err(diag.SameColumn, at, fmt.Sprintf("two results are named `%s`", col.Name), "give one of them another name with AS")
			ok = false
		case goes[check.GoName(col.Name)] != "":
			a.err(diag.SameColumn, at, fmt.Sprintf("`%s` and `%s` would have the same name in Go", goes[check.GoName(col.Name)], col.Name), "give one of them another name with AS")
			ok = false
		}
		seen[col.Name] = true
		goes[check.GoName(col.Name)] = col.Name
	}
	return ok
}

// plainName reports whether a name is lower-case words joined by
// underscores.
func plainName(s string) bool {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_') {
			return false
		}
	}
	return true
}
