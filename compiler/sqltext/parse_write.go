package sqltext

import "strings"

func (p *parser) insert(with *With, start int) *Insert {
	s := &Insert{With: with}
	if p.accept("REPLACE") {
		s.Or = "REPLACE"
	} else {
		p.want("INSERT")
		s.Or = p.or()
	}
	p.want("INTO")
	s.Schema, s.Table = p.target()
	if p.accept("AS") {
		a := p.name()
		s.Alias = &a
	}
	if p.isOp(0, "(") {
		s.Columns = p.names()
	}
	if !p.accept("DEFAULT", "VALUES") {
		s.Source = p.selectStmt()
	}
	for p.isWord(0, "ON") {
		s.Upserts = append(s.Upserts, p.upsert())
	}
	s.Returning = p.returning()
	s.Range = p.from(start)
	return s
}

// or reads the "OR action" of INSERT and UPDATE.
func (p *parser) or() string {
	if !p.accept("OR") {
		return ""
	}
	t := p.anyName()
	return strings.ToUpper(t.Text)
}

// target reads the table that is written to.
func (p *parser) target() (*Ident, Ident) {
	name := p.name()
	if p.acceptOp(".") {
		schema := name
		return &schema, p.anyName()
	}
	return nil, name
}

func (p *parser) upsert() Upsert {
	start := p.start()
	p.want("ON", "CONFLICT")
	u := Upsert{}
	if p.acceptOp("(") {
		u.Target = p.exprs()
		p.wantOp(")")
		if p.accept("WHERE") {
			u.Where = p.expr()
		}
	}
	p.want("DO")
	if p.accept("NOTHING") {
		u.Nothing = true
	} else {
		p.want("UPDATE", "SET")
		u.Set = p.assignments()
		if p.accept("WHERE") {
			u.Only = p.expr()
		}
	}
	u.Range = p.from(start)
	return u
}

func (p *parser) assignments() []Assignment {
	var out []Assignment
	for {
		start := p.start()
		a := Assignment{}
		if p.isOp(0, "(") {
			a.Columns = p.names()
		} else {
			a.Columns = []Ident{p.name()}
		}
		p.wantOp("=")
		a.Value = p.expr()
		a.Range = p.from(start)
		out = append(out, a)
		if !p.acceptOp(",") {
			return out
		}
	}
}

func (p *parser) update(with *With, start int) *Update {
	s := &Update{With: with}
	p.want("UPDATE")
	s.Or = p.or()
	s.Schema, s.Table = p.target()
	if p.accept("AS") || p.isName(0) && !p.isWord(0, "SET") {
		a := p.name()
		s.Alias = &a
	}
	p.want("SET")
	s.Set = p.assignments()
	at := p.start()
	if p.accept("FROM") {
		s.FromAt = p.from(at)
		s.From = p.tables()
	}
	if p.accept("WHERE") {
		s.Where = p.expr()
	}
	s.Returning = p.returning()
	s.Range = p.from(start)
	return s
}

func (p *parser) deleteStmt(with *With, start int) *Delete {
	s := &Delete{With: with}
	p.want("DELETE", "FROM")
	s.Schema, s.Table = p.target()
	if p.accept("AS") || p.isName(0) && !p.isWord(0, "WHERE") && !p.isWord(0, "RETURNING") {
		a := p.name()
		s.Alias = &a
	}
	if p.accept("WHERE") {
		s.Where = p.expr()
	}
	s.Returning = p.returning()
	s.Range = p.from(start)
	return s
}

func (p *parser) returning() []Result {
	if !p.accept("RETURNING") {
		return nil
	}
	return p.results()
}
