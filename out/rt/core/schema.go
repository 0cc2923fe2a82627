package core

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// InputSchema is the JSON Schema of a tool's arguments. It uses plain types
// only (no anyOf, no lists of types), which is what function calling APIs
// agree on.
func InputSchema(params []Param) json.RawMessage {
	var b schemaWriter
	b.object(params, "", false)
	return b.Bytes()
}

// OutputSchema is the JSON Schema of a tool's result.
func OutputSchema(t Type) json.RawMessage {
	var b schemaWriter
	b.typ(t, "", nil, true)
	return b.Bytes()
}

// schemaWriter appends members in a fixed order, so that the same tool gives
// the same bytes.
type schemaWriter struct {
	bytes.Buffer
	strict bool // see StrictSchema
}

// key starts a member; the first one of an object has no comma before it.
func (b *schemaWriter) key(name string) {
	if last := b.Bytes()[b.Len()-1]; last != '{' {
		b.WriteByte(',')
	}
	b.value(name)
	b.WriteByte(':')
}

func (b *schemaWriter) member(name string, v any) {
	b.key(name)
	b.value(v)
}

func (b *schemaWriter) value(v any) { b.Write(appendJSON(nil, v)) }

// appendJSON appends v, which holds strings, numbers, booleans and lists of
// them, without escaping <, > and &.
func appendJSON(dst []byte, v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	return append(dst, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}

func (b *schemaWriter) object(params []Param, doc string, output bool) {
	b.WriteByte('{')
	b.member("type", "object")
	b.objectMembers(params, doc, output)
	b.WriteByte('}')
}

func (b *schemaWriter) objectMembers(params []Param, doc string, output bool) {
	if doc != "" {
		b.member("description", doc)
	}
	b.key("properties")
	b.WriteByte('{')
	required := []string{}
	for _, p := range params {
		b.key(p.Name)
		if b.strict {
			b.strictParam(p)
		} else {
			b.typ(p.Type, p.Doc, p.Default, output)
		}
		if b.strict || !p.Optional && p.Default == nil {
			required = append(required, p.Name)
		}
	}
	b.WriteByte('}')
	if b.strict || len(required) > 0 {
		b.member("required", required)
	}
	b.member("additionalProperties", false)
}

func (b *schemaWriter) typ(t Type, doc string, def any, output bool) {
	b.WriteByte('{')
	if name := schemaType(t.Kind); name != "" {
		if output && t.Nullable {
			b.member("type", []string{name, "null"})
		} else {
			b.member("type", name)
		}
	}
	if t.Kind == ObjectKind {
		b.objectMembers(t.Fields, doc, output)
		b.WriteByte('}')
		return
	}
	doc = strings.TrimSpace(doc + boundsInWords(t))
	if doc != "" {
		b.member("description", doc)
	}
	switch t.Kind {
	case DateKind:
		b.member("format", "date")
	case DateTimeKind:
		b.member("format", "date-time")
	case Integer, Real:
		if t.Min != nil {
			b.member("minimum", t.Min)
		}
		if t.Max != nil {
			b.member("maximum", t.Max)
		}
	case ListKind:
		b.key("items")
		b.typ(*t.Elem, "", nil, output)
		if t.Min != nil {
			b.member("minItems", t.Min)
		}
		if t.Max != nil {
			b.member("maxItems", t.Max)
		}
	}
	if t.MinLength != nil && !b.strict {
		b.member("minLength", *t.MinLength)
	}
	if t.MaxLength != nil && !b.strict {
		b.member("maxLength", *t.MaxLength)
	}
	switch {
	case t.Pattern != "":
		b.member("pattern", "^(?:"+t.Pattern+")$")
	case t.Kind == TimeKind:
		b.member("pattern", "^[0-2][0-9]:[0-5][0-9](?::[0-5][0-9])?$")
	}
	if len(t.Enum) > 0 {
		enum := t.Enum
		if output && t.Nullable {
			b.key("enum")
			list := appendJSON(nil, enum)
			b.Write(append(list[:len(list)-1], ",null]"...))
		} else {
			b.member("enum", enum)
		}
	}
	if def != nil {
		b.member("default", jsonForm(t.Kind, def))
	}
	b.WriteByte('}')
}

// schemaType is JSON Schema's name of a kind; json has none, since any value
// will do.
func schemaType(k Kind) string {
	switch k {
	case Integer:
		return "integer"
	case Real:
		return "number"
	case Boolean:
		return "boolean"
	case ListKind:
		return "array"
	case ObjectKind:
		return "object"
	case JSONKind:
		return ""
	}
	return "string"
}

// jsonForm is a literal as it looks at the tool's interface.
func jsonForm(k Kind, v any) any {
	if s, ok := v.(string); ok && k == DateTimeKind {
		return DateTime(s)
	}
	return v
}

// shown is a literal in a message.
func shown(k Kind, v any) string {
	s := fmt.Sprint(v)
	if k == DateTimeKind && len(s) == len("2026-03-02 09:00:00") {
		return s[:10] + "T" + s[11:] + "Z"
	}
	return s
}

// boundsInWords says what JSON Schema has no keyword for.
func boundsInWords(t Type) string {
	if t.Kind != DateKind && t.Kind != DateTimeKind && t.Kind != TimeKind {
		return ""
	}
	var b strings.Builder
	if t.Min != nil {
		b.WriteString(" Not before " + shown(t.Kind, t.Min) + ".")
	}
	if t.Max != nil {
		b.WriteString(" Not after " + shown(t.Kind, t.Max) + ".")
	}
	return b.String()
}
