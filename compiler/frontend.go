// Package compiler is the driver: it leads env.yaml files through the
// stages parse, check, analyse, emit, build and prove, many at a time, with a
// cache, and gathers their diagnostics. It may import every stage; nothing
// but commands and synthesis imports it.
package compiler

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/awmc/awmc/compiler/analyse"
	"github.com/awmc/awmc/compiler/cache"
	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/emit"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// unit is one environment on its way.
type unit struct {
	path   string
	source []byte
	list   diag.List
	// key digests the source and the compiler; the cache entries of the
	// unit's later stages build on it.
	key     string
	name    string
	summary Summary
	files   map[string][]byte // emitted, relative to the output folder
	cached  bool
	memo    *cache.Cache    // for what sqlc says
	proof   json.RawMessage // the report, nil if it was not run
}

// result turns a unit into what the caller sees.
func (u *unit) result() *Result {
	return &Result{Path: u.path, Name: u.name, Diagnostics: u.list.Sorted(), Failed: u.list.HasErrors(), Cached: u.cached, Summary: u.summary}
}

// read loads the source.
func (u *unit) read() bool {
	b, err := os.ReadFile(u.path)
	if err != nil {
		u.list.Error(diag.CannotRead, diag.Span{File: u.path}, err.Error(), "Check the path and the file's permissions.")
		return false
	}
	u.source = b
	return true
}

// front runs parse, check and analyse. It returns nil if there are errors.
// sqlc gives the path of the SQL analyser; it is asked for only where nothing
// is wrong before, since getting it may take minutes the first time.
func (u *unit) front(ctx context.Context, sqlc func(context.Context) (string, error), stage func(name string, took time.Duration, note string)) *ir.Environment {
	t := time.Now()
	lap := func(name, note string) {
		if stage != nil {
			stage(name, time.Since(t), note)
		}
		t = time.Now()
	}
	spec := parse.Parse(u.path, u.source, &u.list)
	if spec != nil {
		u.name = spec.Name.Value
	}
	lap("parse", fmt.Sprintf("%d lines", countLines(u.source)))
	if spec == nil {
		return nil
	}
	resolved := check.Check(spec, &u.list)
	lap("check", "")
	if resolved == nil {
		return nil
	}
	var opt analyse.Options
	if !u.list.HasErrors() {
		path, err := sqlc(ctx)
		if err != nil {
			u.fault(diag.SQLCFailed, err)
			return nil
		}
		opt.SQLC = path
		if u.memo.Dir() != "" {
			opt.Memo = u.memo
		}
		t = time.Now()
	}
	env := analyse.Analyse(ctx, resolved, opt, &u.list)
	if env == nil || u.list.HasErrors() {
		lap("analyse", "")
		return nil
	}
	u.summary = summarise(env)
	lap("analyse", fmt.Sprintf("%d entities, %d tools, %d statements, %d tasks", u.summary.Entities, u.summary.Tools, u.summary.Statements, u.summary.Tasks))
	return env
}

func countLines(b []byte) int {
	n := 0
	for _, c := range b {
		if c == '\n' {
			n++
		}
	}
	return n
}

// emitted is the cache entry of front end and emission.
type emitted struct {
	Name        string            `json:"name"`
	Summary     Summary           `json:"summary"`
	Diagnostics []diag.Diagnostic `json:"warnings"`
	Files       map[string][]byte `json:"files"`
}

// load takes the emitted files from the cache.
func (u *unit) load(c *cache.Cache, key string) bool {
	b, ok := c.Get("emit", key)
	if !ok {
		return false
	}
	var e emitted
	if json.Unmarshal(b, &e) != nil {
		return false
	}
	u.name, u.summary, u.files, u.cached = e.Name, e.Summary, e.Files, true
	for _, d := range e.Diagnostics {
		d.Severity = diag.Warning // errors are never kept
		d.Span.File = u.path
		u.list.Add(d)
	}
	return true
}

// save keeps the emitted files. A cache that can't be written is no reason
// to fail a build.
func (u *unit) save(c *cache.Cache, key string) error {
	b, err := json.Marshal(emitted{Name: u.name, Summary: u.summary, Diagnostics: u.list.Sorted(), Files: u.files})
	if err != nil {
		return err
	}
	return c.Put("emit", key, b)
}

// emit runs emission.
func (u *unit) emit(env *ir.Environment, opt emit.Options) error {
	files, err := emit.Emit(env, opt)
	if err != nil {
		return err
	}
	u.files = make(map[string][]byte, len(files))
	for _, f := range files {
		u.files[f.Path] = f.Content
	}
	return nil
}

func summarise(env *ir.Environment) Summary {
	s := Summary{Category: env.Category, Entities: len(env.Entities), Tools: len(env.Tools), Tasks: len(env.Tasks)}
	for _, t := range env.Tools {
		if t.Form == "do" {
			s.DoTools++
		}
	}
	s.Statements = countStatements(env)
	s.ExampleTool, s.ExampleArgs = example(env)
	return s
}
