package parse

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/awmc/awmc/ir/diag"
)

// The YAML library stops at the first error, says at best on which line the
// structure around it began, and names what its grammar missed instead of
// what the author did. So the file is cut where its indentation says that
// entries begin, each entry is tried alone, and inside an entry that fails the
// first line that no reading can continue over is looked for. What is wrong
// there is for guess (in guess.go).

// effort bounds the bytes given to the library while looking for errors.
const effort = 16 << 20

// maxSyntax is the number of YAML errors that are reported at once.
const maxSyntax = 20

// reportSyntax explains why the file is not YAML. It returns the broken
// entries, and the text without them, so that the rest can still be checked;
// none if no entry can be blamed.
func reportSyntax(s *source, err error, ds *diag.List) (broken []block, rest []byte) {
	var second errSecondDocument
	if errors.As(err, &second) && second.line > 0 {
		ds.Error(diag.MultipleDocuments, s.rest(cursor{s.separator(second.line - 1), 0}),
			"a second YAML document begins here",
			"one file is one environment: delete the `---` and what is not part of it")
		return nil, nil
	}
	f := &finder{src: s, budget: effort}
	broken = f.broken()
	if len(broken) == 0 {
		// No part is wrong by itself: take the library's word for the line.
		line := min(max(libraryLine(err)-1, 0), len(s.lines)-1)
		ds.Add(guess(s, block{line, min(line+1, len(s.lines)), err}, line))
		return nil, nil
	}
	lines := bytes.Split(s.text, []byte("\n"))
	for i, b := range broken {
		if i < maxSyntax {
			ds.Add(guess(s, b, f.stuck(b)))
		}
		for line := b.from; line < b.to; line++ {
			lines[line] = nil
		}
	}
	return broken, bytes.Join(lines, []byte("\n"))
}

// libraryLine reads the line number out of "yaml: line 12: …", 1 if there is
// none.
func libraryLine(err error) int {
	_, after, ok := strings.Cut(err.Error(), "line ")
	if !ok {
		return 1
	}
	number, _, _ := strings.Cut(after, ":")
	n, convErr := strconv.Atoi(number)
	if convErr != nil {
		return 1
	}
	return n
}

// separator is the line of the `---` or `...` that a second document, whose
// content is at line, begins with.
func (s *source) separator(line int) int {
	for i := min(line, len(s.lines)-1); i > 0; i-- {
		if text := string(s.lines[i]); strings.HasPrefix(text, "---") || strings.HasPrefix(text, "...") {
			return i
		}
	}
	return min(max(line, 0), len(s.lines)-1)
}

// block is the lines from..to of the file, to exclusive, with the error that
// they give.
type block struct {
	from, to int
	err      error
}

// finder tries parts of the file.
type finder struct {
	src    *source
	budget int
}

// errNoEntry says that lines below a key are neither a map nor a list.
var errNoEntry = errors.New("could not find expected ':'")

// tryEntry reads an entry with the key that it stands under.
func (f *finder) tryEntry(head, entry block) error {
	node, err := f.read(head, entry)
	if err == nil && node != nil && len(node.Content) == 2 && isPlain(node.Content[1]) {
		return errNoEntry
	}
	return err
}

// isPlain says whether a node is text without quotes.
func isPlain(n *yaml.Node) bool {
	return n != nil && n.Kind == yaml.ScalarNode && n.Style == 0 && n.Value != ""
}

// try reads some lines by themselves.
func (f *finder) try(parts ...block) error {
	_, err := f.read(parts...)
	return err
}

func (f *finder) read(parts ...block) (*yaml.Node, error) {
	var text []byte
	for _, p := range parts {
		for line := p.from; line < p.to; line++ {
			text = append(text, string(f.src.lines[line])...)
			text = append(text, '\n')
		}
	}
	f.budget -= len(text)
	return readYAML(text)
}

// broken returns the entries that can't be read: those of the top level whose
// value is on the same line, or the entries one level below.
func (f *finder) broken() []block {
	var out []block
	sections := f.split(block{0, len(f.src.lines), nil}, 0)
	for _, section := range sections {
		node, err := f.read(section)
		if err == nil && len(sections) > 1 && isPlain(node) {
			err = errNoEntry
		}
		if section.err = err; err == nil {
			continue
		}
		before := len(out)
		head := block{section.from, section.from + 1, nil}
		if indent := f.childIndent(section); indent > 0 && f.src.isKey(section.from) && f.try(head) == nil {
			for _, entry := range f.split(block{section.from + 1, section.to, nil}, indent) {
				if entry.err = f.tryEntry(head, entry); entry.err != nil {
					out = append(out, entry)
				}
			}
		}
		if len(out) == before {
			out = append(out, section)
		}
	}
	return out
}

// split cuts lines where one is indented by at most indent. Lines that
// continue a list at the same indentation as its key stay with it.
func (f *finder) split(b block, indent int) []block {
	var out []block
	for line := b.from; line < b.to; line++ {
		starts := !f.src.empty(line) && f.src.indent(line) <= indent && (indent > 0 || !f.src.isItem(line)) && !f.src.tabbed(line)
		if starts || len(out) == 0 {
			out = append(out, block{from: line, to: line + 1})
		} else {
			out[len(out)-1].to = line + 1
		}
	}
	return out
}

// childIndent is the indentation of the first entry below a section's key, 0
// if the section has none.
func (f *finder) childIndent(section block) int {
	for line := section.from + 1; line < section.to; line++ {
		if !f.src.empty(line) {
			return f.src.indent(line)
		}
	}
	return 0
}

// empty says whether a line has no content but a comment.
func (s *source) empty(line int) bool {
	i := s.indent(line)
	return s.content[line] <= i || s.lines[line][i] == '#'
}

// tabbed says whether there is a tab in a line's indentation.
func (s *source) tabbed(line int) bool {
	r, _ := s.rune(cursor{line, s.indent(line)})
	return r == '\t'
}

// isKey says whether a line begins with a key and its colon.
func (s *source) isKey(line int) bool {
	start := cursor{line, s.indent(line)}
	if _, ok := s.rune(start); !ok {
		return false
	}
	_, ok := (&lexer{src: s, to: line + 1}).blockKey(start)
	return ok
}

// isItem says whether a line begins with "- ".
func (s *source) isItem(line int) bool {
	return strings.HasPrefix(string(s.lines[line]), "- ") || string(s.lines[line][:s.content[line]]) == "-"
}

// stuck returns the line after the longest beginning of a block that can be
// read: the construct that begins there can't be finished.
func (f *finder) stuck(b block) int {
	if errors.Is(b.err, errNoEntry) {
		return f.skipEmpty(b.from, b.to)
	}
	from, to := f.stuckEntry(b)
	size := 0
	for line := b.from; line < to; line++ {
		size += len(f.src.lines[line]) + 1
	}
	if (to-from)*size > f.budget {
		return f.skipEmpty(min(b.from+max(libraryLine(b.err)-2, 0), b.to-1), b.to)
	}
	for line := to - 1; line > from; line-- {
		if f.try(block{b.from, line, nil}) == nil {
			return f.skipEmpty(line, b.to)
		}
	}
	return f.skipEmpty(from, b.to)
}

// stuckEntry narrows a long block down to the entry in which it gets stuck.
func (f *finder) stuckEntry(b block) (from, to int) {
	if b.to-b.from < 50 {
		return b.from, b.to
	}
	entries := f.split(block{b.from + 1, b.to, nil}, f.childIndent(b))
	for i := len(entries) - 1; i >= 0; i-- {
		if f.budget < 0 {
			break
		}
		if f.try(block{b.from, entries[i].from, nil}) == nil {
			return entries[i].from, entries[i].to
		}
	}
	return b.from, b.to
}

// skipEmpty moves to a line with content: the next, or else the last before.
func (f *finder) skipEmpty(line, to int) int {
	for next := line; next < to; next++ {
		if !f.src.empty(next) {
			return next
		}
	}
	for line > 0 && f.src.empty(line) {
		line--
	}
	return line
}

// plainError is the library's message without its line number.
func plainError(err error) string {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if strings.HasPrefix(text, "line ") {
		if _, after, ok := strings.Cut(text, ": "); ok {
			text = after
		}
	}
	return text
}

// explain puts the library's message into words of people who write YAML.
func explain(err error) string {
	text := plainError(err)
	switch {
	case strings.Contains(text, "mapping values are not allowed"):
		return "a `key: value` can't stand here"
	case strings.Contains(text, "did not find expected '-' indicator"):
		return "a list ends here, but what follows is not indented like its beginning"
	case strings.Contains(text, "did not find expected key"):
		return "this line does not continue the map above it"
	case strings.Contains(text, "could not find expected ':'"):
		return "this line is neither `key: value` nor the text of the line above"
	case strings.Contains(text, "did not find expected ',' or"):
		return "the list or map in brackets that begins here is not written well or not closed"
	case strings.Contains(text, "unexpected end of stream"):
		return "a quote that begins here is not closed"
	case strings.Contains(text, "unknown escape character"):
		return "a backslash in a double-quoted text is followed by a letter that YAML does not know"
	case strings.Contains(text, "exceeded max depth"):
		return fmt.Sprintf("lists and maps are nested more than %d deep", maxDepth)
	default:
		return "this is not valid YAML: " + text
	}
}
