package analyse

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// goPackages are what a Go step may import: by name, with the functions that
// reach outside of the step left out.
var goPackages = map[string]goPackage{
	"bytes":   {path: "bytes"},
	"cmp":     {path: "cmp"},
	"errors":  {path: "errors"},
	"fmt":     {path: "fmt", only: []string{"Sprintf", "Sprint", "Sprintln", "Errorf"}},
	"maps":    {path: "maps", not: []string{"All", "Keys", "Values"}},
	"math":    {path: "math"},
	"slices":  {path: "slices"},
	"sort":    {path: "sort"},
	"strconv": {path: "strconv"},
	"strings": {path: "strings"},
	"time":    {path: "time", not: []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker", "Local", "LoadLocation"}},
	"unicode": {path: "unicode"},
	"utf8":    {path: "unicode/utf8"},
}

type goPackage struct {
	path string
	only []string
	not  []string
}

// goHints say what to do instead of a package that is not there.
var goHints = map[string]string{
	"rand":   "nothing in an environment is left to chance after it has started",
	"os":     "a step works on its inputs alone",
	"http":   "a step works on its inputs alone",
	"sync":   "a step runs by itself, so there is nothing to wait for",
	"json":   "declare the shape with `list`, `objects` or `object`, and the step gets it as Go values",
	"regexp": "use `pattern` for parameters, or package strings",
	"unsafe": "a step works on Go's safe values",
	"log":    "a step can't print: fill in `out`",
}

// goChecker checks the body of a Go step.
type goChecker struct {
	a       *analyser
	text    parse.Text
	fset    *token.FileSet
	offset  int // of the body in what is parsed
	imports map[string]bool
	bad     bool
	maps    map[string]bool // variables that are plainly maps
	in, out map[string]string
	names   map[string]bool // declared in the body
}

const goBefore = "package p\nfunc _(fail F, in I, out *O) {\n"

// goBody checks the body of a Go step and returns the packages it imports.
func (a *analyser) goBody(text parse.Text, in []ir.GoInput, out *ir.Object) ([]string, bool) {
	c := &goChecker{a: a, text: text, fset: token.NewFileSet(), offset: len(goBefore), imports: map[string]bool{}, maps: map[string]bool{},
		in: map[string]string{}, out: map[string]string{}}
	for _, g := range in {
		c.in[g.GoName] = g.Name
	}
	for _, p := range out.Fields {
		c.out[p.GoName] = p.Name
	}
	if strings.TrimSpace(text.Value) == "" {
		return nil, true // package parse has said that it is missing
	}
	file, err := parser.ParseFile(c.fset, "", goBefore+text.Value+"\n}\n", parser.SkipObjectResolution)
	if err != nil {
		c.syntax(err)
		return nil, false
	}
	if len(file.Decls) != 1 {
		c.report(diag.GoSyntax, file.Decls[1].Pos(), file.Decls[1].End(), "the body ends here and something else begins", "a body is what stands inside of a function: check the braces")
		return nil, false
	}
	body := file.Decls[0].(*ast.FuncDecl).Body
	ast.Inspect(body, func(n ast.Node) bool { c.findMaps(n); return true })
	ast.Inspect(body, func(n ast.Node) bool { c.node(n); return true })
	return sortedKeys(c.imports), !c.bad
}

func (c *goChecker) syntax(err error) {
	list, ok := err.(scanner.ErrorList)
	if !ok || len(list) == 0 {
		c.a.err(diag.GoSyntax, c.text.Span, "this is not Go: "+err.Error(), "write the inside of a function")
		return
	}
	at := list[0].Pos.Offset - c.offset
	at = min(max(at, 0), len(c.text.Value))
	end := min(at+1, len(c.text.Value))
	c.a.err(diag.GoSyntax, c.text.SpanOf(at, end), "this is not Go: "+list[0].Msg, "mend it; a body is the inside of a function")
}

// report reports a mistake between two positions of the body.
func (c *goChecker) report(code diag.Code, from, to token.Pos, message, hint string) {
	c.bad = true
	start := c.fset.Position(from).Offset - c.offset
	end := c.fset.Position(to).Offset - c.offset
	c.a.err(code, c.text.SpanOf(start, end), message, hint)
}

// findMaps notes variables that are made as maps.
func (c *goChecker) findMaps(n ast.Node) {
	note := func(name ast.Expr, v ast.Expr) {
		id, ok := name.(*ast.Ident)
		if ok && isMap(v) {
			c.maps[id.Name] = true
		}
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, l := range n.Lhs {
			if i < len(n.Rhs) {
				note(l, n.Rhs[i])
			}
		}
	case *ast.ValueSpec:
		for i, name := range n.Names {
			if n.Type != nil {
				note(name, n.Type)
			}
			if i < len(n.Values) {
				note(name, n.Values[i])
			}
		}
	case *ast.Field:
		for _, name := range n.Names {
			note(name, n.Type)
		}
	}
}

// isMap reports whether an expression plainly is a map or its type.
func isMap(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.MapType:
		return true
	case *ast.CompositeLit:
		return isMap(e.Type)
	case *ast.CallExpr:
		id, ok := e.Fun.(*ast.Ident)
		return ok && id.Name == "make" && len(e.Args) > 0 && isMap(e.Args[0])
	}
	return false
}

func (c *goChecker) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.GoStmt:
		c.report(diag.GoRefused, n.Pos(), n.Go+2, "a step can't start goroutines", "do it in order")
	case *ast.SelectStmt:
		c.report(diag.GoRefused, n.Pos(), n.Pos()+6, "a step has no channels to select from", "do it in order")
	case *ast.SendStmt:
		c.report(diag.GoRefused, n.Pos(), n.End(), "a step can't send on channels", "append to a slice")
	case *ast.ChanType:
		c.report(diag.GoRefused, n.Pos(), n.End(), "a step can't use channels", "use a slice")
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			c.report(diag.GoRefused, n.Pos(), n.End(), "a step can't receive from channels", "range over a slice")
		}
	case *ast.DeferStmt:
		c.report(diag.GoRefused, n.Pos(), n.Pos()+5, "a step can't use defer", "do it at the end")
	case *ast.BranchStmt:
		if n.Tok == token.GOTO {
			c.report(diag.GoRefused, n.Pos(), n.End(), "a step can't use goto", "use a loop, or a function literal")
		}
	case *ast.RangeStmt:
		c.rangeOver(n)
	case *ast.CallExpr:
		if id, ok := n.Fun.(*ast.Ident); ok {
			switch id.Name {
			case "panic", "recover":
				c.report(diag.GoRefused, n.Pos(), n.End(), fmt.Sprintf("a step can't use %s", id.Name), "refuse with `fail.Conflict(\"…\")` and the like")
			case "print", "println":
				c.report(diag.GoRefused, n.Pos(), n.End(), "a step can't print", "fill in `out`")
			}
		}
	case *ast.SelectorExpr:
		c.selector(n)
	}
}

func (c *goChecker) rangeOver(n *ast.RangeStmt) {
	id, named := n.X.(*ast.Ident)
	if isMap(n.X) || named && c.maps[id.Name] {
		c.report(diag.GoMapOrder, n.X.Pos(), n.X.End(), "a range over a map comes in another order each time",
			"range over its sorted keys: `for _, k := range slices.Sorted(maps.Keys(m))`")
	}
}

// selector checks x.Name: a package's function, or a member of in, out or
// fail.
func (c *goChecker) selector(n *ast.SelectorExpr) {
	id, ok := n.X.(*ast.Ident)
	if !ok {
		return
	}
	switch id.Name {
	case "in":
		c.member(n, "in", c.in)
		return
	case "out":
		c.member(n, "out", c.out)
		return
	case "fail":
		known := []string{"NotFound", "Conflict", "Forbidden", "InvalidArgument", "FailedPrecondition"}
		if !slices.Contains(known, n.Sel.Name) {
			c.report(diag.GoMember, n.Sel.Pos(), n.Sel.End(), fmt.Sprintf("there is no `fail.%s`", n.Sel.Name), listHint(n.Sel.Name, known, "there are"))
		}
		return
	}
	if c.locals()[id.Name] {
		return
	}
	p, ok := goPackages[id.Name]
	switch {
	case !ok:
		if hint, known := goHints[id.Name]; known || ast.IsExported(n.Sel.Name) && id.Name == strings.ToLower(id.Name) && !c.locals()[id.Name] {
			if hint == "" {
				hint = listHint(id.Name, sortedKeys(goPackages), "the packages are")
			}
			c.report(diag.GoPackage, id.Pos(), id.End(), fmt.Sprintf("a step can't use package `%s`", id.Name), hint)
		}
	case p.only != nil && !slices.Contains(p.only, n.Sel.Name):
		c.report(diag.GoPackage, n.Pos(), n.End(), fmt.Sprintf("a step can't use `%s.%s`", id.Name, n.Sel.Name), "of this package it may use "+strings.Join(p.only, ", "))
	case slices.Contains(p.not, n.Sel.Name) && id.Name == "maps":
		// In another order each time, unless sorted on the spot.
		c.imports[p.path] = true
	case slices.Contains(p.not, n.Sel.Name):
		c.report(diag.GoClock, n.Pos(), n.End(), fmt.Sprintf("`%s.%s` depends on the real clock or the machine", id.Name, n.Sel.Name), "pass the clock in: `in: {now: :now}`")
	default:
		c.imports[p.path] = true
	}
}

func (c *goChecker) member(n *ast.SelectorExpr, what string, known map[string]string) {
	if _, ok := known[n.Sel.Name]; ok {
		return
	}
	hint := listHint(n.Sel.Name, sortedKeys(known), "it has")
	for goName, name := range known {
		if name == n.Sel.Name || strings.EqualFold(goName, n.Sel.Name) {
			hint = fmt.Sprintf("write `%s.%s`: in Go names begin with a capital letter", what, goName)
		}
	}
	c.report(diag.GoMember, n.Sel.Pos(), n.Sel.End(), fmt.Sprintf("`%s` has no member `%s`", what, n.Sel.Name), hint)
}

// locals are all the names that the body declares anywhere.
func (c *goChecker) locals() map[string]bool {
	if c.names != nil {
		return c.names
	}
	c.names = map[string]bool{}
	file, err := parser.ParseFile(token.NewFileSet(), "", goBefore+c.text.Value+"\n}\n", parser.SkipObjectResolution)
	if err != nil {
		return c.names
	}
	add := func(e ast.Expr) {
		if id, ok := e.(*ast.Ident); ok {
			c.names[id.Name] = true
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				for _, l := range n.Lhs {
					add(l)
				}
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				add(n.Key)
				add(n.Value)
			}
		case *ast.ValueSpec:
			for _, name := range n.Names {
				c.names[name.Name] = true
			}
		case *ast.TypeSpec:
			c.names[n.Name.Name] = true
		case *ast.Field:
			for _, name := range n.Names {
				c.names[name.Name] = true
			}
		}
		return true
	})
	return c.names
}
