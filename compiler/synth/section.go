package synth

import (
	"regexp"
	"slices"
	"strings"
)

// keys are the top-level keys of an env.yaml in the order in which they are
// written. Tasks come last, so that a file without them has the same lines.
var keys = []string{"awmc", "name", "title", "summary", "category", "now", "actor", "policy",
	"entities", "views", "invariants", "rules", "data", "tools", "tasks"}

// document is an env.yaml in the making: the text of each top-level key,
// with the comments before it.
type document map[string]string

var topKey = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*):(\s|$)`)

// split takes a text apart at its top-level keys, whether or not it is valid
// YAML. What comes before the first key, and lines at the margin behind the
// last that belong to nothing, are taken for prose and left out. unknown are
// keys that no env.yaml has.
func split(text string) (doc document, order, unknown []string) {
	doc = document{}
	current := ""
	var pending []string // comments and blank lines that may belong to the next key
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		m := topKey.FindStringSubmatch(line)
		switch {
		case m != nil && slices.Contains(keys, m[1]):
			current = m[1]
			if !slices.Contains(order, current) {
				order = append(order, current)
			}
			doc[current] += joinLines(pending) + line + "\n"
			pending = nil
		case m != nil && strings.ToLower(m[1]) == m[1] && current != "" && atMargin(line):
			// A key that there is none of; prose begins with a capital letter.
			unknown = append(unknown, m[1])
			current, pending = "", nil
		case current == "" && !strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "---":
			pending = nil
		case strings.TrimSpace(line) == "" || atMargin(line):
			pending = append(pending, line)
		default:
			doc[current] += joinLines(pending) + line + "\n"
			pending = nil
		}
	}
	for k, v := range doc {
		doc[k] = strings.TrimRight(strings.TrimLeft(v, "\n"), "\n \t") + "\n"
	}
	return doc, order, unknown
}

func atMargin(line string) bool {
	return line != "" && line[0] != ' ' && line[0] != '\t'
}

func joinLines(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

// render joins the parts to one file, leaving out some keys.
func (d document) render(without ...string) string {
	var b strings.Builder
	for _, k := range keys {
		part, ok := d[k]
		if !ok || slices.Contains(without, k) {
			continue
		}
		if b.Len() > 0 && len(parts(k)) > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(part)
	}
	return b.String()
}

// parts says what the entries of a key are called; "" if it has none.
func parts(key string) string {
	switch key {
	case "entities":
		return "entity"
	case "views", "invariants", "rules", "tools", "tasks":
		return key[:len(key)-1]
	case "data":
		return "data of"
	}
	return ""
}

// lines is the first and the last line of a key in the rendered file; 0 if
// it is not there.
func (d document) lines(key string) (first, last int) {
	text := d.render()
	n := 0
	for line := range strings.Lines(text) {
		n++
		if m := topKey.FindStringSubmatch(line); m != nil && slices.Contains(keys, m[1]) && first > 0 && m[1] != key {
			break
		} else if m != nil && m[1] == key {
			first = n
		}
		if first > 0 && strings.TrimSpace(line) != "" {
			last = n
		}
	}
	return first, last
}
