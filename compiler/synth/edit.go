package synth

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Edits are how a model mends a part without writing it again. Each begins
// with a line that says where, and the new text follows:
//
//	@@ 41-43 first words of line 41     replace lines, which may be one: @@ 41
//	@@ +43 first words of line 43       put something in behind a line
//	@@ tools.end_ride                   replace an entry, or add it
//
// Nothing after the line removes what it names. Numbers are those of the
// file before any edit. The words are a safeguard: if line 41 does not begin
// with them but another line near does, that one is meant, and if none does
// the edit is refused.
type edit struct {
	at         string // the line that says where
	first, cnt int    // lines; cnt 0 puts the text in before line first
	words      string
	key, name  string // of an entry
	text       string
}

var (
	editLine  = regexp.MustCompile(`^@@\s+(\+?)(\d+)(?:\s*-\s*(\d+))?\b[:,]?\s*(.*?)\s*(?:@@)?\s*$`)
	editEntry = regexp.MustCompile(`^@@\s+([a-z_]+)\.([A-Za-z_][A-Za-z0-9_]*)\s*:?\s*(?:@@)?\s*$`)
	numbered  = regexp.MustCompile(`^\s*\d+\| ?`)
)

func isEdits(text string) bool {
	for line := range strings.Lines(text) {
		if editLine.MatchString(line) || editEntry.MatchString(line) {
			return true
		}
	}
	return false
}

// readEdits reads the edits of an answer. Prose before the first is ignored.
func readEdits(text string) ([]*edit, error) {
	var list []*edit
	var current *edit
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "@@") {
			if current != nil {
				current.text += line
			}
			continue
		}
		if rest := strings.TrimSpace(line); rest == "@@" || rest == "@@ end" {
			current = nil
			continue
		}
		e := &edit{at: strings.TrimSpace(line)}
		if m := editEntry.FindStringSubmatch(line); m != nil {
			if parts(m[1]) == "" {
				return nil, fmt.Errorf("%s: %s has no named entries; replace its lines, or write the whole key again", e.at, m[1])
			}
			e.key, e.name = m[1], m[2]
		} else if m := editLine.FindStringSubmatch(line); m != nil {
			from, err := strconv.Atoi(m[2])
			to := from
			if err == nil && m[3] != "" {
				to, err = strconv.Atoi(m[3])
			}
			switch {
			case err != nil || to < from || from < 1 && m[1] == "":
				return nil, fmt.Errorf("%s: these are no lines", e.at)
			case m[1] == "+":
				e.first = from + 1
			default:
				e.first, e.cnt = from, to-from+1
			}
			e.words = strings.Trim(m[4], "`\"'… .")
		} else {
			return nil, fmt.Errorf("%s: an edit begins with @@ 41-43, @@ +43 or @@ tools.name", e.at)
		}
		list = append(list, e)
		current = e
	}
	for _, e := range list {
		e.text = cleanEdit(e)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("there is no edit in the answer")
	}
	return list, nil
}

// cleanEdit removes line numbers that a model copied from the listing, and
// blank lines around the text.
func cleanEdit(e *edit) string {
	text := strings.Trim(e.text, "\n")
	if strings.TrimSpace(text) == "" {
		return ""
	}
	all := true
	for line := range strings.Lines(text) {
		all = all && (strings.TrimSpace(line) == "" || numbered.MatchString(line))
	}
	if !all {
		return text + "\n"
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(numbered.ReplaceAllString(line, ""))
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// applyEdits changes a text, or says which edit can't be made.
func applyEdits(text string, list []*edit) (string, error) {
	lines := slices.Collect(strings.Lines(text))
	var byLine []*edit
	for _, e := range list {
		if e.key != "" {
			continue
		}
		if err := e.settle(lines); err != nil {
			return "", err
		}
		byLine = append(byLine, e)
	}
	slices.SortStableFunc(byLine, func(a, b *edit) int { return a.first - b.first })
	for i := 1; i < len(byLine); i++ {
		if before := byLine[i-1]; before.first+before.cnt > byLine[i].first {
			return "", fmt.Errorf("%s and %s overlap", before.at, byLine[i].at)
		}
	}
	for _, e := range slices.Backward(byLine) {
		lines = slices.Replace(lines, e.first-1, e.first-1+e.cnt, slices.Collect(strings.Lines(e.text))...)
	}
	text = strings.Join(lines, "")
	for _, e := range list {
		if e.key == "" {
			continue
		}
		doc, _, _ := split(text)
		section := doc[e.key]
		if section == "" {
			section = e.key + ":\n"
		}
		if e.text != "" && !strings.HasPrefix(strings.TrimSpace(e.text), e.name+":") {
			if _, inside := entriesOf(strings.TrimLeft(e.text, "\n")); len(inside) != 1 || inside[0].name != e.name {
				return "", fmt.Errorf("%s: the new text must begin with `%s:`", e.at, e.name)
			}
			_, inside := entriesOf(e.text) // the section's key stands above
			e.text = inside[0].text
		}
		doc[e.key] = setEntry(section, e.name, e.text)
		text = doc.render()
	}
	return text, nil
}

// near is how far a line may be from where an edit says it is.
const near = 12

// settle makes sure that the edit's lines are there and are those meant.
func (e *edit) settle(lines []string) error {
	named := e.first // the line that the words are of
	if e.cnt == 0 {
		named--
	}
	if e.words != "" && !e.beginsAt(lines, named) {
		found := 0
		for d := 1; d <= near && found == 0; d++ {
			for _, n := range []int{named - d, named + d} {
				if e.beginsAt(lines, n) {
					found = n
					break
				}
			}
		}
		if found == 0 {
			return fmt.Errorf("%s: line %d does not begin with these words; it is: %s", e.at, named, lineAt(lines, named))
		}
		e.first += found - named
	}
	if e.first-1+e.cnt > len(lines) || e.cnt == 0 && e.first > len(lines)+1 {
		return fmt.Errorf("%s: the file has only %d lines", e.at, len(lines))
	}
	return nil
}

func (e *edit) beginsAt(lines []string, n int) bool {
	if n < 1 || n > len(lines) {
		return false
	}
	squeeze := func(s string) string { return strings.TrimLeft(strings.Join(strings.Fields(s), " "), "`\"'") }
	return strings.HasPrefix(squeeze(lines[n-1]), squeeze(e.words))
}

func lineAt(lines []string, n int) string {
	if n < 1 || n > len(lines) {
		return "behind the end of the file"
	}
	return strings.TrimSpace(lines[n-1])
}
