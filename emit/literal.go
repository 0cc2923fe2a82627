package emit

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/dave/jennifer/jen"
)

// literalWidth is the longest composite literal that stays on one line.
const literalWidth = 100

// piece is Go code with the columns it takes on one line; large if it has
// several lines.
type piece struct {
	code  *jen.Statement
	width int
}

const manyLines = 1 << 20

// literal prints a value of the runtime's description as a Go literal that
// leaves out zero members. Named texts such as kinds and codes become the
// runtime's constants.
func (e *emitter) literal(v any) *jen.Statement {
	return e.print(reflect.ValueOf(v), true).code
}

// print is literal for a reflected value; typed is false inside a slice or
// map, where Go leaves out the element's type.
func (e *emitter) print(v reflect.Value, typed bool) piece {
	switch v.Kind() {
	case reflect.Interface:
		return e.printAny(v.Elem())
	case reflect.Pointer:
		if v.Elem().Kind() != reflect.Struct {
			p := e.printAny(v.Elem())
			return piece{jen.New(p.code), p.width + len("new()")}
		}
		p := e.print(v.Elem(), typed)
		if !typed {
			return p
		}
		return piece{jen.Op("&").Add(p.code), p.width + 1}
	case reflect.Struct:
		return e.printStruct(v, typed)
	case reflect.Slice:
		return e.printSlice(v)
	case reflect.Map:
		return e.printMap(v)
	case reflect.String:
		return e.printString(v)
	case reflect.Bool:
		return piece{jen.Lit(v.Bool()), 5}
	case reflect.Int, reflect.Int64:
		text := strconv.FormatInt(v.Int(), 10)
		return piece{jen.Id(text), len(text)}
	case reflect.Float64:
		return piece{jen.Lit(v.Float()), len(fmt.Sprint(v.Float()))}
	}
	faultf("literal of %s", v.Type())
	return piece{}
}

// printAny prints a value whose type its place does not give.
func (e *emitter) printAny(v reflect.Value) piece {
	switch v.Kind() {
	case reflect.Int64:
		p := e.print(v, true)
		return piece{jen.Int64().Call(p.code), p.width + len("int64()")}
	case reflect.String, reflect.Float64, reflect.Bool, reflect.Int:
		return e.print(v, true)
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[json.RawMessage]() {
			return rawJSON(v.Bytes())
		}
	}
	faultf("literal of %s", v.Type())
	return piece{}
}

func rawJSON(text []byte) piece {
	p := stringPiece(string(text))
	return piece{jen.Qual("encoding/json", "RawMessage").Call(p.code), p.width + len("json.RawMessage()")}
}

func stringPiece(s string) piece {
	code := stringLit(s)
	n := len([]rune(strconv.Quote(s)))
	if n > literalWidth {
		n = manyLines
	}
	return piece{code, n}
}

func (e *emitter) printString(v reflect.Value) piece {
	s := v.String()
	switch v.Type() {
	case reflect.TypeFor[core.Kind]():
		if name := kindConst(core.Kind(s)); name != "" {
			return piece{jen.Qual(e.core, name), len("core.") + len(name)}
		}
	case reflect.TypeFor[core.Code]():
		if s != "" {
			return piece{e.codeConst(core.Code(s)), 30}
		}
	}
	return stringPiece(s)
}

func kindConst(k core.Kind) string {
	return map[core.Kind]string{
		core.Text: "Text", core.Integer: "Integer", core.Real: "Real", core.Boolean: "Boolean",
		core.DateKind: "DateKind", core.DateTimeKind: "DateTimeKind", core.TimeKind: "TimeKind",
		core.JSONKind: "JSONKind", core.ListKind: "ListKind", core.ObjectKind: "ObjectKind",
	}[k]
}

func (e *emitter) printStruct(v reflect.Value, typed bool) piece {
	t := v.Type()
	var members []piece
	for i := range t.NumField() {
		f := v.Field(i)
		if f.IsZero() || t.Field(i).Type.Kind() == reflect.Func {
			continue
		}
		name := t.Field(i).Name
		p := e.print(f, true)
		if t == reflect.TypeFor[core.Statement]() && name == "Text" {
			c := e.statementConst(v.FieldByName("Name").String())
			p = piece{c, width(c)}
		}
		members = append(members, piece{jen.Id(name).Op(":").Add(p.code), len(name) + 2 + p.width})
	}
	var head *jen.Statement
	if typed {
		head = jen.Qual(e.core, t.Name())
	}
	return composite(head, len("core.")+len(t.Name()), members)
}

func (e *emitter) printSlice(v reflect.Value) piece {
	if v.Type() == reflect.TypeFor[json.RawMessage]() {
		return rawJSON(v.Bytes())
	}
	head := jen.Index().Add(e.reflectType(v.Type().Elem()))
	var items []piece
	multi := false
	for i := range v.Len() {
		p := e.print(v.Index(i), false)
		multi = multi || v.Index(i).Kind() == reflect.Struct && v.Len() > 1
		items = append(items, p)
	}
	c := composite(head, 12, items)
	if multi && c.width < manyLines && c.width > literalWidth/2 {
		items[0].width = manyLines
		c = composite(head, 12, items)
	}
	return c
}

func (e *emitter) printMap(v reflect.Value) piece {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int {
		return slices.Compare([]byte(a.String()), []byte(b.String()))
	})
	head := jen.Map(jen.String()).Add(e.reflectType(v.Type().Elem()))
	var items []piece
	for _, k := range keys {
		p := e.printElem(v.MapIndex(k))
		key := stringPiece(k.String())
		items = append(items, piece{jen.Add(key.code).Op(":").Add(p.code), key.width + 2 + p.width})
	}
	return composite(head, 24, items)
}

// printElem prints an element of a map; of a slice of texts the type is left
// out.
func (e *emitter) printElem(v reflect.Value) piece {
	if v.Kind() != reflect.Slice || v.Type() == reflect.TypeFor[json.RawMessage]() {
		return e.print(v, false)
	}
	var items []piece
	for i := range v.Len() {
		items = append(items, e.print(v.Index(i), false))
	}
	return composite(nil, 0, items)
}

func (e *emitter) reflectType(t reflect.Type) *jen.Statement {
	switch t.Kind() {
	case reflect.Slice:
		if t == reflect.TypeFor[json.RawMessage]() {
			return jen.Qual("encoding/json", "RawMessage")
		}
		return jen.Index().Add(e.reflectType(t.Elem()))
	case reflect.String:
		if t.PkgPath() == "" {
			return jen.String()
		}
	}
	if t.Kind() == reflect.Interface {
		return jen.Any()
	}
	if t.PkgPath() == "" {
		return jen.Id(t.Name())
	}
	return jen.Qual(e.core, t.Name())
}

// composite is a composite literal: on one line if it fits and nothing in it
// has several, else with a line for each member. head is nil where the type
// is left out.
func composite(head *jen.Statement, headWidth int, members []piece) piece {
	if head == nil {
		head, headWidth = &jen.Statement{}, 0
	}
	width := headWidth + 2
	codes := make([]jen.Code, len(members))
	for i, m := range members {
		width += m.width + 2
		codes[i] = m.code
	}
	if width <= literalWidth {
		return piece{jen.Add(head).Values(codes...), width}
	}
	return piece{jen.Add(head).Add(multi("{", "}", codes...)), manyLines}
}
