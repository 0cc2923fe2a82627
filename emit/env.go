package emit

import (
	"reflect"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/dave/jennifer/jen"
)

// envFiles writes env.go with the function Env and the parts of what it
// returns: env_entities.go, env_tools.go and env_statements.go.
func (e *emitter) envFiles() {
	e.envFile()
	f := e.goFile()
	e.listFunc(f, "entities", "entities describes the tables.", e.desc.Entities)
	e.addGo("env_entities.go", f)
	e.envTools()
	f = e.goFile()
	e.listFunc(f, "statements", "statements lists the queries of tools and rules, for coverage.", e.desc.Statements)
	e.addGo("env_statements.go", f)
}

func (e *emitter) envFile() {
	f := e.goFile()
	f.Anon("embed")
	f.Add(embedded("dataJSON says how the starting database is filled.", "data.json")).Var().Id("dataJSON").Index().Byte()
	f.Line()
	f.Add(embedded("schemaSQL creates the tables.", "schema.sql")).Var().Id("schemaSQL").String()
	f.Line()
	d := *e.desc
	members := []jen.Code{}
	t := reflect.TypeFor[core.Env]()
	v := reflect.ValueOf(d)
	parts := map[string]string{
		"Entities": "entities", "Views": "views", "Invariants": "invariants",
		"Tools": "tools", "Rules": "rules", "Tasks": "tasks", "Statements": "statements",
	}
	for i := range t.NumField() {
		name := t.Field(i).Name
		member := jen.Id(name).Op(":")
		fn, isPart := parts[name]
		switch {
		case name == "Schema":
			member.Id("schemaSQL")
		case name == "Data":
			member.Id("dataJSON")
		case v.Field(i).IsZero():
			continue
		case isPart:
			member.Id(fn).Call()
		default:
			member.Add(e.print(v.Field(i), true).code)
		}
		members = append(members, member)
	}
	f.Add(doc("Env describes "+e.env.Name+": its tables, its starting data, its tools and its tasks. Each call makes"+
		" a new description, so keep one.")).
		Func().Id("Env").Params().Op("*").Qual(e.core, "Env").Block(
		jen.Return(jen.Op("&").Qual(e.core, "Env").Add(multi("{", "}", members...))))
	e.listFunc(f, "views", "views names the queries that are used like tables.", d.Views)
	e.listFunc(f, "invariants", "invariants hold in every state that tools can reach.", d.Invariants)
	e.listFunc(f, "rules", "rules describes the steps that tools share, for coverage.", d.Rules)
	e.addGo("env.go", f)
}

// listFunc writes a function that returns a list of descriptions, unless the
// list is empty.
func (e *emitter) listFunc(f *jen.File, name, comment string, list any) {
	v := reflect.ValueOf(list)
	if v.Len() == 0 {
		return
	}
	items := make([]jen.Code, v.Len())
	for i := range items {
		items[i] = e.print(v.Index(i), false).code
	}
	f.Line()
	f.Add(listOf(name, comment, jen.Index().Add(e.reflectType(v.Type().Elem())), items))
}

// listOf is a function that returns a list.
func listOf(name, comment string, typ *jen.Statement, items []jen.Code) *jen.Statement {
	return doc(comment).Func().Id(name).Params().Add(typ.Clone()).Block(
		jen.Return(typ.Clone().Add(multi("{", "}", items...))))
}

// embedded is the comment of a variable that holds a file.
func embedded(comment, file string) *jen.Statement {
	return doc(comment).Comment("//").Line().Comment("//go:embed " + file).Line()
}

// envTools writes the description of each tool as a function of its own.
func (e *emitter) envTools() {
	var chunks []chunk
	var calls []jen.Code
	for i, t := range e.env.Tools {
		name := upper(fieldName(t.GoName, t.Name))
		fn := e.names.pick(lower(name) + "Tool")
		calls = append(calls, jen.Id(fn).Call())
		chunks = append(chunks, chunk{tools: e.toolFunc(fn, name, e.desc.Tools[i])})
	}
	if len(calls) == 0 {
		return
	}
	list := listOf("tools", "tools describes the tools and how they are called.", jen.Index().Qual(e.core, "Tool"), calls)
	e.pack("env_tools", append([]chunk{{tools: list}}, chunks...), func(c chunk) *jen.Statement { return c.tools })
}

func (e *emitter) toolFunc(fn, method string, t core.Tool) *jen.Statement {
	params := jen.Nil()
	var head []jen.Code
	if len(t.Params) > 0 {
		params = jen.Id("params")
		items := make([]jen.Code, len(t.Params))
		for i, p := range t.Params {
			items[i] = e.print(reflect.ValueOf(p), false).code
		}
		head = append(head, jen.Id("params").Op(":=").Index().Qual(e.core, "Param").Add(multi("{", "}", items...)))
	}
	v := reflect.ValueOf(t)
	var members []jen.Code
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		switch {
		case name == "Call":
			members = append(members, jen.Id(name).Op(":").Qual(e.core, "Bind").Call(
				jen.Id("New"), params.Clone(), jen.Parens(jen.Op("*").Id("Tools")).Dot(method)))
		case v.Field(i).IsZero():
		case name == "Params":
			members = append(members, jen.Id(name).Op(":").Add(params.Clone()))
		default:
			members = append(members, jen.Id(name).Op(":").Add(e.print(v.Field(i), true).code))
		}
	}
	return block(func(g *jen.Group) {
		g.Line()
		g.Func().Id(fn).Params().Qual(e.core, "Tool").Block(
			append(head, jen.Return(jen.Qual(e.core, "Tool").Add(multi("{", "}", members...))))...)
	})
}

// tasksFiles writes the tasks, one function each, in tasks.go and, where
// they are many, in further files.
func (e *emitter) tasksFiles() {
	if len(e.desc.Tasks) == 0 {
		return
	}
	var chunks []chunk
	var calls []jen.Code
	for _, t := range e.desc.Tasks {
		fn := e.names.pick(lower(goName(t.Name)) + "Task")
		calls = append(calls, jen.Id(fn).Call())
		code := block(func(g *jen.Group) {
			g.Line()
			g.Func().Id(fn).Params().Qual(e.core, "Task").Block(jen.Return(e.literal(t)))
		})
		chunks = append(chunks, chunk{tools: code})
	}
	list := listOf("tasks", "tasks describes the tasks: what is asked, a reference solution, and what counts as done.",
		jen.Index().Qual(e.core, "Task"), calls)
	e.pack("tasks", append([]chunk{{tools: list}}, chunks...), func(c chunk) *jen.Statement { return c.tools })
}
