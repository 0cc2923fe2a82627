package check

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// Literal reads a YAML value as a value of a type with constraints. The
// literal of a json, list or object type is its canonical JSON text: no
// white space, the keys of objects sorted. A YAML null is a nil literal,
// whatever the type. ok is false, with nothing reported, if it does not fit.
func Literal(v *parse.Value, t ir.Type, cons ir.Constraints) (l ir.Literal, ok bool) {
	l, m := literal(v, t, cons)
	return l, m == nil
}

func literal(v *parse.Value, t ir.Type, cons ir.Constraints) (ir.Literal, *misfit) {
	if v.Kind == parse.NullValue {
		return ir.Literal{Span: v.Span}, nil
	}
	if s, ok := t.(ir.Scalar); ok {
		if v.Kind != parse.ScalarValue {
			return ir.Literal{}, &misfit{v.Span, fmt.Sprintf("this is %s where %s is expected", shape(v), article(s.String())), "write a single value"}
		}
		l, m := scalar(v.Scalar, s)
		if m == nil {
			m = within(l, cons)
		}
		return l, m
	}
	text, m := jsonText(v, t)
	if m == nil {
		m = elements(v, cons)
	}
	return ir.Literal{Span: v.Span, Value: text}, m
}

func shape(v *parse.Value) string {
	switch v.Kind {
	case parse.NullValue:
		return "null"
	case parse.ListValue:
		return "a list"
	case parse.MapValue:
		return "a map"
	}
	return "a single value"
}

// elements checks the length of a list.
func elements(v *parse.Value, cons ir.Constraints) *misfit {
	if v.Kind != parse.ListValue {
		return nil
	}
	n := int64(len(v.Items))
	if cons.Min != nil && n < cons.Min.Value.(int64) {
		return &misfit{v.Span, fmt.Sprintf("the list has %d elements, fewer than min %s", n, show(*cons.Min)), "add elements"}
	}
	if cons.Max != nil && n > cons.Max.Value.(int64) {
		return &misfit{v.Span, fmt.Sprintf("the list has %d elements, more than max %s", n, show(*cons.Max)), "remove some"}
	}
	return nil
}

// jsonText is the canonical JSON of a value of a type.
func jsonText(v *parse.Value, t ir.Type) (string, *misfit) {
	switch t := t.(type) {
	case ir.Scalar:
		if v.Kind == parse.NullValue {
			return "", &misfit{v.Span, fmt.Sprintf("this is null where %s is expected", article(t.String())), "write a value, or leave it out"}
		}
		l, m := literal(v, t, ir.Constraints{})
		if m != nil {
			return "", m
		}
		return encode(l.Value), nil
	case *ir.List:
		if v.Kind != parse.ListValue {
			return "", &misfit{v.Span, fmt.Sprintf("this is %s where a list is expected", shape(v)), "write `[…]`"}
		}
		parts := make([]string, len(v.Items))
		for i, item := range v.Items {
			text, m := jsonText(item, t.Elem)
			if m == nil && t.Item != nil {
				_, m = literal(item, t.Elem, t.Item.Constraints)
			}
			if m != nil {
				return "", m
			}
			parts[i] = text
		}
		return "[" + strings.Join(parts, ",") + "]", nil
	case *ir.Object:
		return objectText(v, t)
	}
	return untyped(v), nil
}

func objectText(v *parse.Value, t *ir.Object) (string, *misfit) {
	if v.Kind != parse.MapValue {
		return "", &misfit{v.Span, fmt.Sprintf("this is %s where an object is expected", shape(v)), "write `{name: value, …}`"}
	}
	texts := map[string]string{}
	names := make([]string, len(t.Fields))
	for i, f := range t.Fields {
		names[i] = f.Name
	}
	for _, e := range v.Entries {
		i := slices.Index(names, e.Key.Value)
		if i < 0 {
			return "", &misfit{e.Key.Span, fmt.Sprintf("the object has no member %s", quote(e.Key.Value)), nearestOr(e.Key.Value, names, "it has "+listing(names, "and"))}
		}
		f := t.Fields[i]
		if e.Value.Kind == parse.NullValue && f.Optional {
			continue
		}
		text, m := jsonText(e.Value, f.Type)
		if m == nil {
			_, m = literal(e.Value, f.Type, f.Constraints)
		}
		if m != nil {
			return "", m
		}
		texts[e.Key.Value] = text
	}
	for _, f := range t.Fields {
		if _, ok := texts[f.Name]; !ok && !f.Optional && f.Default == nil {
			return "", &misfit{v.Span, fmt.Sprintf("the object's member %s is missing", quote(f.Name)), "add it"}
		}
	}
	return sortedObject(texts), nil
}

func nearestOr(word string, known []string, otherwise string) string {
	if near := diag.Nearest(word, known); near != "" {
		return "did you mean " + quote(near) + "?"
	}
	return otherwise
}

func sortedObject(texts map[string]string) string {
	keys := make([]string, 0, len(texts))
	for k := range texts {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for i, k := range keys {
		keys[i] = encode(k) + ":" + texts[k]
	}
	return "{" + strings.Join(keys, ",") + "}"
}

// untyped reads a value by its looks, as YAML 1.2 does: for json whose shape
// is not declared.
func untyped(v *parse.Value) string {
	switch v.Kind {
	case parse.NullValue:
		return "null"
	case parse.ListValue:
		parts := make([]string, len(v.Items))
		for i, item := range v.Items {
			parts[i] = untyped(item)
		}
		return "[" + strings.Join(parts, ",") + "]"
	case parse.MapValue:
		texts := map[string]string{}
		for _, e := range v.Entries {
			texts[e.Key.Value] = untyped(e.Value)
		}
		return sortedObject(texts)
	}
	t := v.Scalar
	if !t.Quoted {
		for _, typ := range []ir.Scalar{ir.Integer, ir.Real, ir.Boolean} {
			if l, m := scalar(t, typ); m == nil {
				return encode(l.Value)
			}
		}
	}
	return encode(t.Value)
}

// encode is the JSON of a scalar; characters such as < stay as they are.
func encode(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return "null" // not reached: strings, integers, finite reals, booleans
	}
	return strings.TrimSuffix(b.String(), "\n")
}
