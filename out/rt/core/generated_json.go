package core

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// writeCanonical writes what generated types are made of. It does not go
// through json.Marshal because moments have one form in results and another
// in the database, and because the members of stored objects are sorted.
func writeCanonical(b *strings.Builder, v reflect.Value) error {
	if v.IsValid() && v.Type() == reflect.TypeFor[json.RawMessage]() {
		return writeRaw(b, v.Bytes())
	}
	switch v.Kind() {
	case reflect.Invalid:
		b.WriteString("null")
	case reflect.Pointer, reflect.Interface:
		return writeCanonical(b, v.Elem())
	case reflect.Bool:
		b.WriteString(strconv.FormatBool(v.Bool()))
	case reflect.Int64, reflect.Int:
		b.WriteString(strconv.FormatInt(v.Int(), 10))
	case reflect.Float64:
		return writeJSON(b, v.Float())
	case reflect.String:
		return writeJSON(b, v.String())
	case reflect.Slice:
		b.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := writeCanonical(b, v.Index(i)); err != nil {
				return err
			}
		}
		b.WriteByte(']')
	case reflect.Struct:
		members := map[string]reflect.Value{}
		for i := range v.NumField() {
			name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			members[name] = v.Field(i)
		}
		return writeMembers(b, members)
	case reflect.Map:
		members := map[string]reflect.Value{}
		for _, k := range v.MapKeys() {
			members[k.String()] = v.MapIndex(k)
		}
		return writeMembers(b, members)
	default:
		return fmt.Errorf("a %s has no JSON form", v.Type())
	}
	return nil
}

func writeMembers(b *strings.Builder, members map[string]reflect.Value) error {
	b.WriteByte('{')
	for i, name := range slices.Sorted(maps.Keys(members)) {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := writeJSON(b, name); err != nil {
			return err
		}
		b.WriteByte(':')
		if err := writeCanonical(b, members[name]); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

// writeRaw writes JSON that is text already; numbers keep their digits.
func writeRaw(b *strings.Builder, raw []byte) error {
	if len(raw) == 0 {
		b.WriteString("null")
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return err
	}
	return writeDecoded(b, v)
}

func writeDecoded(b *strings.Builder, v any) error {
	switch v := v.(type) {
	case []any:
		b.WriteByte('[')
		for i, e := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := writeDecoded(b, e); err != nil {
				return err
			}
		}
		b.WriteByte(']')
	case map[string]any:
		b.WriteByte('{')
		for i, name := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := writeJSON(b, name); err != nil {
				return err
			}
			b.WriteByte(':')
			if err := writeDecoded(b, v[name]); err != nil {
				return err
			}
		}
		b.WriteByte('}')
	default: // null, a string, a json.Number or a bool
		return writeJSON(b, v)
	}
	return nil
}

func writeJSON(b *strings.Builder, v any) error {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	b.Write(bytes.TrimSuffix(buf.Bytes(), []byte("\n")))
	return nil
}
