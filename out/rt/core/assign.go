package core

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
)

// scanRow copies the values of a row to where dest points, as sql.Rows does.
func scanRow(columns []string, values []driver.Value, dest []any) error {
	if len(dest) != len(values) {
		return fmt.Errorf("the row has %d columns, not %d", len(values), len(dest))
	}
	for i, v := range values {
		if err := assign(dest[i], v); err != nil {
			return fmt.Errorf("column %d, %s: %w", i, columns[i], err)
		}
	}
	return nil
}

// assign converts a driver's value as database/sql does.
func assign(dest any, src driver.Value) error {
	switch d := dest.(type) {
	case *int64:
		if v, ok := src.(int64); ok {
			*d = v
			return nil
		}
	case *string:
		if v, ok := src.(string); ok {
			*d = v
			return nil
		}
	case *bool:
		if v, ok := src.(int64); ok && v&1 == v {
			*d = v == 1
			return nil
		}
	case *float64:
		if v, ok := src.(float64); ok {
			*d = v
			return nil
		}
	case *any:
		*d = src
		return nil
	case sql.Scanner:
		return d.Scan(src)
	}
	p := reflect.ValueOf(dest)
	if p.Kind() != reflect.Pointer || p.IsNil() {
		return errors.New("the destination is not a pointer")
	}
	return assignTo(p.Elem(), src)
}

// assignTo is assign where the type of the destination is a pointer itself, one
// of its own, or not the one that the value has.
func assignTo(dst reflect.Value, src driver.Value) error {
	if dst.Kind() == reflect.Pointer {
		if src == nil {
			dst.SetZero()
			return nil
		}
		v := reflect.New(dst.Type().Elem())
		if err := assign(v.Interface(), src); err != nil {
			return err
		}
		dst.Set(v)
		return nil
	}
	if src == nil {
		return fmt.Errorf("converting NULL to %s is unsupported", dst.Kind())
	}
	switch dst.Kind() {
	case reflect.String:
		if b, ok := src.([]byte); ok {
			src = string(b)
		}
		if _, ok := src.(string); !ok && dst.Type() != reflect.TypeFor[string]() {
			break // only texts become texts of a type of their own
		}
		v, err := converted[string](src)
		dst.SetString(v)
		return err
	case reflect.Int64:
		v, err := converted[int64](src)
		dst.SetInt(v)
		return err
	case reflect.Float64:
		v, err := converted[float64](src)
		dst.SetFloat(v)
		return err
	case reflect.Bool:
		if _, ok := src.(bool); !ok && dst.Type() != reflect.TypeFor[bool]() {
			break
		}
		v, err := converted[bool](src)
		dst.SetBool(v)
		return err
	}
	return fmt.Errorf("a %T can't be stored as %s", src, dst.Type())
}

// converted leaves the conversion of what is not nil to database/sql.
func converted[T any](src driver.Value) (T, error) {
	if v, ok := src.(T); ok {
		return v, nil
	}
	var n sql.Null[T]
	err := n.Scan(src)
	return n.V, err
}
