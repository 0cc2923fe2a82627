package compiler_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir/describe"
	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates/rt/core"
)

// Providers refuse a whole request over one schema that they don't take: one
// bad tool takes the environment out of training. Every tool of every
// environment must pass the rules that OpenAI publishes for function calling,
// with the strict mode's schema as well as with the one that MCP shows.
func TestToolsAreAcceptedByOpenAI(t *testing.T) {
	paths, err := filepath.Glob("../envs/*/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no environments: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".yaml"), func(t *testing.T) {
			t.Parallel()
			tools := toolsOf(t, path)
			if len(tools) > 128 {
				t.Errorf("%d tools; a request may have 128", len(tools))
			}
			for _, tool := range tools {
				for _, problem := range openAIProblems(core.OpenAITool(&tool)) {
					t.Errorf("%s: %s", tool.Name, problem)
				}
				var plain map[string]any
				if err := json.Unmarshal(core.InputSchema(tool.Params), &plain); err != nil {
					t.Fatal(err)
				}
				for _, problem := range (&schemaRules{}).object("parameters", plain, 0) {
					t.Errorf("%s: %s", tool.Name, problem)
				}
			}
		})
	}
}

// toolsOf reads an environment as far as its tools' parameters.
func toolsOf(t *testing.T, path string) []core.Tool {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var ds diag.List
	r := check.Check(parse.Parse(path, src, &ds), &ds)
	if ds.HasErrors() {
		t.Fatalf("%s does not pass", path)
	}
	for _, tool := range r.Tools {
		r.Env.Tools = append(r.Env.Tools, tool.IR)
	}
	return describe.Env(r.Env).Tools
}

var functionName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// openAIProblems checks a function's definition: the name, what strict mode
// wants of the schema, and its limits.
func openAIProblems(definition json.RawMessage) (problems []string) {
	var d struct {
		Type     string
		Function struct {
			Name, Description string
			Strict            bool
			Parameters        map[string]any
		}
	}
	if err := json.Unmarshal(definition, &d); err != nil {
		return []string{err.Error()}
	}
	f := d.Function
	if d.Type != "function" || !functionName.MatchString(f.Name) {
		problems = append(problems, fmt.Sprintf("%q is no function's name", f.Name))
	}
	if n := len([]rune(f.Description)); n > 1024 {
		problems = append(problems, fmt.Sprintf("the description has %d characters; 1,024 are allowed", n))
	}
	rules := &schemaRules{strict: f.Strict}
	problems = append(problems, rules.object("parameters", f.Parameters, 0)...)
	if rules.properties > 5000 || rules.enums > 1000 || rules.letters > 120_000 {
		problems = append(problems, fmt.Sprintf("%d properties, %d enum values, %d letters are more than 5,000, 1,000 and 120,000", rules.properties, rules.enums, rules.letters))
	}
	return problems
}

// schemaRules are those of the guides to function calling and structured
// outputs.
type schemaRules struct {
	strict                     bool
	properties, enums, letters int
}

// keywords that strict mode takes, by type.
var strictKeywords = map[string][]string{
	"string":  {"pattern", "format", "enum"},
	"integer": {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "enum"},
	"number":  {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "enum"},
	"boolean": {"enum"},
	"array":   {"items", "minItems", "maxItems"},
	"object":  {"properties", "required", "additionalProperties"},
}

var strictFormats = []string{"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}

func (r *schemaRules) object(path string, s map[string]any, depth int) (problems []string) {
	say := func(format string, args ...any) { problems = append(problems, path+": "+fmt.Sprintf(format, args...)) }
	properties, ok := s["properties"].(map[string]any)
	if !ok {
		say("an object needs properties, even if it has none")
	}
	if s["additionalProperties"] != false {
		say("additionalProperties must be false")
	}
	if depth > 10 {
		say("more than ten levels")
	}
	var required []string
	if list, ok := s["required"].([]any); ok {
		for _, name := range list {
			required = append(required, name.(string))
		}
	}
	if names := slices.Sorted(maps.Keys(properties)); r.strict && !slices.Equal(names, slices.Sorted(slices.Values(required))) {
		say("strict mode wants all of %q to be required, not %q", names, required)
	}
	for name, p := range properties {
		r.properties++
		r.letters += len(name)
		problems = append(problems, r.value(path+"."+name, p.(map[string]any), depth+1)...)
	}
	return problems
}

func (r *schemaRules) value(path string, s map[string]any, depth int) (problems []string) {
	say := func(format string, args ...any) { problems = append(problems, path+": "+fmt.Sprintf(format, args...)) }
	kind, _ := s["type"].(string)
	if list, ok := s["type"].([]any); ok {
		if !r.strict {
			say("a list of types, which not every provider takes")
		}
		if len(list) != 2 || list[1] != "null" {
			say("the types %v are not one and null", list)
		}
		kind, _ = list[0].(string)
		if enum, ok := s["enum"].([]any); ok && !slices.Contains(enum, nil) {
			say("may be null, but its enum has none")
		}
	}
	known := strictKeywords[kind]
	if known == nil && r.strict {
		say("strict mode has no type %v", s["type"])
	}
	for key := range s {
		switch {
		case slices.Contains([]string{"anyOf", "oneOf", "allOf", "not", "if", "$ref", "$defs", "patternProperties", "const"}, key):
			say("%s, which not every provider takes", key)
		case key != "type" && key != "description" && r.strict && !slices.Contains(known, key):
			say("strict mode doesn't know %s of %s", key, kind)
		}
	}
	if format, ok := s["format"].(string); ok && !slices.Contains(strictFormats, format) {
		say("unknown format %s", format)
	}
	if pattern, ok := s["pattern"].(string); ok && (strings.Contains(pattern, "(?=") || strings.Contains(pattern, "(?!") || strings.Contains(pattern, "(?<")) {
		say("looks around in %s", pattern)
	}
	if enum, ok := s["enum"].([]any); ok {
		r.enums += len(enum)
		letters := 0
		for _, v := range enum {
			letters += len(fmt.Sprint(v))
		}
		if len(enum) > 250 && letters > 15_000 {
			say("%d letters in an enum of more than 250 values", letters)
		}
		r.letters += letters
	}
	switch kind {
	case "object":
		problems = append(problems, r.object(path, s, depth)...)
	case "array":
		items, ok := s["items"].(map[string]any)
		if !ok {
			say("a list needs items")
			break
		}
		problems = append(problems, r.value(path+"[]", items, depth+1)...)
	}
	return problems
}

// The check must notice what it is there for.
func TestOpenAIProblemsAreNoticed(t *testing.T) {
	for _, c := range []struct{ definition, want string }{
		{`{"type":"function","function":{"name":"a b","parameters":{"type":"object","properties":{},"additionalProperties":false}}}`, "no function's name"},
		{`{"type":"function","function":{"name":"a","parameters":{"type":"object","additionalProperties":false}}}`, "needs properties"},
		{`{"type":"function","function":{"name":"a","parameters":{"type":"object","properties":{}}}}`, "additionalProperties must be false"},
		{`{"type":"function","function":{"name":"a","strict":true,"parameters":{"type":"object","properties":{"x":{"type":"string"}},"required":[],"additionalProperties":false}}}`, "to be required"},
		{`{"type":"function","function":{"name":"a","strict":true,"parameters":{"type":"object","properties":{"x":{"type":"string","minLength":1}},"required":["x"],"additionalProperties":false}}}`, "doesn't know minLength"},
		{`{"type":"function","function":{"name":"a","strict":true,"parameters":{"type":"object","properties":{"x":{}},"required":["x"],"additionalProperties":false}}}`, "has no type"},
		{`{"type":"function","function":{"name":"a","strict":true,"parameters":{"type":"object","properties":{"x":{"type":["string","null"],"enum":["a"]}},"required":["x"],"additionalProperties":false}}}`, "its enum has none"},
		{`{"type":"function","function":{"name":"a","parameters":{"type":"object","properties":{"x":{"type":["string","null"]}},"additionalProperties":false}}}`, "list of types"},
		{`{"type":"function","function":{"name":"a","parameters":{"type":"object","properties":{"x":{"type":"array","items":{"anyOf":[]}}},"additionalProperties":false}}}`, "anyOf"},
	} {
		if got := strings.Join(openAIProblems(json.RawMessage(c.definition)), "\n"); !strings.Contains(got, c.want) {
			t.Errorf("%s\ngot %q, want %q", c.definition, got, c.want)
		}
	}
}
