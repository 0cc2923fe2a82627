package analyse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// problem is a mistake at a place of one SQL text.
type problem struct {
	at            sqltext.Range
	code          diag.Code
	message, hint string
	warn          bool
}

// typer works out the types of one SQL text. It also finds what SQLite would
// accept although it can't be meant, such as a comparison that is never true.
type typer struct {
	src string // the text
	// table finds a table or view by schema ("" or "before") and name.
	table func(schema, name string) *relation
	// tables are the names for hints.
	tables []string
	// before allows the starting state as a schema.
	before bool
	// param is what a parameter stands for.
	param    func(*sqltext.ParamExpr) value
	problems []problem
	// missing are names that are in no table in scope. SQLite refuses them
	// too, but names only the first and not where it is.
	missing []problem
	writes  []fieldWrite // fields that the statement sets
	nonnull map[narrowed]int
}

func (t *typer) report(at sqltext.Range, code diag.Code, message, hint string) {
	t.problems = append(t.problems, problem{at: at, code: code, message: message, hint: hint})
}

func (t *typer) warn(at sqltext.Range, code diag.Code, message, hint string) {
	t.problems = append(t.problems, problem{at: at, code: code, message: message, hint: hint, warn: true})
}

// frame is the scope of names in one SELECT.
type frame struct {
	parent  *frame
	tables  []frameTable
	aliases []relColumn          // results, which ORDER BY and others can name
	ctes    map[string]*relation // by name in lower case
	// single is true if the SELECT is one row made of all rows: columns
	// outside of aggregates are then NULL where there are no rows.
	single bool
	copyOf *frame   // the frame this is a copy of, for looking into aggregates
	using  []string // columns that USING or NATURAL made one
}

// frameTable is one table of a FROM clause.
type frameTable struct {
	alias string
	rel   *relation
	null  bool // an outer join can leave it without a row
}

func (f *frame) cte(name string) *relation {
	for ; f != nil; f = f.parent {
		if r := f.ctes[strings.ToLower(name)]; r != nil {
			return r
		}
	}
	return nil
}

// found is a column that a name stands for.
type found struct {
	value
	frame *frame
	table int // index in frame.tables; -1 for the alias of a result
	col   int
}

// column finds what a name stands for, innermost scope first.
func (t *typer) column(c *sqltext.ColumnExpr, f *frame) (found, bool) {
	for s := f; s != nil; s = s.parent {
		got, n := s.lookup(c)
		if n > 1 {
			t.missing = append(t.missing, problem{at: c.Range, code: diag.AmbiguousColumn,
				message: fmt.Sprintf("the column `%s` is in more than one of the tables", c.Name.Text),
				hint:    fmt.Sprintf("write the table before it, such as `%s.%s`", s.tables[got.table].alias, c.Name.Text)})
			return found{value: unknown(), table: -1}, false
		}
		if n == 1 {
			if !s.single && t.isNarrowed(got) {
				got.null = false
			}
			return got, true
		}
	}
	t.unknownColumn(c, f)
	return found{value: unknown(), table: -1}, false
}

// lookup finds a column in one frame; n counts the tables that have it.
func (f *frame) lookup(c *sqltext.ColumnExpr) (got found, n int) {
	for i, tab := range f.tables {
		if c.Table != nil && !strings.EqualFold(tab.alias, c.Table.Text) {
			continue
		}
		k := tab.rel.index(c.Name.Text)
		if k < 0 {
			continue
		}
		if n > 0 && c.Table == nil && slices.ContainsFunc(f.using, func(u string) bool { return strings.EqualFold(u, c.Name.Text) }) {
			continue
		}
		n++
		if n > 1 {
			continue
		}
		v := tab.rel.cols[k].value
		v.null = v.null || tab.null || f.single
		got = found{v, f, i, k}
	}
	if n > 0 || c.Table != nil {
		return got, n
	}
	for k, a := range f.aliases {
		if strings.EqualFold(a.name, c.Name.Text) {
			return found{a.value, f, -1, k}, 1
		}
	}
	return got, 0
}

// unknownColumn reports a name that no table in scope has.
func (t *typer) unknownColumn(c *sqltext.ColumnExpr, f *frame) {
	if f.mayHave(c) {
		return
	}
	if isRowid(c.Name.Text) && !c.Name.Quoted {
		t.report(c.Range, diag.RowidUsed, fmt.Sprintf("`%s` is not a column of the language", c.Name.Text),
			"name the key column of the table")
		return
	}
	if c.Name.Quoted && c.Table == nil {
		t.missing = append(t.missing, problem{at: c.Range, code: diag.DoubleQuotes,
			message: fmt.Sprintf("there is no column \"%s\": double quotes are for names", c.Name.Text),
			hint:    "write texts in single quotes: " + sqltext.Literal(c.Name.Text)})
		return
	}
	var known, aliases, owners []string
	for s := f; s != nil; s = s.parent {
		for _, tab := range s.tables {
			aliases = append(aliases, tab.alias)
			if c.Table != nil && !strings.EqualFold(tab.alias, c.Table.Text) {
				if tab.rel.index(c.Name.Text) >= 0 {
					owners = append(owners, tab.alias)
				}
				continue
			}
			known = append(known, tab.rel.names()...)
		}
	}
	p := problem{at: c.Name.Range, code: diag.UnknownColumn}
	if c.Table == nil {
		p.message = fmt.Sprintf("there is no column `%s` here", c.Name.Text)
		p.hint = t.columnHint(c.Name.Text, known)
	} else if slices.ContainsFunc(aliases, func(a string) bool { return strings.EqualFold(a, c.Table.Text) }) {
		p.message = fmt.Sprintf("`%s` has no column `%s`", c.Table.Text, c.Name.Text)
		p.hint = t.columnHint(c.Name.Text, known)
		if len(owners) == 1 && diag.Nearest(c.Name.Text, known) == "" {
			p.hint = fmt.Sprintf("`%s` has it: write `%s.%s`", owners[0], owners[0], c.Name.Text)
		}
	} else {
		p.at = c.Table.Range
		p.message = fmt.Sprintf("there is no table `%s` in this FROM", c.Table.Text)
		p.hint = listHint(c.Table.Text, aliases, "the tables here are")
	}
	t.missing = append(t.missing, p)
}

// mayHave reports whether a table that is not there could have a column.
func (f *frame) mayHave(c *sqltext.ColumnExpr) bool {
	for ; f != nil; f = f.parent {
		for _, tab := range f.tables {
			if tab.rel.unknown && (c.Table == nil || strings.EqualFold(tab.alias, c.Table.Text)) {
				return true
			}
		}
	}
	return false
}

func (t *typer) columnHint(name string, known []string) string {
	if len(known) == 0 {
		return "no table is in scope here: a value of the call or of a let is written with a colon, such as `:" + name + "`"
	}
	return listHint(name, known, "the columns are")
}

// listHint suggests the nearest name, or lists a few.
func listHint(word string, known []string, intro string) string {
	if near := diag.Nearest(word, known); near != "" {
		return fmt.Sprintf("did you mean `%s`?", near)
	}
	slices.Sort(known)
	known = slices.Compact(known)
	switch {
	case len(known) == 0:
		return "there is none to choose from"
	case len(known) > 24:
		known = append(known[:24:24], "…")
	}
	return intro + " " + strings.Join(known, ", ")
}

func isRowid(name string) bool {
	switch strings.ToLower(name) {
	case "rowid", "oid", "_rowid_":
		return true
	}
	return false
}

// tableRef adds a table of a FROM clause to a frame.
func (t *typer) tableRef(r *sqltext.TableRef, f *frame) {
	first := len(f.tables)
	switch {
	case r.Group != nil:
		for _, g := range r.Group {
			t.tableRef(g, f)
		}
	default:
		rel := t.relationOf(r, f)
		alias := rel.name
		if r.Name != nil {
			alias = r.Name.Text
		}
		if r.Alias != nil {
			alias = r.Alias.Text
		}
		f.tables = append(f.tables, frameTable{alias: alias, rel: rel})
	}
	switch r.Join {
	case sqltext.LeftJoin, sqltext.FullJoin:
		for i := first; i < len(f.tables); i++ {
			f.tables[i].null = true
		}
	}
	if r.Join == sqltext.RightJoin || r.Join == sqltext.FullJoin {
		for i := range first {
			f.tables[i].null = true
		}
	}
	for _, u := range r.Using {
		f.using = append(f.using, u.Text)
	}
	if r.Natural && first < len(f.tables) {
		f.using = append(f.using, f.tables[first].rel.names()...)
	}
	if r.On != nil {
		t.expr(r.On, f)
	}
}

// relationOf finds the relation that a table reference names.
func (t *typer) relationOf(r *sqltext.TableRef, f *frame) *relation {
	if r.Select != nil {
		// A subquery in FROM does not see the tables beside it.
		return t.selectStmt(r.Select, f.parent).settled()
	}
	name := r.Name.Text
	if r.IsFunc {
		for _, a := range r.Args {
			t.expr(a, f)
		}
		switch strings.ToLower(name) {
		case "json_each", "json_tree":
			var elem ir.Type
			if len(r.Args) == 1 && strings.EqualFold(name, "json_each") {
				if l, ok := t.quiet(r.Args[0], f).typ.(*ir.List); ok {
					elem = l.Elem
				}
			}
			return jsonEach(elem)
		}
	}
	schema := ""
	if r.Schema != nil {
		schema = r.Schema.Text
		if !strings.EqualFold(schema, "before") || !t.before {
			t.report(r.Schema.Range, diag.UnknownTable, fmt.Sprintf("there is no schema `%s` here", schema), schemaHint(schema))
			schema = ""
		}
	} else if rel := f.cte(name); rel != nil {
		return rel
	}
	if rel := t.table(schema, name); rel != nil && !r.IsFunc {
		return rel
	}
	t.missing = append(t.missing, problem{at: r.Name.Range, code: diag.UnknownTable,
		message: fmt.Sprintf("there is no table or view `%s`", name), hint: listHint(name, slices.Clone(t.tables), "there are")})
	return &relation{name: name, unknown: true}
}

func schemaHint(schema string) string {
	if strings.EqualFold(schema, "before") {
		return "the starting state is there in the conditions of tasks only: `expect`, `may_change`, `free` and `answer`"
	}
	return "write the table's name alone"
}

// quiet types an expression a second time without reporting anything.
func (t *typer) quiet(e sqltext.Expr, f *frame) value {
	problems, missing := t.problems, t.missing
	v := t.expr(e, f)
	t.problems, t.missing = problems, missing
	return v
}
