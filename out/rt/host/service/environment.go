package service

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/task"
)

// Environment is one environment as a Service hosts it. Use it through Get,
// which prepares it.
type Environment struct {
	Name string
	// Spec is what the environment says of itself.
	Spec     *core.Env
	Worlds   core.Worlds
	Verifier *task.Verifier
	// Digest tells two builds of an environment apart: the SHA-256 of its
	// description.
	Digest string

	entry   Entry
	service *Service
	once    sync.Once
	err     error
	tools   map[string]*core.Tool
	names   []string
}

// Names lists the environments in the order they were given.
func (s *Service) Names() []string { return s.names }

// Environment returns an environment by name; "" is the only one there is.
// The error names near ones.
func (s *Service) Environment(name string) (*Environment, error) {
	if name == "" {
		if len(s.names) != 1 {
			return nil, invalidf("name an environment: this server has %d", len(s.names))
		}
		name = s.names[0]
	}
	e := s.envs[name]
	if e == nil {
		if near := core.Nearest(name, s.names); near != "" {
			return nil, notFoundf("there is no environment %q; did you mean %q?", name, near)
		}
		return nil, notFoundf("there is no environment %q", name)
	}
	e.once.Do(e.prepare)
	return e, e.err
}

func (e *Environment) prepare() {
	e.Spec = e.entry.Env()
	e.tools = make(map[string]*core.Tool, len(e.Spec.Tools))
	for i := range e.Spec.Tools {
		t := &e.Spec.Tools[i]
		e.tools[t.Name] = t
		e.names = append(e.names, t.Name)
	}
	described := *e.Spec
	described.Source = "" // moving the file changes nothing
	if e.Digest, e.err = digest(described); e.err != nil {
		return
	}
	e.Worlds = e.service.opt.Worlds(e.Spec)
	e.Verifier = task.NewVerifier(e.Worlds, e.service.opt.Verifier)
}

// Tool returns a tool by name, or nil.
func (e *Environment) Tool(name string) *core.Tool { return e.tools[name] }

// unknownTool is the error of a call that names no tool.
func (e *Environment) unknownTool(name string) *core.Error {
	msg := "There is no tool " + quote(name) + "."
	if near := core.Nearest(name, e.names); near != "" {
		msg += " Did you mean " + quote(near) + "?"
	}
	return &core.Error{Code: core.CodeNotFound, Message: msg, Schema: true}
}

// quote shortens what an agent sent before it is repeated.
func quote(s string) string {
	if len(s) > 80 {
		s = s[:80] + "…"
	}
	b, err := json.Marshal(s)
	if err != nil { // a string can always be written
		panic(err)
	}
	return string(b)
}

func (e *Environment) close() {
	if c, ok := e.Worlds.(io.Closer); ok {
		if err := c.Close(); err != nil {
			e.service.opt.Log.Error("closing an environment", "environment", e.Name, "error", err)
		}
	}
}

// digest is the SHA-256 of v as JSON.
func digest(v any) (string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", errors.Join(errors.New("this can't be digested"), err)
	}
	sum := sha256.Sum256(b)
	return "sha256:" + hex.EncodeToString(sum[:]), nil
}
