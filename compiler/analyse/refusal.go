package analyse

import (
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
)

// refusal lowers a refusal; nil if there is none, or its message has a
// mistake.
func (f *routine) refusal(r *parse.Refusal, s *scope) *ir.Refusal {
	if r == nil {
		return nil
	}
	t, ok := f.template(r.Message, s)
	if !ok {
		f.consequence = true
		return nil
	}
	out := &ir.Refusal{Span: r.Code.Span, Site: f.site(), Code: ir.ErrorCode(r.Code.Value), Message: t, Default: r.Default}
	if r.Message.Set && out.Span.Start.IsZero() {
		out.Span = r.Message.Span
	}
	return out
}

// template lowers a message: {name} and {name.column} are values, {{ and }}
// are braces.
func (f *routine) template(t parse.Text, s *scope) (ir.Template, bool) {
	var out ir.Template
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			out = append(out, ir.TemplatePart{Text: text.String()})
			text.Reset()
		}
	}
	ok := true
	src := strings.TrimRight(t.Value, "\n")
	for i := 0; i < len(src); i++ {
		c := src[i]
		if (c == '{' || c == '}') && i+1 < len(src) && src[i+1] == c {
			text.WriteByte(c)
			i++
			continue
		}
		end := strings.IndexByte(src[i:], '}')
		if c != '{' || end < 0 {
			text.WriteByte(c)
			continue
		}
		path := strings.TrimSpace(src[i+1 : i+end])
		path, _, _ = strings.Cut(path, ":")
		op, found := f.shown(strings.Split(path, "."), t, i, i+end+1, s)
		ok = ok && found
		if found {
			flush()
			out = append(out, ir.TemplatePart{Operand: &op})
		}
		i += end
	}
	flush()
	return out, ok
}

// shown is the operand of a value in a message: for a bare reference what
// the agent passed, not the key it leads to.
func (f *routine) shown(path []string, t parse.Text, from, to int, s *scope) (ir.Operand, bool) {
	at := t.SpanOf(from, to)
	if len(path) == 1 {
		if b := s.lookup(path[0]); b != nil && b.shown != nil {
			b.used = true
			op := *b.shown
			op.Span = at
			return op, true
		}
	}
	op, _, ok := s.operand(path, at)
	return op, ok
}
