package task

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/data"
)

// vars are the values that paths start from, by name. A value is int64,
// float64, string, bool, nil, a data.Row or a data.List where it was drawn,
// and what encoding/json makes of a result (numbers as json.Number).
type vars map[string]any

// lookup follows a path: "qty", "book.id", "x.items.0.qty". Members of null
// are null.
func (v vars) lookup(path string) (any, error) {
	head, rest, more := strings.Cut(path, ".")
	at, ok := v[head]
	if !ok {
		return nil, fmt.Errorf("there is no value named %q; %s", head, thereIs(sortedKeys(v)))
	}
	done := head
	for more {
		var name string
		name, rest, more = strings.Cut(rest, ".")
		next, err := member(at, done, name)
		if err != nil {
			return nil, err
		}
		at, done = next, done+"."+name
	}
	return at, nil
}

func member(of any, path, name string) (any, error) {
	switch x := of.(type) {
	case nil:
		return nil, nil
	case data.Row:
		if v, ok := x.Get(name); ok {
			return v, nil
		}
		return nil, fmt.Errorf("%s has no column %q; %s", path, name, thereIs(x.Columns))
	case map[string]any:
		if v, ok := x[name]; ok {
			return v, nil
		}
		return nil, fmt.Errorf("%s has no member %q; %s", path, name, thereIs(sortedKeys(x)))
	case data.List:
		return element(x, path, name)
	case []any:
		return element(x, path, name)
	}
	return nil, fmt.Errorf("%s is a single value and has no member %q", path, name)
}

func element(list []any, path, name string) (any, error) {
	i, err := strconv.Atoi(name)
	if err != nil {
		return nil, fmt.Errorf("%s is a list: a number must follow it (%s.0), not %q", path, path, name)
	}
	if i < 0 || i >= len(list) {
		return nil, fmt.Errorf("%s has %d elements, so there is no %s.%s", path, len(list), path, name)
	}
	return list[i], nil
}

func thereIs(names []string) string {
	if len(names) == 0 {
		return "there is none"
	}
	return "there is " + strings.Join(names, ", ")
}

// args are the values of a statement's parameters. The clock and the
// signed-in user are those of the world that it runs in.
func (v vars) args(w core.World, paths []string) ([]any, error) {
	args := make([]any, len(paths))
	for i, p := range paths {
		var err error
		switch p {
		case "now":
			args[i] = string(w.Now())
		case "today":
			args[i] = today(w.Now())
		case "actor":
			if a := w.Actor(); a != nil {
				args[i] = a.Key
			}
		default:
			if args[i], err = v.lookup(p); err == nil {
				args[i], err = argument(args[i])
			}
			if err != nil {
				return nil, fmt.Errorf("parameter :%s: %w", p, err)
			}
		}
	}
	return args, nil
}

func today(now core.DateTime) string {
	if len(now) < 10 {
		return string(now)
	}
	return string(now[:10])
}

// argument is a value as a query takes it: a row stands for its first column,
// a list or an object for its JSON text.
func argument(v any) (any, error) {
	switch x := v.(type) {
	case bool:
		if x {
			return int64(1), nil
		}
		return int64(0), nil
	case json.Number:
		return number(x), nil
	case data.Row:
		if len(x.Values) == 0 {
			return nil, errors.New("the row has no columns")
		}
		return argument(x.Values[0])
	case data.List, []any, map[string]any:
		b, err := appendJSON(nil, v)
		return string(b), err
	}
	return v, nil
}

// number is an int64 where the number is one, else a float64.
func number(n json.Number) any {
	if i, err := n.Int64(); err == nil {
		return i
	}
	f, err := n.Float64()
	if err != nil {
		return n.String()
	}
	return f
}

// appendJSON writes a value as JSON; rows are objects in the order of their
// columns.
func appendJSON(b []byte, v any) ([]byte, error) {
	switch x := v.(type) {
	case nil:
		return append(b, "null"...), nil
	case int64:
		return strconv.AppendInt(b, x, 10), nil
	case bool:
		return strconv.AppendBool(b, x), nil
	case string:
		return appendString(b, x), nil
	case []byte:
		return appendString(b, string(x)), nil
	case json.Number:
		return append(b, x...), nil
	case data.Row:
		b = append(b, '{')
		for i, c := range x.Columns {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendString(b, c), ':')
			var err error
			if b, err = appendJSON(b, x.Values[i]); err != nil {
				return nil, err
			}
		}
		return append(b, '}'), nil
	case data.List:
		return appendList(b, x)
	case []any:
		return appendList(b, x)
	}
	raw, err := json.Marshal(v)
	return append(b, raw...), err
}

func appendList(b []byte, list []any) ([]byte, error) {
	b = append(b, '[')
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = appendJSON(b, v); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

// appendString writes a JSON string without escaping <, > and &, which people
// and models read.
func appendString(b []byte, s string) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil { // strings always encode
		panic(err)
	}
	return append(b, bytes.TrimSuffix(buf.Bytes(), []byte("\n"))...)
}

// decode reads JSON with its numbers as they are written.
func decode(raw []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if dec.More() {
		return nil, errors.New("there is more behind the JSON value")
	}
	return v, nil
}

// decodeOrdered is decode with objects as rows, whose members keep their
// order.
func decodeOrdered(raw json.RawMessage) (any, error) {
	raw = bytes.TrimSpace(raw)
	switch {
	case len(raw) == 0:
		return nil, errors.New("there is no value")
	case raw[0] == '[':
		var parts []json.RawMessage
		if err := json.Unmarshal(raw, &parts); err != nil {
			return nil, err
		}
		list := make([]any, len(parts))
		for i, p := range parts {
			var err error
			if list[i], err = decodeOrdered(p); err != nil {
				return nil, err
			}
		}
		return list, nil
	case raw[0] == '{':
		names, values, err := members(raw)
		if err != nil {
			return nil, err
		}
		row := data.Row{Columns: names, Values: make([]any, len(values))}
		for i, v := range values {
			if row.Values[i], err = decodeOrdered(v); err != nil {
				return nil, err
			}
		}
		return row, nil
	}
	return decode(raw)
}
