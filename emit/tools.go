package emit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/describe"
	"github.com/dave/jennifer/jen"
)

// fileLines is about how many lines an emitted file of tools or queries may
// have; a group that is longer goes on in a second file.
const fileLines = 380

// chunk is what one tool adds to a file.
type chunk struct{ tools, queries *jen.Statement }

// toolFiles writes tools.go and queries.go with the types that carry the
// methods, and the tools and their queries in files by the table they are
// about: orders_tools.go, orders_queries.go. Rules come in rules.go.
func (e *emitter) toolFiles() {
	e.toolsFile()
	e.queriesFile()
	var groups []string
	chunks := map[string][]chunk{}
	for _, t := range e.env.Tools {
		g := subject(t)
		if _, ok := chunks[g]; !ok {
			groups = append(groups, g)
		}
		chunks[g] = append(chunks[g], e.tool(t))
	}
	for _, g := range groups {
		e.pack(g+"_tools", chunks[g], func(c chunk) *jen.Statement { return c.tools })
		e.pack(g+"_queries", chunks[g], func(c chunk) *jen.Statement { return c.queries })
	}
	for _, r := range e.env.Rules {
		e.ruleSteps(r)
	}
	var rules []chunk
	for _, r := range e.env.Rules {
		rules = append(rules, e.ruleMethod(r))
	}
	e.pack("rules", rules, func(c chunk) *jen.Statement { return c.tools })
	e.pack("rules_queries", rules, func(c chunk) *jen.Statement { return c.queries })
}

// subject is the table a tool is about: the first one it writes, else the
// first it reads.
func subject(t *ir.Tool) string {
	read := ""
	for s := range describe.Statements(t.Steps) {
		if len(s.Writes) > 0 {
			return s.Writes[0].Name
		}
		if read == "" && len(s.Reads) > 0 {
			read = s.Reads[0].Name
		}
	}
	if read == "" {
		return "other"
	}
	return read
}

// pack puts pieces into files of at most about fileLines lines.
func (e *emitter) pack(base string, chunks []chunk, piece func(chunk) *jen.Statement) {
	var f *jen.File
	lines, part := 0, 0
	flush := func() {
		if f == nil {
			return
		}
		part++
		name := base + ".go"
		if part > 1 {
			name = base + "_" + strconv.Itoa(part) + ".go"
		}
		e.addGo(name, f)
		f = nil
	}
	for _, c := range chunks {
		code := piece(c)
		if code == nil {
			continue
		}
		n := strings.Count(code.GoString(), "\n")
		if f != nil && lines+n > fileLines {
			flush()
		}
		if f == nil {
			f, lines = e.goFile(), 0
		}
		f.Add(code)
		lines += n
	}
	flush()
}

func (e *emitter) toolsFile() {
	f := e.goFile()
	f.Add(doc("Tools are the operations of "+e.env.Name+", one method each, in the session of one instance."+
		" They may be called from Go; an agent's calls come through Env.")).Type().Id("Tools").Struct(
		jen.Id("s").Op("*").Qual(e.core, "Session"),
		jen.Id("q").Id("queries"),
	)
	f.Line()
	f.Add(doc("New returns the tools of a session. It costs nothing and keeps nothing but the session.")).
		Func().Id("New").Params(jen.Id("s").Op("*").Qual(e.core, "Session")).Op("*").Id("Tools").Block(
		jen.Return(jen.Op("&").Id("Tools").Values(
			jen.Id("s").Op(":").Id("s"), jen.Id("q").Op(":").Id("queries").Values(jen.Id("s")))))
	e.addGo("tools.go", f)
}

func (e *emitter) queriesFile() {
	f := e.goFile()
	f.Add(doc("queries are the statements that tools run, one method each.")).
		Type().Id("queries").Struct(jen.Id("s").Op("*").Qual(e.core, "Session"))
	e.addGo("queries.go", f)
}

// tool writes one tool: its input, its result and its method.
func (e *emitter) tool(t *ir.Tool) chunk {
	var methods []*queryMethod
	name := upper(fieldName(t.GoName, t.Name))
	input := &structType{name: e.names.pick(name + "Input"), fields: paramFields(t.Params)}
	input.doc = []string{input.name + " holds the parameters of " + name + "."}
	output, isNew := e.outputType(name, t.Output, upper)

	b := e.newBody(name, t.Steps, &methods)
	b.output, b.flat = output, t.Output != nil && t.Output.Flat
	b.param = inputParam(input)
	b.fail = func(err *jen.Statement) *jen.Statement { return jen.Return(err) }
	b.done = func(result *jen.Statement) []jen.Code {
		return []jen.Code{jen.Id("out").Op("=").Add(result), jen.Return(jen.Nil())}
	}
	b.wants(t.Steps)
	steps := block(func(g *jen.Group) {
		b.steps(g, t.Steps)
		if !endsInResult(t.Steps) {
			g.Return(jen.Nil())
		}
	})

	code := block(func(g *jen.Group) {
		e.declare(g, input)
		e.declareObjects(g, input.fields, input.name)
		defaults := e.defaultsMethod(g, input, "in")
		checks := e.validateMethod(g, input)
		if isNew {
			e.declare(g, output)
		}
		e.declareRows(g, name, t.Output, e.declare)
		g.Line()
		g.Add(e.toolDoc(name, t)).Func().Params(jen.Id("t").Op("*").Id("Tools")).Id(name).
			Params(jen.Id("ctx").Qual("context", "Context"), jen.Id("in").Id(input.name)).
			Params(jen.Id(output.name), jen.Error()).
			BlockFunc(func(g *jen.Group) {
				g.Var().Id("out").Id(output.name)
				if defaults {
					g.Id("in").Op("=").Id("in.withDefaults").Call()
				}
				if checks {
					g.If(jen.Err().Op(":=").Id("in.validate").Call(), jen.Err().Op("!=").Nil()).Block(
						jen.Return(jen.Id("out"), jen.Err()))
				}
				session := "t.s.Write"
				if t.ReadOnly {
					session = "t.s.Read"
				}
				g.Err().Op(":=").Id(session).Call(jen.Id("ctx"),
					jen.Func().Params(jen.Id("ctx").Qual("context", "Context")).Error().Block(steps))
				g.Return(jen.Id("out"), jen.Err())
			})
		b.gettersOf(g)
	})
	return chunk{code, e.queriesChunk(methods)}
}

func (e *emitter) queriesChunk(methods []*queryMethod) *jen.Statement {
	if len(methods) == 0 {
		return nil
	}
	return block(func(g *jen.Group) { e.queryMethods(g, methods) })
}

// inputParam gives the Go expressions of parameters that are members of in.
func inputParam(input *structType) func(p *ir.Param) value {
	return func(p *ir.Param) value {
		f := input.field(p.Name)
		if f == nil {
			faultf("%s has no parameter %s", input.name, p.Name)
		}
		v := value{code: jen.Id("in").Dot(f.name), typ: f.typ, null: f.null}
		if f.def != nil { // withDefaults has filled it in
			v.null = false
			if pointer(f.typ) {
				v.code = jen.Op("*").Add(v.code)
			}
		}
		return v
	}
}

func endsInResult(steps []ir.Step) bool {
	if len(steps) == 0 {
		return false
	}
	_, ok := steps[len(steps)-1].(*ir.ReturnStep)
	return ok
}

// outputType is the struct of a tool's or rule's result, and whether it
// still has to be declared. name makes a name exported or not.
func (e *emitter) outputType(owner string, o *ir.Output, name func(string) string) (*structType, bool) {
	if o != nil {
		e.nameParts(o.Parts, name)
	}
	if o != nil && o.Flat {
		p := o.Parts[0]
		if p.RowType == "" || p.RowType == p.GoName {
			named := *p
			named.RowType = o.GoName
			p = &named
			e.partNames[p] = name
		}
		s := e.partType(p)
		e.parts[o.Parts[0]] = s
		if e.isEntityRow(s) {
			return s, false
		}
		s.doc = []string{s.name + " is the result of " + owner + "."}
		return s, true
	}
	s := &structType{}
	names := nameSet{}
	want := owner + "Output"
	if o != nil {
		want = fieldName(o.GoName, want)
		for _, p := range o.Parts {
			f := e.partField(p)
			f.name = names.pick(f.name)
			s.fields = append(s.fields, f)
		}
	}
	s.name = e.names.pick(name(want))
	s.doc = []string{s.name + " is the result of " + owner + "."}
	return s, true
}

// nameParts fixes how the structs of parts are named, before they are made.
func (e *emitter) nameParts(parts []*ir.Part, name func(string) string) {
	for _, p := range parts {
		e.partNames[p] = name
		e.nameParts(p.Nested, name)
	}
}

func (e *emitter) isEntityRow(s *structType) bool {
	for _, ent := range e.env.Entities {
		if e.rows[ent] == s {
			return true
		}
	}
	return false
}

// declareRows writes the structs of the rows in a result.
func (e *emitter) declareRows(
	g *jen.Group, owner string, o *ir.Output, declare func(*jen.Group, *structType),
) {
	if o == nil {
		return
	}
	var visit func(parts []*ir.Part)
	visit = func(parts []*ir.Part) {
		for _, p := range parts {
			if p.Kind != ir.PartRow && p.Kind != ir.PartRows {
				continue
			}
			s := e.partType(p)
			if !s.declared {
				what := " is " + p.Name + " in the result of "
				if p.Kind == ir.PartRows {
					what = " is an element of " + p.Name + " in the result of "
				}
				if len(s.doc) == 0 {
					s.doc = []string{s.name + what + owner + "."}
				}
				declare(g, s)
			}
			visit(p.Nested)
		}
	}
	visit(o.Parts)
}

// toolDoc is a tool's doc comment: the YAML's words, then its refusals.
func (e *emitter) toolDoc(name string, t *ir.Tool) *jen.Statement {
	return doc(name+" is the tool "+t.Name+".", sentence(t.Doc), refusals(t.Steps))
}

// refusals lists what steps refuse, for a doc comment.
func refusals(steps []ir.Step) string {
	var items []string
	add := func(r *ir.Refusal) {
		if r != nil {
			item := "  - " + string(r.Code) + ": " + oneLine(plainMessage(r.Message))
			if !slices.Contains(items, item) {
				items = append(items, item)
			}
		}
	}
	for s := range describe.Steps(steps) {
		switch s := s.(type) {
		case *ir.FetchStep:
			add(s.Missing)
		case *ir.LetStep:
			add(s.Missing)
		case *ir.RequireStep:
			add(s.Refuse)
		case *ir.RunStep:
			if s.Changes != nil {
				add(s.Refuse)
			}
		case *ir.ReturnStep:
			for p := range describe.Parts(s.Parts) {
				add(p.Missing)
			}
		}
	}
	if len(items) == 0 {
		return ""
	}
	return "It refuses with\n" + strings.Join(items, "\n")
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
