package analyse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// expr types an expression.
func (t *typer) expr(e sqltext.Expr, f *frame) value {
	switch e := e.(type) {
	case *sqltext.Lit:
		return literalValue(e)
	case *sqltext.ParamExpr:
		v := t.param(e)
		if t.isNarrowedParam(e.Path) {
			v.null = false
		}
		return v
	case *sqltext.ColumnExpr:
		got, _ := t.column(e, f)
		return got.value
	case *sqltext.ParenExpr:
		if len(e.List) == 1 {
			return t.expr(e.List[0], f)
		}
		return value{null: t.anyNull(e.List, f)}
	case *sqltext.UnaryExpr:
		return t.unary(e, f)
	case *sqltext.BinaryExpr:
		return t.binary(e, f)
	case *sqltext.BetweenExpr:
		x, low, high := t.expr(e.X, f), t.expr(e.Low, f), t.expr(e.High, f)
		t.comparable(e.Low, x, low, "=")
		t.comparable(e.High, x, high, "=")
		return value{typ: ir.Boolean, null: x.null || low.null || high.null}
	case *sqltext.InExpr:
		return t.in(e, f)
	case *sqltext.NullTest:
		t.expr(e.X, f)
		return value{typ: ir.Boolean}
	case *sqltext.FuncExpr:
		return t.call(e, f)
	case *sqltext.CastExpr:
		return t.cast(e, f)
	case *sqltext.CaseExpr:
		return t.caseExpr(e, f)
	case *sqltext.ExistsExpr:
		t.selectStmt(e.Select, f)
		return value{typ: ir.Boolean}
	case *sqltext.SubqueryExpr:
		return t.scalarSelect(e.Select, f)
	case *sqltext.CollateExpr:
		return t.expr(e.X, f)
	case *sqltext.KeywordExpr:
		t.clock(e.Range, e.Word)
	}
	return unknown()
}

func literalValue(l *sqltext.Lit) value {
	switch l.Kind {
	case sqltext.IntegerLit:
		return value{typ: ir.Integer, literal: true, text: l.Text}
	case sqltext.RealLit:
		return value{typ: ir.Real, literal: true, text: l.Text}
	case sqltext.StringLit:
		return value{typ: ir.Text, literal: true, text: l.Text}
	case sqltext.BooleanLit:
		return value{typ: ir.Boolean, literal: true, text: l.Text}
	case sqltext.NullLit:
		return value{null: true, literal: true}
	}
	return unknown()
}

func (t *typer) anyNull(list []sqltext.Expr, f *frame) bool {
	null := false
	for _, e := range list {
		null = t.expr(e, f).null || null
	}
	return null
}

func (t *typer) unary(e *sqltext.UnaryExpr, f *frame) value {
	x := t.expr(e.X, f)
	if e.Op == "NOT" {
		return value{typ: ir.Boolean, null: x.null}
	}
	out := value{typ: ir.Integer, null: x.null, literal: x.literal, text: e.Op + x.text}
	if s, ok := scalarOf(x.typ); ok && s == ir.Real {
		out.typ = ir.Real
	}
	if e.Op == "+" {
		out.typ = x.typ
	}
	return out
}

func (t *typer) binary(e *sqltext.BinaryExpr, f *frame) value {
	var l, r value
	if e.Op == "AND" || e.Op == "OR" {
		l, r = t.logic(e, f)
	} else {
		l, r = t.expr(e.L, f), t.expr(e.R, f)
	}
	null := l.null || r.null
	if e.Escape != nil {
		null = t.expr(e.Escape, f).null || null
	}
	switch e.Op {
	case "AND", "OR":
		return value{typ: ir.Boolean, null: null}
	case "IS", "IS NOT":
		t.comparable(e, l, r, e.Op)
		return value{typ: ir.Boolean}
	case "=", "<>", "<", "<=", ">", ">=":
		t.comparable(e, l, r, e.Op)
		return value{typ: ir.Boolean, null: null}
	case "LIKE", "GLOB", "REGEXP", "MATCH":
		return value{typ: ir.Boolean, null: null}
	case "||":
		return value{typ: ir.Text, null: null}
	case "->":
		return value{typ: ir.JSON{}, null: true}
	case "->>":
		return unknown()
	}
	return arithmetic(e, l, r)
}

// arithmetic types + - * / % & | << >>.
func arithmetic(e *sqltext.BinaryExpr, l, r value) value {
	out := value{typ: ir.Integer, null: l.null || r.null}
	ls, lok := scalarOf(l.typ)
	rs, rok := scalarOf(r.typ)
	switch {
	case !lok || !rok || !isNumber(ls) || !isNumber(rs):
		out.typ = nil
	case (ls == ir.Real || rs == ir.Real) && slices.Contains([]string{"+", "-", "*", "/"}, e.Op):
		out.typ = ir.Real
	}
	if e.Op == "/" || e.Op == "%" { // by zero it is NULL
		if lit, ok := unparen(e.R).(*sqltext.Lit); !ok || strings.Trim(lit.Text, "0._") == "" {
			out.null = true
		}
	}
	return out
}

// unparen takes parentheses off an expression.
func unparen(e sqltext.Expr) sqltext.Expr {
	for {
		p, ok := e.(*sqltext.ParenExpr)
		if !ok || len(p.List) != 1 {
			return e
		}
		e = p.List[0]
	}
}

// comparable reports comparisons that can't be meant.
func (t *typer) comparable(at sqltext.Expr, l, r value, op string) {
	if r.literal && l.field != nil {
		t.enumLiteral(at, l, r, op)
		return
	}
	if l.literal && r.field != nil {
		t.enumLiteral(at, r, l, op)
		return
	}
	ls, lok := scalarOf(l.typ)
	rs, rok := scalarOf(r.typ)
	if !lok || !rok {
		return
	}
	switch {
	case l.fits(rs) || r.fits(ls):
	case ls == ir.Date && rs == ir.DateTime || ls == ir.DateTime && rs == ir.Date:
		t.warn(at.Span(), diag.DateWithDateTime, "this compares a date with a datetime: as texts, a day is less than every moment of it",
			"compare like with like: `date(…)` of the datetime, or `datetime(…)` of the date")
	case isNumber(ls) != isNumber(rs):
		t.mismatch(at, ls, rs)
	}
}

func (t *typer) mismatch(at sqltext.Expr, a, b ir.Scalar) {
	t.warn(at.Span(), diag.ComparedTypes, fmt.Sprintf("this compares %s with %s, which are never equal", a, b),
		"compare values of the same type")
}

// enumLiteral reports a literal that the column it is compared with can't
// have.
func (t *typer) enumLiteral(at sqltext.Expr, column, lit value, op string) {
	t.literalOf(at.Span(), column.field, lit, func(message, hint string) {
		if op == "<" || op == "<=" || op == ">" || op == ">=" {
			return
		}
		t.report(at.Span(), diag.ValueNeverThere, message, hint)
	})
	if s, ok := scalarOf(column.typ); ok && lit.typ != nil && !lit.fits(s) {
		if ls, ok := scalarOf(lit.typ); ok && isNumber(s) != isNumber(ls) {
			t.mismatch(at, s, ls)
		}
	}
}

// literalOf checks a literal against the values that a field can have.
func (t *typer) literalOf(at sqltext.Range, f *ir.Field, lit value, report func(message, hint string)) {
	s, isText := scalarOf(lit.typ)
	if !isText || s != ir.Text {
		return
	}
	if enum := f.Constraints.Enum; enum != nil && !slices.Contains(enum, lit.text) {
		report(fmt.Sprintf("`%s.%s` is never '%s'", f.Entity.Name, f.Name, lit.text), listHint(lit.text, slices.Clone(enum), "its values are"))
		return
	}
	if fs, ok := scalarOf(f.Type); ok && isTemporal(fs) && !temporalForm(lit.text, fs) {
		report(fmt.Sprintf("'%s' is not %s, as `%s.%s` is", lit.text, article(fs.String()), f.Entity.Name, f.Name), "write it as '"+temporalExample(fs)+"'")
	}
}

func (t *typer) in(e *sqltext.InExpr, f *frame) value {
	x := t.expr(e.X, f)
	null := x.null
	for _, item := range e.List {
		v := t.expr(item, f)
		t.comparable(item, x, v, "=")
		null = null || v.null
	}
	if e.Select != nil {
		rel := t.selectStmt(e.Select, f)
		if len(rel.cols) == 1 {
			v := rel.cols[0].value
			t.comparable(e, x, value{typ: v.typ, null: v.null}, "=")
			null = null || v.null
		}
	}
	if e.Table != nil {
		t.relationOf(e.Table, &frame{parent: f})
	}
	return value{typ: ir.Boolean, null: null}
}

func (t *typer) cast(e *sqltext.CastExpr, f *frame) value {
	x := t.expr(e.X, f)
	out := value{null: x.null, ref: x.ref}
	switch strings.ToUpper(e.Type.Text) {
	case "TEXT":
		out.typ = ir.Text
	case "INTEGER", "INT", "BIGINT":
		out.typ = ir.Integer
	case "REAL", "DOUBLE", "FLOAT":
		out.typ = ir.Real
	case "BOOLEAN":
		out.typ = ir.Boolean
	case "DATE":
		out.typ = ir.Date
	case "DATETIME":
		out.typ = ir.DateTime
	case "TIME":
		out.typ = ir.Time
	case "JSON":
		out.typ = ir.JSON{}
		if isJSON(x.typ) {
			out.typ = x.typ
		}
	default:
		t.report(e.Type.Range, diag.CastType, fmt.Sprintf("`%s` is not a type of the language", e.Type.Text),
			listHint(strings.ToLower(e.Type.Text), []string{"text", "integer", "real", "boolean", "date", "datetime", "time", "json"}, "the types are"))
		return unknown()
	}
	if sameType(out.typ, x.typ) {
		out.field = x.field
	}
	return out
}

func (t *typer) caseExpr(e *sqltext.CaseExpr, f *frame) value {
	var x value
	if e.X != nil {
		x = t.expr(e.X, f)
	}
	var out value
	var denied []narrowed // by the conditions before
	for i, w := range e.Whens {
		var cond, v value
		t.narrow(denied, func() { cond = t.expr(w.Cond, f) })
		shown := denied
		if e.X != nil {
			t.comparable(w.Cond, x, cond, "=")
		} else {
			shown = append(t.shownBy(w.Cond, f, false), denied...)
			denied = append(t.deniedBy(w.Cond, f), denied...)
		}
		t.narrow(shown, func() { v = t.expr(w.Then, f) })
		if i == 0 {
			out = v
		} else {
			out = merge(out, v)
		}
	}
	if e.Else != nil {
		var v value
		t.narrow(denied, func() { v = t.expr(e.Else, f) })
		out = merge(out, v)
	} else {
		out.null = true
	}
	out.literal, out.field = false, nil
	return out
}
