package page

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
)

// argument begins the names of the inputs that hold arguments, so that no
// parameter can take the place of another input.
const argument = "arg."

// input is a form's control for one parameter.
type input struct {
	Name, ID, Label string
	Doc             string
	Control         string // select, checkbox, json, textarea or a type of <input>
	Type            string // of the value, in words
	Required        bool
	Value           string
	Checked         bool
	Min, Max, Step  string
	MaxLength       int
	Placeholder     string
	Options         []option // of a select
	Known           []option // values there are, to pick from
	Notes           []string
	Error           string
}

// Wide reports whether the control needs a row to itself.
func (in input) Wide() bool { return in.Control == "json" || in.Control == "textarea" }

type option struct {
	Value, Text string
	On          bool
}

// inputs makes the controls for parameters. given holds what to fill in, and
// trouble what is wrong with it, by parameter.
func inputs(params []core.Param, given url.Values, trouble map[string]string) []input {
	list := make([]input, len(params))
	for i, p := range params {
		in := input{
			Name: argument + p.Name, ID: "arg-" + p.Name, Label: p.Name, Doc: p.Doc, Type: kindWords(p.Type),
			Required: !p.Optional && p.Default == nil, Value: given.Get(argument + p.Name), Error: trouble[p.Name], Notes: limits(p.Type),
		}
		if p.Default != nil {
			in.Placeholder = literal(p.Default)
			if len(p.Type.Enum) == 0 && p.Type.Kind != core.Boolean { // a select says so itself
				in.Notes = append(in.Notes, in.Placeholder+" if left out")
			}
		}
		in.control(p)
		list[i] = in
	}
	return list
}

// control picks the control that fits the parameter's type.
func (in *input) control(p core.Param) {
	t := p.Type
	switch {
	case len(t.Enum) > 0:
		in.Control = "select"
		if !in.Required {
			in.Options = append(in.Options, option{"", leftOut(p), in.Value == ""})
		} else {
			in.Options = append(in.Options, option{"", "choose…", in.Value == ""})
		}
		for _, e := range t.Enum {
			in.Options = append(in.Options, option{e, e, e == in.Value})
		}
	case t.Kind == core.Boolean && in.Required:
		in.Control, in.Checked = "checkbox", in.Value == "true"
	case t.Kind == core.Boolean:
		in.Control = "select"
		in.Options = []option{{"", leftOut(p), in.Value == ""}, {"true", "yes", in.Value == "true"}, {"false", "no", in.Value == "false"}}
	case t.Kind == core.Integer:
		in.Control, in.Step = "number", "1"
		in.bounds(t)
	case t.Kind == core.Real:
		in.Control, in.Step = "number", "any"
		in.bounds(t)
	case t.Kind == core.DateKind:
		in.Control = "date"
		in.bounds(t)
	case t.Kind == core.DateTimeKind:
		in.Control, in.Step = "datetime-local", "1"
		in.Value = strings.TrimSuffix(in.Value, "Z")
		in.Notes = append(in.Notes, "UTC")
	case t.Kind == core.TimeKind:
		in.Control, in.Step = "time", "1"
	case t.Kind == core.ListKind || t.Kind == core.ObjectKind || t.Kind == core.JSONKind:
		in.Control, in.Placeholder = "json", example(t)
	default:
		in.Control = "text"
		if t.MaxLength != nil {
			in.MaxLength = *t.MaxLength
		}
		if in.MaxLength > 160 || strings.Contains(in.Value, "\n") {
			in.Control = "textarea"
		}
	}
}

func (in *input) bounds(t core.Type) {
	if t.Min != nil {
		in.Min = literal(t.Min)
	}
	if t.Max != nil {
		in.Max = literal(t.Max)
	}
}

func leftOut(p core.Param) string {
	if p.Default != nil {
		return "leave out (" + literal(p.Default) + ")"
	}
	return "leave out"
}

func literal(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}

// kindWords names a type.
func kindWords(t core.Type) string {
	switch t.Kind {
	case core.ListKind:
		return "list of " + plural(kindWords(*t.Elem))
	case core.DateTimeKind:
		return "date and time"
	case core.JSONKind:
		return "JSON"
	}
	return string(t.Kind)
}

func plural(s string) string {
	if s == "text" || s == "JSON" || strings.HasPrefix(s, "list") {
		return s
	}
	return s + "s"
}

// limits says what a value must keep to.
func limits(t core.Type) []string {
	var n []string
	unit := ""
	if t.Kind == core.ListKind {
		unit = " elements"
	}
	switch {
	case t.Min != nil && t.Max != nil:
		n = append(n, literal(t.Min)+" to "+literal(t.Max)+unit)
	case t.Min != nil:
		n = append(n, "at least "+literal(t.Min)+unit)
	case t.Max != nil:
		n = append(n, "at most "+literal(t.Max)+unit)
	}
	switch {
	case t.MinLength != nil && t.MaxLength != nil && *t.MinLength == *t.MaxLength:
		n = append(n, count(*t.MinLength, "character"))
	case t.MinLength != nil && t.MaxLength != nil:
		n = append(n, fmt.Sprintf("%d to %s", *t.MinLength, count(*t.MaxLength, "character")))
	case t.MinLength != nil:
		n = append(n, "at least "+count(*t.MinLength, "character"))
	case t.MaxLength != nil:
		n = append(n, "at most "+count(*t.MaxLength, "character"))
	}
	if t.Pattern != "" {
		n = append(n, "must match "+t.Pattern)
	}
	if t.Set {
		n = append(n, "in any order")
	}
	return n
}

// example is a value of a type, to show its shape.
func example(t core.Type) string {
	switch t.Kind {
	case core.ListKind:
		return "[" + example(*t.Elem) + "]"
	case core.ObjectKind:
		parts := make([]string, len(t.Fields))
		for i, f := range t.Fields {
			parts[i] = fmt.Sprintf("%q: %s", f.Name, example(f.Type))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case core.Integer:
		if t.Min != nil {
			return literal(t.Min)
		}
		return "1"
	case core.Real:
		return "1.5"
	case core.Boolean:
		return "true"
	case core.DateKind:
		return `"2026-03-02"`
	case core.DateTimeKind:
		return `"2026-03-02T09:00:00Z"`
	case core.TimeKind:
		return `"09:00"`
	case core.JSONKind:
		return `{"any": "JSON"}`
	}
	if len(t.Enum) > 0 {
		return fmt.Sprintf("%q", t.Enum[0])
	}
	return `"text"`
}

// arguments makes a call's arguments of what a form sent. What is wrong with
// a value is left to the tool to say, as an agent would read it; only what
// can't be sent at all is trouble, by parameter.
func arguments(params []core.Param, form url.Values) (args json.RawMessage, trouble map[string]string) {
	b := []byte{'{'}
	add := func(name string, v []byte) {
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(append(append(b, quoted(name)...), ':'), v...)
	}
	trouble = map[string]string{}
	for _, p := range params {
		text := strings.ReplaceAll(form.Get(argument+p.Name), "\r\n", "\n")
		required := !p.Optional && p.Default == nil
		trimmed := strings.TrimSpace(text)
		plain := p.Type.Kind == core.Text
		switch {
		case p.Type.Kind == core.Boolean && required:
			add(p.Name, fmt.Append(nil, trimmed == "true"))
		case trimmed == "" && plain && required && len(p.Type.Enum) == 0:
			add(p.Name, quoted(text))
		case trimmed == "":
			// left out
		case p.Type.Kind == core.Integer || p.Type.Kind == core.Real:
			add(p.Name, number(trimmed))
		case p.Type.Kind == core.Boolean && (trimmed == "true" || trimmed == "false"):
			add(p.Name, []byte(trimmed))
		case p.Type.Kind == core.ListKind || p.Type.Kind == core.ObjectKind || p.Type.Kind == core.JSONKind:
			if why := notJSON(trimmed); why != "" {
				trouble[p.Name] = why
				continue
			}
			add(p.Name, []byte(trimmed))
		default:
			add(p.Name, quoted(text))
		}
	}
	return append(b, '}'), trouble
}

// number is a number as it was typed, with all its digits; anything else is
// sent as text.
func number(s string) []byte {
	if json.Valid([]byte(s)) && strings.ContainsRune("-0123456789", rune(s[0])) {
		return []byte(s)
	}
	return quoted(s)
}

func quoted(s string) []byte {
	b, err := json.Marshal(s)
	if err != nil { // a string can always be written
		panic(err)
	}
	return b
}

func notJSON(s string) string {
	var v any
	if err := json.Unmarshal([]byte(s), &v); err != nil {
		return "This is not JSON: " + err.Error() + "."
	}
	return ""
}

// filled is the reverse of arguments: what a form must hold to send them.
func filled(params []core.Param, args json.RawMessage) url.Values {
	var members map[string]json.RawMessage
	if json.Unmarshal(args, &members) != nil {
		return nil
	}
	form := url.Values{}
	for _, p := range params {
		raw, ok := members[p.Name]
		if !ok || string(raw) == "null" {
			continue
		}
		var s string
		switch {
		case p.Type.Kind == core.ListKind || p.Type.Kind == core.ObjectKind || p.Type.Kind == core.JSONKind:
			s = pretty(raw)
		case json.Unmarshal(raw, &s) != nil:
			s = string(raw)
		}
		form.Set(argument+p.Name, s)
	}
	return form
}
