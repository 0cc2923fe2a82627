package synth

import (
	"strings"
	"testing"

	"github.com/awmc/awmc/templates"
)

const sample = `# Small.
awmc: 1
name: x_y
title: X

entities:
  # People.
  people:
    fields: {name: text}

  # Things.
  things:
    fields:
      title: text

tools:
  get_thing: {get: things}
  borrow:
    doc: Lend.
    do:
      - run: DELETE FROM things

      - return:
          x: {value: "1"}
`

func TestSplitKeepsEverything(t *testing.T) {
	start, err := templates.Start("tool_library")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{sample, string(start)} {
		doc, _, unknown := split(text)
		again, _, _ := split(doc.render())
		if len(unknown) > 0 || again.render() != doc.render() {
			t.Errorf("not stable: %v\n%s", unknown, doc.render())
		}
		for line := range strings.Lines(text) {
			if strings.TrimSpace(line) != "" && !strings.Contains(doc.render(), line) {
				t.Errorf("lost %q", line)
			}
		}
	}
}

func TestExtract(t *testing.T) {
	const part = "tools:\n  a: {get: b}\n"
	for name, answer := range map[string]string{
		"bare":          part,
		"fence":         "```yaml\n" + part + "```\n",
		"prose":         "Sure! Here are the tools:\n\n```yaml\n" + part + "```\n\nLet me know: I can add more.\n",
		"prose only":    "Here are the tools you asked for.\n\n" + part + "\nLet me know if you need more.\n",
		"thinking":      "<think>\nMaybe ```yaml\nentities: {}\n```?\n</think>\n" + part,
		"half thinking": "what about tools:\n</think>\n\n" + part,
		"open fence":    "```yaml\n" + part,
		"indented":      "    tools:\n      a: {get: b}\n",
		"quote first":   "I change `x`:\n```\nSELECT 1\n```\nso:\n```yml\n" + part + "```\n",
		"two fences":    "```yaml\ntools:\n```\nand\n```yaml\ntools:\n  a: {get: b}\n```",
		"document mark": "---\n" + part,
		"crlf":          strings.ReplaceAll(part, "\n", "\r\n"),
		"tilde":         "~~~\n" + part + "~~~\n",
	} {
		doc, _, unknown := split(extract(answer))
		if len(unknown) > 0 || !strings.HasSuffix(doc["tools"], "  a: {get: b}\n") || len(doc) != 1 {
			t.Errorf("%s: %q, unknown %v", name, doc, unknown)
		}
	}
}

func TestEntries(t *testing.T) {
	doc, _, _ := split(sample)
	head, list := entriesOf(doc["entities"])
	if head != "entities:\n" || len(list) != 2 || list[1].name != "things" || !strings.HasPrefix(list[0].text, "  # People.\n") {
		t.Errorf("%q %q", head, list)
	}
	tools := setEntry(doc["tools"], "borrow", "")
	if strings.Contains(tools, "borrow") || !strings.Contains(tools, "get_thing") {
		t.Errorf("not removed: %s", tools)
	}
	tools = setEntry(doc["tools"], "get_thing", "get_thing:\n  get: things\n  doc: One.\n")
	if !strings.Contains(tools, "  get_thing:\n    get: things\n    doc: One.\n") {
		t.Errorf("not replaced: %s", tools)
	}
}

func TestEdits(t *testing.T) {
	doc, _, _ := split(sample)
	text := doc.render() // as it is shown, with numbers
	at := func(what string) int {
		for i, l := range strings.Split(text, "\n") {
			if strings.Contains(l, what) {
				return i + 1
			}
		}
		t.Fatalf("no line %q", what)
		return 0
	}
	n := at("DELETE")
	for name, c := range map[string]struct{ answer, want, gone string }{
		"one line":        {sprintf("@@ %d\n      - run: DELETE FROM people\n", n), "- run: DELETE FROM people\n\n", "FROM things"},
		"with words":      {sprintf("@@ %d - run: DELETE\n      - run: DELETE FROM people\n", n), "FROM people", "FROM things"},
		"wrong number":    {sprintf("@@ %d - run: DELETE\n      - run: DELETE FROM people\n", n-3), "FROM people", "FROM things"},
		"numbers copied":  {sprintf("@@ %d-%d\n%4d|       - run: DELETE FROM people\n", n, n, n), "      - run: DELETE FROM people\n", "FROM things"},
		"insert":          {sprintf("@@ +%d\n      - run: DELETE FROM people\n", n), "things\n      - run: DELETE FROM people\n", ""},
		"insert by words": {sprintf("@@ +%d - run: DELETE\n      - run: DELETE FROM people\n", n+2), "things\n      - run: DELETE FROM people\n", ""},
		"remove":          {sprintf("@@ %d-%d\n", n, n+1), "do:\n      - return", "DELETE"},
		"entry":           {"@@ tools.get_thing\n  get_thing: {get: people}\n", "  get_thing: {get: people}\n", "get: things"},
		"entry with key":  {"@@ tools.get_thing\ntools:\n  get_thing: {get: people}\n", "  get_thing: {get: people}\n", "get: things"},
		"entry removed":   {"@@ tools.get_thing\n", "borrow", "get_thing"},
		"entry added":     {"@@ tools.other\nother: {get: people}\n", "  other: {get: people}\n", ""},
		"new section":     {"@@ rules.mine\nmine:\n  do: []\n", "rules:\n  mine:\n    do: []\n", ""},
		"fence and prose": {sprintf("I mend it.\n```\n@@ %d\n      - run: DELETE FROM people\n```\nDone: enjoy.", n), "FROM people", "Done"},
		"several":         {sprintf("@@ %d\n      - run: ONE\n@@ tools.get_thing\n  get_thing: {get: people}\n@@ %d title\ntitle: Y\n", n, at("title: X")), "title: Y\n", "DELETE"},
	} {
		edits, err := readEdits(extract(c.answer))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := applyEdits(text, edits)
		if err != nil || !strings.Contains(got, c.want) || c.gone != "" && strings.Contains(got, c.gone) {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
	for _, answer := range []string{
		"@@ 900\nx\n",                    // behind the end
		"@@ 9-7\nx\n",                    // backwards
		"@@ 3 nothing like it\nx: y\n",   // other words
		"@@ 5-9\na\n@@ 7\nb\n",           // overlap
		"@@ policy.x\nx: y\n",            // no entries
		"@@ tools.one\ntwo: {get: b}\n",  // another name
		"no edit at all\n", "@@ what?\n", // no edit
	} {
		edits, err := readEdits(answer)
		if err == nil {
			_, err = applyEdits(text, edits)
		}
		if err == nil {
			t.Errorf("%q was accepted", answer)
		}
	}
}

func TestJSONBecomesYAML(t *testing.T) {
	got, err := fromJSON(`{"policy":"One.\nTwo.\n","now":"2026-03-02 09:00:00","tools":{"a":{"doc":"It's: fine","rows":"SELECT a, b\nFROM c\n","sort":["a"],"page":20,
		"do":[{"run":"DELETE FROM x WHERE a = 'b'","changes":1},{"return":{"x":{"value":":y"}}}]},"b":{}},"isbn":"978","no":"no"}`)
	want := `policy: |
  One.
  Two.
now: 2026-03-02 09:00:00
tools:
  a:
    doc: "It's: fine"
    rows: |
      SELECT a, b
      FROM c
    sort: [a]
    page: 20
    do:
      - run: "DELETE FROM x WHERE a = 'b'"
        changes: 1
      - {return: {x: {value: ":y"}}}
  b: {}
isbn: "978"
"no": "no"
`
	if err != nil || got != want {
		t.Errorf("%v\n%s", err, got)
	}
	for _, bad := range []string{`{"a":`, `[1]`, `{"a":1} {"b":2}`, `x`} {
		if got, err := fromJSON(bad); err == nil {
			t.Errorf("%s became %s", bad, got)
		}
	}
}

func FuzzAnswers(f *testing.F) {
	f.Add("```yaml\n"+sample+"```", "@@ 3-4 x\nfoo\n@@ tools.borrow\n")
	f.Add(sample, "@@ +1\n  a: b\n@@ tools.x\n x: y")
	f.Add(`{"tools":{"a":[1,"x\ny"]}}`, "")
	f.Fuzz(func(t *testing.T, answer, edits string) {
		text := extract(answer)
		doc, _, _ := split(text)
		again, _, _ := split(doc.render())
		if again.render() != doc.render() {
			t.Errorf("not stable:\n%s\n---\n%s", doc.render(), again.render())
		}
		for k := range doc {
			head, list := entriesOf(doc[k])
			if head+entryTexts(list) != doc[k] && len(list) > 0 {
				t.Errorf("entries of %s lose text: %q", k, doc[k])
			}
		}
		if list, err := readEdits(edits); err == nil {
			applyEdits(doc.render(), list)
		}
		fromJSON(answer)
	})
}

func entryTexts(list []entry) string {
	var b strings.Builder
	for _, e := range list {
		b.WriteString(e.text)
	}
	return b.String()
}
