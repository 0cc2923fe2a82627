package analyse

import (
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// data lowers the starting data and puts the tables into the order in which
// they are filled.
func (a *analyser) data() {
	var fills []*tableFill
	for _, d := range a.r.Data {
		if d.Broken || d.Entity == nil {
			continue
		}
		fills = append(fills, a.fill(d))
	}
	a.env.Data = a.fillOrder(fills)
	for _, d := range a.r.Data {
		if d.Spec.Then.Set {
			a.then(d.Spec.Then)
		}
	}
	for _, t := range a.r.Spec.Then {
		a.then(t)
	}
}

// then lowers a statement that is run at the end.
func (a *analyser) then(text parse.Text) {
	s := a.readStatement(text)
	if s == nil {
		return
	}
	if s.stmt.Select != nil {
		a.err(diag.WriteExpected, s.span(s.body), "`then` is for writes, and this only reads", "remove it, or write INSERT, UPDATE or DELETE")
		return
	}
	if c := a.compile(s, builtins{a: a, actor: a.env.Actor}, compileOptions{}); c != nil {
		a.env.Then = append(a.env.Then, c.stmt)
	}
}

// tableFill is the filling of one table on its way.
type tableFill struct {
	*ir.Fill
	needs map[string]bool // tables that generators read
}

func (a *analyser) fill(d *check.Data) *tableFill {
	f := &tableFill{Fill: &ir.Fill{Span: d.Spec.Entity.Span, Entity: d.Entity}, needs: map[string]bool{}}
	f.Columns = rowColumns(d)
	for _, v := range d.Spec.Rows {
		f.Rows = append(f.Rows, fixedRow(d, v, f.Columns))
	}
	for _, g := range d.Spec.Generate {
		if b := a.block(f, g); b != nil {
			f.Blocks = append(f.Blocks, b)
		}
	}
	return f
}

// rowColumns are the fields that fixed rows give, in the order of the entity.
func rowColumns(d *check.Data) []*ir.Field {
	given := map[string]bool{}
	for _, v := range d.Spec.Rows {
		if v.Kind == parse.ListValue {
			for _, c := range d.Spec.Columns {
				given[c.Value] = true
			}
		}
		for _, e := range v.Entries {
			given[e.Key.Value] = true
		}
	}
	var out []*ir.Field
	for _, f := range d.Entity.Fields {
		if given[f.Name] {
			out = append(out, f)
		}
	}
	return out
}

// fixedRow lowers a row that package check has found sound.
func fixedRow(d *check.Data, v *parse.Value, columns []*ir.Field) ir.FixedRow {
	row := ir.FixedRow{Span: v.Span, Values: make([]ir.Literal, len(columns)), Given: make([]bool, len(columns))}
	for i, f := range columns {
		var cell *parse.Value
		if v.Kind == parse.ListValue {
			k := slices.IndexFunc(d.Spec.Columns, func(t parse.Text) bool { return t.Value == f.Name })
			if k >= 0 && k < len(v.Items) {
				cell = v.Items[k]
			}
		} else {
			cell = v.Get(f.Name)
		}
		if cell == nil {
			row.Values[i] = ir.Literal{Span: v.Span}
			continue
		}
		row.Given[i] = true
		row.Values[i], _ = check.Literal(cell, f.Type, f.Constraints)
	}
	return row
}

// blockScope is what SQL and templates of a block of generated rows can
// name: the counters, the loop's row, and the fields before.
type blockScope struct {
	a      *analyser
	names  map[string]*blockName
	order  []string
	entity *ir.Entity
}

// blockName is one of them.
type blockName struct {
	v    *ir.Var
	val  value
	cols []*ir.Column // of a row
	rel  *relation    // what the columns were typed from; nil if that is not known
	key  *ir.Column   // what the row itself stands for
	// column is the one column of a drawn row, which is its value.
	column string
}

func (a *analyser) newBlockScope(e *ir.Entity) *blockScope {
	s := &blockScope{a: a, names: map[string]*blockName{}, entity: e}
	for _, n := range []string{"n", "i"} {
		s.add(n, &blockName{v: &ir.Var{Name: n, GoName: n, Kind: ir.ScalarVar, Type: ir.Integer}, val: value{typ: ir.Integer}})
	}
	return s
}

func (s *blockScope) add(name string, n *blockName) {
	s.names[name] = n
	s.order = append(s.order, name)
}

// field binds a field that has its value.
func (s *blockScope) field(f *ir.Field) {
	v := &ir.Var{Span: f.Span, Name: f.Name, GoName: f.GoName, Kind: ir.ScalarVar, Type: f.Type, Nullable: f.Optional}
	s.add(f.Name, &blockName{v: v, val: fieldValue(f)})
}

// resolver makes the scope one for SQL.
func (s *blockScope) resolver() builtins {
	return builtins{a: s.a, actor: s.a.env.Actor, more: s.resolve}
}

func (s *blockScope) resolve(path []string, at diag.Span) (resolved, bool) {
	n := s.names[path[0]]
	if n == nil {
		for _, f := range s.entity.Fields {
			if f.Name == path[0] {
				s.a.err(diag.UnknownName, at, "`:"+path[0]+"` has no value yet", "write its generator above this one: fields see those before them")
				return resolved{}, false
			}
		}
		s.a.unknownName(path[0], at, append(slices.Clone(s.order), "now", "today", "actor"))
		return resolved{}, false
	}
	return s.a.rowPath(n, path, at)
}

// rowPath resolves a path that begins at a row or a value outside of tools.
func (a *analyser) rowPath(n *blockName, path []string, at diag.Span) (resolved, bool) {
	if n.cols == nil {
		return a.follow(operand(ir.Operand{Span: at, Var: n.v}, n.val), path, 1, at)
	}
	if len(path) == 1 {
		if n.key == nil {
			a.err(diag.RowAsValue, at, "`:"+path[0]+"` is a row, not a single value", "name a column, such as `:"+path[0]+"."+n.cols[0].Name+"`")
			return resolved{}, false
		}
		return operand(ir.Operand{Span: at, Var: n.v, Column: n.key}, a.columnOf(n, slices.Index(n.cols, n.key))), true
	}
	i := slices.IndexFunc(n.cols, func(c *ir.Column) bool { return strings.EqualFold(c.Name, path[1]) })
	if i < 0 {
		names := make([]string, len(n.cols))
		for k, c := range n.cols {
			names[k] = c.Name
		}
		a.unknownMember(path, 1, names, at)
		return resolved{}, false
	}
	col := n.cols[i]
	return a.follow(operand(ir.Operand{Span: at, Var: n.v, Column: col}, a.columnOf(n, i)), path, 2, at)
}

// columnOf is the value of a column of a row. What has no known type, such as
// an element of some JSON, fits everywhere.
func (a *analyser) columnOf(n *blockName, i int) value {
	v := a.valueOf(n.cols[i])
	if n.rel != nil && len(n.rel.cols) == len(n.cols) && n.rel.cols[i].typ == nil {
		v.typ = nil
	}
	return v
}

// selectText compiles a reading query of data or a task.
func (a *analyser) selectText(text parse.Text, res resolver, o compileOptions) *compiled {
	s := a.readStatement(text)
	if s == nil {
		return nil
	}
	if s.stmt.Select == nil {
		a.err(diag.ReadOnlyHere, s.span(s.body), "only a SELECT can stand here", "write the query that gives the values")
		return nil
	}
	return a.compile(s, res, o)
}

// reads notes the tables that a generator reads.
func (f *tableFill) reads(c *compiled) {
	if c == nil {
		return
	}
	for name := range c.access.reads {
		if !strings.EqualFold(name, f.Entity.Name) {
			f.needs[name] = true
		}
	}
}

// block lowers one block of generated rows.
func (a *analyser) block(f *tableFill, g *parse.Generate) *ir.Block {
	b := &ir.Block{Span: g.Span}
	s := a.newBlockScope(f.Entity)
	ok := true
	if g.Each.Set {
		ok = a.blockEach(f, b, g.Each, s)
	}
	ok = a.blockCount(f, b, g.Count, s) && ok
	for _, e := range g.Fields {
		field := fieldNamed(f.Entity, e.Key.Value)
		if field == nil {
			continue
		}
		gen := a.generator(f, field, e, s)
		s.field(field)
		if gen == nil {
			ok = false
			continue
		}
		b.Fields = append(b.Fields, ir.FieldGenerator{Span: e.Key.Span, Field: field, Gen: gen})
	}
	if !ok {
		return nil
	}
	return b
}

// blockEach lowers "x in ENTITY, view or SELECT".
func (a *analyser) blockEach(f *tableFill, b *ir.Block, t parse.Text, s *blockScope) bool {
	item, list, ok := t.SplitLoop()
	if !ok {
		return false
	}
	v := &ir.Var{Span: item.Span, Name: item.Value, GoName: lowerFirst(check.GoName(item.Value)), Kind: ir.RowVar}
	name := &blockName{v: v}
	var c *compiled
	if rel := a.rels[strings.ToLower(list.Value)]; rel != nil {
		c = a.wholeTable(rel, list)
	} else if a.broken[strings.ToLower(list.Value)] {
		return false
	} else if c = a.selectText(list, builtins{a: a, actor: a.env.Actor}, compileOptions{}); c != nil && !a.resultColumns(c) {
		c = nil
	}
	if c == nil {
		return false
	}
	f.reads(c)
	v.Row, name.cols, name.rel = c.stmt.Columns, c.stmt.Columns, c.rel
	if len(c.rel.rowKeys()) > 0 && len(c.rel.rowKeys()[0]) == 1 {
		name.key = c.stmt.Columns[c.rel.rowKeys()[0][0]]
		if e := c.rel.entity; e != nil {
			a.colRefs[name.key] = reference{field: e.Key[0]}
		}
	} else if len(name.cols) == 1 {
		name.key = name.cols[0]
	}
	b.Each = &ir.BlockEach{Var: v, Query: c.stmt}
	s.add(item.Value, name)
	return true
}

// wholeTable reads all rows of a table or view, in the order of its key.
func (a *analyser) wholeTable(rel *relation, at parse.Text) *compiled {
	cols := make([]string, 0, len(rel.cols))
	for _, c := range rel.cols {
		cols = append(cols, sqltext.Name(c.name))
	}
	order := allColumns(rel)
	if keys := rel.rowKeys(); len(keys) > 0 {
		order = keys[0]
	}
	var by []string
	for _, i := range order {
		by = append(by, cols[i])
	}
	text := "SELECT " + strings.Join(cols, ", ") + " FROM " + sqltext.Name(rel.name)
	if len(by) > 0 {
		text += " ORDER BY " + strings.Join(by, ", ")
	}
	return a.selectText(synthetic(text, at.Span), nothing{a, "each"}, compileOptions{})
}

// synthetic is SQL that stands for something in the source.
func synthetic(text string, span diag.Span) parse.Text {
	return parse.Text{Value: text, Span: span, Quoted: true, Set: true}
}

func (a *analyser) blockCount(f *tableFill, b *ir.Block, v *parse.Value, s *blockScope) bool {
	number := func(v *parse.Value) int64 {
		l, _ := check.Literal(v, ir.Integer, ir.Constraints{})
		n, _ := l.Value.(int64)
		return n
	}
	switch {
	case v == nil:
		b.Count = ir.Count{Min: 1, Max: 1}
	case v.Kind == parse.ScalarValue:
		n := number(v)
		b.Count = ir.Count{Min: n, Max: n}
	case v.Kind == parse.ListValue && len(v.Items) == 2:
		b.Count = ir.Count{Min: number(v.Items[0]), Max: number(v.Items[1])}
	default:
		sql := v.Get("sql")
		if sql == nil {
			return false
		}
		c := a.selectText(sql.Scalar, s.resolver(), compileOptions{})
		if c == nil || !a.oneColumn(c) {
			return false
		}
		if t, ok := scalarOf(c.rel.cols[0].typ); ok && t != ir.Integer {
			a.err(diag.GeneratorType, c.stmt.Span, "a count is a whole number, and this is "+article(t.String()), "write `SELECT count(*) …`, or cast it to integer")
			return false
		}
		f.reads(c)
		b.Count.Query = c.stmt
	}
	return true
}

// oneColumn makes sure that a query gives single values.
func (a *analyser) oneColumn(c *compiled) bool {
	if len(c.stmt.Columns) == 1 {
		return true
	}
	a.err(diag.OneColumnExpected, c.stmt.Span, "a single value is needed here, and this query gives rows of several columns", "select the one column")
	return false
}
