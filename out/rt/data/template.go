package data

import (
	"fmt"
	"strconv"
	"strings"
)

// Expand fills a template: {path} is a value, {path:05} a whole number with
// leading zeros, {path:day} a date as people say it (see SpokenForms), {{ and
// }} are braces.
func Expand(template string, lookup func(path string) (any, error)) (string, error) {
	var b strings.Builder
	for i := 0; i < len(template); i++ {
		c := template[i]
		switch {
		case c == '{' && strings.HasPrefix(template[i:], "{{"), c == '}' && strings.HasPrefix(template[i:], "}}"):
			b.WriteByte(c)
			i++
		case c == '{':
			end := strings.IndexByte(template[i:], '}')
			if end < 0 {
				return "", fmt.Errorf("the template %q has a { without a }", template)
			}
			s, err := expandOne(template[i+1:i+end], lookup)
			if err != nil {
				return "", err
			}
			b.WriteString(s)
			i += end
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), nil
}

func expandOne(field string, lookup func(string) (any, error)) (string, error) {
	path, format, formatted := strings.Cut(field, ":")
	v, err := lookup(strings.TrimSpace(path))
	if err != nil {
		return "", err
	}
	if !formatted {
		return Show(v), nil
	}
	if text, ok, err := say(format, v); err != nil {
		return "", fmt.Errorf("{%s}: %w", field, err)
	} else if ok {
		return text, nil
	}
	width, err := strconv.Atoi(strings.TrimPrefix(format, "0"))
	n, ok := v.(int64)
	if err != nil || !ok || width < 1 || width > 40 {
		return "", fmt.Errorf("{%s}: a width such as :05 needs a whole number", field)
	}
	return fmt.Sprintf("%0*d", width, n), nil
}

// Show writes a value as a person would read it.
func Show(v any) string {
	switch x := v.(type) {
	case nil:
		return ""
	case string:
		return x
	case float64:
		return strconv.FormatFloat(x, 'f', -1, 64)
	case Row:
		if len(x.Values) > 0 {
			return Show(x.Values[0])
		}
		return ""
	case List:
		parts := make([]string, len(x))
		for i := range x {
			parts[i] = Show(x[i])
		}
		return strings.Join(parts, ", ")
	}
	return fmt.Sprint(v)
}
