package core

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
)

func ref[T any](v T) *T { return &v }

type orderInput struct {
	CustomerID int64           `json:"customer_id"`
	Items      []orderItem     `json:"items"`
	Note       *string         `json:"note"`
	Genre      *string         `json:"genre"`
	Discount   *float64        `json:"discount"`
	Gift       *bool           `json:"gift"`
	On         *Date           `json:"on"`
	At         *DateTime       `json:"at"`
	Slot       *Time           `json:"slot"`
	Tags       []string        `json:"tags"`
	Extra      json.RawMessage `json:"extra"`
	Address    *address        `json:"address"`
	Limit      *int64          `json:"limit"`
}

type orderItem struct {
	BookID int64 `json:"book_id"`
	Qty    int64 `json:"qty"`
}

type address struct {
	City string  `json:"city"`
	Zip  *string `json:"zip"`
}

var orderParams = []Param{
	{Name: "customer_id", Type: Type{Kind: Integer}},
	{Name: "items", Type: Type{Kind: ListKind, Min: int64(1), Max: int64(3), Elem: &Type{Kind: ObjectKind, Fields: []Param{
		{Name: "book_id", Type: Type{Kind: Integer}},
		{Name: "qty", Type: Type{Kind: Integer, Min: int64(1), Max: int64(10)}},
	}}}},
	{Name: "note", Optional: true, Type: Type{Kind: Text, MinLength: ref(2), MaxLength: ref(5)}},
	{Name: "genre", Optional: true, Type: Type{Kind: Text, Enum: []string{"fiction", "history"}}},
	{Name: "discount", Optional: true, Type: Type{Kind: Real, Min: 0.0, Max: 0.5}},
	{Name: "gift", Optional: true, Type: Type{Kind: Boolean}},
	{Name: "on", Optional: true, Type: Type{Kind: DateKind, Min: "2026-01-01", Max: "2026-12-31"}},
	{Name: "at", Optional: true, Type: Type{Kind: DateTimeKind, Min: "2026-01-01 00:00:00"}},
	{Name: "slot", Optional: true, Type: Type{Kind: TimeKind}},
	{Name: "tags", Optional: true, Type: Type{Kind: ListKind, Elem: &Type{Kind: Text, Pattern: "[a-z]+"}}},
	{Name: "extra", Optional: true, Type: Type{Kind: JSONKind}},
	{Name: "address", Optional: true, Type: Type{Kind: ObjectKind, Fields: []Param{
		{Name: "city", Type: Type{Kind: Text}}, {Name: "zip", Optional: true, Type: Type{Kind: Text}}}}},
	{Name: "limit", Default: int64(20), Type: Type{Kind: Integer, Min: int64(1)}},
}

func TestDecodeArgs(t *testing.T) {
	base := orderInput{CustomerID: 7, Items: []orderItem{{1, 2}}}
	with := func(f func(*orderInput)) orderInput {
		in := base
		f(&in)
		return in
	}
	const head = `"customer_id":7,"items":[{"book_id":1,"qty":2}]`
	for _, tt := range []struct {
		raw  string
		want orderInput
	}{
		{`{` + head + `}`, base},
		{` { "items" : [ { "qty" : 2 , "book_id" : 1 } ] , "customer_id" : 7 } `, base},
		// What can be converted without loss.
		{`{"customer_id":"7","items":[{"book_id":1.0,"qty":"2.0"}]}`, base},
		{`{"customer_id":7e0,"items":[{"book_id":10e-1,"qty":2}]}`, base},
		{`{"customer_id":7,"items":"[{\"book_id\":1,\"qty\":2}]"}`, base},
		{`{"customer_id":7,"items":["{\"book_id\":1,\"qty\":2}"]}`, base},
		{`{` + head + `,"note":null,"genre":null,"discount":null,"gift":null,"on":null,"at":null,"slot":null,"tags":null,"extra":null,"address":null,"limit":null}`, base},
		{`{` + head + `,"genre":"","discount":"","gift":"null","on":"","at":"None","tags":"","address":"null","limit":""}`, base},
		{`{` + head + `,"note":"null"}`, with(func(in *orderInput) { in.Note = ref("null") })},
		{`{` + head + `,"note":"h\u00e9\n\ud83d\ude00"}`, with(func(in *orderInput) { in.Note = ref("hé\n😀") })},
		{`{` + head + `,"genre":"history"}`, with(func(in *orderInput) { in.Genre = ref("history") })},
		{`{` + head + `,"discount":"0.25"}`, with(func(in *orderInput) { in.Discount = ref(0.25) })},
		{`{` + head + `,"discount":0}`, with(func(in *orderInput) { in.Discount = ref(0.0) })},
		{`{` + head + `,"gift":"True"}`, with(func(in *orderInput) { in.Gift = ref(true) })},
		{`{` + head + `,"gift":false}`, with(func(in *orderInput) { in.Gift = ref(false) })},
		{`{` + head + `,"on":"2026-03-02"}`, with(func(in *orderInput) { in.On = ref(Date("2026-03-02")) })},
		{`{` + head + `,"on":"2026-03-02T00:00:00Z"}`, with(func(in *orderInput) { in.On = ref(Date("2026-03-02")) })},
		{`{` + head + `,"at":"2026-03-02T09:00:00+02:00"}`, with(func(in *orderInput) { in.At = ref(DateTime("2026-03-02 07:00:00")) })},
		{`{` + head + `,"at":"2026-03-02 09:00"}`, with(func(in *orderInput) { in.At = ref(DateTime("2026-03-02 09:00:00")) })},
		{`{` + head + `,"slot":"09:30"}`, with(func(in *orderInput) { in.Slot = ref(Time("09:30:00")) })},
		{`{` + head + `,"tags":["a","b"]}`, with(func(in *orderInput) { in.Tags = []string{"a", "b"} })},
		{`{` + head + `,"tags":[]}`, with(func(in *orderInput) { in.Tags = []string{} })},
		{`{` + head + `,"extra":{"a": [1, 2.50, "x"]}}`, with(func(in *orderInput) { in.Extra = json.RawMessage(`{"a":[1,2.50,"x"]}`) })},
		{`{` + head + `,"extra":"text"}`, with(func(in *orderInput) { in.Extra = json.RawMessage(`"text"`) })},
		{`{` + head + `,"address":"{\"city\": \"Ulm\"}"}`, with(func(in *orderInput) { in.Address = &address{City: "Ulm"} })},
		{`{` + head + `,"address":{"city":"","zip":""}}`, with(func(in *orderInput) { in.Address = &address{Zip: ref("")} })},
		{`{` + head + `,"limit":5}`, with(func(in *orderInput) { in.Limit = ref(int64(5)) })},
		{`{"customer_id":9223372036854775807,"items":[{"book_id":-9223372036854775808,"qty":2}]}`,
			orderInput{CustomerID: math.MaxInt64, Items: []orderItem{{math.MinInt64, 2}}}},
	} {
		var in orderInput
		if err := DecodeArgs(orderParams, json.RawMessage(tt.raw), &in); err != nil {
			t.Errorf("%s: %v", tt.raw, err)
		} else if !reflect.DeepEqual(in, tt.want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", tt.raw, in, tt.want)
		}
		if err := DecodeArgs(orderParams, json.RawMessage(tt.raw), nil); err != nil {
			t.Errorf("%s, checking only: %v", tt.raw, err)
		}
	}
}

func TestDecodeArgsRefuses(t *testing.T) {
	const head = `"customer_id":7,"items":[{"book_id":1,"qty":2}]`
	for _, tt := range []struct{ raw, path, want string }{
		{``, "customer_id", "customer_id is required."},
		{`null`, "customer_id", "customer_id is required."},
		{`{"customer_id":7}`, "items", "items is required."},
		{`{"customer_id":null,"items":[]}`, "customer_id", "customer_id must be an integer, got null."},
		{`{` + head + `,"customer_id":8}`, "customer_id", "customer_id is given twice."},
		{`{` + head + `,"gnre":"history"}`, "gnre", "There is no parameter gnre; did you mean genre?"},
		{`{` + head + `,"colour":"red"}`, "colour", "There is no parameter colour; expected are customer_id, items, note, genre, discount, gift, on, at, slot, tags, extra, address, limit."},
		{`{"customer_id":7,"items":[{"book_id":1,"quantity":2}]}`, "items[0].quantity", "There is no parameter items[0].quantity; expected are book_id, qty."},
		{`{"customer_id":7,"items":[{"book_id":1,"qty":2},{"book_id":1}]}`, "items[1].qty", "items[1].qty is required."},
		{`{"customer_id":7,"items":[{"book_id":1,"qty":"two"}]}`, "items[0].qty", `items[0].qty must be an integer, got "two".`},
		{`{"customer_id":7,"items":[{"book_id":1,"qty":11}]}`, "items[0].qty", "items[0].qty must be at most 10, got 11."},
		{`{"customer_id":7,"items":[{"book_id":1,"qty":0}]}`, "items[0].qty", "items[0].qty must be at least 1, got 0."},
		{`{"customer_id":7,"items":[{"book_id":1.5,"qty":1}]}`, "items[0].book_id", "items[0].book_id must be an integer, got 1.5."},
		{`{"customer_id":9223372036854775808,"items":[]}`, "customer_id", "customer_id must be a 64-bit integer, got 9223372036854775808."},
		{`{"customer_id":1e30,"items":[]}`, "customer_id", "customer_id must be an integer, got 1e30."},
		{`{"customer_id":true,"items":[]}`, "customer_id", "customer_id must be an integer, got true."},
		{`{"customer_id":" ","items":[]}`, "customer_id", `customer_id must be an integer, got " ".`},
		{`{"customer_id":"0x7","items":[]}`, "customer_id", `customer_id must be an integer, got "0x7".`},
		{`{"customer_id":7,"items":[]}`, "items", "items must have at least 1 element, got 0."},
		{`{"customer_id":7,"items":[{"book_id":1,"qty":1},{"book_id":1,"qty":1},{"book_id":1,"qty":1},{"book_id":1,"qty":1}]}`, "items", "items must have at most 3 elements, got 4."},
		{`{"customer_id":7,"items":{"book_id":1,"qty":1}}`, "items", "items must be a list, got an object."},
		{`{"customer_id":7,"items":"none"}`, "items", `items must be a list, got "none".`},
		{`{"customer_id":7,"items":[null]}`, "items[0]", "items[0] must be an object, got null."},
		{`{` + head + `,"note":"x"}`, "note", "note must be at least 2 characters long, got 1."},
		{`{` + head + `,"note":"ääääää"}`, "note", "note must be at most 5 characters long, got 6."},
		{`{` + head + `,"note":5}`, "note", "note must be a text, got 5."},
		{`{` + head + `,"note":"a\u0000b"}`, "note", "note can't be read as JSON: a NUL character in a text at byte 58."},
		{`{` + head + `,"genre":"poetry"}`, "genre", `genre must be one of "fiction", "history", got "poetry".`},
		{`{` + head + `,"discount":0.6}`, "discount", "discount must be at most 0.5, got 0.6."},
		{`{` + head + `,"discount":1e999}`, "discount", "discount must be a number of double precision, got 1e999."},
		{`{` + head + `,"discount":"NaN"}`, "discount", `discount must be a number, got "NaN".`},
		{`{` + head + `,"gift":1}`, "gift", "gift must be true or false, got 1."},
		{`{` + head + `,"gift":"yes"}`, "gift", `gift must be true or false, got "yes".`},
		{`{` + head + `,"on":"2026-02-30"}`, "on", `on must be a date such as 2026-03-02, got "2026-02-30".`},
		{`{` + head + `,"on":"2026-03-02T09:00:00Z"}`, "on", `on must be a date such as 2026-03-02, got "2026-03-02T09:00:00Z".`},
		{`{` + head + `,"on":"2025-03-02"}`, "on", `on must be 2026-01-01 or later, got "2025-03-02".`},
		{`{` + head + `,"on":"2027-03-02"}`, "on", `on must be 2026-12-31 or earlier, got "2027-03-02".`},
		{`{` + head + `,"at":"2026-03-02"}`, "at", `at must be a date and time such as 2026-03-02T09:00:00Z, got "2026-03-02".`},
		{`{` + head + `,"at":"2026-03-02T09:00:00.5Z"}`, "at", `at must be a date and time such as 2026-03-02T09:00:00Z, got "2026-03-02T09:00:00.5Z".`},
		{`{` + head + `,"at":"2025-03-02T09:00:00Z"}`, "at", `at must be 2026-01-01T00:00:00Z or later, got "2025-03-02T09:00:00Z".`},
		{`{` + head + `,"slot":"25:00"}`, "slot", `slot must be a time such as 09:00:00, got "25:00".`},
		{`{` + head + `,"tags":["ok","No"]}`, "tags[1]", `tags[1] must match the pattern [a-z]+, got "No".`},
		{`{` + head + `,"address":{}}`, "address.city", "address.city is required."},
		{`{` + head + `,"address":[]}`, "address", "address must be an object, got a list."},
		{`{` + head + `,"address":"{\"city\": 5}"}`, "address.city", "address.city must be a text, got 5."},
		{`[]`, "", "The arguments must be an object, got a list."},
		{`"x"`, "", `The arguments must be an object, got "x".`},
		{`{` + head, "", "The arguments can't be read as JSON: the text is cut off after 48 bytes."},
		{`{"customer_id":7,"items":[{"book`, "items[0]", "items[0] can't be read as JSON: the text is cut off after 32 bytes."},
		{`{"customer_id":`, "customer_id", "customer_id can't be read as JSON: the text is cut off after 15 bytes."},
		{`{` + head + `,}`, "", "The arguments can't be read as JSON: the name of a parameter is missing at byte 49."},
		{`{` + head + `} x`, "", "The arguments can't be read as JSON: something follows the end of the object at byte 50."},
		{`{` + head + `,"extra":{"a":1,"a":2}}`, "extra", `extra can't be read as JSON: the name "a" comes twice before a value at byte 67.`},
		{`{` + head + `,"extra":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`, "extra", "extra can't be read as JSON: it is nested too deeply at byte 89."},
		{`{` + head + `,"note":"` + "\xff" + `"}`, "note", "note can't be read as JSON: a text that is not UTF-8 at byte 57."},
		{`{` + head + `,"note":"\ud800"}`, "note", "note can't be read as JSON: half a surrogate pair in a text at byte 57."},
		{`{` + head + `,"discount":01}`, "discount", "discount can't be read as JSON: a malformed number at byte 62."},
		{`{` + head + `,"note":"` + strings.Repeat("x", maxArgsBytes) + `"}`, "", "The arguments are 1048635 bytes long; at most 1048576 are accepted."},
	} {
		var in orderInput
		err := DecodeArgs(orderParams, json.RawMessage(tt.raw), &in)
		var e *Error
		name := tt.raw[:min(100, len(tt.raw))]
		if !errors.As(err, &e) {
			t.Errorf("%s: got %v, want an *Error", name, err)
			continue
		}
		if e.Code != CodeInvalidArgument || !e.Schema || e.Message != tt.want || e.Parameter != tt.path {
			t.Errorf("%s:\ngot  %q %s\nwant %q %s", name, e.Parameter, e.Message, tt.path, tt.want)
		}
	}
}

// A struct that does not fit its parameters is a fault of the environment.
func TestDecodeArgsFaults(t *testing.T) {
	var in struct{ A string }
	for _, params := range [][]Param{{{Name: "b", Type: Type{Kind: Text}}}, {{Name: "a", Type: Type{Kind: Integer}}}, {{Name: "a", Type: Type{Kind: Text, Pattern: "("}}}} {
		var e *Error
		if err := DecodeArgs(params, json.RawMessage(`{}`), &in); !errors.As(err, &e) || e.Code != CodeInternal {
			t.Errorf("%v: %v", params, err)
		}
	}
}

// FuzzDecodeArgs: whatever comes, there is no panic; what is accepted is
// JSON with the same values, and accepted again in its plain form.
func FuzzDecodeArgs(f *testing.F) {
	for _, s := range []string{`{}`, `{"customer_id":"7","items":"[{\"book_id\":1,\"qty\":2}]","note":"h\u00e9","extra":[1,{"a":null}]}`, `{"at":"2026-03-02T09:00:00+02:00"`, `{"items":[`, `"\ud83d"`, "{\"note\":\"\xff\"}"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var in orderInput
		err := DecodeArgs(orderParams, raw, &in)
		if checked := DecodeArgs(orderParams, raw, nil); (err == nil) != (checked == nil) {
			t.Fatalf("decoding: %v, checking: %v", err, checked)
		}
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Code != CodeInvalidArgument {
				t.Fatalf("not a refusal: %v", err)
			}
			return
		}
		if len(strings.TrimSpace(string(raw))) > 0 && !json.Valid(raw) {
			t.Fatalf("accepted %q, which is not JSON", raw)
		}
		plain, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		var again orderInput
		if err := DecodeArgs(orderParams, plain, &again); err != nil {
			t.Fatalf("%s refused in its plain form %s: %v", raw, plain, err)
		}
		if second, _ := json.Marshal(again); string(second) != string(plain) {
			t.Fatalf("%s became %s", plain, second)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	raw := json.RawMessage(`{"customer_id":7,"items":[{"book_id":1,"qty":2},{"book_id":2,"qty":1}],"note":"soon","at":"2026-03-02T09:00:00Z"}`)
	d, err := NewDecoder(orderParams, reflect.TypeFor[orderInput]())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		var in orderInput
		if err := d.Decode(raw, &in); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeArgs(b *testing.B) {
	raw := json.RawMessage(`{"customer_id":7,"items":[{"book_id":1,"qty":2}]}`)
	b.ReportAllocs()
	for b.Loop() {
		var in orderInput
		if err := DecodeArgs(orderParams, raw, &in); err != nil {
			b.Fatal(err)
		}
	}
}
