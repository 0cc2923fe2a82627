package check

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates/rt/core"
)

// shortForm is one short form while it is being rewritten.
type shortForm struct {
	synthesis
	c   *checker
	t   *Tool
	in  *parse.Tool // as written
	out *parse.Tool // what it becomes
	e   *entity
	one string // the entity's name in the singular

	params []*parse.Member
	keys   []string // conditions that find the row
	shown  string   // the key in messages: "{book_id}"
	own    *ir.Field
	ownKey bool // the row is the actor's own
}

// short rewrites a short form to row, rows or do.
func (c *checker) short(t *Tool) {
	in := t.Spec
	if !in.Of.Set {
		c.errors++ // parse has said so
		return
	}
	e := c.entity(in.Of)
	if e == nil {
		c.errors++
		t.IR.Params, _ = c.params(in.Params, t.IR.GoName)
		return
	}
	out := *in
	s := &shortForm{synthesis: synthesis{in.Name.Span}, c: c, t: t, in: in, out: &out, e: e, one: core.Singular(e.ir.Name)}
	out.Of, out.Own, out.Only, out.Set, out.FilterBy, out.Search, out.Range = parse.Text{}, parse.Text{}, nil, nil, nil, nil, nil
	if in.Own.Set && !s.ownField() || !s.sound() {
		return
	}
	switch in.Form.Value {
	case "get":
		s.get()
	case "list":
		s.list()
	case "create":
		s.create()
	case "update":
		s.update()
	case "delete":
		s.remove()
	}
	t.Spec = &out
	out.Params = s.params
	t.IR.Params, _ = c.params(out.Params, t.IR.GoName)
	s.fits()
	if t.IR.Doc == "" {
		t.IR.Doc = s.doc()
	}
}

// sound reports whether the entity can be rewritten for: if not, its own
// diagnostics say why.
func (s *shortForm) sound() bool {
	if s.e.broken {
		s.c.errors++
		return false
	}
	for _, f := range s.e.ir.Fields {
		if !s.e.fields[f.Name].ok {
			s.c.errors++
			return false
		}
	}
	return true
}

// ownField checks what limits the tool to the actor's rows.
func (s *shortForm) ownField() bool {
	c, t := s.c, s.in.Own
	f := c.field(s.e, t)
	if f == nil || !f.ok {
		c.errors++
		return false
	}
	actor := c.env.Actor
	switch {
	case actor == nil:
		if c.spec.Actor.Set {
			c.errors++ // the actor has a mistake, which is reported
			return false
		}
		c.err(diag.BadOwn, t.Span, "`own` needs a signed-in user, and the environment has none", "add `actor: entity/key` at the top of the file")
		return false
	case f.ir == actor.Entity.Key[0]:
		s.ownKey = true
		if s.in.Form.Value == "create" {
			c.err(diag.BadOwn, t.Span, "the actor's own row is there already, so it can't be created", "name a field that refers to "+quote(actor.Entity.Name))
			return false
		}
	case f.ir.Ref == nil || f.ir.Ref != actor.Entity.Key[0]:
		hint := "name a field with `ref: " + actor.Entity.Name + "`"
		for _, other := range s.e.ir.Fields {
			if other.Ref != nil && other.Ref == actor.Entity.Key[0] {
				hint = fmt.Sprintf("write `own: %s`", other.Name)
			}
		}
		c.err(diag.BadOwn, t.Span, fmt.Sprintf("%s does not refer to the actor's entity, %s", quote(s.e.ir.Name+"."+t.Value), quote(actor.Entity.Name)), hint)
		return false
	}
	s.own = f.ir
	return true
}

// keyParams makes the parameters that name the row, named like the key's
// fields, and the conditions that find it. A parameter of the author's that refers to the entity replaces
// the one of the form.
func (s *shortForm) keyParams() {
	if s.ownKey {
		s.keys = []string{sqltext.Name(s.own.Name) + " = :actor"}
		return
	}
	key := s.e.ir.Key
	if len(key) == 1 {
		name := key[0].Name
		p := s.member(name)
		p.Ref = s.text(s.e.ir.Name)
		for _, m := range s.in.Params {
			if m.Name.Value == name || entityOf(m.Ref) == s.e.ir.Name && s.e.fields[m.Name.Value] == nil {
				p = m
			}
		}
		s.params = append(s.params, p)
		s.keys = []string{sqltext.Name(key[0].Name) + " = :" + p.Name.Value}
		s.shown = "{" + p.Name.Value + "}"
		return
	}
	var shown []string
	for _, f := range key {
		p := memberOf(s.in.Params, f.Name)
		if p == nil {
			p = s.fieldMember(f.Name, s.e.fields[f.Name])
		}
		s.params = append(s.params, p)
		s.keys = append(s.keys, sqltext.Name(f.Name)+" = :"+f.Name)
		shown = append(shown, "{"+f.Name+"}")
	}
	s.shown = strings.Join(shown, ", ")
}

// entityOf is the entity of "entity" or "entity.field".
func entityOf(ref parse.Text) string { return first(ref.Value) }

func (s *shortForm) table() string { return sqltext.Name(s.e.ir.Name) }

func (s *shortForm) where() string { return " WHERE " + strings.Join(s.keys, " AND ") }

func (s *shortForm) missing() *parse.Refusal {
	if s.ownKey {
		return s.refusal(ir.NotFound, "The signed-in "+words(s.one)+" does not exist any more.")
	}
	return s.refusal(ir.NotFound, "There is no "+words(s.one)+" "+s.shown+".")
}

// mine is the step that refuses rows of others; let names the row.
func (s *shortForm) mine(let string) *parse.Step {
	op := " = "
	if s.own.Optional {
		op = " IS " // null is nobody's, and no reason for a warning
	}
	return s.require(":"+let+"."+s.own.Name+op+":actor", s.refusal(ir.Forbidden, capital(words(s.one))+" "+s.shown+" belongs to somebody else."))
}

// free is a name for a let that no parameter has.
func (s *shortForm) free(name string) string {
	for memberOf(s.params, name) != nil || localBuiltins[name] {
		name += "_row"
	}
	return name
}

// do makes the tool one with steps.
func (s *shortForm) do(steps ...*parse.Step) {
	s.out.Form, s.out.Do = s.text("do"), steps
}

// spare reports parameters of the author's that the form has no use for.
func (s *shortForm) spare() {
	for _, m := range s.in.Params {
		used := false
		for _, p := range s.params {
			used = used || p == m
		}
		if !used {
			s.c.err(diag.ShortParam, m.Name.Span, fmt.Sprintf("`%s` has no use for parameter %s", s.in.Form.Value, quote(m.Name.Value)),
				s.spareHint())
		}
	}
}

func (s *shortForm) spareHint() string {
	if s.ownKey {
		return "remove it: the row is the actor's own"
	}
	return "remove it; `params` here can only reword the key, such as `" + s.params[0].Name.Value + ": {ref: " + s.e.ir.Name + ", doc: …}`"
}

// fits checks that a parameter of the author's that is named like the field
// it is written to can hold its values.
func (s *shortForm) fits() {
	for _, p := range s.t.IR.Params {
		f := s.e.fields[p.Name]
		if f == nil || memberOf(s.in.Params, p.Name) == nil {
			continue
		}
		same := typeName(p.Type) == typeName(f.ir.Type)
		if p.Ref != nil {
			// In SQL a reference is the key, whatever it refers by.
			same = f.ir.Ref != nil && f.ir.Ref.Entity == p.Ref.Entity || f.ir.Entity == p.Ref.Entity
		}
		if !same {
			s.c.err(diag.ShortParam, p.Span, fmt.Sprintf("parameter %s is not of the type of the field it is for, %s", quote(p.Name), quote(f.ir.Entity.Name+"."+f.ir.Name)),
				fmt.Sprintf("write `like: %s.%s`, or give the parameter another name and use it in `set`", f.ir.Entity.Name, f.ir.Name))
		}
	}
}

// doc describes the tool where the author does not.
func (s *shortForm) doc() string {
	one, many := words(s.one), words(s.e.ir.Name)
	mine := ""
	if s.own != nil {
		mine = " of the signed-in " + oneWords(s.c.env.Actor.Entity.Name)
	}
	by := "by its " + words(s.e.ir.Key[0].Name)
	if len(s.params) > 0 {
		if _, field, ok := strings.Cut(s.params[0].Ref.Value, "."); ok {
			by = "by its " + words(field)
		}
	}
	if len(s.e.ir.Key) > 1 {
		var names []string
		for _, f := range s.e.ir.Key {
			names = append(names, fieldWords(f))
		}
		by = "by " + listing(names, "and")
	}
	switch s.in.Form.Value {
	case "get":
		if s.ownKey {
			return "Get the signed-in " + one + "."
		}
		return "Get one " + one + mine + " " + by + "."
	case "list":
		if s.ownKey {
			return "Get the signed-in " + one + ", as a list."
		}
		return "List the " + many + mine + s.listed() + "."
	case "create":
		return "Create " + article(one) + strings.Replace(mine, " of ", " for ", 1) + "."
	case "update":
		if s.ownKey {
			return "Change the signed-in " + one + "; what is left out stays as it is."
		}
		return "Change " + article(one) + mine + "; what is left out stays as it is."
	}
	if s.ownKey {
		return "Delete the signed-in " + one + "."
	}
	return "Delete " + article(one) + mine + "."
}

// listed tells what a list can be narrowed and ordered by.
func (s *shortForm) listed() string {
	var ways []string
	if len(s.in.Search) > 0 {
		ways = append(ways, "searched")
	}
	if len(s.in.FilterBy)+len(s.in.Range) > 0 {
		ways = append(ways, "filtered")
	}
	if len(s.in.Sort) > 0 {
		ways = append(ways, "sorted")
	}
	if len(ways) == 0 {
		return ""
	}
	return "; they can be " + listing(ways, "and")
}
