package page

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
)

// changeLog is the difference of an instance from its start.
type changeLog struct {
	Tables []tableChanges
	Total  int
	More   int // rows that are not shown
}

type tableChanges struct {
	Table                   string
	Added, Changed, Removed int
	Rows                    []changeRow
}

type changeRow struct {
	Op    string // added, changed or removed
	Key   string
	Cells []changeCell
}

// changeCell is one column. For an added row there is no Old, for a removed
// one no New.
type changeCell struct {
	Column   string
	Old, New *value
}

// newChangeLog shows at most so many rows.
func newChangeLog(env *core.Env, d *core.Diff, most int) *changeLog {
	c := &changeLog{}
	if d == nil {
		return c
	}
	for _, td := range d.Tables {
		t := tableChanges{Table: td.Table}
		e := entity(env, td.Table)
		for _, ch := range td.Changes {
			row := newChangeRow(e, td.Columns, ch)
			switch row.Op {
			case "added":
				t.Added++
			case "changed":
				t.Changed++
			case "removed":
				t.Removed++
			}
			if c.Total++; c.Total <= most {
				t.Rows = append(t.Rows, row)
			} else {
				c.More++
			}
		}
		c.Tables = append(c.Tables, t)
	}
	return c
}

func newChangeRow(e *core.Entity, columns []string, ch core.Change) changeRow {
	row := changeRow{Op: "changed", Key: keyText(ch.Key)}
	switch {
	case ch.Old == nil:
		row.Op = "added"
	case ch.New == nil:
		row.Op = "removed"
	}
	for i, name := range columns {
		f := field(e, name)
		c := changeCell{Column: name}
		if ch.Old != nil {
			c.Old = cell(f, ch.Old[i])
		}
		if ch.New != nil {
			c.New = cell(f, ch.New[i])
		}
		if row.Op == "changed" && c.Old.Text == c.New.Text && c.Old.Kind == c.New.Kind {
			continue
		}
		if row.Op != "changed" && e != nil && slices.Contains(e.Key, name) {
			continue // the key stands above
		}
		if row.Op == "added" && c.New.Kind == "null" {
			continue
		}
		row.Cells = append(row.Cells, c)
	}
	return row
}

func keyText(key []any) string {
	parts := make([]string, len(key))
	for i, k := range key {
		parts[i] = cell(core.Field{}, k).Text
	}
	return strings.Join(parts, ", ")
}

func field(e *core.Entity, name string) core.Field {
	if e != nil {
		for _, f := range e.Fields {
			if f.Name == name {
				return f
			}
		}
	}
	return core.Field{Name: name}
}

// cell is a value of a table as it is shown: what agents see, not how SQLite
// keeps it.
func cell(f core.Field, v any) *value {
	switch v := v.(type) {
	case nil:
		return &value{Kind: "null", Text: "null"}
	case int64:
		if f.Type == core.Boolean {
			return &value{Kind: "boolean", Text: fmt.Sprint(v != 0)}
		}
		return &value{Kind: "number", Text: fmt.Sprint(v)}
	case float64:
		return &value{Kind: "number", Text: fmt.Sprint(v)}
	case []byte:
		return &value{Kind: "text", Text: fmt.Sprintf("%x", v)}
	case string:
		switch f.Type {
		case core.DateTimeKind:
			return &value{Kind: "time", Text: moment(core.DateTime(v))}
		case core.DateKind, core.TimeKind:
			return &value{Kind: "time", Text: v}
		case core.JSONKind:
			return &value{Kind: "json", Text: v}
		}
		return &value{Kind: "text", Text: v}
	}
	return &value{Kind: "text", Text: fmt.Sprint(v)}
}

// moment is a time as agents read it.
func moment(d core.DateTime) string {
	s := string(d)
	if len(s) == len("2026-03-02 09:00:00") {
		return s[:10] + "T" + s[11:] + "Z"
	}
	return s
}

type changesView struct {
	*instHead
	Changes *changeLog
	Steps   []step
	Untold  string // why there are no steps
}

// manyChanges is how many changed rows the page of changes shows.
const manyChanges = 500

func (p *site) changes(w http.ResponseWriter, r *http.Request) error {
	h, err := p.instance(r, "changes")
	if err != nil {
		return err
	}
	v := changesView{instHead: h, Changes: newChangeLog(h.Env.Spec, h.diff, manyChanges)}
	if h.diff != nil {
		log, err := h.in.Log(r.Context())
		if err != nil {
			return err
		}
		if v.Steps, err = steps(r.Context(), h, log); err != nil {
			if r.Context().Err() != nil {
				return err
			}
			v.Untold = sentence(err.Error())
		}
	}
	return p.show(w, "changes", p.instFrame(h, "Changes"), v)
}
