package parse

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/awmc/awmc/ir/diag"
)

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
