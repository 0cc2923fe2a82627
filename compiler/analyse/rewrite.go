package analyse

import (
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/sqltext"
)

// edits are what has to change in a text so that SQLite gets what is meant
// and sqlc understands it. None changes what the SQL says.
func edits(src string, toks []sqltext.Token, root any) []sqltext.Edit {
	out := sqltext.Edits(toks)
	out = append(out, functionColumns(root)...)
	out = append(out, sqltext.AnnotationEdits(root)...)
	out = append(out, aliasEdits(root)...)
	out = append(out, spellings(src, toks)...)
	slices.SortStableFunc(out, func(a, b sqltext.Edit) int { return a.Start - b.Start })
	return out
}

// aliasEdits quotes aliases that are keywords, such as first and last:
// SQLite would take them bare, sqlc's grammar does not.
func aliasEdits(root any) []sqltext.Edit {
	var out []sqltext.Edit
	sqltext.WalkSelects(root, func(s *sqltext.Select) {
		for _, c := range s.Cores {
			for _, r := range c.Results {
				if r.Alias != nil && !r.Alias.Quoted && sqltext.IsKeyword(r.Alias.Text) {
					out = append(out, sqltext.Edit{Range: r.Alias.Range, New: `"` + r.Alias.Text + `"`})
				}
			}
		}
	})
	return out
}

// spellings writes [name] and `name` as "name", and 1_000 as 1000.
func spellings(src string, toks []sqltext.Token) []sqltext.Edit {
	var out []sqltext.Edit
	for _, t := range toks {
		text := t.Text(src)
		at := sqltext.Range{Start: t.Start, End: t.End}
		switch {
		case t.Kind == sqltext.Quoted && text[0] != '"':
			out = append(out, sqltext.Edit{Range: at, New: quoteName(sqltext.Unquote(text))})
		case (t.Kind == sqltext.Integer || t.Kind == sqltext.Real) && strings.Contains(text, "_"):
			out = append(out, sqltext.Edit{Range: at, New: strings.ReplaceAll(text, "_", "")})
		}
	}
	return out
}

// functionColumns puts results that are a column of json_each or json_tree
// into parentheses, with the table's name before them: sqlc looks for a bare
// one in the tables of the schema.
func functionColumns(root any) []sqltext.Edit {
	conditions := map[*sqltext.Select]bool{} // whose columns have no name
	sqltext.Walk(root, func(e sqltext.Expr) bool {
		switch e := e.(type) {
		case *sqltext.InExpr:
			conditions[e.Select] = true
		case *sqltext.ExistsExpr:
			conditions[e.Select] = true
		}
		return true
	})
	var out []sqltext.Edit
	sqltext.WalkSelects(root, func(s *sqltext.Select) {
		if conditions[s] {
			return
		}
		for _, c := range s.Cores {
			for _, r := range c.Results {
				out = append(out, functionColumn(c, r)...)
			}
		}
	})
	return out
}

func functionColumn(c *sqltext.Core, r sqltext.Result) []sqltext.Edit {
	e := r.Expr
	for {
		cast, ok := e.(*sqltext.CastExpr)
		if !ok || !cast.IsAnnotation() {
			break
		}
		e = cast.X
	}
	col, ok := e.(*sqltext.ColumnExpr)
	if !ok {
		return nil
	}
	for _, t := range c.From {
		if !t.IsFunc || jsonEach(nil).index(col.Name.Text) < 0 {
			continue
		}
		name := t.Name
		if t.Alias != nil {
			name = t.Alias
		}
		before := "("
		switch {
		case col.Table == nil:
			before += sqltext.Name(name.Text) + "."
		case !strings.EqualFold(col.Table.Text, name.Text):
			continue
		}
		after := ")"
		if r.Alias == nil {
			after += " AS " + sqltext.Name(col.Name.Text)
		}
		// A name that the author's CAST would have ended up behind stays last.
		end := r.Expr.Span().End
		if r.Alias != nil || e == r.Expr {
			end = col.End
		}
		edits := []sqltext.Edit{{Range: sqltext.Range{Start: col.Start, End: col.Start}, New: before}}
		if end == col.End {
			return append(edits, sqltext.Edit{Range: sqltext.Range{Start: end, End: end}, New: after})
		}
		return append(edits,
			sqltext.Edit{Range: sqltext.Range{Start: col.End, End: col.End}, New: ")"},
			sqltext.Edit{Range: sqltext.Range{Start: end, End: end}, New: after[1:]})
	}
	return nil
}
