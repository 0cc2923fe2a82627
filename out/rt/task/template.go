package task

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/awmc/awmc/out/rt/data"
)

// expandJSON copies a JSON text and fills the strings that hold {paths}. It
// works on the text itself, so that members keep their order and numbers
// their digits.
func expandJSON(template string, v vars) (json.RawMessage, error) {
	if !json.Valid([]byte(template)) {
		return nil, fmt.Errorf("the template is not JSON: %s", template)
	}
	if !strings.ContainsAny(template, `{}\`) {
		return json.RawMessage(template), nil
	}
	out := make([]byte, 0, len(template)+16)
	for i := 0; i < len(template); {
		if template[i] != '"' {
			out = append(out, template[i])
			i++
			continue
		}
		end := stringEnd(template, i)
		lit := template[i:end]
		i = end
		if !strings.ContainsAny(lit, `{}\`) || isKey(template, end) {
			out = append(out, lit...)
			continue
		}
		var s string
		if err := json.Unmarshal([]byte(lit), &s); err != nil {
			return nil, err
		}
		if !strings.ContainsAny(s, "{}") {
			out = append(out, lit...)
			continue
		}
		var err error
		if out, err = appendExpanded(out, s, v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// stringEnd is the index behind the string literal that starts at i of a
// valid JSON text.
func stringEnd(s string, i int) int {
	for i++; s[i] != '"'; i++ {
		if s[i] == '\\' {
			i++
		}
	}
	return i + 1
}

func isKey(s string, end int) bool {
	rest := strings.TrimLeft(s[end:], " \t\r\n")
	return strings.HasPrefix(rest, ":")
}

func appendExpanded(out []byte, s string, v vars) ([]byte, error) {
	if path, ok := onePath(s); ok {
		x, err := v.lookup(path)
		if err != nil {
			return nil, fmt.Errorf("{%s}: %w", path, err)
		}
		return appendJSON(out, x)
	}
	text, err := expandText(s, v)
	if err != nil {
		return nil, err
	}
	return appendString(out, text), nil
}

// onePath reports whether a template is nothing but one path.
func onePath(s string) (string, bool) {
	if len(s) < 3 || s[0] != '{' || s[len(s)-1] != '}' {
		return "", false
	}
	path := s[1 : len(s)-1]
	if strings.ContainsAny(path, "{}:") {
		return "", false
	}
	return strings.TrimSpace(path), true
}

// expandText fills a text for people.
func expandText(s string, v vars) (string, error) {
	return data.Expand(s, func(path string) (any, error) {
		x, err := v.lookup(path)
		if err == nil {
			x, err = shown(x)
		}
		if err != nil {
			return nil, fmt.Errorf("{%s}: %w", path, err)
		}
		return x, nil
	})
}

// shown turns results into what data.Show writes.
func shown(v any) (any, error) {
	switch x := v.(type) {
	case json.Number:
		return number(x), nil
	case []any:
		list := make(data.List, len(x))
		for i := range x {
			var err error
			if list[i], err = shown(x[i]); err != nil {
				return nil, err
			}
		}
		return list, nil
	case map[string]any:
		return nil, fmt.Errorf("it is an object; name one of its members, as in %s", thereIs(sortedKeys(x)))
	}
	return v, nil
}
