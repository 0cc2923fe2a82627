package emit

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/describe"
	"github.com/dave/jennifer/jen"
)

// goStep is a Go step on its way into go_steps.go.
type goStep struct {
	step    *ir.GoStep
	owner   string
	fn      string
	in, out *structType
}

// goStep calls the function of a Go step and binds what it fills in.
func (b *body) goStep(g *jen.Group, s *ir.GoStep) {
	e := b.e
	base := upper(fieldName(s.GoName, s.Name))
	gs := goStep{step: s, owner: b.owner, fn: e.names.pick("go" + base)}
	gs.in = &structType{name: e.names.pick(gs.fn + "In")}
	gs.in.doc = []string{gs.in.name + " is what " + gs.fn + " works on."}
	gs.out = &structType{name: e.names.pick(gs.fn + "Out")}
	gs.out.doc = []string{gs.out.name + " is what " + gs.fn + " fills in."}
	var members []jen.Code
	for _, in := range s.In {
		v := b.eval(g, in.Value, in.Name)
		f := structField{name: upper(fieldName(in.GoName, in.Name)), json: in.Name, typ: in.Type, null: in.Nullable}
		if v.row != nil { // rows of a query, in the shape that the body sees
			v.code = b.objects(g, in, v)
		} else {
			v.code = b.convert(v, f.typ, f.null)
		}
		gs.in.fields = append(gs.in.fields, f)
		members = append(members, jen.Id(f.name).Op(":").Add(v.code))
	}
	if s.Out != nil {
		gs.out.fields = columnFields(s.Out.Row, false)
	}
	e.steps = append(e.steps, gs)

	in := jen.Id(gs.in.name).Values(members...)
	if width(in) > 60 {
		in = jen.Id(gs.in.name).Add(multi("{", "}", members...))
	}
	call := jen.Qual(e.core, "RunGo").Call(jen.Lit(s.Site), jen.Id(gs.fn), in)
	if s.Out == nil || b.uses[s.Out] == 0 {
		g.If(jen.List(jen.Id("_"), jen.Err()).Op(":=").Add(call), jen.Err().Op("!=").Nil()).Block(b.fail(jen.Err()))
		return
	}
	name := b.local(s.Name)
	g.List(jen.Id(name), jen.Err()).Op(":=").Add(call)
	g.Add(b.ifErr())
	for _, f := range gs.out.fields {
		if _, ok := f.typ.(*ir.List); ok && !f.null { // a list that was never filled is empty, not null
			at := jen.Id(name).Dot(f.name)
			g.Add(at.Clone()).Op("=").Qual(e.core, "NonNil").Call(at.Clone())
		}
	}
	b.bind(s.Out, &binding{value: value{code: jen.Id(name), row: gs.out}})
}

// objects turns rows into the objects that a Go step takes.
func (b *body) objects(g *jen.Group, in ir.GoInput, v value) *jen.Statement {
	list, ok := in.Type.(*ir.List)
	if !ok {
		obj, ok := in.Type.(*ir.Object)
		if !ok {
			faultf("%s: input %s of a Go step is no object", b.owner, in.Name)
		}
		return b.convertRow(v.code, v.row, b.e.object(obj))
	}
	obj, ok := list.Elem.(*ir.Object)
	if !ok {
		faultf("%s: input %s of a Go step is no list of objects", b.owner, in.Name)
	}
	to := b.e.object(obj)
	if v.row == to {
		return v.code
	}
	name := in.Name
	if b.names[plainName(name)] {
		name += "_in"
	}
	name = b.local(name)
	b.convertRows(g, name, v.code, v.row, to)
	return jen.Id(name)
}

// goStepsFile writes go_steps.go: the authors' own Go, with line directives
// so that the compiler's messages name env.yaml. It is put together as text,
// because lines must stay where they are.
func (e *emitter) goStepsFile() {
	if len(e.steps) == 0 {
		return
	}
	const name = "go_steps.go"
	imports := map[string]bool{e.core: true}
	var body strings.Builder
	for _, s := range e.steps {
		types := block(func(g *jen.Group) {
			for _, st := range []*structType{s.in, s.out} {
				e.declareObjects(g, st.fields, st.name)
				e.declareBare(g, st)
			}
		}).GoString()
		if strings.Contains(types, "json.RawMessage") {
			imports["encoding/json"] = true
		}
		for _, p := range s.step.Imports {
			imports[p] = true
		}
		budget := freeIdent("budget", s.step.Body)
		fmt.Fprintf(&body, "\n%s\n\n// %s is the step %s of %s, as its author wrote it.\n"+
			"func %[2]s(fail core.Fail, %[5]s *core.Budget, in %[6]s, out *%[7]s) {\n",
			strings.TrimSpace(types), s.fn, s.step.Name, s.owner, budget, s.in.name, s.out.name)
		body.WriteString(mappedBody(s, budget, describe.Source(e.env)))
		fmt.Fprintf(&body, "//line %s:0\n}\n", name)
	}
	var file strings.Builder
	fmt.Fprintf(&file, "// %s\n\npackage %s\n\nimport (\n", header, e.env.Name)
	paths := make([]string, 0, len(imports))
	for p := range imports {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	for _, p := range paths {
		fmt.Fprintf(&file, "\t%q\n", p)
	}
	fmt.Fprintf(&file, ")\n%s", body.String())
	src := groupImports([]byte(file.String()), e.opt.Module)
	e.addFile(e.env.Name+"/"+name, restoreLines(src, name))
}

// restoreLines completes the directives that end a step's lines: they say
// where in this file the next line really is.
func restoreLines(src []byte, name string) []byte {
	lines := bytes.Split(src, []byte("\n"))
	open := []byte("//line " + name + ":0")
	for i, l := range lines {
		if bytes.Equal(l, open) {
			lines[i] = fmt.Appendf(nil, "//line %s:%d", name, i+2)
		}
	}
	return bytes.Join(lines, []byte("\n"))
}

// freeIdent is an identifier that does not occur in a body.
func freeIdent(want, body string) string {
	for name, i := want, 2; ; i++ {
		if !strings.Contains(body, name) {
			return name
		}
		name = want + strconv.Itoa(i)
	}
}

// mappedBody is a step's body, formatted, with its budget paid in every loop
// and function literal, and with a line directive wherever a line is not the
// one after the line before it in the source.
func mappedBody(s goStep, budget, source string) string {
	const head = "package p\n\nfunc _() {\n"
	first := s.step.BodyPos.Line
	src := head + s.step.Body + "\n}\n"
	paid, err := payBudget(src, budget)
	if err != nil {
		faultf("%s: Go step %s: %v", s.owner, s.step.Name, err)
	}
	out, err := format.Source(paid)
	if err != nil {
		faultf("%s: Go step %s: %v", s.owner, s.step.Name, err)
	}
	// origin[i] is the line of the body, from 0, of formatted line i.
	origin := lineOrigins([]byte(src), out, budget)
	lines := strings.Split(strings.TrimRight(strings.TrimSuffix(string(out), "}\n"), "\n \t"), "\n")
	skip := strings.Count(head, "\n")
	var b strings.Builder
	next := -1
	for i := skip; i < len(lines); i++ {
		// A line that only closes a block may be off: nothing is on it.
		closing := strings.Trim(lines[i], "\t})") == ""
		if at, ok := origin[i]; ok && at-skip != next && !closing {
			next = at - skip
			fmt.Fprintf(&b, "//line %s:%d\n", source, first+next)
		}
		b.WriteString(lines[i] + "\n")
		next++
	}
	return b.String()
}

// payBudget adds a statement at the start of each loop and function literal,
// and takes away what is too much in returns.
func payBudget(src, budget string) ([]byte, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	type insert struct {
		at   int
		text string
		cut  int // bytes that the text replaces
	}
	var inserts []insert
	pay := func(b *ast.BlockStmt, method string) {
		inserts = append(inserts, insert{at: fset.Position(b.Lbrace).Offset + 1, text: budget + "." + method + "()"})
	}
	var visit func(n ast.Node, results bool)
	visit = func(n ast.Node, results bool) {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ForStmt:
				pay(n.Body, "Step")
			case *ast.RangeStmt:
				pay(n.Body, "Step")
			case *ast.FuncLit:
				pay(n.Body, "Call")
				visit(n.Body, n.Type.Results != nil)
				return false
			case *ast.ReturnStmt:
				if from, to, ok := erroneous(n); ok && !results {
					at := fset.Position(from).Offset
					inserts = append(inserts, insert{at: at, cut: fset.Position(to).Offset - at})
				}
			}
			return true
		})
	}
	body := f.Decls[0].(*ast.FuncDecl).Body
	visit(body, false)
	if n := len(body.List); n > 0 {
		if r, ok := body.List[n-1].(*ast.ReturnStmt); ok && !slices.ContainsFunc(r.Results, isCall) {
			at := fset.Position(r.Return).Offset
			inserts = slices.DeleteFunc(inserts, func(in insert) bool { return in.at >= at })
			inserts = append(inserts, insert{at: at, cut: fset.Position(r.End()).Offset - at})
		}
	}
	slices.SortFunc(inserts, func(a, b insert) int { return b.at - a.at })
	for _, in := range inserts {
		if in.cut > 0 {
			src = src[:in.at] + src[in.at+in.cut:]
			continue
		}
		rest := src[in.at:]
		if line, _, _ := strings.Cut(rest, "\n"); strings.TrimSpace(line) != "" {
			rest = "\n" + rest
		}
		src = src[:in.at] + "\n" + in.text + rest
	}
	return []byte(src), nil
}

// erroneous finds what is too much in a return that is written as if the
// body returned an error, as many who know Go write it: the return of
// "return fail.Conflict(…)", which does not return, and the nil of "return
// nil".
func erroneous(n *ast.ReturnStmt) (from, to token.Pos, ok bool) {
	if len(n.Results) != 1 {
		return 0, 0, false
	}
	switch r := n.Results[0].(type) {
	case *ast.Ident:
		return n.Return + token.Pos(len("return")), r.End(), r.Name == "nil"
	case *ast.CallExpr:
		sel, _ := r.Fun.(*ast.SelectorExpr)
		if sel == nil {
			return 0, 0, false
		}
		id, _ := sel.X.(*ast.Ident)
		return n.Return, r.Pos(), id != nil && id.Name == "fail"
	}
	return 0, 0, false
}

func isCall(e ast.Expr) bool {
	_, ok := e.(*ast.CallExpr)
	return ok
}

// lineOrigins maps lines of the formatted text to lines of the source, both
// from 0, by walking their tokens side by side; what formatting adds or
// removes (semicolons, commas) and the budget's statements are passed over.
func lineOrigins(src, out []byte, budget string) map[int]int {
	from, to := tokens(src, ""), tokens(out, budget)
	origin := map[int]int{}
	i := 0
	for _, t := range to {
		for i < len(from) && from[i].text != t.text {
			i++
		}
		if i == len(from) {
			break
		}
		if _, ok := origin[t.line]; !ok {
			origin[t.line] = from[i].line
		}
		i++
	}
	// No directive may stand inside a comment or a raw string.
	for _, t := range to {
		for n := range t.breaks {
			delete(origin, t.line+1+n)
		}
	}
	return origin
}
