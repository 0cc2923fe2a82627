package analyse

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// sessionTable is where views find the clock and the actor.
const sessionTable = "awmc_session"

// sessionSchema is the DDL of the session table.
func (a *analyser) sessionSchema() string {
	key := "INTEGER"
	if actor := a.env.Actor; actor != nil {
		key = storage(actor.Entity.Key[0].Type)
	}
	return fmt.Sprintf(`-- What views see of the session: the clock and the signed-in user. One row.
CREATE TABLE %s (
  id    INTEGER PRIMARY KEY CHECK (id = 1),
  now   TEXT NOT NULL,
  today TEXT NOT NULL,
  actor %s
) STRICT;
`, sessionTable, key)
}

// builtins resolves :now, :today and :actor. SQL outside of tools has no
// rows bound to them, so :actor.name becomes a subquery.
type builtins struct {
	a *analyser
	// inView is set where the session table stands for them.
	inView bool
	// more resolves other names; nil if there are none.
	more  func(path []string, at diag.Span) (resolved, bool)
	actor *ir.Actor
}

// Variables of the built-in names; operands point to them.
var (
	nowVar   = &ir.Var{Name: "now", GoName: "now", Kind: ir.NowVar, Type: ir.DateTime}
	todayVar = &ir.Var{Name: "today", GoName: "today", Kind: ir.TodayVar, Type: ir.Date}
)

// actorVar is the variable of :actor.
func (a *analyser) actorVar(actor *ir.Actor) *ir.Var {
	return &ir.Var{Span: actor.Span, Name: "actor", GoName: "actor", Kind: ir.ActorVar, Type: actor.Entity.Key[0].Type}
}

func (b builtins) resolve(path []string, at diag.Span) (resolved, bool) {
	switch path[0] {
	case "now", "today":
		if len(path) > 1 {
			b.a.err(diag.NoColumns, at, fmt.Sprintf("`:%s` is a single value", path[0]), "write `:"+path[0]+"`, or call a function on it")
			return resolved{}, false
		}
		v := nowVar
		if path[0] == "today" {
			v = todayVar
		}
		return b.built(v), true
	case "actor":
		if b.actor == nil {
			b.a.err(diag.NoActor, at, "nobody is signed in here, so there is no `:actor`", "add `actor: ENTITY/KEY` at the top of the file")
			return resolved{}, false
		}
		r := b.built(b.a.actorVar(b.actor))
		r.value.ref = &reference{field: b.actor.Entity.Key[0]}
		return b.a.follow(r, path, 1, at)
	}
	if b.more != nil {
		return b.more(path, at)
	}
	b.a.unknownName(path[0], at, []string{"now", "today", "actor"})
	return resolved{}, false
}

// built is one of the built-in values.
func (b builtins) built(v *ir.Var) resolved {
	val := value{typ: v.Type}
	if !b.inView {
		return operand(ir.Operand{Var: v}, val)
	}
	b.a.usesSes = true
	return resolved{pieces: []argPiece{{text: "(SELECT " + v.Name + " FROM " + sessionTable + ")"}}, value: val, ok: true}
}

// follow continues from a value along path[n:], reference by reference, with
// subqueries.
func (a *analyser) follow(r resolved, path []string, n int, at diag.Span) (resolved, bool) {
	for ; n < len(path); n++ {
		ref := r.value.reference()
		if ref == nil {
			a.err(diag.NoColumns, at, fmt.Sprintf("`:%s` is a single value that refers to nothing", strings.Join(path[:n], ".")),
				"only what is a `ref` has columns behind it")
			return resolved{}, false
		}
		rel := a.refRelation(ref)
		i := rel.index(path[n])
		if i < 0 {
			a.unknownMember(path, n, rel.names(), at)
			return resolved{}, false
		}
		v := rel.cols[i].value
		v.null = v.null || r.value.null
		pieces := []argPiece{{text: "(SELECT " + sqltext.Name(rel.cols[i].name) + " FROM " + sqltext.Name(rel.name) + " WHERE " + sqltext.Name(ref.keyName()) + " = "}}
		pieces = append(pieces, r.pieces...)
		pieces = append(pieces, argPiece{text: ")"})
		r = resolved{pieces: pieces, value: v, ok: true}
	}
	return r, true
}

// keyName is the column that a reference's value is looked up in.
func (r *reference) keyName() string { return r.field.Name }

// reference is what a value refers to, or nil.
func (v value) reference() *reference {
	switch {
	case v.ref != nil:
		return v.ref
	case v.field != nil && v.field.Ref != nil:
		return &reference{field: v.field.Ref}
	}
	return nil
}

// refRelation is the relation that gives the row of a reference.
func (a *analyser) refRelation(r *reference) *relation {
	if r.view != nil {
		if rel := a.rels[strings.ToLower(r.view.Name)]; rel != nil {
			return rel
		}
	}
	return a.rels[strings.ToLower(r.field.Entity.Name)]
}

// unknownName reports a name behind a colon that is not in scope.
func (a *analyser) unknownName(name string, at diag.Span, known []string) {
	a.err(diag.UnknownName, at, fmt.Sprintf("there is no `:%s` here", name), colonHint(name, known))
}

func colonHint(name string, known []string) string {
	if near := diag.Nearest(name, known); near != "" {
		return fmt.Sprintf("did you mean `:%s`?", near)
	}
	if len(known) == 0 {
		return "no names are bound here"
	}
	shown := known
	if len(shown) > 16 {
		shown = append(shown[:16:16], "…")
	}
	return "there are :" + strings.Join(shown, ", :")
}

// unknownMember reports path[n], which what is before it does not have.
func (a *analyser) unknownMember(path []string, n int, known []string, at diag.Span) {
	a.err(diag.UnknownMember, at, fmt.Sprintf("`:%s` has no `%s`", strings.Join(path[:n], "."), path[n]), listHint(path[n], known, "it has"))
}
