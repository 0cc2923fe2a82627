package check

import (
	"fmt"
	"slices"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// checkData checks fixed rows and the shape of generators.
func (c *checker) checkData() {
	seen := c.siblings("entry of data")
	for _, s := range c.spec.Data {
		before := c.errors
		d := &Data{Spec: s}
		c.r.Data = append(c.r.Data, d)
		e := c.entity(s.Entity)
		if e == nil || !seen.add(s.Entity) {
			d.Broken = true
			continue
		}
		d.Entity = e.ir
		if !e.sound() {
			d.Broken = true
			continue
		}
		c.fixedRows(s, e)
		for _, g := range s.Generate {
			c.block(g, s, e)
		}
		d.Broken = c.errors > before
	}
	if !c.r.EntitiesBroken {
		c.rowReferences()
		if c.env.Actor != nil {
			c.actorExists(c.env.Actor)
		}
	}
}

// sound reports whether every field of the entity has its type.
func (e *entity) sound() bool {
	for _, f := range e.fields {
		if !f.ok {
			return false
		}
	}
	return !e.broken
}

// needsValue reports whether a row must give the field itself.
func needsValue(f *ir.Field) bool {
	return !f.Optional && f.Default == nil && f.FromID == "" && !(f.Entity.AutoID && f.Name == "id")
}

// writable checks that data may give a field.
func (c *checker) writable(t parse.Text, e *entity) *field {
	f := c.field(e, t)
	if f != nil && f.ir.FromID != "" {
		c.err(diag.NotWritable, t.Span, fmt.Sprintf("%s is made from the row's id", quote(t.Value)), "remove it here")
		return nil
	}
	return f
}

// fixedRows checks rows: which fields they give, and that the values fit.
func (c *checker) fixedRows(s *parse.Data, e *entity) {
	columns := c.dataColumns(s, e)
	if columns == nil && len(s.Columns) > 0 {
		return
	}
	table := newRowTable(e.ir)
	for _, v := range s.Rows {
		row := c.row(v, s, columns, e)
		if row == nil {
			continue
		}
		c.rowTwice(table, v, row)
	}
	e.rows = table
}

// dataColumns resolves columns, and checks that lists of values give every
// field that needs one.
func (c *checker) dataColumns(s *parse.Data, e *entity) []*field {
	var columns []*field
	seen := map[string]bool{}
	sound := true
	for _, t := range s.Columns {
		f := c.writable(t, e)
		if f == nil {
			sound = false
			continue
		}
		if seen[t.Value] {
			c.err(diag.NotWritable, t.Span, fmt.Sprintf("`columns` names %s twice", quote(t.Value)), "remove one of them")
			sound = false
		}
		seen[t.Value] = true
		columns = append(columns, f)
	}
	if !sound {
		return nil
	}
	usesColumns := slices.ContainsFunc(s.Rows, func(v *parse.Value) bool { return v.Kind == parse.ListValue })
	if !usesColumns {
		return columns
	}
	var missing []string
	for _, f := range e.ir.Fields {
		if needsValue(f) && !seen[f.Name] {
			missing = append(missing, quote(f.Name))
		}
	}
	if len(missing) > 0 {
		c.err(diag.Unfilled, s.Columns[0].Span, fmt.Sprintf("the rows of %s give no value for %s", quote(e.ir.Name), listing(missing, "and")), "add it to `columns` and to every row")
	}
	return columns
}

// row reads one fixed row; nil if it has a mistake.
func (c *checker) row(v *parse.Value, s *parse.Data, columns []*field, e *entity) map[*ir.Field]ir.Literal {
	before := c.errors
	row := map[*ir.Field]ir.Literal{}
	if v.Kind == parse.ListValue {
		if len(v.Items) != len(columns) {
			c.err(diag.RowShape, v.Span, fmt.Sprintf("the row has %s, but `columns` names %d", count(len(v.Items), "value"), len(columns)), rowShapeHint(len(v.Items), len(columns)))
			return nil
		}
		for i, item := range v.Items {
			row[columns[i].ir] = c.cell(item, columns[i].ir)
		}
	} else {
		for _, entry := range v.Entries {
			if f := c.writable(entry.Key, e); f != nil {
				row[f.ir] = c.cell(entry.Value, f.ir)
			}
		}
		var missing []string
		for _, f := range e.ir.Fields {
			if _, ok := row[f]; !ok && needsValue(f) && v.Get(f.Name) == nil {
				missing = append(missing, quote(f.Name))
			}
		}
		if len(missing) > 0 {
			c.err(diag.Unfilled, v.Span, fmt.Sprintf("this row of %s gives no value for %s", quote(e.ir.Name), listing(missing, "and")), "add it")
		}
	}
	if c.errors > before {
		return nil
	}
	return row
}

func rowShapeHint(has, wants int) string {
	if has < wants {
		return "give a value for each column, null for none"
	}
	return "remove what is too much; a text with a comma in it needs quotes"
}

// cell reads one value of a fixed row.
func (c *checker) cell(v *parse.Value, f *ir.Field) ir.Literal {
	if v.Kind == parse.NullValue {
		if !f.Optional {
			hint := "write a value"
			if f.Default != nil {
				hint = "leave the field out of the row to get its default, or write a value"
			}
			c.err(diag.ValueMisfit, v.Span, fmt.Sprintf("%s is not optional, so it can't be null", quote(f.Entity.Name+"."+f.Name)), hint)
		}
		return ir.Literal{Span: v.Span}
	}
	l, m := literal(v, f.Type, f.Constraints)
	if m != nil {
		m.message += fmt.Sprintf(" (field %s)", quote(f.Name))
		c.misfit(m)
	}
	return l
}

// count is a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
