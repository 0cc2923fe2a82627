package task

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/data"
)

// state is a net difference made ready for comparing: its rows, and which of
// them have a generated id.
type state struct {
	schema  *schema
	rows    []*row // in the order of the difference
	fresh   []*row // inserted rows; their index is their place here
	started map[string]*row
	byID    map[string]map[int64]*row // inserted rows by table and generated id
	byText  map[string]*row           // inserted rows by texts made from their id
	texts   []string                  // the keys of byText, longest first
}

// row is one changed row.
type row struct {
	table   *table
	columns []string
	fields  []*core.Field
	change  *core.Change
	key     string // table and key as one text
	index   int    // in state.fresh, or -1
	changed []bool // of an update: which columns differ
	loose   []bool // columns exempt by free, or nil
	exempt  bool   // the whole row is exempt by free
	terms   []term // by column; see build
}

func (r *row) inserted() bool { return r.change.Old == nil }
func (r *row) deleted() bool  { return r.change.New == nil }
func (r *row) updated() bool  { return r.change.Old != nil && r.change.New != nil }

// freedom is what free exempts in one world: for each table the columns (""
// for whole rows) with the keys of the rows, nil for all rows.
type freedom map[string]map[string]map[string]bool

func (f freedom) has(table, column, key string) bool {
	keys, ok := f[table][column]
	return ok && (keys == nil || keys[key])
}

func newState(s *schema, d *core.Diff, free freedom) (*state, error) {
	st := &state{schema: s, started: map[string]*row{}, byID: map[string]map[int64]*row{}, byText: map[string]*row{}}
	if d == nil {
		return st, nil
	}
	for i := range d.Tables {
		td := &d.Tables[i]
		t, fields, err := s.columns(td)
		if err != nil {
			return nil, err
		}
		for j := range td.Changes {
			r := &row{table: t, columns: td.Columns, fields: fields, change: &td.Changes[j], index: -1}
			if err := r.check(); err != nil {
				return nil, err
			}
			key := keyText(r.change.Key)
			r.key = t.Name + "\x00" + key
			if r.updated() && !r.findChanged() {
				continue
			}
			r.apply(free, key)
			st.add(r)
		}
	}
	for text := range st.byText {
		st.texts = append(st.texts, text)
	}
	slices.SortFunc(st.texts, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	return st, nil
}

func (r *row) check() error {
	c := r.change
	if c.Old == nil && c.New == nil || c.Old != nil && len(c.Old) != len(r.columns) || c.New != nil && len(c.New) != len(r.columns) {
		return fmt.Errorf("the difference of %s has a row whose values do not fit its columns", r.table.Name)
	}
	return nil
}

// findChanged notes the columns that differ in value; a JSON text written
// differently, or 25 and 25.0, is no change.
func (r *row) findChanged() bool {
	r.changed = make([]bool, len(r.columns))
	some := false
	for i := range r.columns {
		if !sameStored(r.fields[i], r.change.Old[i], r.change.New[i]) {
			r.changed[i], some = true, true
		}
	}
	return some
}

func sameStored(f *core.Field, a, b any) bool {
	switch a := a.(type) { // what most are; the rest may be equal when written differently
	case int64:
		if b, ok := b.(int64); ok {
			return a == b
		}
	case string:
		if b, ok := b.(string); ok && a == b {
			return true
		}
	}
	if literal(a) == literal(b) {
		return true
	}
	if f == nil || !isJSON(f) || a == nil || b == nil {
		return false
	}
	x, y := plainTerm(f, a), plainTerm(f, b)
	return x.equal(y, nil)
}

func isJSON(f *core.Field) bool {
	return f.Type == core.JSONKind || f.Type == core.ListKind || f.Type == core.ObjectKind
}

func (r *row) apply(free freedom, key string) {
	if len(free[r.table.Name]) == 0 {
		return
	}
	r.exempt = free.has(r.table.Name, "", key)
	for i, c := range r.columns {
		if free.has(r.table.Name, c, key) {
			if r.loose == nil {
				r.loose = make([]bool, len(r.columns))
			}
			r.loose[i] = true
		}
	}
}

func (r *row) isLoose(i int) bool { return r.loose != nil && r.loose[i] }

func (st *state) add(r *row) {
	st.rows = append(st.rows, r)
	if !r.inserted() {
		st.started[r.key] = r
		return
	}
	r.index = len(st.fresh)
	st.fresh = append(st.fresh, r)
	if !r.table.AutoID {
		return
	}
	if id, ok := r.change.Key[0].(int64); ok {
		if st.byID[r.table.Name] == nil {
			st.byID[r.table.Name] = map[int64]*row{}
		}
		st.byID[r.table.Name][id] = r
	}
	for i := range r.table.Fields {
		if s := madeFrom(r.table.Fields[i].FromID, r.change.Key[0]); s != "" {
			st.byText[s] = r
		}
	}
}

// madeFrom is the text that a template makes from an id. It is worked out
// here because a generated column need not be part of a difference.
func madeFrom(template string, id any) string {
	if template == "" {
		return ""
	}
	s, err := data.Expand(template, func(string) (any, error) { return id, nil })
	if err != nil {
		return ""
	}
	return s
}
