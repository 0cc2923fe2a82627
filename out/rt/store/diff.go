package store

import (
	"cmp"
	"slices"

	"github.com/awmc/awmc/out/rt/core"
)

// netDiff is what a log of changes amounts to: for each row, by key, how it
// was at first and how it is now. A row whose key changed is one that was
// deleted and one that was inserted.
func netDiff(log []LogEntry, tables map[string]*table) *core.Diff {
	net := map[string]map[string]*core.Change{}
	touch := func(t *table, row []any) *core.Change {
		rows := net[t.name]
		if rows == nil {
			rows = map[string]*core.Change{}
			net[t.name] = rows
		}
		key := t.keyOf(row)
		text := keyText(key)
		c := rows[text]
		if c == nil {
			c = &core.Change{Key: key}
			rows[text] = c
			// Both sides the same means not seen yet.
			c.Old, c.New = unseen, unseen
		}
		return c
	}
	for _, e := range log {
		t := tables[e.Table]
		if e.Old != nil {
			c := touch(t, e.Old)
			if isUnseen(c.Old) {
				c.Old = e.Old
			}
			c.New = nil
		}
		if e.New != nil {
			c := touch(t, e.New)
			if isUnseen(c.Old) {
				c.Old = nil
			}
			c.New = e.New
		}
	}
	return collect(net, tables)
}

// unseen marks a side of a change that no entry has spoken of.
var unseen = []any{}

func isUnseen(row []any) bool { return row != nil && len(row) == 0 }

func collect(net map[string]map[string]*core.Change, tables map[string]*table) *core.Diff {
	d := &core.Diff{Tables: []core.TableDiff{}}
	for name, rows := range net {
		t := core.TableDiff{Table: name, Columns: tables[name].columns}
		for _, c := range rows {
			if c.Old == nil && c.New == nil || c.Old != nil && c.New != nil && sameRow(c.Old, c.New) {
				continue
			}
			t.Changes = append(t.Changes, *c)
		}
		if len(t.Changes) == 0 {
			continue
		}
		sortChanges(t.Changes)
		d.Tables = append(d.Tables, t)
	}
	slices.SortFunc(d.Tables, func(a, b core.TableDiff) int {
		return cmp.Compare(tables[a.Table].order, tables[b.Table].order)
	})
	return d
}

func sortChanges(list []core.Change) {
	slices.SortFunc(list, func(a, b core.Change) int { return slices.CompareFunc(a.Key, b.Key, core.CompareValues) })
}

func (t *table) keyOf(row []any) []any {
	key := make([]any, len(t.key))
	for i, k := range t.key {
		key[i] = row[k]
	}
	return key
}

// keyText tells keys apart.
func keyText(key []any) string {
	var b []byte
	for _, v := range key {
		b = appendValue(b, v)
		b = append(b, 0)
	}
	return string(b)
}
