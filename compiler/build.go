package compiler

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/awmc/awmc/compiler/build"
	"github.com/awmc/awmc/compiler/cache"
	"github.com/awmc/awmc/emit"
	"github.com/awmc/awmc/ir/diag"
)

// Options say what to build and how.
type Options struct {
	Out     string // folder for what is emitted; "out" by default
	Module  string // import path if Out becomes a module of its own
	Library bool   // only what another module vendors
	Each    bool   // link every server of a folder, not only the fleet
	NoProof bool
	Fast    bool  // leave out sqlc
	Seeds   int   // of the proof; 25 by default
	Jobs    int   // environments at once; the number of processors by default
	Shard   Shard // which of the environments
	// Cache keeps results of earlier builds; nil keeps nothing.
	Cache *cache.Cache
}

func (o *Options) defaults() {
	if o.Out == "" {
		o.Out = "out"
	}
	if o.Seeds <= 0 {
		o.Seeds = 25
	}
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
}

// Check leads environments through everything that needs no Go build. The
// error is about what was asked for; what is wrong with an environment is in
// its result.
func Check(ctx context.Context, paths []string, opt Options, rep Reporter) ([]*Result, error) {
	opt.defaults()
	files, err := Collect(paths, opt.Shard)
	if err != nil {
		return nil, err
	}
	b := &builder{opt: opt, rep: rep}
	rep.Phase("check", len(files))
	units, err := b.each(ctx, files, func(ctx context.Context, u *unit) {
		if u.read() {
			u.front(ctx, b.sqlc, b.stageOf(u))
		}
	})
	if err != nil {
		return nil, err
	}
	return results(units), nil
}

func results(units []*unit) []*Result {
	out := make([]*Result, len(units))
	for i, u := range units {
		out[i] = u.result()
	}
	return out
}

// fault records that awmc, not the environment, failed.
func (u *unit) fault(code diag.Code, err error) {
	u.list.Error(code, diag.Span{File: u.path}, err.Error(), "This is not a mistake in the environment. `awmc explain "+string(code)+"` says more.")
}

// builder is one run of Build or Check.
type builder struct {
	opt    Options
	rep    Reporter
	module build.Module

	sqlcOnce sync.Once
	sqlcPath string
	sqlcErr  error
}

// each runs fn over the files, opt.Jobs at a time; the units come back in the
// order of the files.
func (b *builder) each(ctx context.Context, files []string, fn func(context.Context, *unit)) ([]*unit, error) {
	units := make([]*unit, len(files))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(b.opt.Jobs)
	for i, f := range files {
		units[i] = &unit{path: filepath.ToSlash(f), memo: b.opt.Cache}
		g.Go(func() error {
			fn(ctx, units[i])
			b.rep.Step()
			return ctx.Err()
		})
	}
	return units, g.Wait()
}

func (b *builder) stageOf(u *unit) func(string, time.Duration, string) {
	return func(stage string, took time.Duration, note string) { b.rep.Stage(u.label(), stage, took, note) }
}

func (u *unit) label() string {
	if u.name != "" {
		return u.name
	}
	return u.path
}

// sqlc makes sure, once, that the SQL analyser is there, and gives its path;
// "" leaves it out.
func (b *builder) sqlc(ctx context.Context) (string, error) {
	if b.opt.Fast {
		return "", nil
	}
	b.sqlcOnce.Do(func() {
		dir := b.opt.Cache.Dir()
		if dir == "" {
			c, err := cache.Open("")
			if err != nil {
				b.sqlcErr = err
				return
			}
			dir = c.Dir()
		}
		start, said := time.Now(), false
		b.sqlcPath, b.sqlcErr = build.Tool(ctx, dir, func(packages int) {
			if !said {
				b.rep.Message("Compiling sqlc " + build.SQLCVersion + ", the SQL analyser. This happens once and takes a minute or two.")
				said = true
			}
			b.rep.Message(fmt.Sprintf("  sqlc: %d packages compiled, %d s\r", packages, int(time.Since(start).Seconds())))
		})
		if said {
			b.rep.Message(fmt.Sprintf("  sqlc is ready after %d s.", int(time.Since(start).Seconds())))
		}
	})
	return b.sqlcPath, b.sqlcErr
}

// Build compiles and proves environments and puts the healthy ones into the
// output folder. An environment that fails does not stop the others.
func Build(ctx context.Context, paths []string, opt Options, rep Reporter) ([]*Result, error) {
	b, units, err := emitAll(ctx, paths, opt, rep)
	if err != nil || len(units) == 0 {
		return nil, err
	}
	l := &linker{builder: b, folder: isFolder(paths)}
	binaries, err := l.run(ctx, units)
	if err := cmp.Or(ctx.Err(), err); err != nil {
		// What an interrupted tool says is no environment's mistake.
		return nil, err
	}
	out := results(units)
	for _, r := range out {
		r.Binary = binaries[r.Name]
		if r.Failed {
			r.Binary = ""
		}
	}
	return out, nil
}

// Emit leads environments as far as their emitted files, which come with the
// results. Nothing is compiled, proved or written.
func Emit(ctx context.Context, paths []string, opt Options, rep Reporter) ([]*Result, error) {
	_, units, err := emitAll(ctx, paths, opt, rep)
	if err != nil {
		return nil, err
	}
	out := results(units)
	for i, u := range units {
		out[i].Files = u.files
	}
	return out, nil
}

// emitAll leads the environments of paths as far as their emitted files. There
// are none in an empty shard.
func emitAll(ctx context.Context, paths []string, opt Options, rep Reporter) (*builder, []*unit, error) {
	opt.defaults()
	files, err := Collect(paths, opt.Shard)
	if err != nil || len(files) == 0 {
		return nil, nil, err
	}
	module, err := build.FindModule(opt.Out, opt.Module)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrUsage, err)
	}
	b := &builder{opt: opt, rep: rep, module: module}
	rep.Phase("analyse", len(files))
	units, err := b.each(ctx, files, b.prepare)
	if err != nil {
		return nil, nil, err
	}
	duplicates(units)
	return b, units, nil
}

func isFolder(paths []string) bool {
	if len(paths) != 1 {
		return true
	}
	info, err := os.Stat(paths[0])
	return err == nil && info.IsDir()
}

// prepare takes a unit as far as its emitted files.
func (b *builder) prepare(ctx context.Context, u *unit) {
	if !u.read() {
		return
	}
	digest, err := compilerDigest()
	if err != nil {
		u.fault(diag.EmitFailed, err)
		return
	}
	u.key = cache.Key([]byte("v1"), digest, []byte(u.path), u.source, []byte(b.module.Import()), fmt.Append(nil, b.opt.Fast))
	start := time.Now()
	if u.load(b.opt.Cache, u.key) {
		b.rep.Stage(u.label(), "cache", time.Since(start), "unchanged")
		return
	}
	env := u.front(ctx, b.sqlc, b.stageOf(u))
	if env == nil {
		return
	}
	start = time.Now()
	if err := u.emit(env, emit.Options{Module: b.module.Import()}); err != nil {
		u.fault(diag.EmitFailed, err)
		return
	}
	b.rep.Stage(u.label(), "emit", time.Since(start), fmt.Sprintf("%d files", len(u.files)))
	if err := u.save(b.opt.Cache, u.key); err != nil {
		b.rep.Message("The cache can't be written: " + err.Error())
	}
}

// duplicates refuses a second environment of the same name.
func duplicates(units []*unit) {
	first := map[string]*unit{}
	for _, u := range units {
		if u.name == "" || u.list.HasErrors() {
			continue
		}
		if f := first[u.name]; f != nil {
			u.list.Error(diag.DuplicateEnvironment, diag.Span{File: u.path}, fmt.Sprintf("the name %s is taken by %s", u.name, f.path),
				"Give this environment another name.")
			continue
		}
		first[u.name] = u
	}
}
