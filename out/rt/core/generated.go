package core

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// Bind makes the Call of a tool from its typed method: it decodes the
// arguments by the tool's parameters, calls the method on a fresh T for the
// session, and encodes the result. The compiler makes a copy of it for each
// tool, so it leaves the work to functions that are not generic.
func Bind[T, In, Out any](
	newTools func(*Session) T,
	params []Param,
	call func(T, context.Context, In) (Out, error),
) func(context.Context, *Session, json.RawMessage) (json.RawMessage, error) {
	decode := decoderOf(params, reflect.TypeFor[In]())
	return func(ctx context.Context, s *Session, args json.RawMessage) (json.RawMessage, error) {
		in := new(In)
		if err := decode(args, in); err != nil {
			return nil, err
		}
		out, err := call(newTools(s), ctx, *in)
		return encodeResult(&out, err)
	}
}

// decoderOf decodes arguments into a pointer to an input struct; what that
// needs is prepared when it is first called.
func decoderOf(params []Param, in reflect.Type) func(args json.RawMessage, dst any) error {
	prepared := sync.OnceValues(func() (*Decoder, error) { return NewDecoder(params, in) })
	return func(args json.RawMessage, dst any) error {
		d, err := prepared()
		if err != nil {
			return Internal(err)
		}
		return d.Decode(args, dst)
	}
}

// encodeResult encodes what a tool returned.
func encodeResult(out any, err error) (json.RawMessage, error) {
	if err != nil {
		return nil, AsError(err)
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(out); err != nil {
		return nil, Internal(err)
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// Apply maps a value that may be missing; nil stays nil.
func Apply[T, U any](v *T, f func(T) U) *U {
	if v == nil {
		return nil
	}
	return new(f(*v))
}

// NonNil returns the list, or an empty one instead of nil, which would be
// null in JSON.
func NonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// Show is a value as a message to the agent shows it: moments as tools
// return them, numbers without an exponent, lists and objects as JSON, and
// "none" for a value that is not there.
func Show[T any](v T) string { return show(reflect.ValueOf(v)) }

func show(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Invalid:
		return "none"
	case reflect.Pointer:
		if v.IsNil() {
			return "none"
		}
		return show(v.Elem())
	case reflect.String:
		if d, ok := v.Interface().(DateTime); ok && d.Valid() {
			return strings.Replace(string(d), " ", "T", 1) + "Z"
		}
		return v.String()
	case reflect.Int64:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'f', -1, 64)
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case reflect.Slice:
		if v.IsNil() {
			return "none"
		}
	}
	text, err := canonical(v.Interface())
	if err != nil {
		return fmt.Sprint(v.Interface())
	}
	return text
}

// JSONText is a list, an object or a JSON value as an argument of a
// statement: canonical JSON text as tables store it, or NULL for nil.
func JSONText(v any) any {
	if r := reflect.ValueOf(v); !r.IsValid() || (r.Kind() == reflect.Pointer || r.Kind() == reflect.Slice) && r.IsNil() {
		return nil
	}
	text, err := canonical(v)
	if err != nil {
		// SQLite refuses it as malformed JSON where it is used.
		return "not JSON: " + err.Error()
	}
	return text
}

// canonical encodes a value as tables store it: members sorted by name, no
// spaces, nothing escaped that need not be, moments in the database's form.
func canonical(v any) (string, error) {
	var b strings.Builder
	if err := writeCanonical(&b, reflect.ValueOf(v)); err != nil {
		return "", err
	}
	return b.String(), nil
}

// ScanJSON scans a column that holds JSON text into a list, an object or a
// json.RawMessage; NULL leaves dst at its zero value.
func ScanJSON[T any](dst *T) sql.Scanner { return jsonScanner[T]{dst} }

type jsonScanner[T any] struct{ dst *T }

// Scan implements sql.Scanner.
func (s jsonScanner[T]) Scan(src any) error {
	var text []byte
	switch src := src.(type) {
	case nil:
		*s.dst = *new(T)
		return nil
	case string:
		text = []byte(src)
	case []byte:
		text = src
	default: // a JSON column may hold a bare number
		text = fmt.Append(nil, src)
	}
	if err := json.Unmarshal(text, s.dst); err != nil {
		return fmt.Errorf("column holds no JSON of the declared shape: %w", err)
	}
	return nil
}

// Truth is the value of a condition as SQL sees it: NULL and zero are false.
type Truth bool

// Scan implements sql.Scanner.
func (t *Truth) Scan(src any) error {
	switch src := src.(type) {
	case nil:
		*t = false
	case bool:
		*t = Truth(src)
	case int64:
		*t = src != 0
	case float64:
		*t = src != 0
	default:
		return fmt.Errorf("condition is a %T, not true or false", src)
	}
	return nil
}

// Or is the value, or another where it is missing.
func Or[T any](v *T, other T) T {
	if v == nil {
		return other
	}
	return *v
}

// RawJSON is a list, an object or rows as a JSON value; nil for nil.
func RawJSON(v any) json.RawMessage {
	text, ok := JSONText(v).(string)
	if !ok {
		return nil
	}
	return json.RawMessage(text)
}

// MapList is the list of what f makes of each element; nil stays nil.
func MapList[T, U any](list []T, f func(T) U) []U {
	if list == nil {
		return nil
	}
	out := make([]U, len(list))
	for i, v := range list {
		out[i] = f(v)
	}
	return out
}

// Found is the error of scanning a row, with a row that is not there told
// from a fault.
func Found(err error) (bool, error) {
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}
