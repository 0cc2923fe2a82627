package core

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func TestInputSchema(t *testing.T) {
	params := append([]Param{{Name: "when", Doc: "When it begins.", Type: Type{Kind: DateTimeKind, Max: "2026-12-31 00:00:00"}}}, orderParams...)
	const want = `{"type":"object","properties":{` +
		`"when":{"type":"string","description":"When it begins. Not after 2026-12-31T00:00:00Z.","format":"date-time"},` +
		`"customer_id":{"type":"integer"},` +
		`"items":{"type":"array","items":{"type":"object","properties":{"book_id":{"type":"integer"},"qty":{"type":"integer","minimum":1,"maximum":10}},"required":["book_id","qty"],"additionalProperties":false},"minItems":1,"maxItems":3},` +
		`"note":{"type":"string","minLength":2,"maxLength":5},` +
		`"genre":{"type":"string","enum":["fiction","history"]},` +
		`"discount":{"type":"number","minimum":0,"maximum":0.5},` +
		`"gift":{"type":"boolean"},` +
		`"on":{"type":"string","description":"Not before 2026-01-01. Not after 2026-12-31.","format":"date"},` +
		`"at":{"type":"string","description":"Not before 2026-01-01T00:00:00Z.","format":"date-time"},` +
		`"slot":{"type":"string","pattern":"^[0-2][0-9]:[0-5][0-9](?::[0-5][0-9])?$"},` +
		`"tags":{"type":"array","items":{"type":"string","pattern":"^(?:[a-z]+)$"}},` +
		`"extra":{},` +
		`"address":{"type":"object","properties":{"city":{"type":"string"},"zip":{"type":"string"}},"required":["city"],"additionalProperties":false},` +
		`"limit":{"type":"integer","minimum":1,"default":20}},` +
		`"required":["when","customer_id","items"],"additionalProperties":false}`
	if got := string(InputSchema(params)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := string(InputSchema(nil)), `{"type":"object","properties":{},"additionalProperties":false}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Strict mode wants all properties to be there; null is how a model says that
// it would have left one out, and DecodeArgs must take it for that.
func TestStrictSchema(t *testing.T) {
	if StrictSchema(orderParams) != nil {
		t.Error("a parameter of any JSON has no strict schema")
	}
	params := slices.DeleteFunc(slices.Clone(orderParams), func(p Param) bool { return p.Name == "extra" })
	const want = `{"type":"object","properties":{` +
		`"customer_id":{"type":"integer"},` +
		`"items":{"type":"array","items":{"type":"object","properties":{"book_id":{"type":"integer"},"qty":{"type":"integer","minimum":1,"maximum":10}},"required":["book_id","qty"],"additionalProperties":false},"minItems":1,"maxItems":3},` +
		`"note":{"type":["string","null"],"description":"2 to 5 characters."},` +
		`"genre":{"type":["string","null"],"enum":["fiction","history",null]},` +
		`"discount":{"type":["number","null"],"minimum":0,"maximum":0.5},` +
		`"gift":{"type":["boolean","null"]},` +
		`"on":{"type":["string","null"],"description":"Not before 2026-01-01. Not after 2026-12-31.","format":"date"},` +
		`"at":{"type":["string","null"],"description":"Not before 2026-01-01T00:00:00Z.","format":"date-time"},` +
		`"slot":{"type":["string","null"],"pattern":"^[0-2][0-9]:[0-5][0-9](?::[0-5][0-9])?$"},` +
		`"tags":{"type":["array","null"],"items":{"type":"string","pattern":"^(?:[a-z]+)$"}},` +
		`"address":{"type":["object","null"],"properties":{"city":{"type":"string"},"zip":{"type":["string","null"]}},"required":["city","zip"],"additionalProperties":false},` +
		`"limit":{"type":["integer","null"],"description":"null means 20.","minimum":1}},` +
		`"required":["customer_id","items","note","genre","discount","gift","on","at","slot","tags","address","limit"],"additionalProperties":false}`
	if got := string(StrictSchema(params)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := string(StrictSchema(nil)), `{"type":"object","properties":{},"required":[],"additionalProperties":false}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	var nothing, nulls orderInput
	const head = `{"customer_id":7,"items":[{"book_id":1,"qty":2}]`
	if err := DecodeArgs(params, json.RawMessage(head+`}`), &nothing); err != nil {
		t.Fatal(err)
	}
	if err := DecodeArgs(params, json.RawMessage(head+`,"note":null,"genre":null,"discount":null,"gift":null,"on":null,"at":null,"slot":null,"tags":null,"address":null,"limit":null}`), &nulls); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(nothing, nulls) {
		t.Errorf("null is not the same as nothing: %+v, %+v", nulls, nothing)
	}
}

func TestOutputSchema(t *testing.T) {
	typ := Type{Kind: ObjectKind, Fields: []Param{
		{Name: "items", Type: Type{Kind: ListKind, Elem: &Type{Kind: ObjectKind, Fields: []Param{
			{Name: "id", Type: Type{Kind: Integer}},
			{Name: "status", Type: Type{Kind: Text, Nullable: true, Enum: []string{"a & b"}}},
			{Name: "row", Type: Type{Kind: ObjectKind, Nullable: true, Fields: []Param{{Name: "at", Type: Type{Kind: DateTimeKind, Nullable: true}}}}}}}}},
		{Name: "total", Type: Type{Kind: Integer}},
	}}
	const want = `{"type":"object","properties":{"items":{"type":"array","items":{"type":"object","properties":{` +
		`"id":{"type":"integer"},"status":{"type":["string","null"],"enum":["a & b",null]},` +
		`"row":{"type":["object","null"],"properties":{"at":{"type":["string","null"],"format":"date-time"}},"required":["at"],"additionalProperties":false}},` +
		`"required":["id","status","row"],"additionalProperties":false}},"total":{"type":"integer"}},"required":["items","total"],"additionalProperties":false}`
	if got := string(OutputSchema(typ)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// What the schema allows, DecodeArgs accepts, and what it forbids is
// refused unless it can be converted without loss.
func TestSchemaAgreesWithDecodeArgs(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(InputSchema(orderParams)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	const head = `"customer_id":7,"items":[{"book_id":1,"qty":2}]`
	for raw, ok := range map[string]bool{
		`{` + head + `}`: true,
		`{` + head + `,"note":"ab","genre":"history"}`:                                true,
		`{` + head + `,"on":"2026-03-02","at":"2026-03-02T09:00:00Z","slot":"09:00"}`: true,
		`{` + head + `,"extra":[1,{}],"address":{"city":"Ulm"},"tags":["a"]}`:         true,
		`{` + head + `,"note":"a"}`:                                                   false,
		`{` + head + `,"tags":["A"]}`:                                                 false,
		`{` + head + `,"discount":1}`:                                                 false,
		`{` + head + `,"unknown":1}`:                                                  false,
		`{"customer_id":7,"items":[]}`:                                                false,
		`{"customer_id":7}`:                                                           false,
	} {
		inst, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(raw)))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(inst); (err == nil) != ok {
			t.Errorf("%s: the schema says %v", raw, err)
		}
		if err := DecodeArgs(orderParams, json.RawMessage(raw), nil); (err == nil) != ok {
			t.Errorf("%s: DecodeArgs says %v", raw, err)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"get_book", "place_order", "cancel_order", "list_authors"}
	for in, want := range map[string]string{
		"get_bok": "get_book", "getBook": "get_book", "place-order": "place_order", "palce_order": "place_order", "cancelOrder": "cancel_order", "list_author": "list_authors", "delete_everything": "", "": "",
	} {
		if got := Nearest(in, names); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
