package check

import (
	"fmt"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// scope is the names that are bound where a step stands.
type scope struct {
	outer *scope
	names map[string]binding
	order []string
}

// binding is one bound name.
type binding struct {
	span  diag.Span
	what  string // "parameter", "let", "loop item", …
	param *ir.Param
	list  listness
}

// listness says whether a loop can run over a name.
type listness int

const (
	maybeList listness = iota // it depends on columns, or on the rule's result
	isList
	notList
)

func newScope(outer *scope) *scope { return &scope{outer: outer, names: map[string]binding{}} }

func (s *scope) bind(name string, b binding) {
	s.names[name] = b
	s.order = append(s.order, name)
}

func (s *scope) lookup(name string) (binding, bool) {
	for ; s != nil; s = s.outer {
		if b, ok := s.names[name]; ok {
			return b, true
		}
	}
	return binding{}, false
}

// all lists the names in scope, outer ones first.
func (s *scope) all() []string {
	if s == nil {
		return nil
	}
	return append(s.outer.all(), s.order...)
}

// bindNew binds a name that a step brings; it must be new in scope.
func (c *checker) bindNew(s *scope, what string, t parse.Text, b binding) {
	if !c.bindable(what, t, builtins) {
		return
	}
	if first, ok := s.lookup(t.Value); ok {
		c.err(diag.NameTaken, t.Span, fmt.Sprintf("%s is bound already, as a %s", quote(t.Value), first.what), "choose another name: in a tool, a name means one thing",
			diag.Note{Span: first.span, Message: "bound here"})
		return
	}
	b.span, b.what = t.Span, what
	s.bind(t.Value, b)
}
