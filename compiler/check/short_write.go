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

// create becomes an INSERT that returns the new row.
func (s *shortForm) create() {
	set := s.assignments()
	var cols, values, lacking []string
	put := func(f *ir.Field, value string) {
		cols = append(cols, sqltext.Name(f.Name))
		values = append(values, value)
	}
	used := map[*parse.Member]bool{}
	for _, f := range s.e.ir.Fields {
		expr, isSet := set[f.Name]
		switch {
		case s.generated(f):
		case isSet:
			put(f, expr)
		case f == s.own:
			put(f, ":actor")
		case !s.settable(f):
			if !f.Optional && f.Default == nil {
				lacking = append(lacking, quote(f.Name))
			}
		default:
			m := s.settableParam(f)
			used[m] = true
			if m.Span == s.span {
				if f.Default != nil {
					m.Default = s.e.fields[f.Name].spec.Default
				} else if f.Optional {
					m.Optional = s.text("true")
				}
			}
			s.params = append(s.params, m)
			put(f, ":"+f.Name)
		}
	}
	if len(lacking) > 0 {
		s.c.err(diag.WriteField, s.in.Only[0].Span, fmt.Sprintf("a row of %s needs %s, and tool %s gives no value", quote(s.e.ir.Name), listing(lacking, "and"), quote(s.in.Name.Value)),
			"add to `only` what the agent is to choose, and give the rest with `set: {field: expression}`")
	}
	s.extra(used)
	let := s.free(s.one)
	insert := "INSERT INTO " + s.table() + " (" + strings.Join(cols, ", ") + ") VALUES (" + strings.Join(values, ", ") + ") RETURNING *"
	if len(cols) == 0 {
		insert = "INSERT INTO " + s.table() + " DEFAULT VALUES RETURNING *"
	}
	s.do(s.letRow(let, insert, nil), s.whole(let))
}

// update becomes an UPDATE in which an omitted parameter leaves the field.
func (s *shortForm) update() {
	before := s.c.errors
	s.keyParams()
	keys := slices.Clone(s.params)
	set := s.assignments()
	used := map[*parse.Member]bool{}
	for _, m := range keys {
		used[m] = true
	}
	var changes []string
	var optional []string
	for _, f := range s.e.ir.Fields {
		col := sqltext.Name(f.Name)
		expr, isSet := set[f.Name]
		switch {
		case slices.Contains(s.e.ir.Key, f), s.generated(f):
		case isSet:
			changes = append(changes, col+" = "+expr)
		case f == s.own || !s.settable(f):
		default:
			m := s.settableParam(f)
			used[m] = true
			if m.Span != s.span {
				copied := *m // as written, but every parameter of an update may be left out
				m = &copied
			}
			m.Optional = s.text("true")
			s.params = append(s.params, m)
			value := "COALESCE(:" + f.Name + ", " + col + ")"
			if f.Optional {
				optional = append(optional, f.Name)
				value = "CASE WHEN instr(:clear, '\"" + f.Name + "\"') > 0 THEN NULL ELSE " + value + " END"
			}
			changes = append(changes, col+" = "+value)
		}
	}
	s.clear(optional)
	s.extra(used)
	if len(changes) == 0 {
		if s.c.errors > before {
			return // fields were named, but wrongly
		}
		s.c.err(diag.WriteField, s.in.Name.Span, fmt.Sprintf("tool %s changes nothing", quote(s.in.Name.Value)), "name fields with `only`, or give values with `set`")
		return
	}
	let := s.free(s.one)
	var steps []*parse.Step
	if s.own != nil && !s.ownKey {
		owner := s.free("owner")
		steps = append(steps, s.letRow(owner, "SELECT "+sqltext.Name(s.own.Name)+" FROM "+s.table()+s.where(), s.missing()), s.mine(owner))
	}
	steps = append(steps,
		s.letRow(let, "UPDATE "+s.table()+" SET "+strings.Join(changes, ", ")+s.where()+" RETURNING *", s.missing()),
		s.whole(let))
	s.do(steps...)
}

// clear adds the parameter that empties optional fields.
func (s *shortForm) clear(optional []string) {
	if len(optional) == 0 {
		return
	}
	if memberOf(s.params, "clear") != nil {
		s.c.err(diag.ShortParam, s.in.Name.Span, fmt.Sprintf("tool %s would have two parameters named `clear`: the field and the list of fields to empty", quote(s.in.Name.Value)),
			"leave the field out with `only`, or write the tool with `do:`")
		return
	}
	m := s.member("clear")
	m.Optional = s.text("true")
	m.Doc = s.text("Fields to empty: " + listing(optional, "or") + ".")
	m.List = &parse.Member{Span: s.span}
	for _, name := range optional {
		m.List.Enum = append(m.List.Enum, s.value(name))
	}
	s.params = append(s.params, m)
}

// remove becomes a DELETE that must find its row.
func (s *shortForm) remove() {
	s.keyParams()
	s.spare()
	var steps []*parse.Step
	if s.own != nil && !s.ownKey {
		owner := s.free("owner")
		steps = append(steps, s.letRow(owner, "SELECT "+sqltext.Name(s.own.Name)+" FROM "+s.table()+s.where(), s.missing()), s.mine(owner))
	}
	steps = append(steps,
		&parse.Step{Span: s.span, Kind: parse.Run, SQL: s.text("DELETE FROM " + s.table() + s.where()), Changes: s.word("1"), Refusal: s.missing()},
		&parse.Step{Span: s.span, Kind: parse.ReturnStep, Return: []*parse.Return{
			{Name: s.text("deleted"), Span: s.span, Kind: parse.ReturnValue, Expr: s.text("TRUE")},
		}})
	s.do(steps...)
}

// generated reports whether SQLite makes the field's value.
func (s *shortForm) generated(f *ir.Field) bool {
	return f.FromID != "" || s.e.ir.AutoID && f.Name == "id"
}

// settable reports whether the agent may give the field.
func (s *shortForm) settable(f *ir.Field) bool {
	return len(s.in.Only) == 0 || slices.ContainsFunc(s.in.Only, func(t parse.Text) bool { return t.Value == f.Name })
}

// settableParam is the parameter for a field: the author's, or one made from
// the field.
func (s *shortForm) settableParam(f *ir.Field) *parse.Member {
	if m := memberOf(s.in.Params, f.Name); m != nil {
		return m
	}
	return s.fieldMember(f.Name, s.e.fields[f.Name])
}

// extra adds the author's other parameters, for use in set, and checks that
// those named like a field fit it.
func (s *shortForm) extra(used map[*parse.Member]bool) {
	for _, m := range s.in.Params {
		if used[m] {
			continue
		}
		if len(s.in.Set) == 0 {
			s.c.err(diag.ShortParam, m.Name.Span, fmt.Sprintf("nothing in tool %s uses parameter %s", quote(s.in.Name.Value), quote(m.Name.Value)),
				nearestOr(m.Name.Value, fieldNames(s.e.ir.Fields), "remove it, or use it in `set`"))
			continue
		}
		s.params = append(s.params, m)
	}
}

// assignments checks only and set and returns the expressions by field.
func (s *shortForm) assignments() map[string]string {
	update := s.in.Form.Value == "update"
	seen := map[string]bool{}
	allowed := func(t parse.Text, key string) bool {
		f := s.c.field(s.e, t)
		switch {
		case f == nil:
			return false
		case s.generated(f.ir):
			s.c.err(diag.WriteField, t.Span, fmt.Sprintf("`%s` names %s, whose values are made by the database", key, quote(t.Value)), "remove it")
			return false
		case update && slices.Contains(s.e.ir.Key, f.ir):
			s.c.err(diag.WriteField, t.Span, fmt.Sprintf("`%s` names %s, but a key never changes", key, quote(t.Value)), "remove it")
			return false
		case f.ir == s.own:
			s.c.err(diag.WriteField, t.Span, fmt.Sprintf("`%s` names %s, which `own` sets to the actor", key, quote(t.Value)), "remove it, or remove `own`")
			return false
		case seen[t.Value]:
			s.c.err(diag.WriteField, t.Span, fmt.Sprintf("%s is named twice in `only` and `set`", quote(t.Value)), "keep one of them: `only` lets the agent choose, `set` does not")
			return false
		}
		seen[t.Value] = true
		return true
	}
	for _, t := range s.in.Only {
		allowed(t, "only")
	}
	set := map[string]string{}
	for _, e := range s.in.Set {
		if !allowed(e.Key, "set") {
			continue
		}
		s.c.expression(e)
		set[e.Key.Value] = e.Value.Scalar.Value
		if e.Value.Kind == parse.NullValue {
			set[e.Key.Value] = "NULL"
		}
	}
	return set
}
