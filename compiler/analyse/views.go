package analyse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// viewText is one view on its way.
type viewText struct {
	spec parse.Named
	ir   *ir.View
	s    *sqlText
	uses []*viewText
	mark int // 0 new, 1 being visited, 2 done
}

// views creates the views, each after those it uses, and works out their
// columns.
func (a *analyser) views() {
	a.broken = map[string]bool{}
	var list []*viewText
	byName := map[string]*viewText{}
	for _, spec := range a.r.Spec.Views {
		v := &viewText{spec: spec, ir: a.r.View(spec.Name.Value)}
		if v.ir == nil || byName[strings.ToLower(v.ir.Name)] != nil {
			continue
		}
		a.tables = append(a.tables, v.ir.Name)
		byName[strings.ToLower(v.ir.Name)] = v
		list = append(list, v)
	}
	for _, v := range list {
		if v.s = a.readStatement(v.spec.Text); v.s == nil {
			a.breakView(v)
			continue
		}
		if v.s.stmt.Select == nil {
			a.err(diag.ReadOnlyHere, v.s.span(v.s.body), "a view is a SELECT", "write the query that gives its rows")
			a.breakView(v)
			v.s = nil
			continue
		}
		sqltext.WalkTables(v.s.stmt, func(t *sqltext.TableRef) {
			if u := byName[strings.ToLower(t.Name.Text)]; u != nil && t.Schema == nil && !slices.Contains(v.uses, u) {
				v.uses = append(v.uses, u)
			}
		})
	}
	var order []*viewText
	for _, v := range list {
		a.viewOrder(v, nil, &order)
	}
	var ddl strings.Builder
	var done []*ir.View
	for _, v := range order {
		if a.view(v) {
			done = append(done, v.ir)
			fmt.Fprintf(&ddl, "\nCREATE VIEW %s AS\n%s;\n", sqltext.Name(v.ir.Name), v.ir.SQL)
		}
	}
	a.env.Views = done
	a.env.ViewsUseSession = a.usesSes
	if a.usesSes {
		a.env.Schema += "\n" + a.sessionSchema()
	}
	a.env.Schema += ddl.String()
}

// breakView keeps a view that has a mistake from causing others: its columns
// are unknown.
func (a *analyser) breakView(v *viewText) {
	a.broken[strings.ToLower(v.ir.Name)] = true
}

// viewOrder puts views after those they use.
func (a *analyser) viewOrder(v *viewText, path []*viewText, order *[]*viewText) {
	switch v.mark {
	case 2:
		return
	case 1:
		names := []string{}
		for _, p := range path[slices.Index(path, v):] {
			names = append(names, p.ir.Name)
		}
		names = append(names, v.ir.Name)
		a.err(diag.ViewCycle, v.spec.Name.Span, "the view uses itself: "+strings.Join(names, " → "), "let one of them read the tables")
		a.breakView(v)
		return
	}
	v.mark = 1
	for _, u := range v.uses {
		a.viewOrder(u, append(path, v), order)
	}
	v.mark = 2
	*order = append(*order, v)
}

// view works out one view and creates it.
func (a *analyser) view(v *viewText) bool {
	key := strings.ToLower(v.ir.Name)
	for _, u := range v.uses {
		if a.broken[strings.ToLower(u.ir.Name)] {
			a.broken[key] = true
		}
	}
	if a.broken[key] || v.s == nil {
		a.broken[key] = true
		return false
	}
	before := a.usesSes
	c := a.compile(v.s, builtins{a: a, inView: true, actor: a.env.Actor}, compileOptions{session: !before})
	if c == nil || !a.resultColumns(c) {
		a.broken[key] = true
		return false
	}
	v.ir.Span = v.spec.Text.Span
	v.ir.SQL = strings.TrimSpace(c.stmt.Text)
	v.ir.Columns = c.stmt.Columns
	rel := &relation{name: v.ir.Name, late: c.rel.rowKeys}
	for i, col := range c.stmt.Columns {
		val := c.rel.cols[i].value
		val.literal = false
		rel.cols = append(rel.cols, relColumn{name: col.Name, value: val})
		if val.typ == nil {
			a.err(diag.OpenType, v.s.resultSpan(i), fmt.Sprintf("the type of column `%s` of view `%s` can't be worked out", col.Name, v.ir.Name),
				fmt.Sprintf("say it: `CAST(… AS type) AS %s`, with text, integer, real, boolean, date, datetime, time or json", col.Name))
		}
	}
	if err := a.eng.exec(fmt.Sprintf("CREATE VIEW %s AS\n%s", sqltext.Name(v.ir.Name), v.ir.SQL)); err != nil {
		a.internal(fmt.Errorf("view %s: %w", v.ir.Name, err))
		return false
	}
	a.rels[key] = rel
	if v.ir.GoName == "" {
		v.ir.GoName = check.GoName(v.ir.Name)
	}
	return true
}
