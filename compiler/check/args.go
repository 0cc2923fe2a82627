package check

import (
	"fmt"
	"slices"
	"time"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// argRules say how strict the arguments of a call are taken.
type argRules struct {
	sql       bool       // {sql: …} stands for a value
	templates *taskScope // strings may hold {paths}; nil if not
	wrong     bool       // the call is meant to fail: values need not fit, nor be all there
}

// args checks the arguments of a call of a tool.
func (c *checker) args(args []parse.Entry, t *Tool, span diag.Span, rules argRules) {
	if t.Broken && len(t.IR.Params) == 0 {
		return
	}
	given := map[string]bool{}
	misnamed := false // then a parameter seems to be missing only because of that
	for _, a := range args {
		given[a.Key.Value] = true
		p := findParam(t.IR.Params, a.Key.Value)
		switch {
		case p != nil:
			c.arg(a.Value, p.Type, p.Constraints, rules)
		case t.Broken || memberOf(t.Spec.Params, a.Key.Value) != nil:
			// Its own diagnostic says why it is not there.
		default:
			misnamed = true
			message := fmt.Sprintf("tool %s has no parameter %s", quote(t.Spec.Name.Value), quote(a.Key.Value))
			if c.searched(t, a.Key.Value) && !given["search"] {
				c.err(diag.UnknownParam, a.Key.Span, message, "what `search` of a list looks for is given as `search: words`")
			} else {
				c.unknown(diag.UnknownParam, a.Key, message, paramNames(t.IR.Params), "remove it")
			}
			if rules.templates != nil {
				c.arg(a.Value, ir.JSON{}, ir.Constraints{}, rules)
			}
		}
	}
	if rules.wrong || t.Broken || misnamed {
		return
	}
	var missing []string
	for _, p := range t.IR.Params {
		if required(p) && !given[p.Name] {
			missing = append(missing, quote(p.Name))
		}
	}
	if len(missing) > 0 {
		c.err(diag.ArgMissing, span, fmt.Sprintf("this call of %s lacks %s", quote(t.Spec.Name.Value), listing(missing, "and")), "add what is missing: parameters that are neither optional nor have a default must be given")
	}
}

// searched reports whether a name is what one might call the words that a
// list searches its fields for.
func (c *checker) searched(t *Tool, name string) bool {
	if findParam(t.IR.Params, "search") == nil {
		return false
	}
	return slices.Contains([]string{"words", "text", "query", "q", "term", "contains", "like"}, name) ||
		slices.ContainsFunc(c.spec.Tools, func(s *parse.Tool) bool {
			return s.Name.Value == t.Spec.Name.Value && slices.ContainsFunc(s.Search, func(f parse.Text) bool { return f.Value == name })
		})
}

// arg checks one argument, or a part of one. Conversions that a server makes
// without loss are made here too.
func (c *checker) arg(v *parse.Value, t ir.Type, cons ir.Constraints, rules argRules) {
	switch {
	case v == nil || v.Kind == parse.NullValue:
		return
	case rules.sql && v.Kind == parse.MapValue && len(v.Entries) == 1 && v.Entries[0].Key.Value == "sql":
		return
	case v.Kind == parse.ScalarValue && rules.templates != nil:
		parts, ok := c.taskTemplate(v.Scalar, rules.templates)
		if !ok || len(parts) > 0 {
			return
		}
	}
	switch typ := t.(type) {
	case ir.Scalar:
		if !rules.wrong {
			c.scalarArg(v, typ, cons)
		}
	case *ir.List:
		if v.Kind != parse.ListValue {
			c.argShape(v, "a list", rules)
			return
		}
		item := ir.Constraints{}
		if typ.Item != nil {
			item = typ.Item.Constraints
		}
		for _, x := range v.Items {
			c.arg(x, typ.Elem, item, rules)
		}
		if m := elements(v, cons); m != nil && !rules.wrong {
			c.misfit(m)
		}
	case *ir.Object:
		c.objectArg(v, typ, rules)
	default:
		c.looseArg(v, rules)
	}
}

func (c *checker) argShape(v *parse.Value, want string, rules argRules) {
	if !rules.wrong {
		c.err(diag.ValueMisfit, v.Span, fmt.Sprintf("this is %s where %s is expected", shape(v), want), "write it as the tool's parameter says")
	}
}

func (c *checker) scalarArg(v *parse.Value, typ ir.Scalar, cons ir.Constraints) {
	if v.Kind == parse.ScalarValue {
		bare := *v
		bare.Scalar.Quoted = false
		if isISO(bare.Scalar.Value, typ) {
			return
		}
		v = &bare
	}
	if _, m := literal(v, typ, cons); m != nil {
		c.misfit(m)
	}
}

// isISO reports whether a text is a date or time in another of the notations
// that tools take.
func isISO(s string, typ ir.Scalar) bool {
	var forms []string
	switch typ {
	case ir.DateTime:
		forms = []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04"}
	case ir.Time:
		forms = []string{"15:04"}
	}
	return slices.ContainsFunc(forms, func(f string) bool { _, err := time.Parse(f, s); return err == nil })
}

func (c *checker) objectArg(v *parse.Value, typ *ir.Object, rules argRules) {
	if v.Kind != parse.MapValue {
		c.argShape(v, "an object", rules)
		return
	}
	given := map[string]bool{}
	for _, e := range v.Entries {
		given[e.Key.Value] = true
		f := findParam(typ.Fields, e.Key.Value)
		if f == nil {
			c.unknown(diag.UnknownParam, e.Key, fmt.Sprintf("the object has no member %s", quote(e.Key.Value)), paramNames(typ.Fields), "remove it")
			continue
		}
		c.arg(e.Value, f.Type, f.Constraints, rules)
	}
	for _, f := range typ.Fields {
		if required(f) && !given[f.Name] && !rules.wrong {
			c.err(diag.ArgMissing, v.Span, fmt.Sprintf("the object lacks %s", quote(f.Name)), "add it: the member is not optional")
		}
	}
}

// looseArg looks for templates in a value of any shape.
func (c *checker) looseArg(v *parse.Value, rules argRules) {
	for _, x := range v.Items {
		c.arg(x, ir.JSON{}, ir.Constraints{}, rules)
	}
	for _, e := range v.Entries {
		c.arg(e.Value, ir.JSON{}, ir.Constraints{}, rules)
	}
}
