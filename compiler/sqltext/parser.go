package sqltext

import (
	"fmt"
	"strings"
)

// Error is a place at which a text stops being SQL that this package can
// read.
type Error struct {
	Range
	Message string
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// maxDepth bounds nesting, so that hostile text cannot exhaust the stack.
const maxDepth = 200

// parser reads tokens; comments are left out beforehand.
type parser struct {
	src   string
	toks  []Token
	at    int
	depth int
}

// Parse reads one statement: SELECT, VALUES, INSERT, REPLACE, UPDATE or
// DELETE, each with or without WITH. A semicolon at the end is accepted. The
// error is an *Error.
func Parse(src string) (*Statement, error) { return ParseTokens(src, Lex(src)) }

// ParseTokens is Parse for a text that has been lexed already.
func ParseTokens(src string, toks []Token) (stmt *Statement, err error) {
	p := newParser(src, toks)
	defer p.recover(&err)
	stmt = p.statement()
	p.acceptOp(";")
	p.wantEnd()
	return stmt, nil
}

// ParseExpr reads a single expression from a text that has been lexed.
func ParseExpr(src string, toks []Token) (e Expr, err error) {
	p := newParser(src, toks)
	defer p.recover(&err)
	e = p.expr()
	p.wantEnd()
	return e, nil
}

func newParser(src string, toks []Token) *parser {
	p := &parser{src: src, toks: make([]Token, 0, len(toks))}
	for _, t := range toks {
		if t.Kind != Comment {
			p.toks = append(p.toks, t)
		}
	}
	return p
}

// recover turns the parser's own panic into an error; any other goes on.
func (p *parser) recover(err *error) {
	switch r := recover().(type) {
	case nil:
	case *Error:
		*err = r
	default:
		panic(r)
	}
}

func (p *parser) fail(format string, args ...any) {
	panic(&Error{p.here(), fmt.Sprintf(format, args...)})
}

// here is the range of the next token.
func (p *parser) here() Range {
	if p.at < len(p.toks) {
		return Range{p.toks[p.at].Start, p.toks[p.at].End}
	}
	return Range{len(p.src), len(p.src)}
}

// from returns the range from start to the last token read.
func (p *parser) from(start int) Range {
	if p.at == 0 {
		return Range{start, start}
	}
	return Range{start, p.toks[p.at-1].End}
}

func (p *parser) start() int { return p.here().Start }

func (p *parser) tok() Token { return p.tokAt(0) }

// tokAt returns the token n places on; past the end it is an empty Illegal
// one.
func (p *parser) tokAt(n int) Token {
	if p.at+n < len(p.toks) {
		return p.toks[p.at+n]
	}
	return Token{Illegal, len(p.src), len(p.src)}
}

func (p *parser) done() bool { return p.at >= len(p.toks) }

func (p *parser) wantEnd() {
	if !p.done() {
		p.fail("unexpected %q", p.tok().Text(p.src))
	}
}

// isWord reports whether the token n places on is the bare word.
func (p *parser) isWord(n int, word string) bool {
	t := p.tokAt(n)
	return t.Kind == Word && t.End-t.Start == len(word) && strings.EqualFold(t.Text(p.src), word)
}

func (p *parser) isOp(n int, op string) bool {
	t := p.tokAt(n)
	return t.Kind == Op && t.Text(p.src) == op
}

// accept skips the words if they come next, all of them.
func (p *parser) accept(words ...string) bool {
	for i, w := range words {
		if !p.isWord(i, w) {
			return false
		}
	}
	p.at += len(words)
	return true
}

func (p *parser) acceptOp(op string) bool {
	if !p.isOp(0, op) {
		return false
	}
	p.at++
	return true
}

func (p *parser) want(words ...string) {
	if !p.accept(words...) {
		p.fail("expected %s", strings.Join(words, " "))
	}
}

func (p *parser) wantOp(op string) {
	if !p.acceptOp(op) {
		p.fail("expected %q", op)
	}
}

// isName reports whether the next token can be a name: quoted, or a word
// that is not reserved.
func (p *parser) isName(n int) bool {
	t := p.tokAt(n)
	return t.Kind == Quoted || t.Kind == Word && !reserved[strings.ToUpper(t.Text(p.src))]
}

func (p *parser) name() Ident {
	if !p.isName(0) {
		p.fail("expected a name")
	}
	return p.anyName()
}

// anyName reads the next token as a name, whatever word it is.
func (p *parser) anyName() Ident {
	t := p.tok()
	if t.Kind != Word && t.Kind != Quoted && t.Kind != String {
		p.fail("expected a name")
	}
	p.at++
	text := t.Text(p.src)
	return Ident{Range{t.Start, t.End}, Unquote(text), t.Kind != Word}
}

// names reads a list of names in parentheses.
func (p *parser) names() []Ident {
	p.wantOp("(")
	out := []Ident{p.name()}
	for p.acceptOp(",") {
		out = append(out, p.name())
	}
	p.wantOp(")")
	return out
}

// enter counts a level of nesting; the result leaves it again.
func (p *parser) enter() func() {
	p.depth++
	if p.depth > maxDepth {
		p.fail("nested too deeply")
	}
	return func() { p.depth-- }
}
