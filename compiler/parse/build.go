package parse

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/awmc/awmc/ir/diag"
)

// builder turns YAML nodes into values with exact positions and refuses what
// YAML has and the language has not: anchors, tags, keys that are no text,
// keys twice.
type builder struct {
	src *source
	ds  *diag.List
}

// value converts a node. owner is the span of the key or list item that a
// null stands under, which has no place of its own.
func (b *builder) value(n *yaml.Node, owner diag.Span) *Value {
	start := cursor{n.Line - 1, n.Column - 1}
	if b.refused(n, start) {
		span := b.src.rest(start)
		if n.Kind == yaml.ScalarNode && n.Value == "" && owner.File != "" {
			span = owner
		}
		return &Value{Kind: NullValue, Span: span, bad: true}
	}
	switch n.Kind {
	case yaml.MappingNode:
		return b.mapping(n, start)
	case yaml.SequenceNode:
		return b.sequence(n, start)
	default:
		return b.scalar(n, start, owner)
	}
}

// refused reports an anchor, alias or tag.
func (b *builder) refused(n *yaml.Node, start cursor) bool {
	first, _ := b.src.rune(start)
	switch {
	case n.Kind == yaml.AliasNode:
		b.ds.Error(diag.Anchor, b.src.rest(start), fmt.Sprintf("`*%s` is a YAML alias", short(n.Value)),
			"write the value again here; if this is text that begins with `*`, quote it")
	case n.Anchor != "":
		b.ds.Error(diag.Anchor, b.src.rest(start), fmt.Sprintf("`&%s` is a YAML anchor", short(n.Anchor)),
			"delete it and write the value where it is needed; steps are shared with rules; text that begins with `&` must be quoted")
	case n.Style&yaml.TaggedStyle != 0 || first == '!':
		word := strings.Fields(string(b.src.lines[start.line][start.col:]) + " !")[0]
		b.ds.Error(diag.Tag, b.src.rest(start), fmt.Sprintf("YAML takes `%s` for a tag and drops it", short(word)),
			"quote the text if it begins with `!`; in SQL write NOT instead of `!`")
	default:
		return false
	}
	return true
}

func (b *builder) mapping(n *yaml.Node, start cursor) *Value {
	v := &Value{Kind: MapValue, flow: n.Style&yaml.FlowStyle != 0}
	end := start
	seen := map[string]Text{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, ok := b.key(n.Content[i])
		if !ok {
			v.bad = true
			// The value is still looked at for mistakes of its own.
			end = later(end, b.value(n.Content[i+1], key.Span))
			continue
		}
		value := b.value(n.Content[i+1], key.Span)
		end = later(end, value)
		if key.Span.End.Line > end.line+1 || key.Span.End.Line == end.line+1 && key.Span.End.Col > end.col+1 {
			end = cursorAt(key.Span.End)
		}
		if v.flow && value.Kind == NullValue && !value.bad && !value.Scalar.Set && !b.hasColon(key) {
			b.lonelyKey(v, key, n.Content[i+2:])
			v.bad = true
			continue
		}
		if first, twice := seen[key.Value]; twice {
			b.ds.Error(diag.DuplicateKey, key.Span, fmt.Sprintf("the key `%s` is here twice", short(key.Value)),
				"delete one of the two, or rename it",
				diag.Note{Span: first.Span, Message: "it is here first"})
			continue
		}
		seen[key.Value] = key
		v.Entries = append(v.Entries, Entry{Key: key, Value: value})
	}
	if v.flow {
		end = b.closing(start, end, '{', '}')
	}
	v.Span = b.src.span(start, end)
	return v
}

// key reads a key, which must be plain or quoted text.
func (b *builder) key(n *yaml.Node) (Text, bool) {
	start := cursor{n.Line - 1, n.Column - 1}
	if b.refused(n, start) {
		return Text{Span: b.src.rest(start)}, false
	}
	switch {
	case n.Kind == yaml.MappingNode:
		// {{ name }}, as in other template languages.
		b.ds.Error(diag.BadKey, b.src.at(start.line, start.col), "a map can't be the key of another map",
			"a value or message that begins with `{` must be quoted: \"{name} …\" (one pair of braces)")
	case n.Kind == yaml.SequenceNode:
		b.ds.Error(diag.BadKey, b.src.at(start.line, start.col), "a list can't be a key",
			"a key is a name; text that begins with `[` must be quoted")
	case n.Value == "<<" && n.Style == 0:
		b.ds.Error(diag.Anchor, b.src.rest(start), "`<<` is YAML's merge key",
			"write the keys where they are needed")
	case strings.IndexFunc(n.Value, isOddSpace) == 0:
		b.ds.Error(diag.TabIndent, b.src.at(start.line, start.col), oddSpace([]rune(n.Value)[0])+" before the key",
			"indent with spaces only")
	case n.Value == "":
		b.ds.Error(diag.BadKey, b.src.at(start.line, start.col), "there is no key before the colon",
			"write `key: value`; text that begins with `:` is quoted or on a line of its own after `|`")
	default:
		return b.text(n, start), true
	}
	return Text{Span: b.src.at(start.line, start.col)}, false
}

// hasColon says whether a key with nothing behind it has at least its colon.
func (b *builder) hasColon(key Text) bool {
	c := b.src.skipBlank(cursorAt(key.Span.End))
	r, _ := b.src.rune(c)
	return r == ':'
}

// lonelyKey reports a piece of text that became a key, since YAML splits at
// the commas inside braces; once for each map. next are the keys and values
// after it.
func (b *builder) lonelyKey(v *Value, key Text, next []*yaml.Node) {
	if v.bad {
		return
	}
	if len(v.Entries) == 0 {
		b.ds.Error(diag.TextStart, key.Span, fmt.Sprintf("`{%s}` at the beginning of a value is a YAML map", short(key.Value)),
			fmt.Sprintf("quote the whole text: \"{%s} …\"", short(key.Value)))
		return
	}
	last := v.Entries[len(v.Entries)-1]
	if last.Value.Kind == ScalarValue && !last.Value.Scalar.Quoted {
		whole := last.Value.Scalar.Value + ", " + key.Value
		for i := 0; i+1 < len(next) && isLonely(next[i], next[i+1]); i += 2 {
			whole += ", " + next[i].Value
		}
		b.ds.Error(diag.CommaSplits, key.Span,
			fmt.Sprintf("inside {…} a comma ends a value, so `%s: %s` was cut here", last.Key.Value, short(last.Value.Scalar.Value)),
			fmt.Sprintf("quote the text: {%s: \"%s\"}, or put `%s:` on a line of its own",
				last.Key.Value, short(whole), last.Key.Value))
		return
	}
	b.ds.Error(diag.CommaSplits, key.Span, fmt.Sprintf("`%s` has no value", short(key.Value)),
		"write `key: value` with a space after the colon; quote text that contains a comma")
}

// isLonely says whether a key has nothing behind it.
func isLonely(key, value *yaml.Node) bool {
	return key.Kind == yaml.ScalarNode && value.Kind == yaml.ScalarNode && value.Tag == "!!null" && value.Value == ""
}

func (b *builder) sequence(n *yaml.Node, start cursor) *Value {
	v := &Value{Kind: ListValue, flow: n.Style&yaml.FlowStyle != 0}
	end := start
	for _, child := range n.Content {
		// A dash with nothing behind it has the position after it.
		at := cursor{child.Line - 1, child.Column - 1}
		item := b.value(child, b.src.span(cursor{at.line, max(0, at.col-1)}, at))
		end = later(end, item)
		v.Items = append(v.Items, item)
	}
	if v.flow {
		end = b.closing(start, end, '[', ']')
		b.splitItems(v)
	}
	v.Span = b.src.span(start, end)
	return v
}

// splitItems reports text with a comma inside parentheses or SQL quotes that
// became two items: [qty IN (1, 2)].
func (b *builder) splitItems(v *Value) {
	for i, item := range v.Items {
		if item.Kind != ScalarValue || item.Scalar.Quoted {
			continue
		}
		open := opens(item.Scalar.Value)
		if open == 0 {
			continue
		}
		for _, next := range v.Items[i+1:] {
			if next.Kind != ScalarValue || next.Scalar.Quoted || !closes(next.Scalar.Value, open) {
				continue
			}
			b.ds.Error(diag.CommaSplits, item.Span,
				fmt.Sprintf("inside […] a comma ends an item, so `%s` was cut", short(item.Scalar.Value)),
				"quote the item, or write the list with one `- item` on each line")
			v.bad = true
			return
		}
	}
}

// opens returns a closing parenthesis or a SQL quote if the text has one that
// is not closed.
func opens(s string) rune {
	if strings.Count(s, "(") > strings.Count(s, ")") {
		return ')'
	}
	if i := strings.LastIndexByte(s, '\''); i > 0 && strings.Count(s, "'")%2 == 1 {
		if before := strings.TrimRight(s[:i], " "); before != "" && strings.ContainsRune("=(<>|", rune(before[len(before)-1])) {
			return '\''
		}
	}
	return 0
}

func closes(s string, open rune) bool {
	if open == ')' {
		return strings.Count(s, ")") > strings.Count(s, "(")
	}
	return strings.Count(s, "'")%2 == 1
}

func (b *builder) scalar(n *yaml.Node, start cursor, owner diag.Span) *Value {
	plain := n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0
	if plain && n.Value == "" {
		return &Value{Kind: NullValue, Span: owner}
	}
	text := b.text(n, start)
	v := &Value{Kind: ScalarValue, Span: text.Span, Scalar: text}
	if plain && isNull(n.Value) {
		v.Kind = NullValue
	}
	return v
}

func isNull(s string) bool {
	return s == "null" || s == "~" || s == "NULL" || s == "Null"
}

// text reads a scalar node with the position of its every character.
func (b *builder) text(n *yaml.Node, start cursor) Text {
	t := Text{Value: n.Value, Set: true}
	block := n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0
	t.Quoted = block || n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0
	runs, end, ok := b.src.align(n, start)
	t.Span = b.src.span(start, end)
	if !ok {
		t.Span = b.src.rest(start)
		runs = nil
	}
	t.runs = runs
	t.Lines = t.lineStarts(block)
	if !t.Quoted && ok {
		c := b.src.skipBlank(end)
		if r, _ := b.src.rune(c); r == '#' && c != end {
			t.comment = b.src.rest(c)
		}
	}
	return t
}

// later returns the end of a value if it is after the cursor.
func later(end cursor, v *Value) cursor {
	e := cursorAt(v.Span.End)
	if v.Span.End.IsZero() || e.line < end.line || e.line == end.line && e.col < end.col {
		return end
	}
	return e
}

// closing finds the end of a flow collection: after its last child come only
// blanks, commas, comments and the bracket. A pair without braces inside a
// list ([a: b]) ends with its value.
func (b *builder) closing(start, end cursor, opening, bracket rune) cursor {
	if r, _ := b.src.rune(start); r != opening {
		return end
	}
	c := end
	if c == start {
		c.col++
	}
	for c.line < len(b.src.lines) {
		r, ok := b.src.rune(c)
		switch {
		case !ok || r == '#':
			c = cursor{c.line + 1, 0}
		case r == bracket:
			c.col++
			return c
		case isBlank(r) || r == ',' || r == ':':
			c.col++
		default:
			return end
		}
	}
	return end
}
