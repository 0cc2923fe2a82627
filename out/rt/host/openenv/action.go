package openenv

import (
	"bytes"
	"encoding/json"
)

// action is what a step does: list the tools, or call one.
type action struct {
	list bool
	tool string
	args json.RawMessage
}

// parseAction reads an action. The arguments' contents are left to the tool:
// what an agent got wrong is an observation for it, while a problem here is
// an exception in its trainer. So are arguments that are a string: models
// send JSON in one, whole or cut off.
func parseAction(m map[string]json.RawMessage) (a action, p problems) {
	known := []string{"type", "metadata"}
	kind := p.text(m, "type")
	switch kind {
	case "list_tools":
		a.list = true
	case "call_tool":
		known = append(known, "tool_name", "arguments")
		if raw, ok := m["tool_name"]; !ok {
			p.add("missing", "Field required", nil, "tool_name")
		} else if isNull(raw) {
			p.add("string_type", "Input should be a valid string", raw, "tool_name")
		}
		a.tool = p.text(m, "tool_name")
		a.args = arguments(m["arguments"])
		if len(a.args) == 0 || a.args[0] != '{' && a.args[0] != '"' {
			p.add("dict_type", "Input should be a valid dictionary", m["arguments"], "arguments")
		}
	default:
		if len(p) == 0 {
			p.add("union_tag_invalid", "Input should have the type 'list_tools' or 'call_tool'", m["type"], "type")
		}
		return a, p
	}
	if raw, ok := m["metadata"]; ok {
		p.object(raw, "metadata")
	}
	p.only(m, known...)
	return a, p
}

// arguments are those of a call: none for null, and the JSON in a string if
// that is an object.
func arguments(raw json.RawMessage) json.RawMessage {
	raw = bytes.TrimSpace(raw)
	if isNull(raw) {
		return json.RawMessage("{}")
	}
	var s string
	if json.Unmarshal(raw, &s) == nil {
		if inner := bytes.TrimSpace([]byte(s)); len(inner) > 0 && inner[0] == '{' && json.Valid(inner) {
			return inner
		}
	}
	return raw
}

// only adds a problem for every member that nobody knows.
func (p *problems) only(m map[string]json.RawMessage, known ...string) {
	for _, name := range sortedKeys(m) {
		ok := false
		for _, k := range known {
			ok = ok || k == name
		}
		if !ok {
			p.add("extra_forbidden", "Extra inputs are not permitted", m[name], name)
		}
	}
}
