package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// get becomes row; with own it becomes do, since a row of somebody else is
// forbidden rather than missing.
func (s *shortForm) get() {
	s.keyParams()
	s.spare()
	query := "SELECT " + s.columns() + " FROM " + s.table() + s.where()
	if s.own == nil || s.ownKey {
		s.out.Form, s.out.SQL, s.out.Missing = s.text("row"), s.text(query), s.missing()
		return
	}
	let := s.free(s.one)
	if len(s.in.Only) == 0 || slices.ContainsFunc(s.in.Only, func(t parse.Text) bool { return t.Value == s.own.Name }) {
		s.do(s.letRow(let, query, s.missing()), s.mine(let), s.whole(let))
		return
	}
	// The owner is not among the columns to show, so it is read by itself.
	owner := s.free("owner")
	s.do(s.letRow(owner, "SELECT "+sqltext.Name(s.own.Name)+" FROM "+s.table()+s.where(), s.missing()), s.mine(owner),
		s.letRow(let, query, s.missing()), s.whole(let))
}

// columns are those that only leaves, with the key; "*" without only.
func (s *shortForm) columns() string {
	if len(s.in.Only) == 0 {
		return "*"
	}
	only := map[string]bool{}
	for _, t := range s.in.Only {
		f := s.c.field(s.e, t)
		if f == nil {
			continue
		}
		if only[t.Value] {
			s.c.err(diag.ListField, t.Span, fmt.Sprintf("`only` names %s twice", quote(t.Value)), "remove one of them")
		}
		only[t.Value] = true
	}
	var names []string
	for _, f := range s.e.ir.Fields {
		if only[f.Name] || slices.Contains(s.e.ir.Key, f) {
			names = append(names, sqltext.Name(f.Name))
		}
	}
	return strings.Join(names, ", ")
}

// list becomes rows.
func (s *shortForm) list() {
	s.out.Form = s.text("rows")
	query := "SELECT " + s.columns() + " FROM " + s.table()
	s.filters()
	s.ranges()
	s.search()
	var conditions []string
	if s.own != nil {
		conditions = append(conditions, s.column(s.own)+" = :actor")
	}
	if len(s.out.Filter) > 0 {
		conditions = append(conditions, ":filter")
	}
	if len(conditions) > 0 {
		query += " WHERE " + strings.Join(conditions, " AND ")
	}
	for _, t := range s.in.Sort {
		s.listField("sort", t, isScalar, "a scalar")
	}
	if len(s.in.Sort) == 0 {
		keys := make([]string, len(s.e.ir.Key))
		for i, f := range s.e.ir.Key {
			keys[i] = s.column(f)
		}
		query += " ORDER BY " + strings.Join(keys, ", ")
	}
	s.out.SQL = s.text(query)
	for _, m := range s.c.listParams(s.in, nil) {
		if other := memberOf(s.params, m.Name.Value); other != nil {
			s.taken(m.Name.Value, other.Name.Span)
			continue
		}
		s.params = append(s.params, m)
	}
}

// column is a column with its table in front.
func (s *shortForm) column(f *ir.Field) string { return s.table() + "." + sqltext.Name(f.Name) }

// filter adds an optional parameter with its condition.
func (s *shortForm) filter(m *parse.Member, at diag.Span, condition string) {
	if memberOf(s.params, m.Name.Value) != nil {
		s.taken(m.Name.Value, at)
		return
	}
	m.Name.Span = at // a complaint about the name belongs where the field is named
	m.Optional = s.text("true")
	s.params = append(s.params, m)
	s.out.Filter = append(s.out.Filter, parse.Named{Name: m.Name, Text: s.text(condition)})
}

func (s *shortForm) taken(name string, at diag.Span) {
	s.c.err(diag.ShortParam, at, fmt.Sprintf("tool %s would have two parameters named %s", quote(s.in.Name.Value), quote(name)),
		"leave one of them out, or write the tool with `rows:`")
}

// listField looks up a field that a list names and checks its type.
func (s *shortForm) listField(key string, t parse.Text, fits func(ir.Type) bool, what string) *field {
	f := s.c.field(s.e, t)
	if f == nil {
		return nil
	}
	if !fits(f.ir.Type) {
		s.c.err(diag.ListField, t.Span, fmt.Sprintf("`%s` can't use %s, which is of type %s", key, quote(t.Value), typeName(f.ir.Type)),
			"take "+what+" field, or write the tool with `rows:`")
		return nil
	}
	return f
}

func (s *shortForm) filters() {
	for _, t := range s.in.FilterBy {
		f := s.listField("filter", t, isScalar, "a scalar")
		if f == nil {
			continue
		}
		m := s.fieldMember(t.Value, f)
		w := fieldWords(f.ir)
		if rest, ok := strings.CutPrefix(w, "id of the "); ok {
			w = rest
		}
		m.Doc = s.text("Only " + words(s.e.ir.Name) + " whose " + w + " is this.")
		s.filter(m, t.Span, s.column(f.ir)+" = :"+t.Value)
	}
}

func (s *shortForm) ranges() {
	ordered := func(t ir.Type) bool { return isScalar(t) && t != ir.Text && t != ir.Boolean }
	for _, t := range s.in.Range {
		f := s.listField("range", t, ordered, "a number, date or time")
		if f == nil {
			continue
		}
		for _, end := range []struct{ suffix, op, word string }{{"_min", " >= ", "at least"}, {"_max", " <= ", "at most"}} {
			m := s.member(t.Value + end.suffix)
			m.Type = s.word(f.ir.Type.(ir.Scalar).String())
			m.Doc = s.text("Only " + words(s.e.ir.Name) + " whose " + fieldWords(f.ir) + " is " + end.word + " this.")
			s.filter(m, t.Span, s.column(f.ir)+end.op+":"+m.Name.Value)
		}
	}
}

// search makes one condition over all fields together, so that words may be
// spread over them.
func (s *shortForm) search() {
	var texts, names []string
	for _, t := range s.in.Search {
		f := s.listField("search", t, func(t ir.Type) bool { return t == ir.Text }, "a text")
		if f == nil {
			continue
		}
		col := s.column(f.ir)
		if f.ir.Optional {
			col = "COALESCE(" + col + ", '')"
		}
		texts = append(texts, col)
		names = append(names, "the "+fieldWords(f.ir))
	}
	if len(texts) == 0 {
		return
	}
	m := s.member("search")
	m.Type = s.word("text")
	m.Doc = s.text("Words that must all occur in " + listing(names, "or") + " of the " + oneWords(s.e.ir.Name) + ".")
	s.filter(m, s.in.Search[0].Span, "contains("+strings.Join(texts, " || ' ' || ")+", :search)")
}
