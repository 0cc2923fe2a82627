package emit

import (
	"strings"

	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/templates/rt/core"
	"github.com/dave/jennifer/jen"
)

// refuse is the return statement for an author's refusal.
func (b *body) refuse(r *ir.Refusal) *jen.Statement {
	head := []jen.Code{jen.Lit(r.Site), b.code(r.Code), b.paramPath(r.Param)}
	msg := b.message(r.Message)
	call := jen.Qual(b.e.core, "Refuse").Call(append(head[:3:3], msg)...)
	if width(call) > 84 {
		call = jen.Qual(b.e.core, "Refuse").Call(append(head[:3:3], jen.Line().Add(msg))...)
	}
	return b.fail(call)
}

// code is the runtime's constant for an error code.
func (b *body) code(c ir.ErrorCode) *jen.Statement { return b.e.codeConst(core.Code(c)) }

func (e *emitter) codeConst(c core.Code) *jen.Statement {
	names := map[core.Code]string{
		core.CodeInvalidArgument:    "CodeInvalidArgument",
		core.CodeNotFound:           "CodeNotFound",
		core.CodeConflict:           "CodeConflict",
		core.CodeForbidden:          "CodeForbidden",
		core.CodeFailedPrecondition: "CodeFailedPrecondition",
	}
	name, ok := names[c]
	if !ok {
		faultf("error code %q", c)
	}
	return jen.Qual(e.core, name)
}

// paramPath is the path of the parameter a refusal is about: each "[]" in it
// is the turn of the loop over that list.
func (b *body) paramPath(path string) *jen.Statement {
	if !strings.Contains(path, "[]") {
		return jen.Lit(path)
	}
	var args []jen.Code
	format := &strings.Builder{}
	rest := path
	for {
		before, after, ok := strings.Cut(rest, "[]")
		format.WriteString(strings.ReplaceAll(before, "%", "%%"))
		if !ok {
			break
		}
		if i := b.indexOf(path[:len(path)-len(after)-2]); i != "" {
			format.WriteString("[%d]")
			args = append(args, jen.Id(i))
		}
		rest = after
	}
	if len(args) == 0 {
		return jen.Lit(strings.ReplaceAll(format.String(), "%%", "%"))
	}
	return jen.Qual("fmt", "Sprintf").Call(append([]jen.Code{jen.Lit(format.String())}, args...)...)
}

func (b *body) indexOf(path string) string {
	for _, i := range b.indexes {
		if i.path == path {
			return i.name
		}
	}
	return ""
}

// message is a refusal's text, formatted only if it holds operands.
func (b *body) message(t ir.Template) *jen.Statement {
	var plain, format strings.Builder
	var args []jen.Code
	for _, p := range t {
		if p.Operand == nil {
			plain.WriteString(p.Text)
			format.WriteString(strings.ReplaceAll(p.Text, "%", "%%"))
			continue
		}
		v := b.operand(*p.Operand)
		verb := "%s"
		switch {
		case v.null || v.row != nil || isJSON(v.typ) || v.typ == ir.Real || v.typ == ir.DateTime:
			v.code = jen.Qual(b.e.core, "Show").Call(v.code)
		case v.typ == ir.Integer:
			verb = "%d"
		case v.typ == ir.Boolean:
			verb = "%t"
		}
		format.WriteString(verb)
		args = append(args, v.code)
	}
	if len(args) == 0 {
		return jen.Lit(plain.String())
	}
	call := jen.Qual("fmt", "Sprintf").Call(append([]jen.Code{jen.Lit(format.String())}, args...)...)
	if width(call) > 84 {
		args[0] = jen.Line().Add(args[0])
		call = jen.Qual("fmt", "Sprintf").Call(append([]jen.Code{jen.Lit(format.String())}, args...)...)
	}
	return call
}

// plainMessage is a refusal's text as the source has it, for comments.
func plainMessage(t ir.Template) string {
	var b strings.Builder
	for _, p := range t {
		if p.Operand == nil {
			b.WriteString(p.Text)
			continue
		}
		b.WriteString("{" + p.Operand.Var.Name)
		if c := p.Operand.Column; c != nil {
			b.WriteString("." + c.Name)
		}
		b.WriteString("}")
	}
	return b.String()
}
