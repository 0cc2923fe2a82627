// Package analyse is the third stage of the compiler: it takes what package
// check has resolved and settles everything that needs a SQL engine. The
// schema is built in a real SQLite, every statement is prepared there, types
// and nullability of results are worked out, names behind colons are bound,
// and steps, data and tasks are lowered to the typed representation. It hands
// on an ir.Environment only if there is no mistake at all.
//
// It imports compiler/check, compiler/parse, compiler/sqltext, compiler/sqlc,
// ir, ir/diag, the SQLite driver, and for trying out data and draws
// ir/describe and templates/rt.
package analyse

import (
	"context"
	"fmt"
	"go/token"
	"strings"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/sqlc"
	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// Options say how thorough the analysis is.
type Options struct {
	// SQLC is the path of the sqlc program. Without it, statements are not
	// shown to sqlc and types that only sqlc could tell stay open: the result
	// is good for checking, and for building where no column's type is open.
	SQLC string
	// Memo keeps what sqlc said, so that it is asked about new statements
	// only; nil keeps nothing.
	Memo sqlc.Memo
	// Seeds is the number of seeds whose starting data is built and tried: 0
	// means 3, or none without sqlc; a negative number always means none.
	Seeds int
}

// Analyse completes an environment. It reports every mistake it finds and
// returns nil if there is one.
func Analyse(ctx context.Context, r *check.Resolved, opt Options, ds *diag.List) *ir.Environment {
	if r == nil || r.EntitiesBroken {
		return nil
	}
	a := newAnalyser(ctx, r, opt, ds)
	eng, err := newEngine(ctx)
	if err != nil {
		a.internal(err)
		return nil
	}
	a.eng = eng
	defer func() { _ = eng.close() }()
	stages := []func(){a.schema, a.views, a.invariants, a.rules, a.tools, a.stamped, a.data, a.tasks, a.sqlc, a.try}
	for _, stage := range stages {
		if stage(); a.stop {
			return nil
		}
	}
	if ds.HasErrors() {
		return nil
	}
	for _, t := range r.Tools {
		if t.Broken { // it would be emitted without its steps
			a.internal(fmt.Errorf("tool %s is broken, and nothing says why", t.IR.Name))
			return nil
		}
	}
	return a.env
}

func newAnalyser(ctx context.Context, r *check.Resolved, opt Options, ds *diag.List) *analyser {
	return &analyser{
		ctx: ctx, r: r, env: r.Env, opt: opt, ds: ds,
		rels:    map[string]*relation{},
		colRefs: map[*ir.Column]reference{},
		specs:   memberSpecs{},
		names:   map[string]bool{},
		stamps:  map[*ir.Field]stamp{},
		effects: map[*ir.Statement]effect{},
		copies:  map[*ir.Column][]*ir.Column{},
	}
}

// analyser is the state of one run.
type analyser struct {
	ctx context.Context
	r   *check.Resolved
	env *ir.Environment
	opt Options
	ds  *diag.List
	eng *engine

	errors int  // reported so far by this stage
	stop   bool // nothing further makes sense

	rels    map[string]*relation // tables and views by name in lower case
	tables  []string             // their names, for hints
	broken  map[string]bool      // views that have a mistake
	colRefs map[*ir.Column]reference
	specs   memberSpecs
	names   map[string]bool // statement names that are taken
	stamps  map[*ir.Field]stamp
	effects map[*ir.Statement]effect
	// Rules and tools that have a mistake in their steps.
	brokenRules map[*check.Rule]bool
	brokenTools map[*check.Tool]bool
	// copies are columns that take the type of another one.
	copies  map[*ir.Column][]*ir.Column
	open    []openColumn // columns whose type only sqlc may tell
	usesSes bool         // some SQL needs the session table
}

// openColumn is a result column whose type is not known yet.
type openColumn struct {
	stmt *ir.Statement
	col  *ir.Column
	span diag.Span
}

func (a *analyser) err(code diag.Code, span diag.Span, message, hint string, notes ...diag.Note) {
	a.errors++
	a.ds.Error(code, span, message, hint, notes...)
}

func (a *analyser) warn(code diag.Code, span diag.Span, message, hint string, notes ...diag.Note) {
	a.ds.Warn(code, span, message, hint, notes...)
}

// internal reports a fault of awmc itself and ends the analysis.
func (a *analyser) internal(err error) {
	a.stop = true
	a.err(diag.AnalyseFailed, a.env.Span, err.Error(), "please report this with the env.yaml")
}

// table finds a table or view.
func (a *analyser) table(schema, name string) *relation {
	if schema != "" && !strings.EqualFold(schema, "before") && !strings.EqualFold(schema, "main") {
		return nil
	}
	return a.rels[strings.ToLower(name)]
}

// entity finds an entity by name, in any case.
func (a *analyser) entity(name string) *ir.Entity {
	if rel := a.rels[strings.ToLower(name)]; rel != nil {
		return rel.entity
	}
	return nil
}

// schema creates the tables and checks the conditions in them.
func (a *analyser) schema() {
	for _, e := range a.env.Entities {
		a.rels[strings.ToLower(e.Name)] = entityRelation(e)
		a.tables = append(a.tables, e.Name)
	}
	a.entityConditions()
	if a.stop {
		return
	}
	a.env.Schema = tableSchema(a.env.Entities, a.env.Views)
	// Where references are deferred, SQLite names the tables that refer to the
	// one that a statement inserts into as read, too. It looks there only while a
	// reference is broken.
	if err := a.eng.exec(strings.ReplaceAll(a.env.Schema, deferred, "")); err != nil {
		a.internal(fmt.Errorf("the schema: %w", err))
	}
}

// typer makes a typer for one text.
func (a *analyser) typer(s *sqlText) *typer {
	t := &typer{
		src:    s.src,
		table:  a.table,
		tables: a.tables,
		param: func(p *sqltext.ParamExpr) value {
			if r, ok := s.resolved[p]; ok {
				return r.value
			}
			return unknown()
		},
	}
	t.know(s.known)
	return t
}

// claim makes a statement's name unique in the environment. It names a
// method, so it is no keyword of Go, which the name of a tool may be.
func (a *analyser) claim(name string) string {
	if name == "" {
		return ""
	}
	if token.IsKeyword(name) {
		name += "Rows"
	}
	out := name
	for n := 2; a.names[out]; n++ {
		out = fmt.Sprintf("%s%d", name, n)
	}
	a.names[out] = true
	return out
}

// entitiesOf lists entities by name in source order.
func (a *analyser) entitiesOf(names map[string]bool) []*ir.Entity {
	var out []*ir.Entity
	for _, e := range a.env.Entities {
		if names[e.Name] {
			out = append(out, e)
		}
	}
	return out
}

// cascades adds the tables that a delete reaches through references.
func (a *analyser) cascades(writes, deletes map[string]bool) {
	for grew := true; grew; {
		grew = false
		for _, e := range a.env.Entities {
			for _, f := range e.Fields {
				if f.Ref == nil || !deletes[f.Ref.Entity.Name] {
					continue
				}
				switch f.OnDelete {
				case ir.Cascade:
					grew = grew || !deletes[e.Name]
					deletes[e.Name], writes[e.Name] = true, true
				case ir.SetNull:
					writes[e.Name] = true
				}
			}
		}
	}
}
