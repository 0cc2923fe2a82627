package sqltext

import "strings"

// expr reads an expression, from the loosest operator (OR) on.
func (p *parser) expr() Expr {
	defer p.enter()()
	start := p.start()
	left := p.and()
	for p.isWord(0, "OR") {
		op := p.here()
		p.at++
		right := p.and()
		left = &BinaryExpr{Range: p.from(start), Op: "OR", OpAt: op, L: left, R: right}
	}
	return left
}

func (p *parser) and() Expr {
	start := p.start()
	left := p.not()
	for p.isWord(0, "AND") {
		op := p.here()
		p.at++
		right := p.not()
		left = &BinaryExpr{Range: p.from(start), Op: "AND", OpAt: op, L: left, R: right}
	}
	return left
}

func (p *parser) not() Expr {
	start := p.start()
	if p.isWord(0, "NOT") && !p.isWord(1, "EXISTS") {
		defer p.enter()()
		p.at++
		x := p.not()
		return &UnaryExpr{p.from(start), "NOT", x}
	}
	return p.equality()
}

// equality reads = <> IS IN LIKE BETWEEN and their kin.
func (p *parser) equality() Expr {
	start := p.start()
	left := p.binary(0)
	for {
		op := p.here()
		switch {
		case p.isOp(0, "=") || p.isOp(0, "==") || p.isOp(0, "<>") || p.isOp(0, "!="):
			word := p.tok().Text(p.src)
			p.at++
			switch word {
			case "==":
				word = "="
			case "!=":
				word = "<>"
			}
			right := p.binary(0)
			left = &BinaryExpr{Range: p.from(start), Op: word, OpAt: op, L: left, R: right}
		case p.accept("ISNULL"):
			left = &NullTest{Range: p.from(start), X: left}
		case p.accept("NOTNULL") || p.accept("NOT", "NULL"):
			left = &NullTest{Range: p.from(start), X: left, Not: true}
		case p.accept("IS"):
			left = p.is(start, left, op)
		default:
			not := p.isWord(0, "NOT")
			n := 0
			if not {
				n = 1
			}
			next, ok := p.suffix(start, left, not, n)
			if !ok {
				return left
			}
			left = next
		}
	}
}

// is reads what follows IS.
func (p *parser) is(start int, left Expr, op Range) Expr {
	not := p.accept("NOT")
	distinct := p.accept("DISTINCT", "FROM")
	if distinct {
		not = !not
	}
	op = p.from(op.Start)
	right := p.binary(0)
	if lit, ok := right.(*Lit); ok && lit.Kind == NullLit {
		return &NullTest{Range: p.from(start), X: left, Not: not}
	}
	word := "IS"
	if not {
		word = "IS NOT"
	}
	return &BinaryExpr{Range: p.from(start), Op: word, OpAt: op, L: left, R: right}
}

// suffix reads [NOT] BETWEEN, IN, LIKE, GLOB, REGEXP or MATCH; n is the
// number of tokens before the word.
func (p *parser) suffix(start int, left Expr, not bool, n int) (Expr, bool) {
	op := p.here()
	switch {
	case p.isWord(n, "BETWEEN"):
		p.at += n + 1
		low := p.binary(0)
		p.want("AND")
		high := p.binary(0)
		return &BetweenExpr{p.from(start), left, low, high, not}, true
	case p.isWord(n, "IN"):
		p.at += n + 1
		in := &InExpr{X: left, Not: not}
		p.in(in)
		in.Range = p.from(start)
		return in, true
	}
	for _, w := range []string{"LIKE", "GLOB", "REGEXP", "MATCH"} {
		if !p.isWord(n, w) {
			continue
		}
		p.at += n + 1
		op = p.from(op.Start)
		b := &BinaryExpr{Op: w, OpAt: op, Not: not, L: left, R: p.binary(0)}
		if p.accept("ESCAPE") {
			b.Escape = p.binary(0)
		}
		b.Range = p.from(start)
		return b, true
	}
	return nil, false
}

func (p *parser) in(in *InExpr) {
	if !p.acceptOp("(") {
		in.Table = p.tableName()
		return
	}
	switch {
	case p.startsSelect():
		in.Select = p.selectStmt()
	case p.isOp(0, ")"):
	default:
		in.List = p.exprs()
	}
	p.wantOp(")")
}

func (p *parser) exprs() []Expr {
	out := []Expr{p.expr()}
	for p.acceptOp(",") {
		out = append(out, p.expr())
	}
	return out
}

// levels are the binary operators below equality, loosest first.
var levels = [][]string{
	{"<", "<=", ">", ">="},
	{"&", "|", "<<", ">>"},
	{"+", "-"},
	{"*", "/", "%"},
	{"||", "->", "->>"},
}

func (p *parser) binary(level int) Expr {
	if level == len(levels) {
		return p.collate()
	}
	start := p.start()
	left := p.binary(level + 1)
	for {
		op := ""
		for _, o := range levels[level] {
			if p.isOp(0, o) {
				op = o
			}
		}
		if op == "" {
			return left
		}
		at := p.here()
		p.at++
		right := p.binary(level + 1)
		left = &BinaryExpr{Range: p.from(start), Op: op, OpAt: at, L: left, R: right}
	}
}

func (p *parser) collate() Expr {
	start := p.start()
	x := p.unary()
	for p.accept("COLLATE") {
		name := p.anyName()
		x = &CollateExpr{p.from(start), x, name}
	}
	return x
}

func (p *parser) unary() Expr {
	start := p.start()
	for _, op := range []string{"-", "+", "~"} {
		if p.isOp(0, op) {
			defer p.enter()()
			p.at++
			x := p.unary()
			return &UnaryExpr{p.from(start), op, x}
		}
	}
	return p.primary()
}

func (p *parser) primary() Expr {
	t := p.tok()
	at := p.here()
	text := t.Text(p.src)
	switch t.Kind {
	case Integer, Real, String, Blob:
		p.at++
		kind := map[Kind]LiteralKind{Integer: IntegerLit, Real: RealLit, String: StringLit, Blob: BlobLit}[t.Kind]
		if kind == StringLit {
			text = Unquote(text)
		}
		return &Lit{at, kind, text}
	case Param:
		p.at++
		return &ParamExpr{at, strings.Split(text[1:], ".")}
	case BadParam:
		p.fail("parameter %q", text)
	case Quoted:
		return p.column()
	case Op:
		if text == "(" {
			return p.paren()
		}
	case Word:
		return p.word(strings.ToUpper(text))
	}
	p.fail("expected an expression")
	return nil
}

func (p *parser) paren() Expr {
	start := p.start()
	p.wantOp("(")
	if p.startsSelect() {
		sel := p.selectStmt()
		p.wantOp(")")
		return &SubqueryExpr{p.from(start), sel}
	}
	list := p.exprs()
	p.wantOp(")")
	return &ParenExpr{p.from(start), list}
}

// word reads an expression that begins with a bare word.
func (p *parser) word(upper string) Expr {
	at := p.here()
	switch upper {
	case "NULL":
		p.at++
		return &Lit{at, NullLit, "NULL"}
	case "TRUE", "FALSE":
		if !p.isOp(1, ".") && !p.isOp(1, "(") {
			p.at++
			return &Lit{at, BooleanLit, upper}
		}
	case "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP":
		p.at++
		return &KeywordExpr{at, upper}
	case "CAST":
		if p.isOp(1, "(") {
			return p.cast()
		}
	case "CASE":
		return p.caseExpr()
	case "NOT":
		p.at++ // NOT EXISTS: the caller left it for here
		x := p.word("EXISTS")
		return &UnaryExpr{p.from(at.Start), "NOT", x}
	case "EXISTS":
		p.at++
		p.wantOp("(")
		sel := p.selectStmt()
		p.wantOp(")")
		return &ExistsExpr{p.from(at.Start), sel}
	case "RAISE":
		if p.isOp(1, "(") {
			p.fail("RAISE outside a trigger")
		}
	}
	if p.isOp(1, "(") {
		return p.call()
	}
	return p.column()
}

func (p *parser) cast() Expr {
	start := p.start()
	p.at += 2
	x := p.expr()
	p.want("AS")
	typ := p.anyName()
	for p.tok().Kind == Word { // DOUBLE PRECISION
		more := p.anyName()
		typ = Ident{Range{typ.Start, more.End}, typ.Text + " " + more.Text, typ.Quoted}
	}
	if p.acceptOp("(") { // VARCHAR(10)
		for !p.done() && !p.isOp(0, ")") {
			p.at++
		}
		p.wantOp(")")
	}
	p.wantOp(")")
	return &CastExpr{p.from(start), x, typ}
}

func (p *parser) caseExpr() Expr {
	start := p.start()
	p.want("CASE")
	c := &CaseExpr{}
	if !p.isWord(0, "WHEN") {
		c.X = p.expr()
	}
	for p.accept("WHEN") {
		cond := p.expr()
		p.want("THEN")
		c.Whens = append(c.Whens, When{cond, p.expr()})
	}
	if p.accept("ELSE") {
		c.Else = p.expr()
	}
	p.want("END")
	c.Range = p.from(start)
	return c
}

func (p *parser) column() Expr {
	start := p.start()
	c := &ColumnExpr{Name: p.name()}
	for i := 0; i < 2 && p.isOp(0, ".") && (p.tokAt(1).Kind == Word || p.tokAt(1).Kind == Quoted); i++ {
		p.at++
		prev := c.Name
		c.Schema, c.Table = c.Table, &prev
		c.Name = p.anyName()
	}
	c.Range = p.from(start)
	return c
}

func (p *parser) call() Expr {
	start := p.start()
	f := &FuncExpr{Name: p.anyName()}
	p.wantOp("(")
	switch {
	case p.acceptOp("*"):
		f.Star = true
	case p.isOp(0, ")"):
	default:
		f.Distinct = p.accept("DISTINCT")
		f.Args = p.exprs()
		f.OrderBy = p.orderBy()
	}
	p.wantOp(")")
	if p.accept("FILTER") {
		p.wantOp("(")
		p.want("WHERE")
		f.Filter = p.expr()
		p.wantOp(")")
	}
	if p.accept("OVER") {
		f.Over = true
		if p.isOp(0, "(") {
			f.Window = p.window()
		} else {
			p.name()
		}
	}
	f.Range = p.from(start)
	return f
}

// window reads the definition of a window and returns its expressions; how
// the frame is bounded is skipped.
func (p *parser) window() []Expr {
	defer p.enter()()
	p.wantOp("(")
	var out []Expr
	if p.isName(0) && !p.isWord(0, "PARTITION") && !p.isWord(0, "ROWS") && !p.isWord(0, "RANGE") && !p.isWord(0, "GROUPS") {
		p.at++ // the name of another window
	}
	if p.accept("PARTITION", "BY") {
		out = p.exprs()
	}
	for _, o := range p.orderBy() {
		out = append(out, o.Expr)
	}
	for depth := 0; depth > 0 || !p.isOp(0, ")"); p.at++ {
		switch {
		case p.done():
			p.fail("expected %q", ")")
		case p.isOp(0, "("):
			depth++
		case p.isOp(0, ")"):
			depth--
		}
	}
	p.wantOp(")")
	return out
}
