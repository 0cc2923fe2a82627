package core

import (
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// objectPlan is a list of parameters joined with the struct that holds them.
type objectPlan struct {
	fields []fieldPlan
	index  map[string]int
}

type fieldPlan struct {
	name     string
	optional bool // or it has a default
	field    int  // of the struct
	typ      *typePlan
}

// typePlan is a Type with its constraints in the form that checking needs.
type typePlan struct {
	Type
	elem   *typePlan
	object *objectPlan
	re     *regexp.Regexp
	want   string // what a value of the wrong kind should have been

	hasMin, hasMax bool
	minInt, maxInt int64   // integers, and sizes of lists
	minNum, maxNum float64 // reals
	minTxt, maxTxt string  // dates and times
}

func planObject(params []Param, in reflect.Type) (*objectPlan, error) {
	if in != nil && in.Kind() != reflect.Struct {
		return nil, fmt.Errorf("arguments can't be stored in a %v", in)
	}
	o := &objectPlan{fields: make([]fieldPlan, len(params)), index: make(map[string]int, len(params))}
	for i, p := range params {
		f := fieldPlan{name: p.Name, optional: p.Optional || p.Default != nil}
		var t reflect.Type
		if in != nil {
			sf, ok := fieldNamed(in, p.Name)
			if !ok {
				return nil, fmt.Errorf("%v has no field for the parameter %s", in, p.Name)
			}
			f.field, t = sf.Index[0], sf.Type
		}
		var err error
		if f.typ, err = planType(p.Type, t); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		o.fields[i] = f
		o.index[p.Name] = i
	}
	return o, nil
}

// fieldNamed finds the field with the json tag, or else the one spelled like
// the name in Go.
func fieldNamed(in reflect.Type, name string) (reflect.StructField, bool) {
	for i := range in.NumField() {
		if tag, _, _ := strings.Cut(in.Field(i).Tag.Get("json"), ","); tag == name {
			return in.Field(i), true
		}
	}
	plain := strings.ReplaceAll(name, "_", "")
	for i := range in.NumField() {
		if f := in.Field(i); f.Tag.Get("json") == "" && strings.EqualFold(f.Name, plain) {
			return f, true
		}
	}
	return reflect.StructField{}, false
}

// goKinds says what each kind may be stored in, beside a pointer to it.
var goKinds = map[Kind]reflect.Kind{
	Text: reflect.String, Integer: reflect.Int64, Real: reflect.Float64, Boolean: reflect.Bool,
	DateKind: reflect.String, DateTimeKind: reflect.String, TimeKind: reflect.String,
	JSONKind: reflect.Slice, ListKind: reflect.Slice, ObjectKind: reflect.Struct,
}

func planType(t Type, in reflect.Type) (*typePlan, error) {
	p := &typePlan{Type: t, want: article(t)}
	if in != nil {
		if in.Kind() == reflect.Pointer {
			in = in.Elem()
		}
		if want, ok := goKinds[t.Kind]; !ok || in.Kind() != want {
			return nil, fmt.Errorf("a %s can't be stored in a %v", t.Kind, in)
		}
	}
	var err error
	switch t.Kind {
	case ListKind:
		var elem reflect.Type
		if in != nil {
			elem = in.Elem()
		}
		if t.Elem == nil {
			return nil, fmt.Errorf("a list without a type for its elements")
		}
		if p.elem, err = planType(*t.Elem, elem); err != nil {
			return nil, err
		}
	case ObjectKind:
		if p.object, err = planObject(t.Fields, in); err != nil {
			return nil, err
		}
	}
	if t.Pattern != "" {
		if p.re, err = regexp.Compile(`^(?:` + t.Pattern + `)$`); err != nil {
			return nil, err
		}
	}
	p.hasMin, err = p.bound(t.Min, &p.minInt, &p.minNum, &p.minTxt)
	if err != nil {
		return nil, err
	}
	p.hasMax, err = p.bound(t.Max, &p.maxInt, &p.maxNum, &p.maxTxt)
	return p, err
}

func (p *typePlan) bound(v any, i *int64, f *float64, s *string) (bool, error) {
	switch x := v.(type) {
	case nil:
		return false, nil
	case int64:
		*i, *f = x, float64(x)
	case int:
		*i, *f = int64(x), float64(x)
	case float64:
		*i, *f = int64(x), x
	case string:
		*s = x
	case Date:
		*s = string(x)
	case DateTime:
		*s = string(x)
	case Time:
		*s = string(x)
	default:
		return false, fmt.Errorf("%v (%T) is no bound", v, v)
	}
	return true, nil
}

// article names a type in a message: "must be …".
func article(t Type) string {
	switch t.Kind {
	case Text:
		if len(t.Enum) > 0 {
			return "one of " + quoteAll(t.Enum)
		}
		return "a text"
	case Integer:
		return "an integer"
	case Real:
		return "a number"
	case Boolean:
		return "true or false"
	case DateKind:
		return errDate.Error()
	case DateTimeKind:
		return errDateTime.Error()
	case TimeKind:
		return errTime.Error()
	case ListKind:
		return "a list"
	case ObjectKind:
		return "an object"
	}
	return "a JSON value"
}

// quoteAll lists values for a message; a long list is cut.
func quoteAll(values []string) string {
	var b strings.Builder
	for i, v := range values {
		if i > 0 {
			b.WriteString(", ")
		}
		if i == 30 {
			fmt.Fprintf(&b, "… (%d in all)", len(values))
			break
		}
		b.WriteString(strconv.Quote(v))
	}
	return b.String()
}

// sizeFault says how many elements a list of n should have had, or "".
func (t *typePlan) sizeFault(n int) string {
	switch {
	case t.hasMin && int64(n) < t.minInt:
		return "at least " + elements(t.minInt)
	case t.hasMax && int64(n) > t.maxInt:
		return "at most " + elements(t.maxInt)
	}
	return ""
}

func elements(n int64) string {
	if n == 1 {
		return "1 element"
	}
	return strconv.FormatInt(n, 10) + " elements"
}
