package sqltext

import "strings"

// statement reads one statement.
func (p *parser) statement() *Statement {
	start := p.start()
	with := p.with()
	s := &Statement{}
	switch {
	case p.isWord(0, "SELECT") || p.isWord(0, "VALUES"):
		s.Select = p.selectBody(with, start)
	case p.isWord(0, "INSERT") || p.isWord(0, "REPLACE"):
		s.Insert = p.insert(with, start)
	case p.isWord(0, "UPDATE"):
		s.Update = p.update(with, start)
	case p.isWord(0, "DELETE"):
		s.Delete = p.deleteStmt(with, start)
	default:
		p.fail("expected SELECT, INSERT, UPDATE or DELETE")
	}
	s.Range = p.from(start)
	return s
}

// startsSelect reports whether a SELECT comes next.
func (p *parser) startsSelect() bool {
	return p.isWord(0, "SELECT") || p.isWord(0, "VALUES") || p.isWord(0, "WITH")
}

func (p *parser) selectStmt() *Select {
	start := p.start()
	return p.selectBody(p.with(), start)
}

func (p *parser) with() *With {
	start := p.start()
	if !p.accept("WITH") {
		return nil
	}
	w := &With{Recursive: p.accept("RECURSIVE")}
	for {
		w.Tables = append(w.Tables, p.cte())
		if !p.acceptOp(",") {
			break
		}
	}
	w.Range = p.from(start)
	return w
}

func (p *parser) cte() *CTE {
	start := p.start()
	c := &CTE{Name: p.name()}
	if p.isOp(0, "(") {
		c.Columns = p.names()
	}
	p.want("AS")
	at := p.start()
	if p.accept("MATERIALIZED") || p.accept("NOT", "MATERIALIZED") {
		c.Materialized = p.from(at)
	}
	p.wantOp("(")
	c.Select = p.selectStmt()
	p.wantOp(")")
	c.Range = p.from(start)
	return c
}

func (p *parser) selectBody(with *With, start int) *Select {
	defer p.enter()()
	s := &Select{With: with}
	s.Cores = append(s.Cores, p.core())
	for {
		op := ""
		switch {
		case p.accept("UNION", "ALL"):
			op = "UNION ALL"
		case p.accept("UNION"):
			op = "UNION"
		case p.accept("INTERSECT"):
			op = "INTERSECT"
		case p.accept("EXCEPT"):
			op = "EXCEPT"
		}
		if op == "" {
			break
		}
		s.Ops = append(s.Ops, op)
		s.Cores = append(s.Cores, p.core())
	}
	s.BodyEnd = p.from(start).End
	s.OrderBy = p.orderBy()
	if p.accept("LIMIT") {
		s.Limit = p.expr()
		switch {
		case p.accept("OFFSET"):
			s.Offset = p.expr()
		case p.acceptOp(","): // LIMIT offset, limit
			s.Offset = s.Limit
			s.Limit = p.expr()
		}
	}
	s.Range = p.from(start)
	return s
}

func (p *parser) orderBy() []OrderTerm {
	if !p.accept("ORDER", "BY") {
		return nil
	}
	var out []OrderTerm
	for {
		start := p.start()
		o := OrderTerm{Expr: p.expr()}
		if p.accept("DESC") {
			o.Desc = true
		} else {
			p.accept("ASC")
		}
		if p.accept("NULLS") && !p.accept("FIRST") {
			p.want("LAST")
		}
		o.Range = p.from(start)
		out = append(out, o)
		if !p.acceptOp(",") {
			return out
		}
	}
}

func (p *parser) core() *Core {
	start := p.start()
	c := &Core{}
	if p.accept("VALUES") {
		for {
			p.wantOp("(")
			c.Values = append(c.Values, p.exprs())
			p.wantOp(")")
			if !p.acceptOp(",") {
				break
			}
		}
		c.Range = p.from(start)
		return c
	}
	p.want("SELECT")
	if p.accept("DISTINCT") {
		c.Distinct = true
	} else {
		p.accept("ALL")
	}
	c.Results = p.results()
	if p.accept("FROM") {
		c.From = p.tables()
	}
	if p.accept("WHERE") {
		c.Where = p.expr()
	}
	if p.accept("GROUP", "BY") {
		c.GroupBy = p.exprs()
	}
	if p.accept("HAVING") {
		c.Having = p.expr()
	}
	if p.isWord(0, "WINDOW") && p.isName(1) && p.isWord(2, "AS") {
		p.at++
		for {
			p.name()
			p.want("AS")
			c.Window = append(c.Window, p.window()...)
			if !p.acceptOp(",") {
				break
			}
		}
	}
	c.Range = p.from(start)
	return c
}

func (p *parser) results() []Result {
	var out []Result
	for {
		out = append(out, p.result())
		if !p.acceptOp(",") {
			return out
		}
	}
}

func (p *parser) result() Result {
	start := p.start()
	if p.acceptOp("*") {
		return Result{Range: p.from(start), Star: true}
	}
	if p.isName(0) && p.isOp(1, ".") && p.isOp(2, "*") {
		table := p.name()
		p.at += 2
		return Result{Range: p.from(start), Star: true, Table: &table}
	}
	r := Result{Expr: p.expr()}
	r.Alias = p.alias(resultEnds)
	r.Range = p.from(start)
	return r
}

// Words that end a result or a table where an alias without AS could be.
var (
	resultEnds = wordSet("FROM WHERE GROUP HAVING WINDOW UNION INTERSECT EXCEPT ORDER LIMIT RETURNING")
	tableEnds  = wordSet(`WHERE GROUP HAVING WINDOW UNION INTERSECT EXCEPT ORDER LIMIT RETURNING JOIN INNER
LEFT RIGHT FULL CROSS NATURAL ON USING SET INDEXED NOT VALUES SELECT DEFAULT`)
)

func (p *parser) alias(ends map[string]bool) *Ident {
	if p.accept("AS") {
		if t := p.tok(); t.Kind != Word && t.Kind != Quoted && t.Kind != String {
			p.fail("expected a name")
		}
		a := p.anyName()
		return &a
	}
	t := p.tok()
	switch {
	case t.Kind == Quoted || t.Kind == String:
	case t.Kind == Word && p.isName(0) && !ends[strings.ToUpper(t.Text(p.src))]:
	default:
		return nil
	}
	a := p.anyName()
	return &a
}

// tables reads the tables of a FROM clause.
func (p *parser) tables() []*TableRef {
	defer p.enter()()
	out := []*TableRef{p.table()}
	for {
		kind, at, natural, ok := p.join()
		if !ok {
			return out
		}
		t := p.table()
		t.Join, t.JoinAt, t.Natural = kind, at, natural
		if p.accept("ON") {
			t.On = p.expr()
		} else if p.accept("USING") {
			t.Using = p.names()
		}
		t.Range.End = p.from(t.Start).End
		out = append(out, t)
	}
}

// join reads the words between two tables.
func (p *parser) join() (kind JoinKind, at Range, natural, ok bool) {
	start := p.start()
	if p.acceptOp(",") {
		return CommaJoin, p.from(start), false, true
	}
	natural = p.accept("NATURAL")
	switch {
	case p.accept("LEFT"):
		kind = LeftJoin
	case p.accept("RIGHT"):
		kind = RightJoin
	case p.accept("FULL"):
		kind = FullJoin
	case p.accept("INNER"):
		kind = InnerJoin
	case p.accept("CROSS"):
		kind = CrossJoin
	default:
		kind = InnerJoin
		if !natural && !p.isWord(0, "JOIN") {
			return 0, Range{}, false, false
		}
	}
	p.accept("OUTER")
	p.want("JOIN")
	return kind, p.from(start), natural, true
}

func (p *parser) table() *TableRef {
	start := p.start()
	var t *TableRef
	switch {
	case p.isOp(0, "("):
		p.at++
		t = &TableRef{}
		if p.startsSelect() {
			t.Select = p.selectStmt()
		} else {
			t.Group = p.tables()
		}
		p.wantOp(")")
	default:
		t = p.tableName()
	}
	t.Alias = p.alias(tableEnds)
	if p.accept("INDEXED", "BY") {
		p.name()
	} else {
		p.accept("NOT", "INDEXED")
	}
	t.Range = p.from(start)
	return t
}

// tableName reads [schema.]name or a call of a table-valued function.
func (p *parser) tableName() *TableRef {
	start := p.start()
	name := p.name()
	t := &TableRef{Name: &name}
	if p.acceptOp(".") {
		schema := name
		name = p.anyName()
		t.Schema = &schema
	}
	if p.acceptOp("(") {
		t.IsFunc = true
		if !p.isOp(0, ")") {
			t.Args = p.exprs()
		}
		p.wantOp(")")
	}
	t.Range = p.from(start)
	return t
}
