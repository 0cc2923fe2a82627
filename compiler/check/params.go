package check

import (
	"fmt"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// params resolves the parameters of a tool or rule. ok is false if one of
// them has a mistake.
func (c *checker) params(members []*parse.Member, owner string) (params []*ir.Param, ok bool) {
	before := c.errors
	seen := c.siblings("parameter")
	for _, m := range members {
		if !c.bindable("parameter", m.Name, builtins) || !seen.add(m.Name) {
			continue
		}
		if p := c.member(m, place{role: paramRole, owner: owner}); p != nil {
			params = append(params, p)
		}
	}
	return params, c.errors == before
}

// paramDocs warns of parameters that say nothing about themselves. A
// reference, an enum and a yes or no are told by name and type.
func (c *checker) paramDocs(t *parse.Tool, params []*ir.Param) {
	var bare []string
	span := t.Name.Span
	for _, p := range params {
		if p.Doc != "" || p.Ref != nil || p.Constraints.Enum != nil || p.Type == ir.Boolean {
			continue
		}
		if len(bare) == 0 {
			span = p.Span
		}
		bare = append(bare, quote(p.Name))
	}
	switch len(bare) {
	case 0:
	case 1:
		c.warn(diag.ParamDoc, span, fmt.Sprintf("parameter %s of tool %s has no doc", bare[0], quote(t.Name.Value)),
			"add `doc:` with a few words for the agent, or take them from a field with `like: entity.field`")
	default:
		c.warn(diag.ParamDoc, span, fmt.Sprintf("the parameters %s of tool %s have no doc", listing(bare, "and"), quote(t.Name.Value)),
			"add `doc:` with a few words for the agent to each, or take them from a field with `like: entity.field`")
	}
}

// required reports whether a call has to give the parameter.
func required(p *ir.Param) bool { return !p.Optional && p.Default == nil }

func paramNames(params []*ir.Param) []string {
	names := make([]string, len(params))
	for i, p := range params {
		names[i] = p.Name
	}
	return names
}

func findParam(params []*ir.Param, name string) *ir.Param {
	for _, p := range params {
		if p.Name == name {
			return p
		}
	}
	return nil
}
