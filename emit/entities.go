package emit

import (
	"github.com/awmc/awmc/ir"
	"github.com/dave/jennifer/jen"
)

// prepare takes the names that everything else must respect: what the
// package always declares, then the names chosen in check.
func (e *emitter) prepare() {
	e.names = nameSet{}
	for _, n := range []string{
		"Tools", "New", "Env", "queries", "dataJSON", "schemaSQL",
		"entities", "views", "invariants", "tools", "rules", "tasks", "statements",
	} {
		e.names[n] = true
	}
	e.objects = map[string]*structType{}
	e.rows = map[*ir.Entity]*structType{}
	e.parts = map[*ir.Part]*structType{}
	e.partNames = map[*ir.Part]func(string) string{}
	e.rules = map[*ir.Rule]*ruleType{}
	e.consts = map[string]string{}
	e.getters = map[string]bool{}
	for _, ent := range e.env.Entities {
		s := &structType{name: e.names.pick(upper(fieldName(ent.GoName, ent.Name)))}
		s.doc = []string{s.name + " is a row of " + ent.Name + ".", sentence(ent.Doc)}
		names := nameSet{}
		for _, f := range ent.Fields {
			s.fields = append(s.fields, structField{
				name: names.pick(fieldName(f.GoName, f.Name)),
				json: f.Name,
				doc:  f.Doc,
				typ:  f.Type,
				null: f.Optional,
			})
		}
		e.rows[ent] = s
	}
}

// entitiesFile writes entities.go: one struct for each table.
func (e *emitter) entitiesFile() {
	f := e.goFile()
	f.Add(block(func(g *jen.Group) {
		for _, ent := range e.env.Entities {
			s := e.rows[ent]
			e.declare(g, s)
			e.declareObjects(g, s.fields, s.name)
		}
	}))
	e.addGo("entities.go", f)
}

// block collects declarations into one piece of code.
func block(fill func(g *jen.Group)) *jen.Statement {
	return jen.CustomFunc(jen.Options{Separator: "\n"}, fill)
}
