package check

import (
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// synthesis makes spec nodes that nobody wrote; all stand at one place.
type synthesis struct{ span diag.Span }

// text is a text as if it were quoted.
func (s synthesis) text(v string) parse.Text {
	return parse.Text{Value: v, Span: s.span, Lines: []diag.Pos{s.span.Start}, Quoted: true, Set: true}
}

// word is a text as if it were plain.
func (s synthesis) word(v string) parse.Text {
	t := s.text(v)
	t.Quoted = false
	return t
}

// value is a quoted scalar, plain is one whose type is read from its looks.
func (s synthesis) value(v string) *parse.Value {
	return &parse.Value{Kind: parse.ScalarValue, Span: s.span, Scalar: s.text(v)}
}

func (s synthesis) plain(v string) *parse.Value {
	return &parse.Value{Kind: parse.ScalarValue, Span: s.span, Scalar: s.word(v)}
}

func (s synthesis) member(name string) *parse.Member {
	return &parse.Member{Name: s.text(name), Span: s.span}
}

func (s synthesis) refusal(code ir.ErrorCode, message string) *parse.Refusal {
	return &parse.Refusal{Code: s.text(string(code)), Message: s.text(message), Default: true}
}

func (s synthesis) letRow(name, sql string, missing *parse.Refusal) *parse.Step {
	return &parse.Step{Span: s.span, Kind: parse.LetRow, Name: s.text(name), SQL: s.text(sql), Refusal: missing}
}

func (s synthesis) require(cond string, r *parse.Refusal) *parse.Step {
	return &parse.Step{Span: s.span, Kind: parse.Require, Expr: s.text(cond), Refusal: r}
}

// whole returns a let as the result itself; see the package comment.
func (s synthesis) whole(let string) *parse.Step {
	return &parse.Step{Span: s.span, Kind: parse.ReturnStep, Return: []*parse.Return{
		{Name: s.text(""), Span: s.span, Kind: parse.ReturnLet, Let: s.text(let)},
	}}
}

// fieldMember is a parameter for a value of a field.
func (s synthesis) fieldMember(name string, f *field) *parse.Member {
	m := s.member(name)
	if f.ir.Ref != nil && f.spec != nil && f.spec.Ref.Set {
		m.Ref = s.text(f.spec.Ref.Value)
	} else {
		m.Like = s.text(f.ir.Entity.Name + "." + f.ir.Name)
	}
	m.Doc = s.text(fieldDoc(f.ir))
	return m
}
