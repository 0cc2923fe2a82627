package analyse

import (
	"strings"

	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir/diag"
)

// joined warns of an aggregate that puts rows one after the other, where
// nothing says in which order they come.
func (t *typer) joined(c *sqltext.Core) {
	if len(c.From) == 0 || ordered(c.From) {
		return
	}
	look := func(e sqltext.Expr) {
		ownFuncs(e, func(f *sqltext.FuncExpr) {
			name := strings.ToLower(f.Name.Text)
			switch name {
			case "group_concat", "string_agg", "json_group_array":
				if !f.Over && len(f.OrderBy) == 0 {
					t.warn(f.Range, diag.JoinedUnordered, "nothing says in which order `"+name+"` joins the rows",
						"read them from a subquery: `FROM (SELECT … ORDER BY …)`, ordered to the last column, such as the id")
				}
			}
		})
	}
	for _, r := range c.Results {
		look(r.Expr)
	}
	look(c.Having)
}

// ordered reports whether the rows come in an order: from a subquery that has
// one, or from the elements of a list.
func ordered(from []*sqltext.TableRef) bool {
	if len(from) != 1 {
		return false
	}
	return from[0].IsFunc || from[0].Select != nil && len(from[0].Select.OrderBy) > 0
}

// ownFuncs calls fn for the functions of an expression outside of subqueries.
func ownFuncs(e sqltext.Expr, fn func(*sqltext.FuncExpr)) {
	if e == nil {
		return
	}
	sqltext.Walk(e, func(x sqltext.Expr) bool {
		switch x := x.(type) {
		case *sqltext.SubqueryExpr, *sqltext.ExistsExpr:
			return false
		case *sqltext.InExpr:
			ownFuncs(x.X, fn)
			return false
		case *sqltext.FuncExpr:
			fn(x)
		}
		return true
	})
}
