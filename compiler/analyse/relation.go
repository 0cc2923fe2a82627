package analyse

import (
	"slices"
	"strings"

	"github.com/awmc/awmc/ir"
)

// relation is the columns of a table, a view, a subquery or a table
// function, and what identifies its rows.
type relation struct {
	name string // of a table or view, for messages
	cols []relColumn
	// keys are sets of columns, each of which has different values in every
	// row; the empty set says that there is at most one row.
	keys [][]int
	// late, if set, works out keys when they are first asked for.
	late func() [][]int
	// entity is the table itself, or nil.
	entity *ir.Entity
	// unknown is set for a table that is not there: it may have any column,
	// so that its absence is reported once.
	unknown bool
}

// relColumn is one column of a relation.
type relColumn struct {
	name string
	value
	hidden bool // can be named, but "*" leaves it out
}

// rowKeys are keys, worked out if need be.
func (r *relation) rowKeys() [][]int {
	if r.late != nil {
		r.keys, r.late = r.late(), nil
	}
	return r.keys
}

// setKeys replaces the keys.
func (r *relation) setKeys(keys ...[]int) { r.keys, r.late = keys, nil }

// index finds a column by name, in any case as SQL does; -1 if there is none.
func (r *relation) index(name string) int {
	return slices.IndexFunc(r.cols, func(c relColumn) bool { return strings.EqualFold(c.name, name) })
}

// settled makes columns of what literals were: behind a name, a literal no
// longer takes on the type of what it meets.
func (r *relation) settled() *relation {
	for i := range r.cols {
		r.cols[i].literal = false
	}
	return r
}

// names lists the columns for hints.
func (r *relation) names() []string {
	var out []string
	for _, c := range r.cols {
		if !c.hidden {
			out = append(out, c.name)
		}
	}
	return out
}

// entityRelation describes a table.
func entityRelation(e *ir.Entity) *relation {
	r := &relation{name: e.Name, entity: e}
	for _, f := range e.Fields {
		r.cols = append(r.cols, relColumn{name: f.Name, value: fieldValue(f)})
	}
	key := func(fields []*ir.Field) {
		var set []int
		for _, f := range fields {
			if f.Optional {
				return // several rows may have NULL
			}
			set = append(set, slices.Index(e.Fields, f))
		}
		r.keys = append(r.keys, set)
	}
	key(e.Key)
	for _, f := range e.Fields {
		if f.Unique || f.FromID != "" {
			key([]*ir.Field{f})
		}
	}
	for _, u := range e.Unique {
		if u.Where == "" {
			key(u.Fields)
		}
	}
	return r
}

// jsonEach describes json_each and json_tree. The element's value has the
// type of the list's elements where that is known.
func jsonEach(elem ir.Type) *relation {
	col := func(name string, t ir.Type, null, hidden bool) relColumn {
		return relColumn{name: name, value: value{typ: t, null: null}, hidden: hidden}
	}
	var key, atom ir.Type
	if elem != nil { // a list: its elements are never null
		key = ir.Integer
		if _, ok := elem.(ir.Scalar); ok {
			atom = elem
		}
	}
	return &relation{name: "json_each", cols: []relColumn{
		col("key", key, elem == nil, false),
		col("value", elem, elem == nil, false),
		col("type", ir.Text, false, false),
		col("atom", atom, true, false),
		col("id", ir.Integer, false, false),
		col("parent", ir.Integer, true, false),
		col("fullkey", ir.Text, false, false),
		col("path", ir.Text, false, false),
		col("json", ir.JSON{}, true, true),
		col("root", ir.Text, true, true),
	}, keys: [][]int{{4}}}
}
