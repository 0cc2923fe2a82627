package analyse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// fieldWrite is one field that a statement sets, and from what.
type fieldWrite struct {
	field *ir.Field
	from  writeSource
}

// writeSource is what a field is set from.
type writeSource int

const (
	fromClock writeSource = iota // :now or :today, as it is
	fromNull
	fromOther
)

// statement types a whole statement and returns its results.
func (t *typer) statement(s *sqltext.Statement) (*relation, *frame) {
	switch {
	case s.Select != nil:
		return t.selectFrame(s.Select, nil)
	case s.Insert != nil:
		return t.insert(s.Insert), nil
	case s.Update != nil:
		return t.update(s.Update), nil
	case s.Delete != nil:
		return t.deleteStmt(s.Delete), nil
	}
	return &relation{}, nil
}

// target finds the table that is written to.
func (t *typer) target(name sqltext.Ident, alias *sqltext.Ident, outer *frame) (*frame, *relation) {
	rel := t.table("", name.Text)
	if rel == nil {
		t.missing = append(t.missing, problem{at: name.Range, code: diag.UnknownTable,
			message: fmt.Sprintf("there is no table `%s`", name.Text), hint: listHint(name.Text, slices.Clone(t.tables), "there are")})
		rel = &relation{name: name.Text, unknown: true}
	}
	shown := name.Text
	if alias != nil {
		shown = alias.Text
	}
	return &frame{parent: outer, tables: []frameTable{{alias: shown, rel: rel}}}, rel
}

func (t *typer) outer(w *sqltext.With) *frame {
	if w == nil {
		return nil
	}
	return t.with(w, nil)
}

func (t *typer) returning(list []sqltext.Result, f *frame) *relation {
	rel := &relation{}
	for _, r := range list {
		rel.cols = append(rel.cols, t.result(r, f)...)
	}
	return rel
}

func (t *typer) insert(s *sqltext.Insert) *relation {
	outer := t.outer(s.With)
	f, rel := t.target(s.Table, s.Alias, outer)
	fields := t.insertFields(s, rel)
	if s.Source != nil {
		t.insertSource(s.Source, outer, fields)
	}
	t.unset(s, rel, fields)
	for _, u := range s.Upserts {
		in := &frame{parent: outer, tables: []frameTable{f.tables[0], {alias: "excluded", rel: rel}}}
		// A bare name is the table's own column.
		plain := &frame{parent: in, tables: f.tables}
		for _, e := range u.Target {
			t.expr(e, f)
		}
		for _, e := range []sqltext.Expr{u.Where, u.Only} {
			if e != nil {
				t.condition(e, plain)
			}
		}
		t.assignments(u.Set, rel, plain)
	}
	return t.returning(s.Returning, f)
}

// insertFields are the fields that an INSERT gives, in order; nil for names
// that are no field.
func (t *typer) insertFields(s *sqltext.Insert, rel *relation) []*ir.Field {
	var out []*ir.Field
	if rel.entity == nil || s.Source == nil {
		return nil
	}
	if len(s.Columns) == 0 {
		for _, f := range rel.entity.Fields {
			if f.FromID == "" {
				out = append(out, f)
			}
		}
		return out
	}
	for _, c := range s.Columns {
		f := fieldNamed(rel.entity, c.Text)
		if f == nil {
			t.missing = append(t.missing, problem{at: c.Range, code: diag.UnknownColumn,
				message: fmt.Sprintf("`%s` has no column `%s`", rel.name, c.Text), hint: listHint(c.Text, rel.names(), "the columns are")})
		}
		out = append(out, f)
	}
	return out
}

func fieldNamed(e *ir.Entity, name string) *ir.Field {
	i := slices.IndexFunc(e.Fields, func(f *ir.Field) bool { return strings.EqualFold(f.Name, name) })
	if i < 0 {
		return nil
	}
	return e.Fields[i]
}

// insertSource types the rows of an INSERT and checks them against the
// fields they go to.
func (t *typer) insertSource(s *sqltext.Select, outer *frame, fields []*ir.Field) {
	if len(s.Cores) == 1 && s.Cores[0].Values != nil && s.With == nil {
		for _, row := range s.Cores[0].Values {
			for i, e := range row {
				v := t.expr(e, outer)
				if i < len(fields) && fields[i] != nil {
					t.assign(fields[i], v, e, e.Span())
				}
			}
		}
		return
	}
	rel := t.selectStmt(s, outer)
	results := s.Cores[0].Results
	for i, f := range fields {
		if f == nil || i >= len(rel.cols) {
			continue
		}
		var e sqltext.Expr
		at := s.Range
		if len(s.Cores) == 1 && len(results) == len(rel.cols) && results[i].Expr != nil {
			e = results[i].Expr
			at = e.Span()
		}
		t.assign(f, rel.cols[i].value, e, at)
	}
}

// unset reports fields that need a value and get none.
func (t *typer) unset(s *sqltext.Insert, rel *relation, fields []*ir.Field) {
	if rel.entity == nil || !sameWidth(s) {
		return // SQLite says what does not match
	}
	var missing []string
	for _, f := range rel.entity.Fields {
		if slices.Contains(fields, f) || f.FromID != "" || rel.entity.AutoID && f == rel.entity.Key[0] {
			continue
		}
		switch {
		case f.Default != nil && f.Default.Value != nil:
			t.writes = append(t.writes, fieldWrite{f, fromOther})
		case f.Optional:
			t.writes = append(t.writes, fieldWrite{f, fromNull})
		case f.Default == nil:
			missing = append(missing, "`"+f.Name+"`")
		}
	}
	if len(missing) > 0 && !slices.Contains(fields, nil) {
		t.report(s.Table.Range, diag.ColumnNotSet, fmt.Sprintf("a row of `%s` needs %s, and this INSERT does not give it", rel.name, strings.Join(missing, ", ")),
			"add it to the columns and the values, or give the field a `default`, or make it optional")
	}
}

// sameWidth reports whether every row of VALUES has a value for each column.
func sameWidth(s *sqltext.Insert) bool {
	if len(s.Columns) == 0 || s.Source == nil {
		return true
	}
	for _, row := range s.Source.Cores[0].Values {
		if len(row) != len(s.Columns) {
			return false
		}
	}
	return true
}

func (t *typer) update(s *sqltext.Update) *relation {
	outer := t.outer(s.With)
	f, rel := t.target(s.Table, s.Alias, outer)
	in := f
	if len(s.From) > 0 {
		in = &frame{parent: outer, tables: slices.Clone(f.tables)}
		for _, r := range s.From {
			t.tableRef(r, in)
		}
	}
	t.assignments(s.Set, rel, in)
	if s.Where != nil {
		t.condition(s.Where, in)
	}
	return t.returning(s.Returning, f)
}

func (t *typer) assignments(list []sqltext.Assignment, rel *relation, f *frame) {
	for _, a := range list {
		v := t.expr(a.Value, f)
		for _, c := range a.Columns {
			if rel.entity == nil {
				continue
			}
			field := fieldNamed(rel.entity, c.Text)
			if field == nil {
				t.missing = append(t.missing, problem{at: c.Range, code: diag.UnknownColumn,
					message: fmt.Sprintf("`%s` has no column `%s`", rel.name, c.Text), hint: listHint(c.Text, rel.names(), "the columns are")})
				continue
			}
			if len(a.Columns) > 1 {
				t.writes = append(t.writes, fieldWrite{field, fromOther})
				continue
			}
			t.assign(field, v, a.Value, a.Value.Span())
		}
	}
}

func (t *typer) deleteStmt(s *sqltext.Delete) *relation {
	f, _ := t.target(s.Table, s.Alias, t.outer(s.With))
	if s.Where != nil {
		t.condition(s.Where, f)
	}
	return t.returning(s.Returning, f)
}

// assign checks a value that a field gets, and notes where it is from.
func (t *typer) assign(f *ir.Field, v value, e sqltext.Expr, at sqltext.Range) {
	from := fromOther
	switch x := unparen(e).(type) {
	case *sqltext.ParamExpr:
		if len(x.Path) == 1 && (x.Path[0] == "now" || x.Path[0] == "today") {
			from = fromClock
		}
	case *sqltext.Lit:
		if x.Kind == sqltext.NullLit {
			from = fromNull
		}
	}
	t.writes = append(t.writes, fieldWrite{f, from})
	name := f.Entity.Name + "." + f.Name
	if v.literal && v.typ == nil {
		if !f.Optional {
			t.report(at, diag.NullIntoField, fmt.Sprintf("`%s` can't be NULL", name), "give a value, or make the field optional")
		}
		return
	}
	if v.literal {
		bad := false
		t.literalOf(at, f, v, func(message, hint string) {
			bad = true
			t.report(at, diag.ValueNeverThere, message, hint)
		})
		if bad {
			return
		}
	}
	fs, fok := scalarOf(f.Type)
	vs, vok := scalarOf(v.typ)
	switch {
	case !fok || !vok || fs == vs || v.fits(fs):
	case isNumber(fs) != isNumber(vs), isTemporal(fs) && isTemporal(vs), fs == ir.Integer && vs == ir.Real && !v.literal:
		t.report(at, diag.WrongTypeForField, fmt.Sprintf("`%s` is %s, and this is %s", name, article(fs.String()), article(vs.String())), conversionHint(vs, fs))
	}
}

// conversionHint says how a value becomes one of another type.
func conversionHint(from, to ir.Scalar) string {
	switch {
	case to == ir.Date && from == ir.DateTime:
		return "write `date(…)`"
	case to == ir.DateTime && from == ir.Date:
		return "write `datetime(…)`"
	case to == ir.Time && from == ir.DateTime:
		return "write `time(…)`"
	case to == ir.Integer && from == ir.Real:
		return "write `CAST(round(…) AS integer)`"
	case isNumber(to):
		return "write `CAST(… AS " + to.String() + ")` if the text is a number"
	case to == ir.Text:
		return "write `CAST(… AS text)`"
	}
	return "give a value of the field's type"
}
