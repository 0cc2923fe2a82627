// Package emit is the last stage that decides anything: it writes a compiled
// environment as Go, SQL and Markdown that a careful person might have
// written, in memory. One Go file of this package writes one kind of output
// file. It imports ir and ir/describe, and is the only package that uses
// jennifer; it touches neither disk nor network.
//
// An ir.Environment is valid by construction, so an error from Emit is a
// fault of awmc, never the author's.
package emit

import (
	"fmt"
	"maps"
	"strings"

	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/describe"
	"github.com/awmc/awmc/templates/rt/core"
)

// File is one emitted file. Path uses slashes and is relative to the output
// folder.
type File struct {
	Path    string
	Content []byte
}

// Options say where the output will live.
type Options struct {
	// Module is the import path of the output folder: the environment's
	// package is Module/NAME and the runtime Module/rt.
	Module string
	// Library leaves out what Library leaves out.
	Library bool
}

// Emit writes all files of one environment, sorted by path: the package
// NAME and, unless Options.Library is set, cmd/NAME/main.go and the test that
// runs the proof. The same input gives the same bytes on every machine.
func Emit(env *ir.Environment, opt Options) (files []File, err error) {
	defer catch(&err)
	e := &emitter{
		env:  env,
		desc: describe.Env(env),
		opt:  opt,
		core: opt.Module + "/rt/core",
	}
	e.prepare()
	e.entitiesFile()
	e.toolFiles()
	e.goStepsFile()
	e.envFiles()
	e.tasksFiles()
	e.docFile()
	e.sqlFiles()
	e.dataFile()
	e.readmeFile()
	if !opt.Library {
		e.testFile()
		e.mainFile()
	}
	return e.sorted(), nil
}

// Library takes from emitted files what another program vendors: not the
// program, and not the test, whose proof is no part of a vendored runtime.
func Library(files map[string][]byte) map[string][]byte {
	kept := maps.Clone(files)
	maps.DeleteFunc(kept, func(path string, _ []byte) bool {
		return strings.HasPrefix(path, "cmd/") || strings.HasSuffix(path, "_test.go")
	})
	return kept
}

// emitter holds what the files of one environment share.
type emitter struct {
	env   *ir.Environment
	desc  *core.Env
	opt   Options
	core  string // import path of the runtime's core
	files []File

	names   nameSet // identifiers of the emitted package
	objects map[string]*structType
	rows    map[*ir.Entity]*structType
	parts   map[*ir.Part]*structType
	// partNames says whether a part's struct is exported: upper or lower.
	partNames map[*ir.Part]func(string) string
	steps     []goStep
	rules     map[*ir.Rule]*ruleType
	consts    map[string]string // statement name → constant
	getters   map[string]bool   // "Struct.Field" → written
}

// fault is a panic for what can't happen: something in the IR that no stage
// before produces.
type fault struct{ msg string }

func faultf(format string, args ...any) { panic(fault{fmt.Sprintf(format, args...)}) }

func catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case fault:
		*err = fmt.Errorf("emit: %s", r.msg)
	default:
		panic(r)
	}
}
