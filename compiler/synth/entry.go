package synth

import (
	"regexp"
	"strings"
)

// entry is one named entry of a section such as tools, with its lines.
type entry struct {
	name string
	text string
}

var entryKey = regexp.MustCompile(`^( +)("?)([A-Za-z_][A-Za-z0-9_]*)("?):(\s|$)`)

// entriesOf takes a section in block style apart: head is the line of its
// key with the comments before it. A section in flow style has none.
func entriesOf(section string) (head string, list []entry) {
	indent := -1
	var pending string
	for line := range strings.Lines(section) {
		m := entryKey.FindStringSubmatch(line)
		switch {
		case m != nil && (indent < 0 || len(m[1]) == indent):
			indent = len(m[1])
			list = append(list, entry{m[3], pending + line})
			pending = ""
		case strings.TrimSpace(line) == "" || isComment(line) && (indent < 0 && leading(line) > 0 || leading(line) <= indent):
			pending += line
		case indent < 0:
			head += pending + line
			pending = ""
		default:
			list[len(list)-1].text += pending + line
			pending = ""
		}
	}
	if len(list) == 0 {
		return head + pending, nil
	}
	list[len(list)-1].text += pending
	return head, list
}

func isComment(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "#") }

func leading(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// joinEntries is the section of some entries.
func joinEntries(head string, list []entry) string {
	var b strings.Builder
	b.WriteString(head)
	for i, e := range list {
		if i > 0 && strings.Count(e.text, "\n") > 1 && !strings.HasPrefix(e.text, "\n") {
			b.WriteByte('\n')
		}
		b.WriteString(e.text)
	}
	return b.String()
}

// setEntry replaces or adds an entry of a section; an empty text removes it.
func setEntry(section, name, text string) string {
	head, list := entriesOf(section)
	if text != "" {
		indent := 2
		if len(list) > 0 {
			indent = leading(firstKeyLine(list[0].text))
		}
		text = indented(dedent(text), indent)
	}
	for i, e := range list {
		if e.name != name {
			continue
		}
		if text == "" {
			list = append(list[:i], list[i+1:]...)
		} else {
			list[i].text = text
		}
		return joinEntries(head, list)
	}
	if text != "" {
		list = append(list, entry{name, text})
	}
	return joinEntries(head, list)
}

func firstKeyLine(text string) string {
	for line := range strings.Lines(text) {
		if entryKey.MatchString(line) {
			return line
		}
	}
	return text
}

// dedent removes the indentation that all lines share.
func dedent(text string) string {
	least := -1
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" && (least < 0 || leading(line) < least) {
			least = leading(line)
		}
	}
	if least <= 0 {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(line[min(least, len(line)-len(strings.TrimLeft(line, " "))):])
	}
	return b.String()
}

func indented(text string, by int) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimRight(text, "\n \t") + "\n") {
		if strings.TrimSpace(line) != "" {
			b.WriteString(strings.Repeat(" ", by))
		}
		b.WriteString(line)
	}
	return b.String()
}

// mergeEntries adds the entries of a section to another, in place of those
// of the same name.
func mergeEntries(section, more string) string {
	if section == "" {
		return more
	}
	_, list := entriesOf(more)
	for _, e := range list {
		section = setEntry(section, e.name, e.text)
	}
	return section
}
