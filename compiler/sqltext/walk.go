package sqltext

// Walk calls fn for every expression under the nodes, outer ones first,
// those inside of subqueries too. If fn returns false, what is under that
// expression is left out.
func Walk(n any, fn func(Expr) bool) { (&walker{expr: fn}).node(n) }

// WalkSelects calls fn for every SELECT under the node, outer ones first.
func WalkSelects(n any, fn func(*Select)) { (&walker{sel: fn}).node(n) }

// WalkTables calls fn for every table named under the node.
func WalkTables(n any, fn func(*TableRef)) { (&walker{table: fn}).node(n) }

type walker struct {
	expr  func(Expr) bool
	sel   func(*Select)
	table func(*TableRef)
}

func (w *walker) node(n any) {
	switch n := n.(type) {
	case *Statement:
		if n == nil {
			return
		}
		switch {
		case n.Select != nil:
			w.selectStmt(n.Select)
		case n.Insert != nil:
			w.insert(n.Insert)
		case n.Update != nil:
			w.update(n.Update)
		case n.Delete != nil:
			w.with(n.Delete.With)
			w.visit(n.Delete.Where)
			w.results(n.Delete.Returning)
		}
	case *Select:
		w.selectStmt(n)
	case *Core:
		w.core(n)
	case Expr:
		w.visit(n)
	}
}

func (w *walker) with(n *With) {
	if n == nil {
		return
	}
	for _, c := range n.Tables {
		w.selectStmt(c.Select)
	}
}

func (w *walker) insert(n *Insert) {
	w.with(n.With)
	w.selectStmt(n.Source)
	for _, u := range n.Upserts {
		w.exprs(u.Target)
		w.visit(u.Where)
		w.assignments(u.Set)
		w.visit(u.Only)
	}
	w.results(n.Returning)
}

func (w *walker) update(n *Update) {
	w.with(n.With)
	w.assignments(n.Set)
	w.tables(n.From)
	w.visit(n.Where)
	w.results(n.Returning)
}

func (w *walker) assignments(list []Assignment) {
	for _, a := range list {
		w.visit(a.Value)
	}
}

func (w *walker) results(list []Result) {
	for _, r := range list {
		w.visit(r.Expr)
	}
}

func (w *walker) selectStmt(s *Select) {
	if s == nil {
		return
	}
	if w.sel != nil {
		w.sel(s)
	}
	w.with(s.With)
	for _, c := range s.Cores {
		w.core(c)
	}
	for _, o := range s.OrderBy {
		w.visit(o.Expr)
	}
	w.visit(s.Limit)
	w.visit(s.Offset)
}

func (w *walker) core(c *Core) {
	w.results(c.Results)
	w.tables(c.From)
	w.visit(c.Where)
	w.exprs(c.GroupBy)
	w.visit(c.Having)
	w.exprs(c.Window)
	for _, row := range c.Values {
		w.exprs(row)
	}
}

func (w *walker) tables(list []*TableRef) {
	for _, t := range list {
		w.tableRef(t)
	}
}

func (w *walker) tableRef(t *TableRef) {
	if t == nil {
		return
	}
	if w.table != nil && t.Name != nil {
		w.table(t)
	}
	w.exprs(t.Args)
	w.selectStmt(t.Select)
	w.tables(t.Group)
	w.visit(t.On)
}

func (w *walker) exprs(list []Expr) {
	for _, e := range list {
		w.visit(e)
	}
}

func (w *walker) visit(e Expr) {
	if e == nil || w.expr != nil && !w.expr(e) {
		return
	}
	switch e := e.(type) {
	case *UnaryExpr:
		w.visit(e.X)
	case *BinaryExpr:
		w.visit(e.L)
		w.visit(e.R)
		w.visit(e.Escape)
	case *BetweenExpr:
		w.visit(e.X)
		w.visit(e.Low)
		w.visit(e.High)
	case *InExpr:
		w.visit(e.X)
		w.exprs(e.List)
		w.selectStmt(e.Select)
		w.tableRef(e.Table)
	case *NullTest:
		w.visit(e.X)
	case *FuncExpr:
		w.exprs(e.Args)
		for _, o := range e.OrderBy {
			w.visit(o.Expr)
		}
		w.visit(e.Filter)
		w.exprs(e.Window)
	case *CastExpr:
		w.visit(e.X)
	case *CaseExpr:
		w.visit(e.X)
		for _, b := range e.Whens {
			w.visit(b.Cond)
			w.visit(b.Then)
		}
		w.visit(e.Else)
	case *ExistsExpr:
		w.selectStmt(e.Select)
	case *SubqueryExpr:
		w.selectStmt(e.Select)
	case *ParenExpr:
		w.exprs(e.List)
	case *CollateExpr:
		w.visit(e.X)
	}
}
