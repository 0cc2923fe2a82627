package analyse

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/compiler/sqlc"
	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/describe"
	"github.com/awmc/awmc/ir/diag"
)

// sqlc shows the statements of tools and rules to sqlc: what it refuses is a
// mistake, because queries.sql is made for it, and it may tell types that
// could not be worked out here.
func (a *analyser) sqlc() {
	if a.ds.HasErrors() {
		return
	}
	if a.opt.SQLC == "" {
		return
	}
	var queries []sqlc.Query
	byName := map[string]*ir.Statement{}
	for _, s := range a.written() {
		q := sqlc.Query{Name: upperFirst(s.Name), Command: command(s), Text: s.SQLC}
		byName[q.Name] = s
		queries = append(queries, q)
	}
	results, problems, err := sqlc.AnalyseWith(a.ctx, sqlc.Runner{Path: a.opt.SQLC}, a.opt.Memo, a.sqlcSchema(), queries)
	if err != nil {
		a.stop = true
		a.err(diag.SQLCFailed, a.env.Span, err.Error(), "try again; `awmc check --fast` works without sqlc")
		return
	}
	for _, p := range problems {
		s := byName[p.Query]
		a.err(diag.SQLCRefused, s.Span, "sqlc refuses this statement: "+p.Message, "write it in a plainer way: sqlc knows less of SQLite's dialect than SQLite")
	}
	a.settleTypes(results)
}

// written are the statements of tools and rules that an author wrote. Those
// that awmc makes of them (rows that references lead to, totals of pages) are
// of a form that sqlc knows, and each costs it milliseconds.
func (a *analyser) written() []*ir.Statement {
	var out []*ir.Statement
	add := func(steps []ir.Step) {
		own := map[*ir.Statement]bool{}
		for s := range describe.Steps(steps) {
			switch s := s.(type) {
			case *ir.FetchStep:
				own[s.Query] = true
			case *ir.ReturnStep:
				for p := range describe.Parts(s.Parts) {
					own[p.Count] = true
				}
			}
		}
		for s := range describe.Statements(steps) {
			if !own[s] && s.SQLC != "" {
				out = append(out, s)
			}
		}
	}
	for _, t := range a.env.Tools {
		add(t.Steps)
	}
	for _, r := range a.env.Rules {
		add(r.Steps)
	}
	return out
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func command(s *ir.Statement) string {
	switch {
	case len(s.Columns) == 0:
		return ":exec"
	case s.IsWrite:
		return ":one"
	}
	return ":many"
}

// sqlcSchema is the schema as sqlc gets it: plain tables, and views as tables
// with their types, since it refuses some views.
func (a *analyser) sqlcSchema() string {
	var b strings.Builder
	table := func(name string, n int, col func(i int) (string, ir.Type, bool)) {
		fmt.Fprintf(&b, "CREATE TABLE %s (\n", sqltext.Name(name))
		for i := range n {
			name, t, null := col(i)
			if i > 0 {
				b.WriteString(",\n")
			}
			fmt.Fprintf(&b, "  %s %s", sqltext.Name(name), storage(t))
			if !null {
				b.WriteString(" NOT NULL")
			}
		}
		b.WriteString("\n);\n")
	}
	for _, e := range a.env.Entities {
		table(e.Name, len(e.Fields), func(i int) (string, ir.Type, bool) {
			return e.Fields[i].Name, e.Fields[i].Type, e.Fields[i].Optional
		})
	}
	for _, v := range a.env.Views {
		table(v.Name, len(v.Columns), func(i int) (string, ir.Type, bool) {
			return v.Columns[i].Name, v.Columns[i].Type, v.Columns[i].Nullable
		})
	}
	return b.String()
}

// sqlcTypes are the types of SQLite that sqlc may name.
var sqlcTypes = map[string]ir.Scalar{"integer": ir.Integer, "int": ir.Integer, "bigint": ir.Integer, "text": ir.Text, "varchar": ir.Text, "real": ir.Real, "boolean": ir.Boolean, "bool": ir.Boolean}

// settleTypes gives columns whose type is open the one that sqlc found; what
// is still open is a mistake.
func (a *analyser) settleTypes(results map[string]sqlc.Result) {
	for _, o := range a.open {
		r, known := results[upperFirst(o.stmt.Name)]
		if !known {
			continue
		}
		var found *ir.Scalar
		for i, c := range o.stmt.Columns {
			if c != o.col || i >= len(r.Columns) || len(r.Columns) != len(o.stmt.Columns) {
				continue
			}
			if t, ok := sqlcTypes[r.Columns[i].Type]; ok {
				found = &t
			}
		}
		if found == nil {
			a.err(diag.OpenType, o.span, fmt.Sprintf("the type of `%s` can't be worked out", o.col.Name),
				fmt.Sprintf("say it: `CAST(… AS type) AS %s`, with text, integer, real, boolean, date, datetime, time or json", o.col.Name))
			continue
		}
		o.col.Type = *found
		for _, c := range a.copies[o.col] {
			c.Type = *found
		}
	}
}
