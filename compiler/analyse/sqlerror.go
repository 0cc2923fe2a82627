package analyse

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir/diag"
)

// message is SQLite's own words, without what the driver adds.
func message(err error) string {
	s := strings.TrimPrefix(err.Error(), "SQL logic error: ")
	if i := strings.LastIndex(s, " ("); i > 0 && strings.HasSuffix(s, ")") {
		s = s[:i]
	}
	return s
}

var (
	nearError    = regexp.MustCompile(`^near "((?s).*)": syntax error$`)
	columnError  = regexp.MustCompile(`^no such column: (?:.*\.)?(.+)$`)
	tableError   = regexp.MustCompile(`^no such table: (?:.*\.)?(.+)$`)
	insertError  = regexp.MustCompile(`^table (.+) has no column named (.+)$`)
	funcError    = regexp.MustCompile(`^no such function: (.+)$`)
	arityError   = regexp.MustCompile(`^wrong number of arguments to function (.+)\(\)$`)
	misuseError  = regexp.MustCompile(`^misuse of (?:aggregate|window)(?: function)?:? (.+?)\(\)$`)
	valuesError  = regexp.MustCompile(`^table (.+) has (\d+) columns but (\d+) values were supplied$`)
	countError   = regexp.MustCompile(`^(\d+) values for (\d+) columns$`)
	computeError = regexp.MustCompile(`^cannot (?:UPDATE|INSERT into) generated column "(.+)"$`)
	viewError    = regexp.MustCompile(`^cannot modify (.+) because it is a view$`)
)

// sqliteError reports what SQLite has against a composed statement, at the
// place in the source that it means.
func (a *analyser) sqliteError(c *composer, s *sqlText, t *typer, err error) {
	text := c.text()
	msg := message(err)
	at := func(word string) diag.Span {
		if i := findToken(text, word); i >= 0 {
			if from, r, ok := c.b.Origin(i, sqltext.Numbered); ok {
				if r.Start == r.End {
					r.End = r.Start + len(word)
				}
				return from.span(r)
			}
		}
		return s.span(s.body)
	}
	if m := nearError.FindStringSubmatch(msg); m != nil {
		a.nearError(c, s, text, m[1])
		return
	}
	if columnError.MatchString(msg) || tableError.MatchString(msg) || strings.HasPrefix(msg, "ambiguous column name") {
		if t != nil && len(t.missing) > 0 {
			a.problems(s, t.missing)
			return
		}
	}
	switch {
	case msg == "incomplete input":
		a.err(diag.SQLSyntax, s.span(sqltext.Range{Start: s.body.End - 1, End: s.body.End}), "the SQL stops in the middle", "close what was opened, or write the rest")
	case columnError.MatchString(msg):
		name := columnError.FindStringSubmatch(msg)[1]
		a.err(diag.UnknownColumn, at(name), fmt.Sprintf("there is no column `%s` here", name), "name a column of the tables in FROM")
	case tableError.MatchString(msg):
		name := tableError.FindStringSubmatch(msg)[1]
		a.err(diag.UnknownTable, at(name), fmt.Sprintf("there is no table or view `%s`", name), listHint(name, slices.Clone(a.tables), "there are"))
	case insertError.MatchString(msg):
		m := insertError.FindStringSubmatch(msg)
		hint := "name a field of the entity"
		if rel := a.table("", m[1]); rel != nil {
			hint = listHint(m[2], rel.names(), "the columns are")
		}
		a.err(diag.UnknownColumn, at(m[2]), fmt.Sprintf("`%s` has no column `%s`", m[1], m[2]), hint)
	case funcError.MatchString(msg):
		name := funcError.FindStringSubmatch(msg)[1]
		hint := refusedFunctions[strings.ToLower(name)]
		if hint == "" {
			hint = listHint(strings.ToLower(name), functionNames(), "see the language's list of functions; among them are")
		}
		a.err(diag.FunctionRefused, at(name), fmt.Sprintf("there is no function `%s`", name), hint)
	case arityError.MatchString(msg):
		name := arityError.FindStringSubmatch(msg)[1]
		a.err(diag.FunctionUse, at(name), fmt.Sprintf("`%s` does not take that number of arguments", name), signatureHint(name))
	case misuseError.MatchString(msg):
		name := misuseError.FindStringSubmatch(msg)[1]
		a.err(diag.FunctionUse, at(name), fmt.Sprintf("`%s` can't be called at this place", name),
			"aggregates stand among the results, in HAVING or in a subquery; to compare with one, write `(SELECT "+strings.ToLower(name)+"(…) FROM …)`")
	case valuesError.MatchString(msg):
		m := valuesError.FindStringSubmatch(msg)
		a.err(diag.SQLRefused, s.span(s.body), fmt.Sprintf("`%s` has %s columns, and %s values are given", m[1], m[2], m[3]),
			fmt.Sprintf("name the columns: `INSERT INTO %s (…) VALUES (…)`", m[1]))
	case countError.MatchString(msg):
		m := countError.FindStringSubmatch(msg)
		a.err(diag.SQLRefused, s.span(s.body), fmt.Sprintf("%s values are given for %s columns", m[1], m[2]), "give one value for each column")
	case computeError.MatchString(msg):
		name := computeError.FindStringSubmatch(msg)[1]
		a.err(diag.ComputedColumn, at(name), fmt.Sprintf("`%s` is made from the row's id, so it can't be written", name), "leave it out")
	case viewError.MatchString(msg):
		name := viewError.FindStringSubmatch(msg)[1]
		a.err(diag.SQLRefused, at(name), fmt.Sprintf("`%s` is a view, which can't be written to", name), "write to the table that it reads")
	default:
		a.err(diag.SQLRefused, s.span(s.body), "SQLite refuses this: "+msg, refusalHint(msg))
	}
}

// refusalHint explains SQLite's rarer messages.
func refusalHint(msg string) string {
	switch {
	case strings.HasPrefix(msg, "sub-select returns"):
		return "a SELECT used as a value has one column"
	case strings.HasPrefix(msg, "SELECTs to the left and right"):
		return "give every part of the compound the same number of columns"
	case strings.HasPrefix(msg, "ON CONFLICT clause does not match"):
		return "name the columns of the key or of a `unique` constraint, with its `where` for a partial one"
	case strings.Contains(msg, "ORDER BY term does not match"):
		return "in a compound SELECT, order by the name or number of a result"
	case strings.HasPrefix(msg, "a GROUP BY clause is required"), strings.HasPrefix(msg, "HAVING clause on"):
		return "add GROUP BY, or move the condition to WHERE"
	case strings.HasPrefix(msg, "row value misused"):
		return "a list in parentheses is no single value; compare it with another list, or write IN"
	case strings.HasPrefix(msg, "no tables specified"):
		return "write FROM with a table, or name the values one by one"
	}
	return "mend the statement as the message says"
}

// signatures of functions whose arguments are easily mistaken.
var signatures = map[string]string{
	"contains": "contains(text, words)", "plus_minutes": "plus_minutes(datetime, minutes)", "plus_days": "plus_days(date, days)",
	"minutes_between": "minutes_between(from, to)", "workdays_between": "workdays_between(from, to)", "overlaps": "overlaps(from1, to1, from2, to2)",
	"ifnull": "ifnull(value, otherwise)", "nullif": "nullif(value, what)", "iif": "iif(condition, then, else)", "instr": "instr(text, part)",
	"substr": "substr(text, start, length)", "replace": "replace(text, old, new)", "round": "round(number, digits)",
}

func signatureHint(name string) string {
	if s := signatures[strings.ToLower(name)]; s != "" {
		return "write `" + s + "`"
	}
	return "look at the function's arguments"
}

// nearError reports a syntax error. SQLite names the token but not its
// place, so where it occurs several times, the statement is tried up to each.
func (a *analyser) nearError(c *composer, s *sqlText, text, word string) {
	offset := -1
	var places []int
	for _, t := range sqltext.Lex(text) {
		if strings.EqualFold(t.Text(text), word) || t.Text(text) == word {
			places = append(places, t.Start)
		}
	}
	for i, p := range places {
		offset = p
		if i == len(places)-1 {
			break
		}
		_, err := a.eng.prepare(text[:p+len(word)])
		if err != nil && nearError.MatchString(message(err)) {
			break
		}
	}
	at := s.span(s.body)
	if offset >= 0 {
		if from, r, ok := c.b.Origin(offset, sqltext.Numbered); ok {
			if r.Start == r.End {
				r.End = r.Start + len(word)
			}
			at = from.span(r)
		} else { // what is put around the text: it ends too early
			at = s.span(sqltext.Range{Start: s.body.End - 1, End: s.body.End})
		}
	}
	a.err(diag.SQLSyntax, at, fmt.Sprintf("SQLite does not understand the SQL from `%s` on", clip(word)), nearHint(word))
}

func nearHint(word string) string {
	switch upper := strings.ToUpper(word); {
	case sqltext.IsKeyword(word):
		return fmt.Sprintf("check the order of the clauses before `%s`; a name that is a keyword needs double quotes", upper)
	case word == ")" || word == "(":
		return "check the parentheses"
	case word == ",":
		return "check the comma: a list ends without one"
	}
	return "look for a missing comma, operator or keyword before it"
}

// syntaxError reports a text that package sqltext can't read: in SQLite's
// words if it agrees, else in its own.
func (a *analyser) syntaxError(s *sqlText, before, after string, err error) {
	c := &composer{}
	c.put(before)
	at := s.body.Start
	for _, t := range s.toks { // parameters alone are rewritten
		if t.Kind == sqltext.Param && t.Start >= at {
			c.b.Copy(s, s.src, sqltext.Range{Start: at, End: t.Start})
			c.b.Replace("NULL", s, sqltext.Range{Start: t.Start, End: t.End})
			at = t.End
		}
	}
	c.b.Copy(s, s.src, sqltext.Range{Start: at, End: s.body.End})
	c.put(after)
	if _, sqlite := a.eng.prepare(c.text()); sqlite != nil {
		if m := nearError.FindStringSubmatch(message(sqlite)); m != nil || message(sqlite) == "incomplete input" {
			a.sqliteError(c, s, nil, sqlite)
			return
		}
	}
	at2 := s.span(s.body)
	if e, ok := err.(*sqltext.Error); ok {
		at2 = s.span(e.Range)
	}
	a.err(diag.SQLSyntax, at2, "this is not SQL that awmc can read: "+err.Error(), "write it in a plainer way")
}

// findToken returns the offset of a name in a text; -1 if it is not there.
func findToken(text, word string) int {
	for _, t := range sqltext.Lex(text) {
		switch t.Kind {
		case sqltext.Word, sqltext.Quoted:
			if strings.EqualFold(sqltext.Unquote(t.Text(text)), word) {
				return t.Start
			}
		}
	}
	return -1
}

// problems reports what the typer found.
func (a *analyser) problems(s *sqlText, list []problem) {
	for _, p := range list {
		if p.warn {
			a.warn(p.code, s.span(p.at), p.message, p.hint)
		} else {
			a.err(p.code, s.span(p.at), p.message, p.hint)
		}
	}
}
