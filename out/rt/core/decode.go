package core

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// Limits on arguments. They keep a hostile call from costing more than an
// honest one; no honest one comes near.
const (
	maxArgsBytes = 1 << 20
	maxArgsDepth = 32
)

// DecodeArgs checks a tool's arguments against its parameters and fills dst,
// a pointer to the tool's input struct (or nil, to check only). Whatever can
// be converted without loss is: "5" and 5.0 for 5, "true" for true, null (or
// "" where that could not be a value) for an omitted optional parameter, a
// JSON text for a list or an object, any ISO 8601 form of a date or time.
// Everything else is an *Error with the parameter's path, what was expected
// and what came. Parameters with a default that are omitted stay nil.
func DecodeArgs(params []Param, raw json.RawMessage, dst any) error {
	var in reflect.Type
	if dst != nil {
		in = reflect.TypeOf(dst).Elem()
	}
	d, err := NewDecoder(params, in)
	if err != nil {
		return Internal(err)
	}
	return d.Decode(raw, dst)
}

// Decoder is DecodeArgs with the preparations done once. It may be used by
// many goroutines at once.
type Decoder struct{ root *objectPlan }

// NewDecoder prepares for input structs of type in, which names its fields
// by their json tags; nil prepares for checking only.
func NewDecoder(params []Param, in reflect.Type) (*Decoder, error) {
	root, err := planObject(params, in)
	if err != nil {
		return nil, err
	}
	return &Decoder{root}, nil
}

// Decode fills dst, a pointer to the input struct or nil. Empty arguments
// and null count as {}.
func (d *Decoder) Decode(raw json.RawMessage, dst any) error {
	if len(raw) > maxArgsBytes {
		return InvalidArgument("", "The arguments are %d bytes long; at most %d are accepted.", len(raw), maxArgsBytes)
	}
	var v reflect.Value
	if dst != nil {
		v = reflect.ValueOf(dst).Elem()
	}
	s := scanner{src: raw}
	if s.space(); s.pos == len(s.src) || s.word("null") {
		s = scanner{src: []byte("{}")}
	}
	f := d.root.decode(&s, v)
	if f == nil {
		if s.space(); s.pos < len(s.src) {
			f = s.syntax("something follows the end of the object")
		}
	}
	if f != nil {
		return f.error()
	}
	return nil
}

// fault is an error on its way up, gathering its path.
type fault struct {
	path          string
	before, after string // the message around the path
}

func (f *fault) error() *Error {
	path := f.path
	if path == "" && f.before == "" {
		path = "The arguments"
	}
	msg := f.before + path + f.after
	return &Error{Code: CodeInvalidArgument, Message: msg, Parameter: f.path, Schema: true}
}

// in adds the member or element that the fault happened in.
func (f *fault) in(segment string) *fault {
	switch {
	case f.path == "":
		f.path = segment
	case f.path[0] == '[':
		f.path = segment + f.path
	default:
		f.path = segment + "." + f.path
	}
	return f
}

func mustBe(want, got string) *fault {
	return &fault{after: " must be " + want + ", got " + got + "."}
}

// decode reads an object; v may be invalid, to check only.
func (o *objectPlan) decode(s *scanner, v reflect.Value) *fault {
	if s.peek() != '{' {
		return s.mismatch("an object")
	}
	s.pos++
	if s.depth++; s.depth > maxArgsDepth {
		return s.syntax("it is nested too deeply")
	}
	var few [4]uint64 // a bit for each parameter seen
	seen := few[:]
	if n := (len(o.fields) + 63) / 64; n > len(few) {
		seen = make([]uint64, n)
	}
	for first := true; ; first = false {
		c := s.peek()
		if c == '}' {
			s.pos++
			break
		}
		if !first {
			if c != ',' {
				return s.syntax("a , or } is missing")
			}
			s.pos++
			c = s.peek()
		}
		if c != '"' {
			return s.syntax("the name of a parameter is missing")
		}
		i, f := o.name(s)
		if f != nil {
			return f
		}
		if s.peek() != ':' {
			return s.syntax("a : is missing")
		}
		s.pos++
		p := &o.fields[i]
		if seen[i/64]&(1<<(i%64)) != 0 {
			return (&fault{after: " is given twice."}).in(p.name)
		}
		seen[i/64] |= 1 << (i % 64)
		if s.omitted(p) {
			seen[i/64] &^= 1 << (i % 64)
			continue
		}
		field := v
		if v.IsValid() {
			field = v.Field(p.field)
		}
		if f := p.typ.decode(s, field); f != nil {
			return f.in(p.name)
		}
	}
	s.depth--
	for i := range o.fields {
		if p := &o.fields[i]; !p.optional && seen[i/64]&(1<<(i%64)) == 0 {
			return (&fault{after: " is required."}).in(p.name)
		}
	}
	return nil
}

// name reads a parameter's name and finds the parameter.
func (o *objectPlan) name(s *scanner) (int, *fault) {
	rest := s.src[s.pos+1:]
	if n := bytes.IndexByte(rest, '"'); n >= 0 {
		if i, ok := o.index[string(rest[:n])]; ok { // without a copy
			s.pos += n + 2
			return i, nil
		}
	}
	name, f := s.text()
	if f != nil {
		return 0, f
	}
	if i, ok := o.index[name]; ok {
		return i, nil
	}
	return 0, o.unknown(name)
}

// unknown suggests what may have been meant.
func (o *objectPlan) unknown(name string) *fault {
	f := &fault{path: name, before: "There is no parameter "}
	if len(name) > 60 {
		f.path = name[:60]
	}
	names := make([]string, len(o.fields))
	for i, p := range o.fields {
		names[i] = p.name
	}
	switch near := Nearest(name, names); {
	case near != "":
		f.after = "; did you mean " + near + "?"
	case len(names) == 0:
		f.after = "; none are expected."
	default:
		f.after = "; expected are " + strings.Join(names, ", ") + "."
	}
	return f
}

// omitted reports (and skips) a value that stands for leaving an optional
// parameter out: null, and for anything but free text also "", "null" and
// "None", which models write for it.
func (s *scanner) omitted(p *fieldPlan) bool {
	if !p.optional {
		return false
	}
	if s.peek() == 'n' {
		return s.word("null")
	}
	if s.src[min(s.pos, len(s.src)-1)] != '"' || p.typ.Kind == JSONKind {
		return false
	}
	for _, blank := range [...]string{`""`, `"null"`, `"None"`} {
		if len(s.src)-s.pos >= len(blank) && string(s.src[s.pos:s.pos+len(blank)]) == blank {
			if text := blank[1 : len(blank)-1]; p.typ.Kind == Text && p.typ.allows(text) {
				return false
			}
			s.pos += len(blank)
			return true
		}
	}
	return false
}

// allows reports whether a text could be meant as it is. Only an enumeration
// says for sure that it is not.
func (t *typePlan) allows(text string) bool {
	if len(t.Enum) == 0 {
		return true
	}
	for _, e := range t.Enum {
		if e == text {
			return true
		}
	}
	return false
}

// elements reads a list.
func (t *typePlan) elements(s *scanner, v reflect.Value) *fault {
	s.pos++
	if s.depth++; s.depth > maxArgsDepth {
		return s.syntax("it is nested too deeply")
	}
	if v.IsValid() {
		v.Set(reflect.MakeSlice(v.Type(), 0, 4))
	}
	n := 0
	for ; ; n++ {
		c := s.peek()
		if c == ']' {
			s.pos++
			break
		}
		if n > 0 {
			if c != ',' {
				return s.syntax("a , or ] is missing")
			}
			s.pos++
			s.peek()
		}
		elem := v
		if v.IsValid() {
			v.Grow(1)
			v.SetLen(n + 1)
			elem = v.Index(n)
		}
		if f := t.elem.decode(s, elem); f != nil {
			return f.in(fmt.Sprintf("[%d]", n))
		}
	}
	s.depth--
	if want := t.sizeFault(n); want != "" {
		return &fault{after: " must have " + want + ", got " + fmt.Sprint(n) + "."}
	}
	return nil
}
