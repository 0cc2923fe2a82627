package analyse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir/diag"
)

// sqlText is a piece of SQL of the source, read: a statement or an
// expression.
type sqlText struct {
	text  parse.Text
	src   string
	toks  []sqltext.Token
	body  sqltext.Range // without white space, comments and semicolon around it
	stmt  *sqltext.Statement
	expr  sqltext.Expr
	edits []sqltext.Edit // what SQLite must not see: comments and annotations
	// params in source order.
	params   []*sqltext.ParamExpr
	resolved map[*sqltext.ParamExpr]resolved
	// known are names that steps before have shown not to be null.
	known []narrowed
}

// root is what the text was read as.
func (s *sqlText) root() any {
	if s.stmt != nil {
		return s.stmt
	}
	return s.expr
}

// span is the place of a range of the text.
func (s *sqlText) span(r sqltext.Range) diag.Span {
	if r.Start == r.End && r.End < len(s.src) {
		r.End++
	}
	return s.text.SpanOf(r.Start, r.End)
}

// readStatement reads a statement. It reports what is wrong and returns nil
// then.
func (a *analyser) readStatement(text parse.Text) *sqlText {
	s := &sqlText{text: text, src: text.Value}
	s.toks = sqltext.Lex(s.src)
	if f, bad := sqltext.CheckStatement(s.src, s.toks); bad {
		a.fault(s, f)
		return nil
	}
	s.body = sqltext.Trim(s.toks, s.src)
	stmt, err := sqltext.ParseTokens(s.src, s.toks)
	if err != nil {
		a.syntaxError(s, "", "", err)
		return nil
	}
	s.stmt = stmt
	s.finish()
	return s
}

// readExpr reads an expression; a bare SELECT counts as one in parentheses.
func (a *analyser) readExpr(text parse.Text) *sqlText {
	s := &sqlText{text: text, src: text.Value}
	s.toks = sqltext.Lex(s.src)
	if f, bad := sqltext.CheckTokens(s.src, s.toks); bad {
		a.fault(s, f)
		return nil
	}
	s.body = sqltext.Trim(s.toks, s.src)
	for _, t := range s.toks {
		if t.Kind == sqltext.Op && t.Text(s.src) == ";" {
			a.fault(s, sqltext.Fault{Range: sqltext.Range{Start: t.Start, End: t.End}, Kind: sqltext.SecondStatement, Text: ";"})
			return nil
		}
	}
	if startsSelect(s.src, s.toks) {
		stmt, err := sqltext.ParseTokens(s.src, s.toks)
		if err != nil {
			a.syntaxError(s, "", "", err)
			return nil
		}
		if stmt.Select != nil {
			s.expr = &sqltext.SubqueryExpr{Range: s.body, Select: stmt.Select}
			s.finish()
			s.edits = append([]sqltext.Edit{{Range: sqltext.Range{Start: s.body.Start, End: s.body.Start}, New: "("}}, s.edits...)
			s.edits = append(s.edits, sqltext.Edit{Range: sqltext.Range{Start: s.body.End, End: s.body.End}, New: ")"})
			return s
		}
	}
	expr, err := sqltext.ParseExpr(s.src, s.toks)
	if err != nil {
		a.syntaxError(s, "SELECT (", ")", err)
		return nil
	}
	s.expr = expr
	s.finish()
	return s
}

func startsSelect(src string, toks []sqltext.Token) bool {
	for _, t := range toks {
		if t.Kind != sqltext.Comment {
			word := t.Text(src)
			return strings.EqualFold(word, "SELECT") || strings.EqualFold(word, "WITH")
		}
	}
	return false
}

// finish collects the parameters and the edits.
func (s *sqlText) finish() {
	s.resolved = map[*sqltext.ParamExpr]resolved{}
	sqltext.Walk(s.root(), func(e sqltext.Expr) bool {
		if p, ok := e.(*sqltext.ParamExpr); ok {
			s.params = append(s.params, p)
		}
		return true
	})
	slices.SortFunc(s.params, func(a, b *sqltext.ParamExpr) int { return a.Start - b.Start })
	s.edits = edits(s.src, s.toks, s.root())
}

// fault reports what keeps a text from being SQL of the language.
func (a *analyser) fault(s *sqlText, f sqltext.Fault) {
	at := s.span(f.Range)
	switch f.Kind {
	case sqltext.NoText:
		a.err(diag.SQLEmpty, s.text.Span, "there is no SQL here", "write a statement or an expression")
	case sqltext.Unterminated:
		what, end := "text", string(f.Text[0])
		switch f.Text[0] {
		case '/':
			what, end = "comment", "*/"
		case '"', '`', '[':
			what = "name"
			if f.Text[0] == '[' {
				end = "]"
			}
		}
		a.err(diag.SQLUnterminated, s.span(sqltext.Range{Start: f.Start, End: f.Start + 1}), fmt.Sprintf("the %s that begins here has no end", what),
			fmt.Sprintf("close it with %s; a quote inside of a text is written twice", end))
	case sqltext.ForeignParam:
		name := strings.TrimLeft(f.Text, "?@$")
		hint := "write a value of the call, a let or a built-in as `:name`"
		if name != "" && (name[0] < '0' || name[0] > '9') {
			hint = "write `:" + name + "`"
		}
		a.err(diag.SQLParameter, at, fmt.Sprintf("`%s` is not a parameter of the language", f.Text), hint)
	case sqltext.SecondStatement:
		a.err(diag.SQLSeveral, at, "there is more than one statement here", "write one statement in each step; without a semicolon")
	case sqltext.WrongStart:
		a.err(diag.SQLStart, at, fmt.Sprintf("a statement can't begin with `%s`", clip(f.Text)), startHint(f.Text))
	default:
		hint := "remove it"
		if f.Text == "{" || f.Text == "}" {
			hint = "in SQL a value is written `:name`; {name} is for messages"
		}
		if f.Text == ":" {
			hint = "write the name directly behind the colon, in lower-case letters"
		}
		a.err(diag.SQLCharacter, at, fmt.Sprintf("`%s` has no meaning in SQL", clip(f.Text)), hint)
	}
}

func startHint(word string) string {
	switch strings.ToUpper(word) {
	case "CREATE", "ALTER", "DROP":
		return "describe tables under `entities`, and named queries under `views`"
	case "BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT":
		return "remove it: a tool is one transaction by itself"
	case "REPLACE":
		return "write `INSERT … ON CONFLICT (…) DO UPDATE SET …`"
	case "VALUES":
		return "write `SELECT … UNION ALL SELECT …`"
	case "PRAGMA", "ATTACH", "DETACH", "VACUUM", "ANALYZE", "REINDEX", "EXPLAIN":
		return "the language has SELECT, INSERT, UPDATE, DELETE and WITH only"
	}
	return "write SELECT, INSERT, UPDATE, DELETE or WITH"
}

// clip shortens a text for a message.
func clip(s string) string {
	r := []rune(strings.ReplaceAll(s, "\n", " "))
	if len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return string(r)
}
