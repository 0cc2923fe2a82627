package emit

import (
	"slices"

	"github.com/dave/jennifer/jen"
)

// mainFile writes cmd/NAME/main.go, the server of one environment.
func (e *emitter) mainFile() {
	f := e.mainOf("Command " + e.env.Name + " serves " + e.env.Name + " over MCP; run it with help to see what else it does.")
	host := e.opt.Module + "/rt/host"
	f.Add(mainFunc(jen.Qual(host, "Main"), jen.Qual(e.pkgPath(), "Env").Call()))
	e.addFile("cmd/"+e.env.Name+"/main.go", e.render("main.go", f))
}

func (e *emitter) mainOf(comment string) *jen.File {
	f := jen.NewFile("main")
	f.HeaderComment("// " + header)
	for _, line := range commentLines(textWidth, comment) {
		f.PackageComment(line)
	}
	e.imports(f)
	return f
}

// mainFunc is a main that hands everything of the process over, and exits
// with the code it gets.
func mainFunc(call *jen.Statement, envs jen.Code) *jen.Statement {
	return jen.Func().Id("main").Params().Block(
		jen.List(jen.Id("ctx"), jen.Id("stop")).Op(":=").Qual("os/signal", "NotifyContext").Call(
			jen.Qual("context", "Background").Call(), jen.Qual("os", "Interrupt"), jen.Qual("syscall", "SIGTERM")),
		jen.Id("code").Op(":=").Add(call).Call(
			jen.Id("ctx"), envs, jen.Qual("os", "Args").Index(jen.Lit(1).Op(":")),
			jen.Qual("os", "Stdin"), jen.Qual("os", "Stdout"), jen.Qual("os", "Stderr")),
		jen.Id("stop").Call(),
		jen.Qual("os", "Exit").Call(jen.Id("code")),
	)
}

// Fleet writes cmd/fleet/main.go, which serves all environments that lie in
// an output folder. Names may come in any order.
func Fleet(names []string, opt Options) (f File, err error) {
	defer catch(&err)
	e := &emitter{opt: opt, core: opt.Module + "/rt/core"}
	names = slices.Sorted(slices.Values(names))
	names = slices.Compact(names)
	file := jen.NewFile("main")
	file.HeaderComment("// " + header)
	file.PackageComment("// Command fleet serves every environment of this folder from one process.")
	file.ImportName(opt.Module+"/rt/fleet", "fleet")
	var envs []jen.Code
	for _, n := range names {
		file.ImportName(opt.Module+"/"+n, n)
		envs = append(envs, jen.Values(
			jen.Id("Name").Op(":").Lit(n), jen.Id("Env").Op(":").Qual(opt.Module+"/"+n, "Env")))
	}
	fleet := opt.Module + "/rt/fleet"
	file.Add(mainFunc(jen.Qual(fleet, "Main"), jen.Id("environments").Call()))
	file.Line()
	file.Add(listOf("environments", "environments are those of this folder; each is described when it is first used.",
		jen.Index().Qual(fleet, "Entry"), envs))
	return File{Path: "cmd/fleet/main.go", Content: e.render("main.go", file)}, nil
}
