package task

import (
	"fmt"

	"github.com/awmc/awmc/out/rt/core"
)

// schema finds entities and fields by name.
type schema struct{ tables map[string]*table }

type table struct {
	*core.Entity
	fields map[string]*core.Field
}

func newSchema(env *core.Env) *schema {
	s := &schema{tables: make(map[string]*table, len(env.Entities))}
	for i := range env.Entities {
		e := &env.Entities[i]
		t := &table{Entity: e, fields: make(map[string]*core.Field, len(e.Fields))}
		for j := range e.Fields {
			t.fields[e.Fields[j].Name] = &e.Fields[j]
		}
		s.tables[e.Name] = t
	}
	return s
}

// columns are the fields of a difference's columns; nil for a column that is
// no field, such as an id that the entity does not list.
func (s *schema) columns(d *core.TableDiff) (*table, []*core.Field, error) {
	t := s.tables[d.Table]
	if t == nil {
		return nil, nil, fmt.Errorf("the difference names a table %q that is no entity", d.Table)
	}
	fields := make([]*core.Field, len(d.Columns))
	for i, c := range d.Columns {
		fields[i] = t.fields[c]
	}
	return t, fields, nil
}

// isID reports whether a column is the table's generated key.
func (t *table) isID(column string) bool {
	return t.AutoID && len(t.Key) == 1 && t.Key[0] == column
}
