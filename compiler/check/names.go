package check

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir/diag"
)

// maxName is the length up to which a name stays readable everywhere: tool
// names may have 64 characters, and Go names are made of several.
const maxName = 64

// isSnake reports whether a name is lower-case words of letters and digits,
// joined by single underscores, beginning with a letter.
func isSnake(s string) bool {
	if s == "" || len(s) > maxName || s[0] < 'a' || s[0] > 'z' || s[len(s)-1] == '_' {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' && s[i-1] != '_') {
			return false
		}
	}
	return true
}

// toSnake makes the nearest snake_case name of a text, or "".
func toSnake(s string) string {
	var b strings.Builder
	lower := false // the character before was a lower-case letter or a digit
	for _, r := range s {
		switch {
		case r >= 'A' && r <= 'Z':
			if lower {
				b.WriteByte('_')
			}
			b.WriteRune(unicode.ToLower(r))
			lower = false
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
			lower = true
		default:
			b.WriteByte('_')
			lower = false
		}
	}
	parts := strings.FieldsFunc(b.String(), func(r rune) bool { return r == '_' })
	out := strings.TrimLeft(strings.Join(parts, "_"), "0123456789_")
	if len(out) > maxName {
		return ""
	}
	return out
}

// snake checks the form of a name; what says what it names ("entity").
func (c *checker) snake(what string, t parse.Text) bool {
	if isSnake(t.Value) {
		return true
	}
	if len(t.Value) > maxName {
		c.err(diag.NameForm, t.Span, fmt.Sprintf("the %s name %s… has %d characters", what, quote(t.Value[:20]), len(t.Value)),
			fmt.Sprintf("use at most %d", maxName))
		return false
	}
	hint := "use lower-case words joined by underscores, such as `order_item`"
	if s := toSnake(t.Value); isSnake(s) {
		hint = "write " + quote(s) + ": lower-case words joined by underscores"
	}
	c.err(diag.NameForm, t.Span, fmt.Sprintf("the %s name %s is not in snake_case", what, quote(t.Value)), hint)
	return false
}

// sqlName checks a name that becomes a table, a view or a column.
func (c *checker) sqlName(what string, t parse.Text, isTable bool) bool {
	if !c.snake(what, t) {
		return false
	}
	problem := sqlNameProblem(t.Value, isTable)
	if problem == "" {
		return true
	}
	hint := "choose another name"
	if s := instead[t.Value]; s != "" {
		hint = fmt.Sprintf("choose another name, such as %s", quote(s))
	} else if _, rest, ok := strings.Cut(t.Value, "_"); ok && strings.HasPrefix(problem, "begins") && isSnake(rest) {
		hint = fmt.Sprintf("choose another name, such as %s", quote(rest))
	}
	c.err(diag.NameReserved, t.Span, fmt.Sprintf("the %s name %s %s", what, quote(t.Value), problem), hint)
	return false
}

// bindable checks a name that is bound in SQL as :name.
func (c *checker) bindable(what string, t parse.Text, reserved map[string]bool) bool {
	if !c.snake(what, t) {
		return false
	}
	if reserved[t.Value] {
		c.err(diag.NameReserved, t.Span, fmt.Sprintf("the %s name %s is taken: %s", what, quote(t.Value), builtinMeaning(t.Value)),
			"choose another name")
		return false
	}
	return true
}

func builtinMeaning(name string) string {
	switch name {
	case "actor":
		return "`:actor` is always the signed-in user"
	case "now":
		return "`:now` is always the clock"
	case "today":
		return "`:today` is always the clock's date"
	case "filter":
		return "`:filter` is where the conditions of `filter` go"
	case "n":
		return "`:n` counts the rows of a block of data"
	case "i":
		return "`:i` counts the rows of one parent in a block of data"
	}
	return "it is built in"
}

// siblings watches over the names of one list: none may occur twice, and no
// two may have the same Go name.
type siblings struct {
	c    *checker
	what string
	seen map[string]diag.Span
	goes map[string]parse.Text
}

func (c *checker) siblings(what string) *siblings {
	return &siblings{c: c, what: what, seen: map[string]diag.Span{}, goes: map[string]parse.Text{}}
}

// add reports whether the name is new.
func (s *siblings) add(t parse.Text) bool {
	if first, ok := s.seen[t.Value]; ok {
		s.c.err(diag.NameTaken, t.Span, fmt.Sprintf("there are two %ss named %s", s.what, quote(t.Value)),
			"rename or remove one of them", diag.Note{Span: first, Message: "the first one"})
		return false
	}
	s.seen[t.Value] = t.Span
	name := GoName(t.Value)
	if first, ok := s.goes[name]; ok {
		s.c.err(diag.NameCollides, t.Span,
			fmt.Sprintf("the %ss %s and %s would have the same name in Go: %s", s.what, quote(first.Value), quote(t.Value), name),
			"rename one of them so that they differ in more than underscores", diag.Note{Span: first.Span, Message: "the first one"})
		return false
	}
	s.goes[name] = t
	return true
}

// filled reports whether a text is there. If not, parse has reported it.
func (c *checker) filled(t parse.Text) bool {
	if strings.TrimSpace(t.Value) != "" {
		return true
	}
	c.errors++
	return false
}
