package page

import (
	"net/http"
	"slices"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/service"
)

// maxKnown bounds how many values an input offers.
const maxKnown = 300

// known are the values that a parameter that refers to an entity can take,
// with a text that tells people what they are.
func known(r *http.Request, h *instHead, p core.Param) ([]option, error) {
	e := entity(h.Env.Spec, p.Ref)
	if e == nil || len(p.Type.Enum) > 0 {
		return nil, nil
	}
	column := p.RefField
	if column == "" && len(e.Key) == 1 {
		column = e.Key[0]
	}
	if column == "" {
		return nil, nil
	}
	query := "SELECT " + identifier(column)
	if l := label(e, column); l != "" {
		query += ", " + identifier(l)
	} else {
		query += ", ''"
	}
	query += " FROM " + identifier(e.Name) + " WHERE " + identifier(column) + " IS NOT NULL ORDER BY 1 LIMIT ?1"
	t, err := h.in.Select(r.Context(), query, int64(maxKnown))
	if err != nil {
		if h.State == service.Void {
			return nil, nil
		}
		return nil, err
	}
	var list []option
	for _, row := range t.Rows {
		list = append(list, option{Value: cell(core.Field{}, row[0]).Text, Text: cell(core.Field{}, row[1]).Text})
	}
	return list, nil
}

func entity(env *core.Env, name string) *core.Entity {
	for i := range env.Entities {
		if name != "" && env.Entities[i].Name == name {
			return &env.Entities[i]
		}
	}
	return nil
}

// label is the field of an entity by which people know its rows, or "".
func label(e *core.Entity, but string) string {
	best := ""
	for _, f := range e.Fields {
		if f.Name == but || f.Type != core.Text || f.Ref != "" || len(f.Enum) > 0 || slices.Contains(e.Key, f.Name) {
			continue
		}
		if strings.HasSuffix(f.Name, "name") || strings.HasSuffix(f.Name, "title") || f.Name == "subject" || f.Name == "label" {
			return f.Name
		}
		if best == "" {
			best = f.Name
		}
	}
	return best
}

// identifier quotes a name for SQL.
func identifier(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
