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

// mapping converts a map.
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

// sequence converts a list.
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

// scalar converts a text, or nothing.
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
