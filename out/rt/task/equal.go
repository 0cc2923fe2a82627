package task

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/awmc/awmc/out/rt/data"
)

// literal writes a stored value so that equal values give equal texts:
// numbers as numbers (25 is 25.0), everything else as it is.
func literal(v any) string {
	switch x := v.(type) {
	case nil:
		return "null"
	case int64:
		return strconv.FormatInt(x, 10)
	case float64:
		if x == math.Trunc(x) && math.Abs(x) < 1<<63 {
			return strconv.FormatInt(int64(x), 10)
		}
		return strconv.FormatFloat(x, 'g', -1, 64)
	case json.Number:
		n := number(x)
		if s, ok := n.(string); ok {
			return s
		}
		return literal(n)
	case bool:
		return strconv.FormatBool(x)
	case string:
		return "'" + x
	case []byte:
		return "'" + string(x)
	}
	return "?"
}

// equalJSON compares decoded JSON: numbers as numbers, members in any order.
func equalJSON(a, b any) bool {
	a, b = asObject(a), asObject(b)
	switch x := a.(type) {
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for k, v := range x {
			w, ok := y[k]
			if !ok || !equalJSON(v, w) {
				return false
			}
		}
		return true
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for i := range x {
			if !equalJSON(x[i], y[i]) {
				return false
			}
		}
		return true
	}
	switch b.(type) {
	case map[string]any, []any:
		return false
	}
	return literal(a) == literal(b)
}

func asObject(v any) any {
	row, ok := v.(data.Row)
	if !ok {
		return v
	}
	m := make(map[string]any, len(row.Columns))
	for i, c := range row.Columns {
		m[c] = row.Values[i]
	}
	return m
}

// key is the key of a row as one text.
func keyText(key []any) string {
	if len(key) == 1 {
		return literal(key[0])
	}
	var b strings.Builder
	for _, v := range key {
		b.WriteString(literal(v))
		b.WriteByte(0)
	}
	return b.String()
}
