package analyse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// entityConditions checks the SQL of table-wide checks and partial unique
// constraints. Those with a mistake are left out of the schema, so that the
// rest can be looked at.
func (a *analyser) entityConditions() {
	for i, spec := range a.r.Spec.Entities {
		e := a.r.Entity(spec.Name.Value)
		if e == nil || len(e.Checks) == 0 && !slices.ContainsFunc(e.Unique, func(u *ir.Unique) bool { return u.Where != "" }) {
			continue
		}
		scratch := fmt.Sprintf("awmc_scratch_%d", i)
		cols := make([]string, len(e.Fields))
		for i, f := range e.Fields {
			cols[i] = sqltext.Name(f.Name) + " " + storage(f.Type)
		}
		if err := a.eng.exec("CREATE TABLE " + scratch + " (" + strings.Join(cols, ", ") + ")"); err != nil {
			a.internal(err)
			return
		}
		bad := map[diag.Span]bool{}
		for _, t := range spec.Check {
			bad[t.Span] = !a.rowCondition(e, t, "check", scratch)
		}
		for _, u := range spec.Unique {
			bad[u.Span] = u.Where.Set && !a.rowCondition(e, u.Where, "where", scratch)
		}
		e.Checks = slices.DeleteFunc(e.Checks, func(c *ir.TableCheck) bool { return bad[c.Span] })
		e.Unique = slices.DeleteFunc(e.Unique, func(u *ir.Unique) bool { return bad[u.Span] })
		if err := a.eng.exec("DROP TABLE " + scratch); err != nil {
			a.internal(err)
		}
	}
}

// nothing refuses every name: conditions of the schema know no values.
type nothing struct {
	a    *analyser
	what string
}

func (n nothing) resolve(path []string, at diag.Span) (resolved, bool) {
	n.a.err(diag.NoValuesHere, at, fmt.Sprintf("a `%s` of an entity can't use `:%s`: it holds for rows at any time", n.what, strings.Join(path, ".")),
		"name columns of the row only; what depends on the clock or the actor is a `require` in a tool")
	return resolved{}, false
}

// rowCondition checks a condition over one row of an entity, with a table
// that has its columns.
func (a *analyser) rowCondition(e *ir.Entity, text parse.Text, what, scratch string) bool {
	s := a.readExpr(text)
	if s == nil {
		return false
	}
	t := a.typer(s)
	sqltext.Walk(s.expr, func(x sqltext.Expr) bool {
		switch x := x.(type) {
		case *sqltext.SubqueryExpr:
			t.noSubquery(x.Range, what)
			return false
		case *sqltext.ExistsExpr:
			t.noSubquery(x.Range, what)
			return false
		case *sqltext.InExpr:
			if x.Select != nil {
				t.noSubquery(x.Range, what)
				return false
			}
		}
		return true
	})
	if len(t.problems) > 0 {
		a.problems(s, t.problems)
		return false
	}
	return a.compile(s, nothing{a, what}, compileOptions{
		frame:   &frame{tables: []frameTable{{alias: e.Name, rel: entityRelation(e)}}},
		before:  "SELECT 1 FROM " + scratch + " AS " + sqltext.Name(e.Name) + " WHERE (",
		after:   ")",
		scratch: scratch,
	}) != nil
}

func (t *typer) noSubquery(at sqltext.Range, what string) {
	t.report(at, diag.SubqueryHere, fmt.Sprintf("a `%s` of an entity can't look at other rows", what), "write it as an invariant, or as a `require` in the tools that write")
}
