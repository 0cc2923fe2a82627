package stats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// lists are what a corpus must not be like: the names of tools, tables and
// texts of benchmarks, say, as users supply them.
type lists struct {
	files  []string
	names  map[string]bool
	tables []table
	texts  []string
}

// table is a table of a schema in the lists.
type table struct {
	name    string
	columns []string
}

// readLists reads files of any of these kinds:
//
//   - text: one item on each line. One word that is an identifier is a name,
//     anything else a text.
//   - SQL (.sql): the tables of its CREATE TABLE statements.
//   - JSON or JSON lines (.json, .jsonl): every string in it is an item, names of
//     members aside; an object with "name" and "columns" is a table, and a string
//     with CREATE TABLE in it a schema.
func readLists(paths []string) (*lists, error) {
	l := &lists{names: map[string]bool{}}
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		l.files = append(l.files, filepath.ToSlash(path))
		switch filepath.Ext(path) {
		case ".sql":
			l.schema(string(b))
		case ".json", ".jsonl":
			if err := l.json(b); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
		default:
			for line := range strings.Lines(string(b)) {
				l.item(strings.TrimSpace(line))
			}
		}
	}
	return l, nil
}

func (l *lists) json(b []byte) error {
	dec := json.NewDecoder(bytes.NewReader(b))
	for {
		var v any
		if err := dec.Decode(&v); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		l.value(v)
	}
}

func (l *lists) value(v any) {
	switch x := v.(type) {
	case string:
		l.item(x)
	case []any:
		for _, e := range x {
			l.value(e)
		}
	case map[string]any:
		name, named := x["name"].(string)
		if columns, ok := x["columns"].([]any); ok && named {
			t := table{name: plainName(name)}
			for _, c := range columns {
				if o, ok := c.(map[string]any); ok {
					c = o["name"]
				}
				if s, ok := c.(string); ok {
					t.columns = append(t.columns, plainName(s))
				}
			}
			l.tables = append(l.tables, t)
			return
		}
		for _, e := range x {
			l.value(e)
		}
	}
}

var identifier = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]*([_.\-][A-Za-z0-9]+)*$`)

func (l *lists) item(s string) {
	switch {
	case s == "":
	case strings.Contains(strings.ToUpper(s), "CREATE TABLE"):
		l.schema(s)
	case identifier.MatchString(s):
		l.names[plainName(s)] = true
	default:
		l.texts = append(l.texts, s)
	}
}

var (
	createTable = regexp.MustCompile(`(?is)create\s+table\s+(?:if\s+not\s+exists\s+)?["'\x60\[]?(\w+)["'\x60\]]?\s*\((.*?)\)\s*(?:strict|without\s+rowid|;|$)`)
	columnName  = regexp.MustCompile(`(?i)^["'\x60\[]?(\w+)`)
	notColumn   = regexp.MustCompile(`(?i)^(constraint|primary|foreign|unique|check|key|index)$`)
)

// schema reads the tables of a DDL text.
func (l *lists) schema(ddl string) {
	for _, m := range createTable.FindAllStringSubmatch(ddl, -1) {
		t := table{name: plainName(m[1])}
		for _, part := range topLevel(m[2]) {
			if c := columnName.FindStringSubmatch(strings.TrimSpace(part)); c != nil && !notColumn.MatchString(c[1]) {
				t.columns = append(t.columns, plainName(c[1]))
			}
		}
		l.tables = append(l.tables, t)
	}
}

// topLevel splits at the commas outside of brackets.
func topLevel(s string) []string {
	var out []string
	depth, from := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, s[from:i])
				from = i + 1
			}
		}
	}
	return append(out, s[from:])
}

var humps = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// plainName writes a name in snake_case, whatever it was written in.
func plainName(s string) string {
	s = humps.ReplaceAllString(s, "${1}_${2}")
	return strings.ToLower(strings.NewReplacer("-", "_", ".", "_", " ", "_").Replace(s))
}

// Contamination is what a corpus has in common with the lists.
type Contamination struct {
	Files  []string `json:"files"`
	Names  int      `json:"names"` // in the lists
	Tables int      `json:"tables"`
	Texts  int      `json:"texts"`
	// Environments that have something in common, the most first.
	Environments []Overlap `json:"environments"`
}

// Overlap is what one environment has in common with the lists.
type Overlap struct {
	Environment string      `json:"environment"`
	ToolNames   []string    `json:"tool_names,omitempty"`
	ToolShare   float64     `json:"tool_share"`
	Tables      []string    `json:"tables,omitempty"` // "entity ~ table of the list"
	Tasks       []TextMatch `json:"tasks,omitempty"`
}

// TextMatch is a request that is like a text of the lists.
type TextMatch struct {
	Task     string  `json:"task"`
	Text     string  `json:"text"`
	Likeness float64 `json:"likeness"`
	// Copied is the share of its runs of eight words that stand in the lists.
	Copied float64 `json:"copied"`
}

// What counts as in common: tables of which this share of all columns is the
// same (less if the name is, too), requests of which so many runs of words were
// copied or whose words are so alike.
const (
	sameColumns      = 0.8
	sameNamedColumns = 0.5
	copiedRuns       = 0.2
	runLength        = 8
)

func (l *lists) compare(all []*loaded) *Contamination {
	c := &Contamination{Files: l.files, Names: len(l.names), Tables: len(l.tables), Texts: len(l.texts), Environments: []Overlap{}}
	matches := l.requests(all)
	for _, e := range all {
		o := Overlap{Environment: e.Name, Tables: l.sameTables(e), Tasks: matches[e.Name]}
		for _, t := range e.env.Tools {
			if l.names[plainName(t.Name)] {
				o.ToolNames = append(o.ToolNames, t.Name)
			}
		}
		o.ToolShare = round(float64(len(o.ToolNames)) / float64(max(e.Tools, 1)))
		if len(o.ToolNames)+len(o.Tables)+len(o.Tasks) > 0 {
			c.Environments = append(c.Environments, o)
		}
	}
	slices.SortStableFunc(c.Environments, func(a, b Overlap) int {
		return len(b.Tasks)*100 + len(b.Tables)*10 + len(b.ToolNames) - len(a.Tasks)*100 - len(a.Tables)*10 - len(a.ToolNames)
	})
	return c
}

func (l *lists) sameTables(e *loaded) []string {
	var out []string
	for _, x := range e.env.Entities {
		columns := map[string]bool{}
		for _, f := range x.Fields {
			columns[f.Name] = true
		}
		for _, t := range l.tables {
			both := 0
			for _, c := range t.columns {
				if columns[c] {
					both++
				}
			}
			j := float64(both) / float64(max(len(columns)+len(t.columns)-both, 1))
			named := stem(t.name) == stem(x.Name)
			if both >= 3 && (j >= sameColumns || named && j >= sameNamedColumns) {
				out = append(out, x.Name+" ~ "+t.name)
			}
		}
	}
	return unique(out)
}

// requests finds the tasks whose requests are like a text of the lists.
func (l *lists) requests(all []*loaded) map[string][]TextMatch {
	runs := map[string]bool{}
	var items []Item
	for _, t := range l.texts {
		for _, s := range shingles(t, runLength) {
			runs[s] = true
		}
		items = append(items, Item{ID: t, Parts: []Part{{Weight: 1, Features: unique(words(t))}}})
	}
	isText := map[string]bool{}
	for _, t := range l.texts {
		isText[t] = true
	}
	out := map[string][]TextMatch{}
	found := map[string]int{} // task → place in out
	tasks := map[string]*loaded{}
	for _, e := range all {
		for i := range e.Tasks {
			t := &e.Tasks[i]
			id := e.Name + "/" + t.Name
			tasks[id] = e
			items = append(items, Item{ID: id, Parts: []Part{{Weight: 1, Features: unique(words(plainAsk(t.ask)))}}})
			own := shingles(plainAsk(t.ask), runLength)
			copied := 0
			for _, s := range own {
				if runs[s] {
					copied++
				}
			}
			if part := float64(copied) / float64(max(len(own), 1)); part >= copiedRuns {
				found[id] = len(out[e.Name])
				out[e.Name] = append(out[e.Name], TextMatch{Task: t.Name, Copied: round(part)})
			}
		}
	}
	for _, p := range Similar(items, SameTask) {
		task, text := p.B, p.A // texts come first
		e := tasks[task]
		if e == nil || !isText[text] {
			continue
		}
		at, known := found[task]
		if !known {
			at = len(out[e.Name])
			found[task] = at
			out[e.Name] = append(out[e.Name], TextMatch{Task: strings.TrimPrefix(task, e.Name+"/")})
		}
		if m := &out[e.Name][at]; m.Text == "" {
			m.Text, m.Likeness = text, p.Likeness
		}
	}
	return out
}
