package compiler

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/awmc/awmc/compiler/build"
	"github.com/awmc/awmc/compiler/cache"
	"github.com/awmc/awmc/emit"
	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates"
)

// linker takes emitted environments through the Go tool and the proof and
// puts them into the output folder.
type linker struct {
	*builder
	folder  bool // a folder was asked for: link the fleet
	stage   *build.Stage
	runtime map[string][]byte
	there   []string // environments in the output folder that this build leaves alone
}

// run returns the path of the server of each environment, by name.
func (l *linker) run(ctx context.Context, units []*unit) (map[string]string, error) {
	good := healthy(units)
	if len(good) == 0 {
		return nil, nil
	}
	if err := l.prepareStage(good); err != nil {
		return nil, err
	}
	defer l.stage.Close()
	good, err := l.compile(ctx, good)
	if err != nil || len(good) == 0 {
		return nil, err
	}
	var programs map[string]string
	if !l.opt.Library || !l.opt.NoProof {
		if programs, err = l.link(ctx, good); err != nil {
			return nil, l.faultAll(good, diag.GoToolFailed, err)
		}
	}
	proved, err := l.prove(ctx, good, programs)
	if err != nil {
		return nil, err
	}
	if len(proved) == 0 {
		return nil, nil
	}
	if len(proved) < len(good) {
		// The fleet must not host what failed its proof.
		for _, u := range good {
			if !slices.Contains(proved, u) {
				delete(programs, u.name)
			}
		}
		if l.folder && !l.opt.Library {
			relinked, err := l.link(ctx, proved)
			if err != nil {
				return nil, l.faultAll(proved, diag.GoToolFailed, err)
			}
			maps.Copy(programs, relinked)
		}
	}
	return l.install(ctx, proved, programs)
}

func healthy(units []*unit) []*unit {
	var good []*unit
	for _, u := range units {
		if !u.list.HasErrors() && len(u.files) > 0 {
			good = append(good, u)
		}
	}
	return good
}

// faultAll records a failure that is nobody's environment's and returns nil,
// so that the results are still reported.
func (l *linker) faultAll(units []*unit, code diag.Code, err error) error {
	for _, u := range units {
		u.fault(code, err)
	}
	return nil
}

func (l *linker) prepareStage(good []*unit) error {
	goMod, goSum := templates.Module(l.module.Path, false)
	stage, err := build.NewStage(l.module, goMod, goSum)
	if err != nil {
		return err
	}
	l.stage = stage
	l.runtime = templates.Runtime(l.module.Import(), false)
	if err := stage.Add(l.runtime); err != nil {
		return err
	}
	for _, u := range good {
		if err := stage.Add(u.files); err != nil {
			return err
		}
	}
	if !l.folder {
		return nil
	}
	// Building A and then B into one folder keeps both in the fleet.
	l.there, err = environmentsIn(l.opt.Out)
	if err != nil {
		return err
	}
	l.there = slices.DeleteFunc(l.there, func(name string) bool {
		return slices.ContainsFunc(good, func(u *unit) bool { return u.name == name })
	})
	for _, name := range l.there {
		if err := stage.AddFolder(l.opt.Out, name); err != nil {
			return err
		}
	}
	return nil
}

// environmentsIn lists the environments that lie in an output folder.
func environmentsIn(out string) ([]string, error) {
	paths, err := filepath.Glob(filepath.Join(out, "*", build.ManifestName))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, p := range paths {
		m, err := build.ReadManifest(p)
		if err != nil {
			return nil, err
		}
		if m.Environment == filepath.Base(filepath.Dir(p)) {
			names = append(names, m.Environment)
		}
	}
	slices.Sort(names)
	return names, nil
}

// compile builds every package and takes out the units whose packages the
// compiler refuses.
func (l *linker) compile(ctx context.Context, good []*unit) ([]*unit, error) {
	packages := make([]string, len(good))
	ours := map[string]bool{}
	for i, u := range good {
		packages[i] = l.stage.Package(u.name)
		ours[path.Join(l.module.Path, packages[i])] = true
	}
	l.rep.Phase("compile", len(good))
	start, done := time.Now(), 0
	problems, err := build.Compile(ctx, l.stage.Dir, packages, func(line string) {
		if !ours[line] {
			return
		}
		l.rep.Step()
		done++
		// Compiling a thousand takes many minutes, of which a log should show
		// something.
		if tenth := len(good) / 10; tenth > 0 && done%tenth == 0 && done < len(good) {
			l.rep.Stage("", "compile", time.Since(start), fmt.Sprintf("%d of %d packages", done, len(good)))
		}
	})
	if err != nil {
		return nil, l.faultAll(good, diag.GoToolFailed, err)
	}
	for _, p := range problems {
		u := l.owner(good, p)
		switch {
		case u == nil:
			return nil, l.faultAll(good, diag.EmittedGoBroken, fmt.Errorf("%s:%d: %s", p.File, p.Line, p.Message))
		case p.FromSource():
			pos := diag.Pos{Line: p.Line, Col: max(p.Column, 1)}
			u.list.Error(diag.GoStepBuild, diag.Span{File: u.path, Start: pos, End: pos}, "the Go compiler refuses this go: step: "+p.Message,
				"Inputs are fields of in, outputs fields of out; `awmc explain "+string(diag.GoStepBuild)+"` shows a body that works.")
		default:
			u.fault(diag.EmittedGoBroken, fmt.Errorf("%s:%d: %s", p.File, p.Line, p.Message))
		}
	}
	good = healthy(good)
	l.rep.Stage("", "compile", time.Since(start), fmt.Sprintf("%d packages", len(good)))
	return good, nil
}

// owner finds the unit whose package a message is about.
func (l *linker) owner(units []*unit, p build.Problem) *unit {
	for _, u := range units {
		if p.Package == l.module.Import()+"/"+u.name || strings.HasPrefix(p.File, l.stage.Package(u.name)+"/") || strings.HasPrefix(p.File, "./"+l.stage.Package(u.name)+"/") {
			return u
		}
	}
	return nil
}

// link links what was asked for and returns the programs' paths in the
// stage: by environment, and "" for the fleet.
func (l *linker) link(ctx context.Context, good []*unit) (map[string]string, error) {
	programs := map[string]string{}
	start := time.Now()
	exe := func(name string) string {
		if runtime.GOOS == "windows" {
			name += ".exe"
		}
		return filepath.Join(l.stage.Dir, ".bin", name)
	}
	each := good
	if l.folder && !l.opt.Each {
		each = nil
	}
	programCount := len(each)
	if l.folder {
		programCount++
	}
	l.rep.Phase("link", programCount)
	if l.folder {
		names := slices.Clone(l.there)
		for _, u := range good {
			names = append(names, u.name)
		}
		slices.Sort(names)
		f, err := emit.Fleet(names, emit.Options{Module: l.module.Import()})
		if err != nil {
			return nil, err
		}
		if err := l.stage.Add(map[string][]byte{f.Path: f.Content}); err != nil {
			return nil, err
		}
		programs[""] = exe("fleet")
		if err := build.Link(ctx, l.stage.Dir, l.stage.Package("cmd/fleet"), programs[""]); err != nil {
			return nil, err
		}
		l.rep.Step()
		l.rep.Stage("fleet", "link", time.Since(start), fmt.Sprintf("%d environments, %s", len(names), size(programs[""])))
	}
	for _, u := range each {
		start := time.Now()
		programs[u.name] = exe(u.name)
		if err := build.Link(ctx, l.stage.Dir, l.stage.Package("cmd/"+u.name), programs[u.name]); err != nil {
			return nil, err
		}
		l.rep.Step()
		l.rep.Stage(u.name, "link", time.Since(start), size(programs[u.name]))
	}
	return programs, nil
}

func size(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%.1f MB", float64(info.Size())/1e6)
}

// proofKey digests what a proof's result depends on.
func (l *linker) proofKey(u *unit) string {
	parts := [][]byte{[]byte("v1"), []byte(u.key), fmt.Append(nil, l.opt.Seeds)}
	for _, name := range slices.Sorted(maps.Keys(u.files)) {
		parts = append(parts, []byte(name), u.files[name])
	}
	for _, name := range slices.Sorted(maps.Keys(l.runtime)) {
		parts = append(parts, []byte(name), l.runtime[name])
	}
	return cache.Key(parts...)
}

// install writes the healthy environments, the runtime and the programs.
func (l *linker) install(ctx context.Context, good []*unit, programs map[string]string) (map[string]string, error) {
	in := &installer{linker: l}
	binaries := map[string]string{}
	for _, u := range good {
		if err := in.environment(ctx, u); err != nil {
			u.fault(diag.OutputRefused, err)
		}
	}
	good = healthy(good)
	if len(good) == 0 {
		return nil, nil
	}
	if err := in.shared(); err != nil {
		return nil, l.faultAll(good, diag.OutputRefused, err)
	}
	if l.opt.Library {
		return binaries, nil
	}
	for _, name := range slices.Sorted(maps.Keys(programs)) {
		target := filepath.Join(l.opt.Out, "bin", filepath.Base(programs[name]))
		if err := in.program(programs[name], target); err != nil {
			return nil, l.faultAll(good, diag.OutputRefused, err)
		}
		binaries[name] = target
	}
	return binaries, nil
}
