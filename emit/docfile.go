package emit

import (
	"strings"

	"github.com/dave/jennifer/jen"
)

// docFile writes doc.go: what the environment is, its tools, and how to use
// the package elsewhere.
func (e *emitter) docFile() {
	f := e.goFile()
	var list strings.Builder
	for i, t := range e.env.Tools {
		if i > 0 {
			list.WriteByte('\n')
		}
		list.WriteString("  - [Tools." + upper(fieldName(t.GoName, t.Name)) + "]: " + firstSentence(t.Doc))
	}
	tools := ""
	if list.Len() > 0 {
		tools = "Tools:\n" + list.String()
	}
	for _, line := range commentLines(textWidth,
		"Package "+e.env.Name+" is the environment "+oneLine(e.env.Title)+".",
		sentence(e.env.Summary),
		tools,
		"[Env] describes the environment for a server; [New] gives the tools of one session to a Go program."+
			" Beside the standard library the package imports the runtime's core only. To use it in another module,"+
			" copy this folder with rt/core, rt/store and rt/data, or let awmc build it there with --library;"+
			" open a database with rt/store, whose SQL functions the queries need.",
	) {
		f.PackageComment(line)
	}
	e.addGo("doc.go", f)
}

// firstSentence is the beginning of a text, up to its first full stop.
func firstSentence(s string) string {
	s = oneLine(s)
	if i := strings.Index(s, ". "); i >= 0 {
		s = s[:i]
	}
	return strings.TrimSuffix(s, ".")
}

// testFile writes env_test.go, which runs the proof.
func (e *emitter) testFile() {
	f := e.goFile()
	store, proof := e.opt.Module+"/rt/store", e.opt.Module+"/rt/proof"
	f.Add(doc("TestProof shows that the environment is sound: every task can be done, and nothing else counts as done.")).
		Func().Id("TestProof").Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(
		jen.Id("env").Op(":=").Id("Env").Call(),
		jen.Id("worlds").Op(":=").Qual(store, "New").Call(jen.Id("env"), jen.Qual(store, "Options").Values()),
		jen.Id("reversed").Op(":=").Id("worlds.Reversed").Call(),
		jen.Id("t.Cleanup").Call(jen.Func().Params().Block(
			jen.If(jen.Err().Op(":=").Qual("errors", "Join").Call(jen.Id("reversed.Close").Call(), jen.Id("worlds.Close").Call()), jen.Err().Op("!=").Nil()).Block(
				jen.Id("t.Error").Call(jen.Err())))),
		jen.List(jen.Id("report"), jen.Err()).Op(":=").Qual(proof, "Run").Call(
			jen.Id("t.Context").Call(), jen.Id("env"), jen.Id("worlds"), jen.Qual(proof, "Options").Values(jen.Dict{jen.Id("Reversed"): jen.Id("reversed")})),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Id("t.Fatal").Call(jen.Err())),
		jen.For(jen.List(jen.Id("_"), jen.Id("f")).Op(":=").Range().Id("report.Findings")).Block(
			jen.Id("say").Op(":=").Id("t.Errorf"),
			jen.If(jen.Id("f.Warning")).Block(jen.Id("say").Op("=").Id("t.Logf")),
			jen.Id("say").Call(jen.Lit("%s:%d: %s"), jen.Id("env.Source"), jen.Id("f.Line"), jen.Id("f.Message")),
		),
	)
	e.addGo("env_test.go", f)
}
