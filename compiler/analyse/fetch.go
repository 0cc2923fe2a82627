package analyse

import (
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
)

// fetchPoint is a place in the steps where rows are read that references
// point to: where the reference is bound.
type fetchPoint struct{ steps []*ir.FetchStep }

// fetch adds the reading of the row that a reference points to. Its query is
// written when the tool is complete, with the columns that were asked for.
func (f *routine) fetch(at *fetchPoint, key ir.Operand, ref reference, nullable bool, name string) *rowBinding {
	a := f.a
	rel := a.refRelation(&ref)
	v := &ir.Var{Span: key.Span, Name: name, GoName: f.ident(rowName(name)), Kind: ir.RowVar, Nullable: nullable}
	step := &ir.FetchStep{Span: key.Span, Row: v, Key: key}
	at.steps = append(at.steps, step)
	r := &rowBinding{fn: f, v: v, name: name, point: at, refs: map[string]*rowBinding{}, names: rel.names}
	r.find = func(name string) *ir.Column {
		for _, c := range v.Row {
			if strings.EqualFold(c.Name, name) {
				return c
			}
		}
		i := rel.index(name)
		if i < 0 || rel.cols[i].hidden {
			return nil
		}
		val := rel.cols[i].value
		val.null = val.null || nullable
		c := val.column(rel.cols[i].name)
		if val.ref != nil {
			a.colRefs[c] = *val.ref
		}
		v.Row = append(v.Row, c)
		return c
	}
	f.later(func() {
		if len(v.Row) == 0 {
			if f.rule != nil {
				// Whoever uses the rule has checked what it passes.
				at.steps = slices.DeleteFunc(at.steps, func(s *ir.FetchStep) bool { return s == step })
				return
			}
			r.find(ref.field.Name)
		}
		step.Query = f.fetchQuery(v, rel, ref, key)
	})
	return r
}

// fetchQuery writes the query of a fetch: nothing in it can be wrong, so it
// is not prepared.
func (f *routine) fetchQuery(v *ir.Var, rel *relation, ref reference, key ir.Operand) *ir.Statement {
	a := f.a
	cols := make([]string, len(v.Row))
	for i, c := range v.Row {
		cols[i] = sqltext.Name(c.Name)
	}
	c := &composer{}
	c.put("SELECT " + strings.Join(cols, ", ") + " FROM " + sqltext.Name(rel.name) + " WHERE " + sqltext.Name(ref.keyName()) + " = ")
	c.arg(key, nil, sqltext.Range{})
	st := &ir.Statement{Span: key.Span, Name: a.claim(f.prefix + "Get" + check.GoName(rowName(v.Name))), Text: c.text(), Args: c.args, SQLC: c.sqlc()}
	for _, col := range v.Row {
		own := *col
		if val := rel.cols[rel.index(col.Name)].value; !val.null {
			own.Nullable = false // in a row that is there
		}
		st.Columns = append(st.Columns, &own)
	}
	if rel.entity != nil {
		st.Reads = []*ir.Entity{rel.entity}
	} else {
		st.Reads = a.viewReads(rel)
	}
	return st
}

// viewReads are the tables that a view reads.
func (a *analyser) viewReads(rel *relation) []*ir.Entity {
	p, err := a.eng.prepare("SELECT * FROM " + sqltext.Name(rel.name))
	if err != nil {
		return nil
	}
	return a.entitiesOf(p.reads)
}

// rowName is what a row is called after the name of the reference to it:
// order_id gives order.
func rowName(path string) string {
	name := path[strings.LastIndexByte(path, '.')+1:]
	for _, suffix := range []string{"_id", "_no", "_code", "_number"} {
		if rest, ok := strings.CutSuffix(name, suffix); ok && rest != "" {
			return rest
		}
	}
	return name
}
