package analyse

import (
	"slices"

	"github.com/awmc/awmc/compiler/sqltext"
)

// coreKeys works out which results identify the rows of a SELECT.
func (t *typer) coreKeys(c *sqltext.Core, f *frame, rel *relation) [][]int {
	switch {
	case f.single:
		return [][]int{{}}
	case len(f.tables) == 0:
		return [][]int{{}} // SELECT without FROM: one row
	}
	var keys [][]int
	if c.Distinct {
		keys = append(keys, allColumns(rel))
	}
	if key, ok := t.groupKey(c, rel); ok {
		keys = append(keys, key)
	}
	x := t.factsOf(c, f)
	outs := x.outputs(c)
	var set []int
	for i, ref := range outs {
		if ref.table >= 0 {
			set = append(set, i)
		}
	}
	if key, ok := x.shrink(set, outs); ok {
		keys = append(keys, key)
	}
	return keys
}

// groupKey finds the results that the terms of GROUP BY are.
func (t *typer) groupKey(c *sqltext.Core, rel *relation) ([]int, bool) {
	if len(c.GroupBy) == 0 || len(c.Results) != len(rel.cols) {
		return nil, false
	}
	var key []int
	for _, g := range c.GroupBy {
		named := resultOf(c, g)
		i := slices.IndexFunc(c.Results, func(r sqltext.Result) bool {
			return r.Expr != nil && (r.Expr == named || t.text(r.Expr) == t.text(g))
		})
		if i < 0 {
			return nil, false
		}
		key = append(key, i)
	}
	return key, true
}

// text is an expression as written, for comparing.
func (t *typer) text(e sqltext.Expr) string {
	r := e.Span()
	if r.End > len(t.src) {
		return ""
	}
	return oneLine(t.src[r.Start:r.End])
}

// shrink drops columns from a set that identifies the rows as long as the
// rest still does. Columns that are keys by themselves are kept longest.
func (x *facts) shrink(set []int, outs []colRef) ([]int, bool) {
	refs := func(set []int) []colRef {
		out := make([]colRef, len(set))
		for i, k := range set {
			out[i] = outs[k]
		}
		return out
	}
	if !x.covers(refs(set)) {
		return nil, false
	}
	for _, keepKeys := range []bool{true, false} {
		for i := len(set) - 1; i >= 0; i-- {
			if keepKeys && x.isKeyColumn(outs[set[i]]) {
				continue
			}
			less := slices.Delete(slices.Clone(set), i, i+1)
			if x.covers(refs(less)) {
				set = less
			}
		}
	}
	return set, true
}

func (x *facts) isKeyColumn(r colRef) bool {
	return slices.ContainsFunc(x.f.tables[r.table].rel.rowKeys(), func(key []int) bool { return slices.Contains(key, r.col) })
}

// rowKey finds columns of the tables of a SELECT that identify its rows, to
// end an ORDER BY with: the shortest set there is, as expressions.
func (x *facts) rowKey() ([]string, bool) {
	var all []colRef
	if x.grouped {
		all = slices.Clone(x.group)
		if slices.Contains(all, colRef{-1, -1}) {
			return nil, false
		}
	} else {
		for i, tab := range x.f.tables {
			if len(tab.rel.rowKeys()) == 0 {
				return nil, false
			}
			for _, c := range tab.rel.rowKeys()[0] {
				all = append(all, colRef{i, c})
			}
		}
	}
	if !x.covers(all) {
		return nil, false
	}
	for i := len(all) - 1; i >= 0; i-- {
		if less := slices.Delete(slices.Clone(all), i, i+1); x.covers(less) {
			all = less
		}
	}
	out := make([]string, len(all))
	for i, r := range all {
		tab := x.f.tables[r.table]
		out[i] = sqltext.Name(tab.alias) + "." + sqltext.Name(tab.rel.cols[r.col].name)
	}
	return out, true
}
