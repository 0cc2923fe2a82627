package store

import (
	"encoding/base64"
	"strconv"
)

// appendValue writes a value so that different ones differ.
func appendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, 'n')
	case int64:
		return strconv.AppendInt(append(b, 'i'), v, 10)
	case float64:
		return strconv.AppendFloat(append(b, 'f'), v, 'g', -1, 64)
	case string:
		return strconv.AppendQuote(append(b, 't'), v)
	case []byte:
		return base64.StdEncoding.AppendEncode(append(b, 'b'), v)
	}
	panic("not a value of a database")
}
