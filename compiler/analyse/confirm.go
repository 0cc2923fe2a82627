package analyse

import (
	"fmt"

	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/describe"
	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates/rt/core"
)

// confirm runs the views and the reading queries of tools on the canonical
// data and compares what comes with the types that were worked out.
func (t *trial) confirm(w core.World) {
	a := t.a
	for _, v := range a.env.Views {
		// A view of all pairs may have millions of rows, of which tools only
		// ever ask for a few.
		t.confirmQuery(w, "SELECT * FROM "+sqltext.Name(v.Name)+" LIMIT 1000", nil, v.Columns, v.Span, "view `"+v.Name+"`")
	}
	steps := func(owner string, list []ir.Step) {
		for s := range describe.Statements(list) {
			if s.IsWrite || len(s.Columns) == 0 {
				continue
			}
			if args, ok := t.sample(w, s); ok {
				t.confirmQuery(w, s.Text, args, s.Columns, s.Span, owner)
			}
		}
	}
	for _, r := range a.env.Rules {
		steps("rule `"+r.Name+"`", r.Steps)
	}
	for _, k := range a.env.Tools {
		steps("tool `"+k.Name+"`", k.Steps)
	}
}

// confirmQuery runs one query. That it fails on sampled values says nothing:
// a tool may make sure of more than its types do.
func (t *trial) confirmQuery(w core.World, text string, args []any, cols []*ir.Column, span diag.Span, owner string) {
	a := t.a
	table, err := w.Select(a.ctx, text, args...)
	if err != nil || len(table.Columns) != len(cols) {
		return
	}
	for i, c := range cols {
		for _, row := range table.Rows {
			if why := disproves(row[i], c); why != "" {
				a.err(diag.TypeDisproved, span, fmt.Sprintf("column `%s` of a query of %s is %s, and %s", c.Name, owner, article(typeName(c.Type)), why),
					fmt.Sprintf("say its type with `CAST(… AS type) AS %s`, or make the values fit, for example with COALESCE", c.Name))
				break
			}
		}
	}
}

// disproves says why a value can't be one of the column; "" if it can.
func disproves(v any, c *ir.Column) string {
	s, scalar := c.Type.(ir.Scalar)
	switch x := v.(type) {
	case nil:
		if !c.Nullable {
			return "the data has a NULL there"
		}
	case int64:
		if s == ir.Boolean && scalar && x != 0 && x != 1 {
			return fmt.Sprintf("the data has %d there", x)
		}
		if !scalar || s != ir.Integer && s != ir.Real && s != ir.Boolean {
			return fmt.Sprintf("the data has the number %d there", x)
		}
	case float64:
		if !scalar || s != ir.Real {
			return fmt.Sprintf("the data has the number %v there", x)
		}
	case string:
		switch {
		case !scalar:
			if !validJSON(x) {
				return fmt.Sprintf("the data has %q there", clip(x))
			}
		case isTemporal(s):
			if !temporalForm(x, s) {
				return fmt.Sprintf("the data has %q there", clip(x))
			}
		case s != ir.Text:
			return fmt.Sprintf("the data has the text %q there", clip(x))
		}
	}
	return ""
}

// sample finds values for the parameters of a query in the data.
func (t *trial) sample(w core.World, s *ir.Statement) ([]any, bool) {
	paths := describe.SQL(s).Args
	args := t.args(paths)
	for i, op := range s.Args {
		switch op.Var.Kind {
		case ir.NowVar, ir.TodayVar, ir.ActorVar:
			continue
		}
		v, ok := t.sampleOne(w, op)
		if !ok {
			return nil, false
		}
		args[i] = v
	}
	return args, true
}

// sampleOne is a value that an operand could have.
func (t *trial) sampleOne(w core.World, op ir.Operand) (any, bool) {
	if op.Column != nil {
		if f := op.Column.Field; f != nil {
			return t.some(w, f)
		}
		if ref, ok := t.a.colRefs[op.Column]; ok {
			return t.some(w, ref.field)
		}
		return nil, op.Column.Nullable
	}
	p := op.Var.Param
	switch {
	case p == nil:
		return nil, op.Var.Nullable
	case p.Default != nil:
		return stored(p.Default.Value), true
	case p.Optional:
		return nil, true
	case p.Ref != nil:
		return t.some(w, p.Ref)
	case len(p.Constraints.Enum) > 0:
		return p.Constraints.Enum[0], true
	case p.Constraints.Min != nil:
		return stored(p.Constraints.Min.Value), true
	}
	switch p.Type {
	case ir.Integer, ir.Boolean:
		return int64(1), true
	case ir.Real:
		return 1.0, true
	case ir.Text:
		return "a", true
	case ir.Date:
		return string(t.env.Now)[:10], true
	case ir.DateTime:
		return string(t.env.Now), true
	}
	return nil, false
}

// some is a value that a field has somewhere.
func (t *trial) some(w core.World, f *ir.Field) (any, bool) {
	col := sqltext.Name(f.Name)
	table, err := w.Select(t.a.ctx, "SELECT "+col+" FROM "+sqltext.Name(f.Entity.Name)+" WHERE "+col+" IS NOT NULL ORDER BY 1 LIMIT 1")
	if err != nil || len(table.Rows) == 0 {
		return nil, false
	}
	return table.Rows[0][0], true
}

// stored is a literal as the database has it.
func stored(v any) any {
	if b, ok := v.(bool); ok {
		if b {
			return int64(1)
		}
		return int64(0)
	}
	return v
}
