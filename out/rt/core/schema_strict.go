package core

import (
	"encoding/json"
	"fmt"
	"strings"
)

// StrictSchema is the JSON Schema of a tool's arguments for APIs that hold a
// model to it while it writes (strict mode of OpenAI's function calling, and
// those that follow it). They want every property to be required, and know
// fewer keywords. So what may be left out may be null here, which DecodeArgs
// takes for the same; lengths and defaults are said in words. It is nil if a
// parameter may be any JSON value: strict mode has no schema for that.
func StrictSchema(params []Param) json.RawMessage {
	if anyJSON(params) {
		return nil
	}
	b := schemaWriter{strict: true}
	b.object(params, "", false)
	return b.Bytes()
}

// strictParam writes the schema of a property that is always there.
func (b *schemaWriter) strictParam(p Param) {
	t, words := p.Type, []string{}
	if p.Doc != "" {
		words = append(words, p.Doc)
	}
	if s := lengthInWords(t); s != "" {
		words = append(words, s)
	}
	if p.Default != nil {
		words = append(words, fmt.Sprintf("null means %s.", appendJSON(nil, jsonForm(t.Kind, p.Default))))
	}
	t.Nullable = p.Optional || p.Default != nil
	b.typ(t, strings.Join(words, " "), nil, true)
}

func lengthInWords(t Type) string {
	switch least, most := t.MinLength, t.MaxLength; {
	case least != nil && most != nil && *least == *most:
		return fmt.Sprintf("Exactly %d characters.", *least)
	case least != nil && most != nil:
		return fmt.Sprintf("%d to %d characters.", *least, *most)
	case least != nil:
		return fmt.Sprintf("At least %d characters.", *least)
	case most != nil:
		return fmt.Sprintf("At most %d characters.", *most)
	}
	return ""
}

func anyJSON(params []Param) bool {
	for _, p := range params {
		t := p.Type
		for t.Kind == ListKind {
			t = *t.Elem
		}
		if t.Kind == JSONKind || t.Kind == ObjectKind && anyJSON(t.Fields) {
			return true
		}
	}
	return false
}

// OpenAITool is a tool's definition for APIs that take those of OpenAI's chat
// completions: in strict mode if the tool's parameters allow that.
func OpenAITool(t *Tool) json.RawMessage {
	schema, strict := StrictSchema(t.Params), true
	if schema == nil {
		schema, strict = InputSchema(t.Params), false
	}
	var b schemaWriter
	b.WriteString(`{"type":"function","function":{`)
	b.member("name", t.Name)
	b.member("description", t.Doc)
	b.member("strict", strict)
	b.key("parameters")
	b.Write(schema)
	b.WriteString("}}")
	return b.Bytes()
}
