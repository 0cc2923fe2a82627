package synth

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// fromJSON writes an answer in JSON, as servers with structured output give
// it, in the house style of YAML: keys in their order, texts of several lines
// as blocks, so that diagnostics and edits have lines to point at.
func fromJSON(text string) (string, error) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	v, err := readJSON(dec)
	if err != nil {
		return "", fmt.Errorf("the answer is not JSON: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return "", errors.New("the answer has more than one JSON value")
	}
	top, ok := v.([]member)
	if !ok {
		return "", errors.New("the answer is not a JSON object")
	}
	var b strings.Builder
	for _, m := range top {
		writeYAML(&b, m.key, m.value, 0)
	}
	return b.String(), nil
}

// member is a key of an object with its value: nil, bool, json.Number,
// string, []any or []member.
type member struct {
	key   string
	value any
}

func readJSON(dec *json.Decoder) (any, error) {
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch tok {
	case json.Delim('{'):
		object := []member{}
		for dec.More() {
			k, err := dec.Token()
			if err != nil {
				return nil, err
			}
			v, err := readJSON(dec)
			if err != nil {
				return nil, err
			}
			object = append(object, member{k.(string), v})
		}
		_, err := dec.Token()
		return object, err
	case json.Delim('['):
		list := []any{}
		for dec.More() {
			v, err := readJSON(dec)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err := dec.Token()
		return list, err
	}
	return tok, nil
}

// flowWidth is the longest list or map that stands on one line.
const flowWidth = 100

func writeYAML(b *strings.Builder, key string, v any, indent int) {
	fmt.Fprintf(b, "%s%s:", strings.Repeat(" ", indent), scalarYAML(key))
	writeValue(b, v, indent)
}

// writeValue writes what stands behind a key, or behind the dash of a list.
func writeValue(b *strings.Builder, v any, indent int) {
	if s, ok := v.(string); ok && blockable(s) {
		b.WriteString(" |\n")
		for line := range strings.Lines(strings.TrimRight(s, "\n")) {
			if strings.TrimSpace(line) != "" {
				b.WriteString(strings.Repeat(" ", indent+2))
			}
			b.WriteString(strings.TrimRight(line, " \t\n") + "\n")
		}
		return
	}
	if flow, ok := flowYAML(v); ok && (indent > 0 && len(flow) <= flowWidth && !isTable(v) || isScalar(v) || isEmpty(v)) {
		b.WriteString(" " + flow + "\n")
		return
	}
	b.WriteByte('\n')
	switch v := v.(type) {
	case []member:
		for _, m := range v {
			writeYAML(b, m.key, m.value, indent+2)
		}
	case []any:
		for _, x := range v {
			writeItem(b, x, indent+2)
		}
	}
}

// writeItem writes one item of a list; a map begins on the line of its dash.
func writeItem(b *strings.Builder, v any, indent int) {
	b.WriteString(strings.Repeat(" ", indent) + "-")
	object, ok := v.([]member)
	flow, short := flowYAML(v)
	if !ok || len(object) == 0 || short && len(flow) <= flowWidth && !hasBlock(v) && len(object) == 1 {
		writeValue(b, v, indent)
		return
	}
	for i, m := range object {
		if i == 0 {
			fmt.Fprintf(b, " %s:", scalarYAML(m.key))
			writeValue(b, m.value, indent+2)
			continue
		}
		writeYAML(b, m.key, m.value, indent+2)
	}
}

func isScalar(v any) bool {
	switch v.(type) {
	case []member, []any:
		return false
	}
	return true
}

// isTable reports whether a list has one item for each line: rows, steps.
func isTable(v any) bool {
	list, _ := v.([]any)
	for _, x := range list {
		if !isScalar(x) {
			return true
		}
	}
	return false
}

func isEmpty(v any) bool {
	switch v := v.(type) {
	case []member:
		return len(v) == 0
	case []any:
		return len(v) == 0
	}
	return false
}

// blockable reports whether a text goes after |, which keeps every
// character of it but spaces at the ends of lines.
func blockable(s string) bool {
	return strings.Contains(strings.TrimRight(s, "\n"), "\n") && !strings.HasPrefix(s, " ") && !strings.HasPrefix(s, "\n") && !strings.ContainsAny(s, "\t\r")
}

func hasBlock(v any) bool {
	switch v := v.(type) {
	case string:
		return blockable(v)
	case []member:
		for _, m := range v {
			if hasBlock(m.value) {
				return true
			}
		}
	case []any:
		for _, x := range v {
			if hasBlock(x) {
				return true
			}
		}
	}
	return false
}

// flowYAML is a value on one line; false if it holds a block.
func flowYAML(v any) (string, bool) {
	if hasBlock(v) {
		return "", false
	}
	switch v := v.(type) {
	case []member:
		items := make([]string, len(v))
		for i, m := range v {
			s, _ := flowYAML(m.value)
			items[i] = scalarYAML(m.key) + ": " + s
		}
		return "{" + strings.Join(items, ", ") + "}", true
	case []any:
		items := make([]string, len(v))
		for i, x := range v {
			items[i], _ = flowYAML(x)
		}
		return "[" + strings.Join(items, ", ") + "]", true
	case string:
		return scalarYAML(v), true
	case nil:
		return "null", true
	}
	return fmt.Sprint(v), true
}

// plain are texts that mean themselves without quotes: words, dates, times.
var plain = regexp.MustCompile(`^(?:[A-Za-z_][A-Za-z0-9_.]*(?: [A-Za-z0-9_.]+)*|\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d:\d\dZ?)?|\d\d:\d\d:\d\d)$`)

func scalarYAML(s string) string {
	switch strings.ToLower(s) {
	case "true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf":
	default:
		if plain.MatchString(s) {
			return s
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(s) != nil { // a string always encodes
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}
