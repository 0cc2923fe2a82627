package emit

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/awmc/awmc/ir"
	"github.com/dave/jennifer/jen"
)

// goType is the Go type of a value. What may be null is a pointer, except
// for lists and JSON, whose nil is null.
func (e *emitter) goType(t ir.Type, null bool) *jen.Statement {
	s := &jen.Statement{}
	switch t := t.(type) {
	case ir.Scalar:
		if null {
			s.Op("*")
		}
		switch t {
		case ir.Text:
			return s.String()
		case ir.Integer:
			return s.Int64()
		case ir.Real:
			return s.Float64()
		case ir.Boolean:
			return s.Bool()
		case ir.Date:
			return s.Qual(e.core, "Date")
		case ir.DateTime:
			return s.Qual(e.core, "DateTime")
		case ir.Time:
			return s.Qual(e.core, "Time")
		}
	case *ir.List:
		return s.Index().Add(e.goType(t.Elem, false))
	case *ir.Object:
		if null {
			s.Op("*")
		}
		return s.Id(e.object(t).name)
	case ir.JSON:
		return s.Qual("encoding/json", "RawMessage")
	}
	faultf("type %T", t)
	return nil
}

// pointer reports whether goType(t, true) is a pointer.
func pointer(t ir.Type) bool {
	switch t.(type) {
	case ir.Scalar, *ir.Object:
		return true
	}
	return false
}

// isJSON reports whether values of the type are stored as JSON text.
func isJSON(t ir.Type) bool {
	_, scalar := t.(ir.Scalar)
	return !scalar
}

// lit is a constant of a type, untyped where Go allows it.
func (e *emitter) lit(t ir.Type, v any) *jen.Statement {
	switch v := v.(type) {
	case int64:
		return jen.Id(strconv.FormatInt(v, 10))
	case float64:
		return jen.Lit(v)
	case bool:
		return jen.Lit(v)
	case string:
		if _, scalar := t.(ir.Scalar); scalar {
			return jen.Lit(v)
		}
		return e.jsonLit(t, []byte(v))
	}
	faultf("literal %T of %T", v, t)
	return nil
}

// typedLit is a constant whose Go type is the one of t, as := and new need.
func (e *emitter) typedLit(t ir.Type, v any) *jen.Statement {
	switch t {
	case ir.Integer, ir.Date, ir.DateTime, ir.Time:
		return e.goType(t, false).Call(e.lit(t, v))
	case ir.Real:
		return jen.Float64().Call(e.lit(t, v))
	}
	return e.lit(t, v)
}

// jsonLit writes canonical JSON text of a list, an object or a JSON value as
// a Go literal.
func (e *emitter) jsonLit(t ir.Type, text []byte) *jen.Statement {
	switch t := t.(type) {
	case ir.JSON:
		return jen.Qual("encoding/json", "RawMessage").Call(stringLit(string(text)))
	case *ir.List:
		var items []json.RawMessage
		if err := json.Unmarshal(text, &items); err != nil {
			faultf("default %s: %v", text, err)
		}
		var elems []jen.Code
		for _, it := range items {
			elems = append(elems, e.jsonLit(t.Elem, it))
		}
		return e.goType(t, false).Values(elems...)
	case *ir.Object:
		var members map[string]json.RawMessage
		if err := json.Unmarshal(text, &members); err != nil {
			faultf("default %s: %v", text, err)
		}
		var elems []jen.Code
		st := e.object(t)
		for i, f := range t.Fields {
			raw, ok := members[f.Name]
			if !ok || string(raw) == "null" {
				continue
			}
			v := e.jsonLit(f.Type, raw)
			if st.fields[i].null && pointer(f.Type) {
				v = jen.New(v)
			}
			elems = append(elems, jen.Id(st.fields[i].name).Op(":").Add(v))
		}
		return jen.Id(st.name).Values(elems...)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		faultf("default %s: %v", text, err)
	}
	if n, ok := v.(json.Number); ok {
		return e.goType(t, false).Call(jen.Id(n.String()))
	}
	return e.typedLit(t, v)
}
