package compiler

import (
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"

	"github.com/awmc/awmc/compiler/build"
	"github.com/awmc/awmc/emit"
	"github.com/awmc/awmc/templates"
)

// installer moves what passed from the stage into the output folder. Every
// group of files that is written together has a manifest: one beside each
// environment, and one for what they share.
type installer struct {
	*linker
	versions map[string]string
}

// environment writes one environment's files and its manifest.
func (in *installer) environment(ctx context.Context, u *unit) error {
	files := u.files
	if in.opt.Library {
		files = emit.Library(u.files)
	}
	if in.versions == nil {
		v, err := build.GoVersion(ctx)
		if err != nil {
			return err
		}
		in.versions = map[string]string{"awmc": Version(), "go": v, "sqlc": build.SQLCVersion}
		maps.Copy(in.versions, templates.Versions())
	}
	return in.write(u.name, files, &build.Manifest{
		Environment: u.name, Category: u.summary.Category, Source: u.path, SourceHash: build.Digest(u.source),
		Versions: in.versions, Proof: u.proof,
	})
}

// write replaces the files that the manifest in a folder lists by others, and
// the manifest by m.
func (in *installer) write(folder string, files map[string][]byte, m *build.Manifest) error {
	path := filepath.Join(in.opt.Out, folder, build.ManifestName)
	old, err := build.ReadManifest(path)
	if err != nil {
		return err
	}
	if m.SourceHash != "" && m.SourceHash == old.SourceHash {
		m.Calibration = old.Calibration
	}
	m.Files = make(map[string]string, len(files))
	for name, content := range files {
		m.Files[name] = build.Digest(content)
	}
	if err := build.Install(in.opt.Out, old, files); err != nil {
		return err
	}
	b, err := m.Encode()
	if err != nil {
		return err
	}
	return os.WriteFile(path, b, 0o644)
}

// shared writes the runtime, the fleet's main and, where the folder is a
// module of its own, its go.mod and go.sum.
func (in *installer) shared() error {
	files := templates.Runtime(in.module.Import(), in.opt.Library)
	if !in.opt.Library {
		names, err := environmentsIn(in.opt.Out)
		if err != nil {
			return err
		}
		f, err := emit.Fleet(names, emit.Options{Module: in.module.Import()})
		if err != nil {
			return err
		}
		files[f.Path] = f.Content
	}
	if in.module.Own {
		files["go.mod"], files["go.sum"] = templates.Module(in.module.Path, in.opt.Library)
	}
	return in.write("rt", files, &build.Manifest{})
}

// program moves a linked program to its place; one that is running keeps its
// file and goes on.
func (in *installer) program(from, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	if os.Rename(from, to) == nil {
		return nil
	}
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	defer src.Close()
	tmp := to + ".awmc-new"
	dst, err := os.OpenFile(tmp, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(dst, src)
	if err = errors.Join(err, dst.Close()); err != nil {
		os.Remove(tmp)
		return err
	}
	return os.Rename(tmp, to)
}
