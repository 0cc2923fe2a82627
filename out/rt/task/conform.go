package task

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
)

// conform writes values that came from the database in the notation of a
// tool's parameters: 1 as true for a boolean, "2026-03-02 09:00:00" as
// "2026-03-02T09:00:00Z" for a datetime, a whole row as its key for a scalar.
// What it does not understand it leaves as it is; the tool then says what is
// wrong with it.
func conform(env *core.Env, tool string, args json.RawMessage) json.RawMessage {
	for i := range env.Tools {
		if env.Tools[i].Name != tool {
			continue
		}
		t := core.Type{Kind: core.ObjectKind, Fields: env.Tools[i].Params}
		out, err := conformValue(nil, args, &t)
		if err != nil {
			return args
		}
		return out
	}
	return args
}

// conformValue appends raw as a value of type t (nil if that is not known).
func conformValue(b []byte, raw json.RawMessage, t *core.Type) ([]byte, error) {
	raw = bytes.TrimSpace(raw)
	if t == nil || len(raw) == 0 {
		return append(b, raw...), nil
	}
	switch {
	case raw[0] == '{' && t.Kind == core.ObjectKind:
		return conformObject(b, raw, t)
	case raw[0] == '{' && t.Kind != core.JSONKind && t.Kind != core.ListKind:
		_, values, err := members(raw)
		if err != nil || len(values) == 0 {
			return append(b, raw...), err
		}
		return conformValue(b, values[0], t)
	case raw[0] == '[' && t.Kind == core.ListKind:
		var list []json.RawMessage
		if err := json.Unmarshal(raw, &list); err != nil {
			return nil, err
		}
		b = append(b, '[')
		for i, e := range list {
			if i > 0 {
				b = append(b, ',')
			}
			var err error
			if b, err = conformValue(b, e, t.Elem); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	}
	return append(b, conformScalar(string(raw), t.Kind)...), nil
}

func conformObject(b []byte, raw json.RawMessage, t *core.Type) ([]byte, error) {
	names, values, err := members(raw)
	if err != nil {
		return nil, err
	}
	b = append(b, '{')
	for i, name := range names {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendString(b, name), ':')
		var ft *core.Type
		for j := range t.Fields {
			if t.Fields[j].Name == name {
				ft = &t.Fields[j].Type
			}
		}
		if b, err = conformValue(b, values[i], ft); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

func conformScalar(raw string, kind core.Kind) string {
	switch kind {
	case core.Boolean:
		switch raw {
		case "0":
			return "false"
		case "1":
			return "true"
		}
	case core.DateTimeKind:
		if len(raw) == len(`"2026-03-02 09:00:00"`) && raw[0] == '"' && raw[11] == ' ' {
			return strings.Replace(raw[:20], " ", "T", 1) + `Z"`
		}
	}
	return raw
}

// members are the names and values of an object in the order written.
func members(raw json.RawMessage) (names []string, values []json.RawMessage, err error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if _, err := dec.Token(); err != nil { // {
		return nil, nil, err
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, nil, err
		}
		var v json.RawMessage
		if err := dec.Decode(&v); err != nil {
			return nil, nil, err
		}
		s, _ := name.(string) // object keys are always strings
		names, values = append(names, s), append(values, v)
	}
	return names, values, nil
}
