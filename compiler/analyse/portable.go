package analyse

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir/diag"
)

// portable reports what SQLite takes but sqlc's grammar does not, with the
// rewrite, so that queries.sql works with stock sqlc.
func (t *typer) portable(s *sqltext.Statement) {
	var with *sqltext.With
	var word string
	switch {
	case s.Insert != nil:
		with, word = s.Insert.With, "INSERT"
	case s.Update != nil:
		with, word = s.Update.With, "UPDATE"
		if len(s.Update.From) > 0 {
			t.grammar(s.Update.FromAt, "`UPDATE … FROM`", "write `SET column = (SELECT … )` and `WHERE EXISTS (SELECT …)`")
		}
		if s.Update.Alias != nil {
			t.grammar(s.Update.Alias.Range, "an alias for the table of an UPDATE", "write the table's own name")
		}
	case s.Delete != nil:
		with, word = s.Delete.With, "DELETE"
		if s.Delete.Alias != nil {
			t.grammar(s.Delete.Alias.Range, "an alias for the table of a DELETE", "write the table's own name")
		}
	}
	if with != nil {
		t.grammar(with.Range, "`WITH` before "+word, "move the query into a subquery, a view or a `let`")
	}
	t.portableNode(s)
}

func (t *typer) portableExpr(e sqltext.Expr) { t.portableNode(e) }

func (t *typer) portableNode(n any) {
	sqltext.WalkTables(n, func(r *sqltext.TableRef) {
		if r.IsFunc && r.Join != sqltext.FirstTable && r.Join != sqltext.CommaJoin {
			t.grammar(r.JoinAt, fmt.Sprintf("a JOIN with `%s(…)`", r.Name.Text), "write a comma instead of JOIN, and move the condition to WHERE")
		}
	})
	sqltext.WalkSelects(n, func(s *sqltext.Select) {
		if s.With != nil {
			for _, c := range s.With.Tables {
				if c.Materialized.End > 0 {
					t.grammar(c.Materialized, "`MATERIALIZED`", "leave it out; `LIMIT -1` at the end of its SELECT has the effect")
				}
				if s.With.Recursive && len(c.Columns) > 0 {
					t.grammar(c.Columns[0].Range, "a column list after the name of a recursive table", "name the columns with AS in its first SELECT")
				}
			}
		}
		for _, core := range s.Cores {
			t.joins(core.From)
		}
	})
	sqltext.Walk(n, func(e sqltext.Expr) bool {
		switch e := e.(type) {
		case *sqltext.FuncExpr:
			if len(e.OrderBy) > 0 {
				t.grammar(e.OrderBy[0].Range, "`ORDER BY` inside an aggregate", "order a subquery in FROM instead")
			}
		case *sqltext.BinaryExpr:
			t.distinctFrom(e.Range, e.OpAt)
		case *sqltext.NullTest:
			t.distinctFrom(e.Range, e.Range)
		}
		return true
	})
}

func (t *typer) joins(from []*sqltext.TableRef) {
	for _, r := range from {
		if r.Group != nil {
			t.grammar(r.Range, "a join in parentheses", "write the joins one after the other, or join a SELECT in parentheses")
		}
		if r.Natural {
			t.grammar(r.JoinAt, "`NATURAL JOIN`", "write JOIN with ON, which says what is compared")
		}
		t.joins(r.Group)
	}
}

// distinctFrom finds IS [NOT] DISTINCT FROM by its words.
func (t *typer) distinctFrom(_, op sqltext.Range) {
	if op.End > len(t.src) {
		return
	}
	words := strings.Fields(strings.ToUpper(t.src[op.Start:op.End]))
	for i, w := range words {
		if w == "DISTINCT" && i > 0 && (words[i-1] == "IS" || words[i-1] == "NOT") {
			hint := "write `IS NOT`"
			if words[i-1] == "NOT" {
				hint = "write `IS`"
			}
			t.grammar(op, "`IS [NOT] DISTINCT FROM`", hint)
			return
		}
	}
}

func (t *typer) grammar(at sqltext.Range, what, hint string) {
	t.report(at, diag.NotPortable, what+" is not understood by sqlc", hint)
}
