package openenv

import (
	"encoding/json"
	"fmt"
	"strings"
)

// problem is one thing that is wrong with a message, in the words of
// pydantic, which OpenEnv's own servers use.
type problem struct {
	Type  string          `json:"type"`
	Loc   []any           `json:"loc"`
	Msg   string          `json:"msg"`
	Input json.RawMessage `json:"input,omitempty"`
}

type problems []problem

func (p *problems) add(kind, msg string, input json.RawMessage, loc ...any) {
	if len(input) > 200 {
		input = nil // it came from there; no need to send it back
	}
	*p = append(*p, problem{Type: kind, Loc: loc, Msg: msg, Input: input})
}

// String is the problems in one line.
func (p problems) String() string {
	parts := make([]string, len(p))
	for i, x := range p {
		loc := make([]string, len(x.Loc))
		for j, l := range x.Loc {
			loc[j] = fmt.Sprint(l)
		}
		parts[i] = strings.Join(loc, ".") + ": " + x.Msg
	}
	return strings.Join(parts, "; ")
}

// at puts the problems under a place.
func (p problems) at(loc ...any) problems {
	for i := range p {
		p[i].Loc = append(append([]any(nil), loc...), p[i].Loc...)
	}
	return p
}

// object reads a JSON object; ok is false, and a problem added, if it is none.
func (p *problems) object(raw json.RawMessage, loc ...any) (m map[string]json.RawMessage, ok bool) {
	if json.Unmarshal(raw, &m) != nil || m == nil {
		p.add("dict_type", "Input should be a valid dictionary", raw, loc...)
		return nil, false
	}
	return m, true
}

// text reads a string member; "" if it is missing or null.
func (p *problems) text(m map[string]json.RawMessage, name string) (s string) {
	raw, ok := m[name]
	if !ok || isNull(raw) {
		return ""
	}
	if json.Unmarshal(raw, &s) != nil {
		p.add("string_type", "Input should be a valid string", raw, name)
	}
	return s
}

// flag reads a boolean member.
func (p *problems) flag(m map[string]json.RawMessage, name string) (b bool) {
	raw, ok := m[name]
	if !ok || isNull(raw) {
		return false
	}
	if json.Unmarshal(raw, &b) != nil {
		p.add("bool_type", "Input should be a valid boolean", raw, name)
	}
	return b
}

// integer reads an integer member: 5, 5.0 or "5"; nil if it is missing or null.
func (p *problems) integer(m map[string]json.RawMessage, name string) *int64 {
	raw, ok := m[name]
	if !ok || isNull(raw) {
		return nil
	}
	text := string(raw)
	var s string
	if json.Unmarshal(raw, &s) == nil {
		text = strings.TrimSpace(s)
	}
	if whole, zeros, dot := strings.Cut(text, "."); dot && zeros != "" && strings.Trim(zeros, "0") == "" {
		text = whole
	}
	n, err := json.Number(text).Int64()
	if err != nil {
		p.add("int_type", "Input should be a valid integer", raw, name)
		return nil
	}
	return &n
}

func isNull(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }
