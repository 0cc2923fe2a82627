package task

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/awmc/awmc/out/rt/data"
)

// AnswerPart is the outcome for one expected value.
type AnswerPart struct {
	Name string `json:"name,omitempty"`
	OK   bool   `json:"ok"`
	Why  string `json:"why"` // in words, also if it is right
}

// MatchAnswer compares an agent's answer with what is expected, part by part.
// got is JSON, or plain text, or JSON inside a text (also in a fenced block).
// Nil, null and blank texts are no answer and never right.
//
// Several parts come as an object of their names (case, spaces, hyphens and
// underscores aside; other members are ignored), or as lines "name: value".
// One part may also come by itself, or as the only member of an object, or
// under "answer". What each kind of match accepts is said in match_text.go,
// match_number.go, match_date.go and match_list.go.
func MatchAnswer(expected []Expected, got json.RawMessage) []AnswerPart {
	if len(expected) == 0 {
		return nil
	}
	answer, there := readAnswer(got)
	parts := make([]AnswerPart, len(expected))
	for i := range expected {
		e := &expected[i]
		parts[i].Name = e.Name
		want, err := decodeOrdered(e.Value)
		if err != nil {
			parts[i].Why = fmt.Sprintf("the expected value is not JSON: %v", err)
			continue
		}
		if !there {
			parts[i].Why = "there is no answer"
			continue
		}
		v, ok := partOf(expected, e, answer)
		if !ok {
			parts[i].Why = fmt.Sprintf("the answer has no part %q", e.Name)
			continue
		}
		parts[i].OK = matches(e, want, v)
		parts[i].Why = why(e, v, parts[i].OK)
	}
	return parts
}

func matches(e *Expected, want, got any) bool {
	if isBlank(got) {
		return false
	}
	switch e.Match {
	case matchNumber:
		return matchesNumber(want, got, e.Tolerance)
	case matchDate:
		return matchesDate(want, got)
	case matchSet, matchList:
		list, ok := want.([]any)
		if !ok {
			list = []any{want}
		}
		return matchesList(list, got, e.Match == matchSet)
	case matchContains:
		return matchesContains(want, got)
	}
	return matchesText(want, got)
}

func why(e *Expected, got any, ok bool) string {
	said := clip(textOf(got))
	if ok {
		return fmt.Sprintf("%s is right", said)
	}
	return fmt.Sprintf("expected %s, got %s", clip(string(e.Value)), said)
}

func clip(s string) string { return clipTo(s, 200) }

func clipTo(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// readAnswer reads what an agent gave; false means that it gave nothing.
func readAnswer(got json.RawMessage) (any, bool) {
	text := strings.TrimSpace(string(got))
	v, err := decode([]byte(text))
	if err != nil {
		v = text // plain text, as a host may pass it on
	}
	if s, ok := v.(string); ok {
		v = readText(s)
	}
	return v, !isBlank(v)
}

func isBlank(v any) bool {
	switch x := v.(type) {
	case nil:
		return true
	case string:
		return strings.TrimSpace(x) == ""
	case map[string]any:
		return len(x) == 0
	}
	return false
}

// readText looks for a JSON object or list in a text: all of it, or a fenced
// block. Any other text stays one.
func readText(s string) any {
	inner := strings.TrimSpace(s)
	if _, after, ok := strings.Cut(inner, "```"); ok {
		if body, _, ok := strings.Cut(after, "```"); ok {
			inner = strings.TrimSpace(strings.TrimPrefix(body, "json"))
		}
	}
	if inner == "" || inner[0] != '{' && inner[0] != '[' {
		return s
	}
	v, err := decode([]byte(inner))
	if err != nil {
		return s
	}
	return v
}

// wrappers are names under which agents hand over a single answer.
var wrappers = map[string]bool{"answer": true, "finalanswer": true, "result": true, "value": true}

// partOf finds what the answer says about one expected value.
func partOf(expected []Expected, e *Expected, answer any) (any, bool) {
	object, isObject := answer.(map[string]any)
	if isObject && len(object) == 1 && len(expected) > 1 {
		for name, v := range object {
			if inner, ok := unwrapped(v); ok && wrappers[plainName(name)] {
				object = inner
			}
		}
	}
	if e.Name != "" {
		if isObject {
			if v, ok := named(object, e.Name); ok {
				return v, true
			}
		} else if s, ok := answer.(string); ok {
			if v, ok := lineOf(s, e.Name); ok {
				return v, true
			}
		}
		if len(expected) > 1 {
			return nil, false
		}
	}
	if !isObject || isListMatch(e.Match) && len(object) != 1 {
		return answer, true
	}
	if len(object) == 1 {
		for _, v := range object {
			return v, true
		}
	}
	for _, name := range sortedKeys(object) {
		if wrappers[plainName(name)] {
			return object[name], true
		}
	}
	return answer, true
}

// unwrapped reads an object, also from a text.
func unwrapped(v any) (map[string]any, bool) {
	if s, ok := v.(string); ok {
		v = readText(s)
	}
	m, ok := v.(map[string]any)
	return m, ok
}

// named finds a member: by its exact name, else by its plain name where only
// one member has that.
func named(object map[string]any, name string) (any, bool) {
	if v, ok := object[name]; ok {
		return v, true
	}
	var found any
	n := 0
	for _, k := range sortedKeys(object) {
		if plainName(k) == plainName(name) {
			found, n = object[k], n+1
		}
	}
	return found, n == 1
}

func plainName(s string) string {
	return strings.NewReplacer("_", "", " ", "", "-", "").Replace(strings.ToLower(s))
}

// lineOf finds "name: value" or "name = value" in a text of lines; two lines
// of the same name are no answer.
func lineOf(text, name string) (string, bool) {
	found, n := "", 0
	for line := range strings.Lines(text) {
		i := strings.IndexAny(line, ":=")
		if i < 0 {
			continue
		}
		if plainName(strings.Trim(line[:i], " \t*-•`\"")) == plainName(name) {
			found, n = strings.Trim(line[i+1:], " \t\r\n*"), n+1
		}
	}
	return found, n == 1 && found != ""
}

// textOf is an answer as text.
func textOf(v any) string {
	switch x := v.(type) {
	case nil:
		return ""
	case string:
		return x
	case json.Number:
		return x.String()
	case bool:
		return fmt.Sprint(x)
	case []any:
		parts := make([]string, len(x))
		for i := range x {
			parts[i] = textOf(x[i])
		}
		return strings.Join(parts, "\n")
	case data.Row:
		parts := make([]string, len(x.Values))
		for i := range x.Values {
			parts[i] = textOf(x.Values[i])
		}
		return strings.Join(parts, " ")
	case map[string]any:
		parts := make([]string, 0, len(x))
		for _, k := range sortedKeys(x) {
			parts = append(parts, k+": "+textOf(x[k]))
		}
		return strings.Join(parts, "\n")
	}
	return fmt.Sprint(v)
}
