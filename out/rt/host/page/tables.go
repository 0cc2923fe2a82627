package page

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/service"
)

// relation is a table or a view of an instance.
type relation struct {
	Name    string
	View    bool
	Rows    int
	Changed int
	On      bool
	entity  *core.Entity
	columns []string
}

type tablesView struct {
	*instHead
	Relations  []relation
	Table      *relation
	Query      string
	Column, Is string // shows only rows with this value
	Columns    []columnHead
	Rows       []tableRow
	Removed    int // rows that are no longer there
	Pager
}

type columnHead struct {
	Name, Sort, URL string // Sort as in aria-sort
	Number          bool
}

type tableRow struct {
	Op    string // "", added or changed
	Cells []tableCell
}

type tableCell struct {
	*value
	Was    *value // before the first call, if it was another
	URL    string // of the row it refers to
	Number bool
}

// rowsPerPage of a table.
const rowsPerPage = 25

func (p *site) tables(w http.ResponseWriter, r *http.Request) error {
	h, err := p.instance(r, "tables")
	if err != nil {
		return err
	}
	if len(h.Env.Spec.Entities) == 0 {
		return &service.Error{Kind: service.NotFound, Message: h.Env.Name + " has no tables"}
	}
	http.Redirect(w, r, h.URL("tables", h.Env.Spec.Entities[0].Name), http.StatusSeeOther)
	return nil
}

func (p *site) table(w http.ResponseWriter, r *http.Request) error {
	h, err := p.instance(r, "tables")
	if err != nil {
		return err
	}
	v := tablesView{instHead: h, Query: r.FormValue("q"), Column: r.FormValue("column"), Is: r.FormValue("is")}
	if v.Relations, err = relations(r.Context(), h); err != nil {
		return err
	}
	for i := range v.Relations {
		if v.Relations[i].Name == r.PathValue("tab") {
			v.Table = &v.Relations[i]
			v.Table.On = true
		}
	}
	if v.Table == nil {
		return &service.Error{Kind: service.NotFound, Message: fmt.Sprintf("%s has no table %s", h.Env.Name, r.PathValue("tab"))}
	}
	if err := v.read(r); err != nil {
		return err
	}
	return p.show(w, "tables", p.instFrame(h, v.Table.Name), v)
}

// relations lists the tables and views, with the number of their rows.
func relations(ctx context.Context, h *instHead) ([]relation, error) {
	var list []relation
	for i := range h.Env.Spec.Entities {
		e := &h.Env.Spec.Entities[i]
		rel := relation{Name: e.Name, entity: e}
		for _, f := range e.Fields {
			rel.columns = append(rel.columns, f.Name)
		}
		if h.diff != nil {
			for _, t := range h.diff.Tables {
				if t.Table == e.Name {
					rel.Changed = len(t.Changes)
				}
			}
		}
		list = append(list, rel)
	}
	for _, v := range h.Env.Spec.Views {
		list = append(list, relation{Name: v.Name, View: true, columns: v.Columns})
	}
	counts := make([]string, len(list))
	for i, rel := range list {
		counts[i] = "(SELECT count(*) FROM " + identifier(rel.Name) + ")"
	}
	t, err := h.in.Select(ctx, "SELECT "+strings.Join(counts, ", "))
	if err != nil {
		return nil, err
	}
	for i := range list {
		if n, ok := t.Rows[0][i].(int64); ok {
			list[i].Rows = int(n)
		}
	}
	return list, nil
}

// read reads one page of the table.
func (v *tablesView) read(r *http.Request) error {
	where, args := v.filter()
	t, err := v.in.Select(r.Context(), "SELECT count(*) FROM "+identifier(v.Table.Name)+where, args...)
	if err != nil {
		return err
	}
	total, _ := t.Rows[0][0].(int64)
	v.Pager = paged(r, int(total), rowsPerPage)
	order := v.sort(r)
	columns := make([]string, len(v.Table.columns))
	for i, c := range v.Table.columns {
		columns[i] = identifier(c)
	}
	query := fmt.Sprintf("SELECT %s FROM %s%s%s LIMIT ?%d OFFSET ?%d",
		strings.Join(columns, ", "), identifier(v.Table.Name), where, order, len(args)+1, len(args)+2)
	if t, err = v.in.Select(r.Context(), query, append(args, int64(rowsPerPage), int64(v.From))...); err != nil {
		return err
	}
	v.show(t)
	return nil
}

// filter is the condition of a search: every word occurs in some column.
func (v *tablesView) filter() (string, []any) {
	var all []string
	var args []any
	for w := range strings.FieldsSeq(strings.ToLower(v.Query)) {
		args = append(args, w)
		var some []string
		for _, c := range v.Table.columns {
			some = append(some, fmt.Sprintf("instr(lower(CAST(%s AS TEXT)), ?%d) > 0", identifier(c), len(args)))
		}
		if all = append(all, "("+strings.Join(some, " OR ")+")"); len(all) == 8 {
			break // a search, not a letter
		}
	}
	if slices.Contains(v.Table.columns, v.Column) {
		args = append(args, v.Is)
		all = append(all, fmt.Sprintf("CAST(%s AS TEXT) = ?%d", identifier(v.Column), len(args)))
	} else {
		v.Column = ""
	}
	if len(all) == 0 {
		return "", nil
	}
	return " WHERE " + strings.Join(all, " AND "), args
}

// sort is the order that was asked for, and sets the heads of the columns,
// which change it.
func (v *tablesView) sort(r *http.Request) string {
	by, descending := r.FormValue("sort"), r.FormValue("down") != ""
	var order []string
	for _, c := range v.Table.columns {
		q := r.URL.Query()
		q.Del("page")
		q.Del("down")
		q.Set("sort", c)
		head := columnHead{Name: c, Sort: "none", Number: numeric(field(v.Table.entity, c))}
		if c == by {
			direction := " ASC"
			head.Sort = "ascending"
			if descending {
				head.Sort, direction = "descending", " DESC"
			} else {
				q.Set("down", "1")
			}
			order = append(order, identifier(c)+direction)
		}
		head.URL = r.URL.EscapedPath() + "?" + q.Encode()
		v.Columns = append(v.Columns, head)
	}
	if v.Table.entity != nil {
		for _, k := range v.Table.entity.Key {
			order = append(order, identifier(k))
		}
	}
	if len(order) == 0 {
		return ""
	}
	return " ORDER BY " + strings.Join(order, ", ")
}

// show makes the rows, marking what the episode changed.
func (v *tablesView) show(t *core.Table) {
	changed := map[string]core.Change{}
	if v.diff != nil {
		for _, td := range v.diff.Tables {
			if td.Table != v.Table.Name {
				continue
			}
			for _, ch := range td.Changes {
				changed[keyText(ch.Key)] = ch
				if ch.New == nil {
					v.Removed++
				}
			}
			// Changes have their columns in an order of their own.
			v.reorder(td.Columns, changed)
		}
	}
	for _, row := range t.Rows {
		var tr tableRow
		var old []any
		if v.Table.entity != nil {
			var key []any
			for _, k := range v.Table.entity.Key {
				key = append(key, row[slices.Index(v.Table.columns, k)])
			}
			if ch, ok := changed[keyText(key)]; ok {
				tr.Op, old = "added", ch.Old
				if old != nil {
					tr.Op = "changed"
				}
			}
		}
		for i, x := range row {
			f := field(v.Table.entity, v.Table.columns[i])
			c := tableCell{value: cell(f, x), Number: numeric(f)}
			if f.Ref != "" && x != nil {
				c.URL = v.URL("tables", f.Ref) + "?" + v.refersTo(f, c.Text)
			}
			if old != nil {
				if was := cell(f, old[i]); was.Text != c.Text || was.Kind != c.Kind {
					c.Was = was
				}
			}
			tr.Cells = append(tr.Cells, c)
		}
		v.Rows = append(v.Rows, tr)
	}
}

func numeric(f core.Field) bool { return f.Type == core.Integer || f.Type == core.Real }

// refersTo is the query that shows the row that a value refers to.
func (v *tablesView) refersTo(f core.Field, value string) string {
	column := f.RefField
	if e := entity(v.Env.Spec, f.Ref); column == "" && e != nil && len(e.Key) > 0 {
		column = e.Key[0]
	}
	return strings.TrimPrefix(with("", "column", column, "is", value), "?")
}

// reorder puts the old values of changes into the order of the table's
// columns.
func (v *tablesView) reorder(from []string, changes map[string]core.Change) {
	for key, ch := range changes {
		if ch.Old == nil {
			continue
		}
		old := make([]any, len(v.Table.columns))
		for i, c := range v.Table.columns {
			if j := slices.Index(from, c); j >= 0 {
				old[i] = ch.Old[j]
			}
		}
		ch.Old = old
		changes[key] = ch
	}
}
