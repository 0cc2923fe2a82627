package check

import (
	"fmt"
	"slices"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir/diag"
)

// formKeys are the keys that go with each form of tool, beside doc and cases.
var formKeys = map[string][]string{
	"get":    {"own", "only", "params"},
	"list":   {"own", "only", "filter", "search", "range", "sort", "page"},
	"create": {"own", "only", "set", "params"},
	"update": {"own", "only", "set", "params"},
	"delete": {"own", "params"},
	"row":    {"params"},
	"rows":   {"params", "filter", "sort", "page"},
	"do":     {"params"},
}

// formKeys reports keys that do not go with a tool's form.
func (c *checker) formKeys(s *parse.Tool) {
	form := s.Form.Value
	no := func(key string, span diag.Span) {
		if slices.Contains(formKeys[form], key) {
			return
		}
		c.err(diag.FormKey, span, fmt.Sprintf("`%s` does not go with `%s`", key, form), keyHint(key, form))
	}
	if len(s.Params) > 0 {
		no("params", s.Params[0].Name.Span)
	}
	if s.Own.Set {
		no("own", s.Own.Span)
	}
	texts := func(key string, list []parse.Text) {
		if len(list) > 0 {
			no(key, list[0].Span)
		}
	}
	texts("only", s.Only)
	texts("search", s.Search)
	texts("range", s.Range)
	texts("sort", s.Sort)
	texts("filter", s.FilterBy)
	if len(s.Set) > 0 {
		no("set", s.Set[0].Key.Span)
	}
	if len(s.Filter) > 0 {
		no("filter", s.Filter[0].Name.Span)
	}
	if s.Page != nil {
		no("page", s.Page.Span)
	}
}

func keyHint(key, form string) string {
	switch {
	case key == "own":
		return "compare with `:actor` in the SQL, or with a `require`"
	case key == "params" && form == "list":
		return "its parameters come from filter, search, range, sort and page; write `rows: SELECT …` for others"
	case key == "set":
		return "it goes with create and update; write the expression into the SQL"
	case key == "only" && (form == "row" || form == "rows"):
		return "name the columns in the SELECT"
	case form == "row" && (key == "filter" || key == "sort" || key == "page"):
		return "write `rows:` for a list"
	case form == "do" && (key == "filter" || key == "sort" || key == "page"):
		return "it goes with `rows:`; write it into the SQL of a step"
	case form == "rows" && (key == "search" || key == "range"):
		return "write a condition under `filter`, such as `words: contains(b.title, :words)`"
	}
	return "remove it, or choose another form"
}
