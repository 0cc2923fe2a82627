package proof

import (
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
)

// words are two words, as notes and names have.
func (c *draw) words() string {
	list := []string{"quiet", "morning", "blue", "parcel", "second", "window", "please", "tomorrow", "garden", "note"}
	return list[c.r.IntN(len(list))] + " " + list[c.r.IntN(len(list))]
}

// text draws a text that fits its type: by its pattern, a word that stands in
// the tables the tool reads, or any words.
func (c *draw) text(t *core.Type) any {
	if p := c.patterns[t.Pattern]; p != nil {
		return c.fromPattern(p.tree)
	}
	s := ""
	if c.r.IntN(2) == 0 {
		s = c.word()
	}
	if s == "" {
		s = c.words()
	}
	return fitLength(s, t)
}

func fitLength(s string, t *core.Type) string {
	if t.MinLength != nil {
		for len([]rune(s)) < *t.MinLength {
			s += "x"
		}
	}
	if t.MaxLength != nil {
		if r := []rune(s); len(r) > *t.MaxLength {
			s = string(r[:*t.MaxLength])
		}
	}
	return s
}

// word is a word that stands in a text of the tables the tool reads, or "".
func (c *draw) word() string {
	if c.tool == nil || len(c.tool.Reads) == 0 {
		return ""
	}
	e := c.entities[c.tool.Reads[c.r.IntN(len(c.tool.Reads))]]
	if e == nil {
		return ""
	}
	var texts []string
	for i := range e.Fields {
		if e.Fields[i].Type == core.Text && len(e.Fields[i].Enum) == 0 {
			texts = append(texts, e.Fields[i].Name)
		}
	}
	table := c.see.of(e)
	if len(texts) == 0 || len(table.list) == 0 {
		return ""
	}
	s, ok := table.at(c.choose(table), texts[c.r.IntN(len(texts))]).(string)
	if !ok {
		return ""
	}
	fields := strings.Fields(s)
	if len(fields) == 0 || c.r.IntN(3) == 0 {
		return s
	}
	return fields[c.r.IntN(len(fields))]
}

// pattern is a regular expression, to draw from and to match with.
type pattern struct {
	tree *syntax.Regexp
	re   *regexp.Regexp
}

// learnPatterns parses the patterns of parameters, once.
func (d *drawer) learnPatterns(params []core.Param) {
	for i := range params {
		for t := &params[i].Type; t != nil; t = t.Elem {
			d.learnPatterns(t.Fields)
			if t.Pattern == "" || d.patterns[t.Pattern] != nil {
				continue
			}
			tree, err1 := syntax.Parse(t.Pattern, syntax.Perl)
			re, err2 := regexp.Compile("^(?:" + t.Pattern + ")$")
			if err1 == nil && err2 == nil { // awmc has checked it
				d.patterns[t.Pattern] = &pattern{tree.Simplify(), re}
			}
		}
	}
}

// fromPattern draws a text that matches a pattern. Anchors and word
// boundaries are taken to hold.
func (c *draw) fromPattern(re *syntax.Regexp) string {
	var b strings.Builder
	c.expand(&b, re)
	return b.String()
}

// mostRepeats bounds the repetitions that a pattern leaves open.
const mostRepeats = 6

func (c *draw) expand(b *strings.Builder, re *syntax.Regexp) {
	repeat := func(lo, hi int) {
		if hi < 0 || hi > lo+mostRepeats {
			hi = lo + mostRepeats
		}
		for range lo + c.r.IntN(hi-lo+1) {
			c.expand(b, re.Sub[0])
		}
	}
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(c.oneOf(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte(byte('a' + c.r.IntN(26)))
	case syntax.OpCapture:
		c.expand(b, re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			c.expand(b, sub)
		}
	case syntax.OpAlternate:
		c.expand(b, re.Sub[c.r.IntN(len(re.Sub))])
	case syntax.OpStar:
		repeat(0, -1)
	case syntax.OpPlus:
		repeat(1, -1)
	case syntax.OpQuest:
		repeat(0, 1)
	case syntax.OpRepeat:
		repeat(re.Min, re.Max)
	}
}

// oneOf draws from a character class, letters and digits of ASCII if it has
// any.
func (c *draw) oneOf(ranges []rune) rune {
	var plain []rune
	for i := 0; i+1 < len(ranges); i += 2 {
		for r := max(ranges[i], ' '); r <= min(ranges[i+1], '~'); r++ {
			plain = append(plain, r)
		}
	}
	if len(plain) > 0 {
		return plain[c.r.IntN(len(plain))]
	}
	if len(ranges) == 0 {
		return 'x'
	}
	return ranges[0]
}
