package core

import (
	"bytes"
	"cmp"
)

// CompareValues orders values as SQLite does: nulls, numbers (a boolean is one),
// texts, blobs.
func CompareValues(a, b any) int {
	ra, rb := rank(a), rank(b)
	if ra != rb {
		return cmp.Compare(ra, rb)
	}
	switch a := a.(type) {
	case int64:
		if b, ok := b.(int64); ok {
			return cmp.Compare(a, b)
		}
	case string:
		return cmp.Compare(a, b.(string))
	case []byte:
		if b, ok := b.([]byte); ok {
			return bytes.Compare(a, b)
		}
	}
	return cmp.Compare(Number(a), Number(b))
}

func rank(v any) int {
	switch v.(type) {
	case nil:
		return 0
	case int64, float64, bool:
		return 1
	case string:
		return 2
	}
	return 3
}

// Number is a value as a real; 0 for what is none.
func Number(v any) float64 {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	case bool:
		if v {
			return 1
		}
	}
	return 0
}
