package compiler_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates"
)

// environmentSchema compiles the JSON Schema of the language.
func environmentSchema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(templates.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("env.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("env.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// instance reads YAML as editors do: by YAML 1.2's core schema, in which a
// date is a text.
func instance(t testing.TB, text string) any {
	t.Helper()
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	return plainValue(t, doc.Content[0])
}

func plainValue(t testing.TB, n *yaml.Node) any {
	t.Helper()
	switch n.Kind {
	case yaml.MappingNode:
		m := map[string]any{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			m[n.Content[i].Value] = plainValue(t, n.Content[i+1])
		}
		return m
	case yaml.SequenceNode:
		list := []any{}
		for _, c := range n.Content {
			list = append(list, plainValue(t, c))
		}
		return list
	}
	switch n.Tag {
	case "!!int", "!!float":
		if json.Valid([]byte(n.Value)) {
			return json.Number(n.Value)
		}
	case "!!bool":
		return n.Value == "true"
	case "!!null":
		return nil
	}
	return n.Value
}

// What parse accepts an editor must not underline, and a model that is held
// to the schema must be able to write it.
func TestSchemaAccepts(t *testing.T) {
	s := environmentSchema(t)
	accept := func(name, text string) {
		if err := s.Validate(instance(t, text)); err != nil {
			t.Errorf("%s: %#v", name, err)
		}
	}
	envs, err := filepath.Glob("../envs/*/*.yaml")
	if err != nil || len(envs) == 0 {
		t.Fatal(envs, err)
	}
	for _, path := range envs {
		accept(path, readFile(t, path))
	}
	for _, page := range []string{"../docs/language.md", "../README.md"} {
		list := examples(t, page)
		texts := complete(t, page, list)
		for i, e := range list {
			if e.wrong == "" {
				accept(fmt.Sprintf("%s:%d", page, e.line), texts[i])
			}
		}
	}
	for _, name := range []string{"tools", "tasks"} {
		for i, text := range alsoRight[name] {
			text = smallest + name + ":\n" + text
			var ds diag.List
			if parse.Parse("env.yaml", []byte(text), &ds); ds.HasErrors() {
				t.Errorf("%s %d: parse: %v", name, i, ds.Sorted())
			}
			accept(fmt.Sprintf("%s %d", name, i), text)
		}
	}
}

const smallest = `awmc: 1
name: tiny
now: 2026-03-02 09:00:00
entities:
  things:
    fields: {name: text, kind: {enum: [a, b], default: a}}
`

// alsoRight are notations that no environment uses.
var alsoRight = map[string][]string{
	"tools": {
		"  get_thing: {get: things, only: name}\n",
		"  list_things: {list: things, filter: kind, page: {default: 5}}\n",
		"  first: {doc: First., do: [{use: a_rule}, {return: {x: {let: y}}}]}\n",
	},
	"tasks": {
		"  t: {ask: Look., solve: [list_things]}\ntools: {list_things: {list: things}}\n",
		"  t: {ask: Look., solve: [{list_things: null, as: x}, {each: y in x.items, do: [{get_thing: {id: \"{y.id}\"}}]}]}\ntools: {list_things: {list: things}}\n",
		"  t: {ask: Look., solve: [a: {}], also_solve: {other: [a: {}], third: {calls: [a: {}]}}, wrong: {one: {why: Bad., calls: []}}}\ntools: {list_things: {list: things}}\n",
	},
}

func TestSchemaRefuses(t *testing.T) {
	s := environmentSchema(t)
	tool := "tools:\n  t: "
	for _, tt := range []struct{ name, text string }{
		{"no tools", smallest},
		{"an unknown key", smallest + "tool: {}\n" + tool + "{get: things}\n"},
		{"a version that there is not", strings.Replace(smallest, "awmc: 1", "awmc: 2", 1) + tool + "{get: things}\n"},
		{"a moment without a time", strings.Replace(smallest, " 09:00:00", "", 1) + tool + "{get: things}\n"},
		{"an unknown type", strings.Replace(smallest, "name: text", "name: string", 1) + tool + "{get: things}\n"},
		{"a name in capitals", strings.Replace(smallest, "things:", "Things:", 1) + tool + "{get: things}\n"},
		{"two forms", smallest + tool + "{get: things, list: things}\n"},
		{"no form", smallest + tool + "{doc: Nothing.}\n"},
		{"a step of two kinds", smallest + tool + "{do: [{run: DELETE FROM things, require: \"1\", conflict: No.}]}\n"},
		{"a require without a code", smallest + tool + "{do: [{require: \"1\"}]}\n"},
		{"a loop without a colon", smallest + tool + "{do: [{each: x in xs, do: [{run: DELETE FROM things}]}]}\n"},
		{"a flat list of indexes", strings.Replace(smallest, "    fields", "    index: [name, kind]\n    fields", 1) + tool + "{get: things}\n"},
		{"a part of two kinds", smallest + tool + "{do: [{return: {x: {row: SELECT 1, rows: SELECT 1}}}]}\n"},
		{"two generators", smallest + "data: {things: {generate: {count: 1, name: {fake: name, sql: SELECT 1}}}}\n" + tool + "{get: things}\n"},
		{"a block without count", smallest + "data: {things: {generate: {name: {fake: name}}}}\n" + tool + "{get: things}\n"},
		{"a task without a solution", smallest + tool + "{get: things}\ntasks: {a: {ask: Look.}}\n"},
		{"an unknown match", smallest + tool + "{get: things}\ntasks: {a: {ask: Look., solve: [t], answer: {value: x, match: like}}}\n"},
		{"a wrong episode without a reason", smallest + tool + "{get: things}\ntasks: {a: {ask: Look., solve: [t], wrong: [{calls: [t]}]}}\n"},
	} {
		if s.Validate(instance(t, tt.text)) == nil {
			t.Errorf("%s is accepted", tt.name)
		}
	}
	if err := s.Validate(instance(t, smallest+tool+"{get: things}\n")); err != nil {
		t.Errorf("the smallest environment: %v", err)
	}
}
