package proof

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/awmc/awmc/out/rt/core"
)

// fits says why a result does not fit its type, or "".
func fits(raw json.RawMessage, t *core.Type) string {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return "it is not JSON: " + err.Error()
	}
	return fitsValue("result", v, t)
}

func fitsValue(path string, v any, t *core.Type) string {
	if v == nil {
		if t.Nullable || t.Kind == core.JSONKind {
			return ""
		}
		return path + " is null"
	}
	wrong := func(got string) string { return fmt.Sprintf("%s is %s, not %s", path, got, t.Kind) }
	switch x := v.(type) {
	case json.Number:
		if t.Kind == core.JSONKind || t.Kind == core.Real {
			return ""
		}
		if _, err := x.Int64(); t.Kind != core.Integer || err != nil {
			return wrong("the number " + x.String())
		}
	case bool:
		if t.Kind != core.Boolean && t.Kind != core.JSONKind {
			return wrong("true or false")
		}
	case string:
		return fitsText(path, x, t, wrong)
	case []any:
		if t.Kind == core.JSONKind {
			return ""
		}
		if t.Kind != core.ListKind {
			return wrong("a list")
		}
		if t.Elem == nil {
			return ""
		}
		for i, e := range x {
			if why := fitsValue(fmt.Sprintf("%s[%d]", path, i), e, t.Elem); why != "" {
				return why
			}
		}
	case map[string]any:
		if t.Kind == core.JSONKind {
			return ""
		}
		if t.Kind != core.ObjectKind {
			return wrong("an object")
		}
		return fitsObject(path, x, t)
	}
	return ""
}

func fitsObject(path string, x map[string]any, t *core.Type) string {
	for i := range t.Fields {
		f := &t.Fields[i]
		e, ok := x[f.Name]
		if !ok {
			if f.Optional {
				continue
			}
			return fmt.Sprintf("%s lacks %s", path, f.Name)
		}
		ft := f.Type
		ft.Nullable = ft.Nullable || f.Optional
		if why := fitsValue(path+"."+f.Name, e, &ft); why != "" {
			return why
		}
	}
	names := make([]string, 0, len(x))
	for name := range x {
		if !slices.ContainsFunc(t.Fields, func(f core.Param) bool { return f.Name == name }) {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		slices.Sort(names)
		return fmt.Sprintf("%s has %s, which its type does not", path, names[0])
	}
	return ""
}

func fitsText(path, s string, t *core.Type, wrong func(string) string) string {
	layout := ""
	switch t.Kind {
	case core.Text:
		if len(t.Enum) > 0 && !slices.Contains(t.Enum, s) {
			return fmt.Sprintf("%s is %q, which is not among its values", path, s)
		}
		return ""
	case core.JSONKind:
		return ""
	case core.DateKind:
		layout = "2006-01-02"
	case core.DateTimeKind:
		layout = "2006-01-02T15:04:05Z"
	case core.TimeKind:
		layout = "15:04:05"
	default:
		return wrong(fmt.Sprintf("the text %q", s))
	}
	if _, err := time.Parse(layout, s); err != nil {
		return wrong(fmt.Sprintf("the text %q", s))
	}
	return ""
}
