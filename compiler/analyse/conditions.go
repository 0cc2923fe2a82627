package analyse

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// entityConditions checks the SQL of table-wide checks and partial unique
// constraints, before the schema has them.
func (a *analyser) entityConditions() {
	for _, spec := range a.r.Spec.Entities {
		e := a.r.Entity(spec.Name.Value)
		if e == nil {
			continue
		}
		for _, t := range spec.Check {
			a.rowCondition(e, t, "check")
		}
		for _, u := range spec.Unique {
			if u.Where.Set {
				a.rowCondition(e, u.Where, "where")
			}
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

// rowCondition checks a condition over one row of an entity.
func (a *analyser) rowCondition(e *ir.Entity, text parse.Text, what string) {
	s := a.readExpr(text)
	if s == nil || !a.resolveAll(s, nothing{a, what}, false) {
		return
	}
	t := a.typer(s)
	f := &frame{tables: []frameTable{{alias: e.Name, rel: entityRelation(e)}}}
	t.condition(s.expr, f)
	sqltext.Walk(s.expr, func(x sqltext.Expr) bool {
		switch x := x.(type) {
		case *sqltext.SubqueryExpr:
			t.noSubquery(x.Range, what)
			return false
		case *sqltext.ExistsExpr:
			t.noSubquery(x.Range, what)
			return false
		case *sqltext.FuncExpr:
			name := strings.ToLower(x.Name.Text)
			if _, ok := functions[name]; !ok {
				t.refuse(x.Name.Range, name)
			} else if isAggregate(x) {
				t.report(x.Range, diag.SubqueryHere, fmt.Sprintf("`%s` looks at many rows, and a `%s` of an entity at one", x.Name.Text, what), "write it as an invariant")
			}
		}
		return true
	})
	a.problems(s, t.missing)
	a.problems(s, t.problems)
}

func (t *typer) noSubquery(at sqltext.Range, what string) {
	t.report(at, diag.SubqueryHere, fmt.Sprintf("a `%s` of an entity can't look at other rows", what), "write it as an invariant, or as a `require` in the tools that write")
}
