package parse

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/awmc/awmc/ir/diag"
)

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
